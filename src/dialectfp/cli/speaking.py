"""The dialects as the commands choose them: by name at run time, closed over their types."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from returns.result import Result, Success

from dialectfp.calls import ToolCall
from dialectfp.cli.files import Unusable, said
from dialectfp.dialects.code import python, typescript
from dialectfp.dialects.pformat import pformat
from dialectfp.dialects.record import Dialect, receive
from dialectfp.dialects.xml import xml
from dialectfp.faults import HostFault
from dialectfp.outcome import cases
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.reading import FinishReason, Reading
from dialectfp.stream import Step, collect, feed, flush
from dialectfp.tags import D, Tag
from dialectfp.tools import Toolset

__all__ = ["DIALECT_NAMES", "MARKER", "DialectName", "Said", "Speaking", "speaking"]

DialectName: TypeAlias = Literal["xml", "pformat", "python", "typescript"]
DIALECT_NAMES: Final[tuple[DialectName, ...]] = ("xml", "pformat", "python", "typescript")
MARKER: Final = "tool_call"


class Said(Struct, frozen=True):
    """What a model wrote, whole or in pieces, and what is known besides."""

    pieces: Sequence[str]
    #: The pieces came one by one, and are to be read so.
    streamed: bool = False
    finish_reason: FinishReason = "stop"
    thinking_prefilled: bool = False


class Speaking(Struct, frozen=True):
    """A dialect whose tag is no longer in its type."""

    #: Read what was said. Raises Unusable if the dialect can't be read.
    read: Callable[[Toolset, Said], Reading[Tag]]
    write: Callable[[Toolset, ToolCall], str]
    prompt: Callable[[Toolset], str]


def speaking(name: DialectName, marker: str | None = None, policy: ReadPolicy = READ_POLICY) -> Speaking:
    """Choose a dialect by its name, with its usual marker unless another is given."""
    return _DIALECTS[name](MARKER if marker is None else marker, policy)


def _closed(dialect: Dialect[D]) -> Speaking:
    def read(toolset: Toolset, said_: Said) -> Reading[Tag]:
        return _read(dialect, toolset, said_)

    def prompt(toolset: Toolset) -> str:
        return dialect.catalogue.render(toolset).text

    return Speaking(read, dialect.syntax.write, prompt)


def _xml(marker: str, policy: ReadPolicy) -> Speaking:
    return _closed(xml(marker, policy))


def _pformat(marker: str, policy: ReadPolicy) -> Speaking:
    return _closed(pformat(marker, policy))


def _python(marker: str, policy: ReadPolicy) -> Speaking:
    return _closed(python(marker, policy))


def _typescript(marker: str, policy: ReadPolicy) -> Speaking:
    return _closed(typescript(marker, policy))


_DIALECTS: Final[Mapping[DialectName, Callable[[str, ReadPolicy], Speaking]]] = {
    "xml": _xml,
    "pformat": _pformat,
    "python": _python,
    "typescript": _typescript,
}


def _read(dialect: Dialect[D], toolset: Toolset, asked: Said) -> Reading[Tag]:
    text = "".join(asked.pieces)
    reply = receive(dialect, text, finish_reason=asked.finish_reason, thinking_prefilled=asked.thinking_prefilled)
    # Only a read tells whether the dialect can be read, so a stream asks too.
    found: Result[Reading[D], HostFault] = dialect.syntax.read(toolset, reply)
    match cases(found):
        case Success(reading):
            pass
        case failure:
            raise Unusable(said(failure.failure()))
    if asked.streamed:
        state, steps = dialect.syntax.start(toolset, asked.thinking_prefilled), list[Step]()
        for piece in asked.pieces:
            state, step = feed(state, piece)
            steps.append(step)
        reading = collect(reply, [*steps, flush(state, asked.finish_reason)])
    return Reading(reading.text, reading.segments, reading.faults, reading.calls, reading.refused)
