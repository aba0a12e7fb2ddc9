"""What a strict host writes that has neither our plugin nor our stubs."""

from collections.abc import Callable
from typing import TypeVar, assert_type

from returns.result import Failure, Result, Success

from dialectfp import (
    EMPTY,
    XML,
    Dialect,
    HostFault,
    JsonObject,
    Message,
    Prompt,
    Reading,
    Reply,
    State,
    Step,
    Tag,
    ToolCall,
    Toolset,
    Xml,
    cases,
    feed,
    flush,
    fold,
    reader,
    receive,
    start,
    xml,
)

T = TypeVar("T", bound=Tag)

dialect = xml(marker="call")
assert_type(dialect, Dialect[Xml])
assert_type(dialect.catalogue.render(EMPTY), Prompt[Xml])
assert_type(receive(dialect, "hi"), Reply[Xml])
assert_type(dialect.syntax.read(EMPTY, receive(dialect, "hi")), Result[Reading[Xml], HostFault])
assert_type(Dialect("x", "call", XML.catalogue, XML.syntax, XML.envelope, XML.replay), Dialect[Xml])
assert_type(dialect.envelope.wrap([]), Message)
assert_type(Toolset.from_openai([]), Result[Toolset, HostFault])
assert_type(feed(start(EMPTY), "hi"), tuple[State, Step])
assert_type(flush(start(EMPTY)).calls, tuple[ToolCall, ...])


def arguments(call: ToolCall) -> JsonObject:
    """Arguments are JSON, not Any."""
    return call.arguments


def first_call(result: Result[Reading[T], HostFault]) -> ToolCall | HostFault | None:
    """Both cases, exactly typed."""
    match cases(result):
        case Success(reading):
            assert_type(reading, Reading[T])
            return reading.calls[0] if reading.calls else None
        case Failure(fault):
            assert_type(fault, HostFault)
            return fault


def count(result: Result[Reading[Xml], HostFault]) -> int:
    """The same, folded."""
    return fold(result, lambda reading: len(reading.calls), lambda _: 0)


readers: dict[str, Callable[[str], Result[Reading[Tag], HostFault]]] = {"xml": reader(XML, EMPTY)}
assert_type(readers["xml"]("hi").unwrap().calls, tuple[ToolCall, ...])
