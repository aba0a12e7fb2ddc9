"""A reply is read by the syntax of its own dialect, and by no other."""

from typing import TypeVar

from returns.result import Result

from dialectfp import EMPTY, XML, HostFault, PFormat, Reading, Reply, Syntax, Tag, Xml, receive

T = TypeVar("T", bound=Tag)


def read(syntax: Syntax[T], reply: Reply[T]) -> Result[Reading[T], HostFault]:
    """A host's own function over any dialect."""
    return syntax.read(EMPTY, reply)


def foreign(reply: Reply[PFormat], syntax: Syntax[PFormat]) -> None:
    """Mixed up."""
    XML.syntax.read(EMPTY, reply)  # reject: arg-type
    read(XML.syntax, reply)  # reject: misc
    read(syntax, receive(XML, "hi"))  # reject: misc
    mine: Reading[Xml] = read(syntax, reply).unwrap()  # reject: assignment
    del mine
