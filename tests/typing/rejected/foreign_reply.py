"""A reply is read in the dialect it was asked for, and in no other."""

from dialectfp import EMPTY, XML, D, Dialect, PFormat, Prompt, Reading, Reply, Syntax, Xml, receive, xml


def read(syntax: Syntax[D], reply: Reply[D]) -> None:
    syntax.read(EMPTY, reply)


def asked(dialect: Dialect[D], prompt: Prompt[D]) -> None:
    dialect.catalogue, prompt


def foreign(other: Dialect[PFormat]) -> None:
    reply = receive(other, "text")
    XML.syntax.read(EMPTY, reply)  # reject: arg-type
    other.syntax.read(EMPTY, receive(XML, "text"))  # reject: arg-type
    # Only these forms, generic in D, notice if D stops being invariant.
    read(XML.syntax, reply)  # reject: misc
    asked(other, XML.catalogue.render(EMPTY))  # reject: misc


def mislabelled(other: Dialect[PFormat]) -> None:
    _reply: Reply[Xml] = receive(other, "text")  # reject: arg-type
    _reading: Reading[Xml] = other.syntax.read(EMPTY, receive(other, "text")).unwrap()  # reject: assignment
    _prompt: Prompt[PFormat] = xml("call").catalogue.render(EMPTY)  # reject: assignment


def chosen(dialect: Dialect[Xml] | Dialect[PFormat], reply: Reply[Xml]) -> None:
    dialect.syntax.read(EMPTY, reply)  # reject: arg-type
