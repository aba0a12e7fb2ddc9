"""Parts of one dialect fit together, and what comes out is typed exactly."""

from collections.abc import Callable, Mapping
from typing import assert_never, assert_type

from returns.result import Failure, Result, Success

from dialectfp import (
    EMPTY,
    XML,
    AssistantTurn,
    Called,
    Catalogue,
    D,
    Dialect,
    Envelope,
    Example,
    Furniture,
    HostFault,
    Invented,
    Malformed,
    Message,
    Outcome,
    PFormat,
    Prompt,
    Prose,
    Reading,
    Reasoning,
    Replay,
    Reply,
    Segment,
    State,
    Syntax,
    Tag,
    ToolCall,
    Unterminated,
    Xml,
    cases,
    fold,
    reader,
    receive,
    xml,
)


class Mine(Tag):
    """A host's own dialect."""


def joined(
    catalogue: Catalogue[Mine], syntax: Syntax[Mine], envelope: Envelope[Mine], replay: Replay[Mine]
) -> Dialect[Mine]:
    inferred = Dialect("mine", "ask", catalogue, syntax, envelope, replay)
    assert_type(inferred, Dialect[Mine])
    stated = Dialect[Mine]("mine", "ask", catalogue, syntax, envelope, replay)
    assert_type(stated, Dialect[Mine])
    return stated.with_catalogue(catalogue).with_syntax(syntax).with_envelope(envelope).with_replay(replay)


assert_type(XML, Dialect[Xml])
assert_type(Dialect("again", "call", XML.catalogue, XML.syntax, XML.envelope, XML.replay), Dialect[Xml])
assert_type(XML.with_syntax(xml("call").syntax), Dialect[Xml])
assert_type(XML.catalogue.render(EMPTY), Prompt[Xml])
assert_type(receive(XML, "text"), Reply[Xml])
assert_type(XML.syntax.read(EMPTY, receive(XML, "text")), Result[Reading[Xml], HostFault])
assert_type(XML.syntax.write(EMPTY, ToolCall("f", {})), str)
assert_type(XML.syntax.start(EMPTY, False), State)
assert_type(XML.envelope.wrap([Outcome("f", "text")]), Message)
assert_type(XML.replay.messages(EMPTY, [AssistantTurn("text")]), tuple[Message, ...])


def turn(dialect: Dialect[D], text: str) -> Result[Reading[D], HostFault]:
    """A host's own function keeps the tag, whichever it is."""
    return dialect.syntax.read(EMPTY, receive(dialect, text))


assert_type(turn(XML, "text"), Result[Reading[Xml], HostFault])
assert_type(turn(XML, "text").map(lambda reading: reading.calls), Result[tuple[ToolCall, ...], HostFault])


def by_name(other: Dialect[PFormat]) -> Mapping[str, Callable[[str], Result[Reading[Tag], HostFault]]]:
    """A dialect that is chosen at run time is closed over first."""
    return {"xml": reader(XML, EMPTY), "pformat": reader(other, EMPTY)}


def visible(result: Result[Reading[Xml], HostFault]) -> str:
    match cases(result):
        case Success(reading):
            assert_type(reading, Reading[Xml])
            return reading.visible
        case Failure(fault):
            assert_type(fault, HostFault)
            return ""


def size(reading: Reading[Xml]) -> int:
    return len(reading.calls)


def none(_fault: HostFault) -> int:
    return 0


assert_type(fold(turn(XML, "text"), size, none), int)


def kind(segment: Segment) -> str:
    match segment:
        case Prose() | Example():
            return "visible"
        case Reasoning() | Furniture() | Invented():
            return "hidden"
        case Called(calls=calls):
            assert_type(calls, tuple[ToolCall, ...])
            return "called"
        case Malformed() | Unterminated():
            return "fault"
        case _:
            assert_never(segment)
