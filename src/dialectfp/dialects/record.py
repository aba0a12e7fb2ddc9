"""A dialect as a value: four parts that share one tag, so that a checker refuses to mix them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Concatenate, Generic, ParamSpec, TypeVar

from msgspec import Struct
from returns.result import Result

from dialectfp.calls import ToolCall
from dialectfp.faults import HostFault
from dialectfp.reading import FinishReason, Prompt, Reading, Reply
from dialectfp.stream import State
from dialectfp.tags import D, Tag
from dialectfp.tools import Toolset
from dialectfp.transcript import Message, Outcome, Turn

__all__ = ["Bound", "Catalogue", "Dialect", "Envelope", "Replay", "Syntax", "reader", "receive"]

A = TypeVar("A")
P = ParamSpec("P")
R = TypeVar("R")


class Bound(Struct, Generic[A, P, R], frozen=True):
    """A function of a module with its first argument given.

    Unlike a ``partial``, two of the same content are equal, so dialects are, and a pickled one equals its original.
    """

    function: Callable[Concatenate[A, P], R]
    given: A

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function with the given argument, then the others."""
        return self.function(self.given, *args, **kwargs)


class Catalogue(Struct, Generic[D], frozen=True):
    """What the model reads."""

    #: Write the protocol block and the tools.
    render: Callable[[Toolset], Prompt[D]]
    #: Ask for a call of a tool, or of any for None, and for nothing else: a forced ``tool_choice`` in words.
    forced: Callable[[str | None], str]
    #: Say whether one reply may hold several calls.
    parallel: Callable[[bool], str]


class Syntax(Struct, Generic[D], frozen=True):
    """How calls are written."""

    #: Read a reply. Fails only by the host's own doing.
    read: Callable[[Toolset, Reply[D]], Result[Reading[D], HostFault]]
    #: Write a call, so that `read` gives it back.
    write: Callable[[Toolset, ToolCall], str]
    #: Begin a stream; the flag says that the prompt opened the reasoning block.
    start: Callable[[Toolset, bool], State]


class Envelope(Struct, Generic[D], frozen=True):
    """What results come back in."""

    #: Write the outcomes of one turn's calls as one message.
    wrap: Callable[[Sequence[Outcome]], Message]


class Replay(Struct, Generic[D], frozen=True):
    """How history is told."""

    #: Turn a history into messages that a provider accepts.
    messages: Callable[[Toolset, Sequence[Turn]], tuple[Message, ...]]


class Dialect(Struct, Generic[D], frozen=True):
    """One complete way of speaking tools to a model.

    Write ``Dialect[Xml](…)``, tag included: then a checker names the part that doesn't belong.
    """

    name: str
    #: The tag around a call.
    marker: str
    catalogue: Catalogue[D]
    syntax: Syntax[D]
    envelope: Envelope[D]
    replay: Replay[D]

    def with_catalogue(self, catalogue: Catalogue[D]) -> Dialect[D]:
        """Give the dialect with another catalogue of its own kind."""
        return Dialect(self.name, self.marker, catalogue, self.syntax, self.envelope, self.replay)

    def with_syntax(self, syntax: Syntax[D]) -> Dialect[D]:
        """Give the dialect with another syntax of its own kind."""
        return Dialect(self.name, self.marker, self.catalogue, syntax, self.envelope, self.replay)

    def with_envelope(self, envelope: Envelope[D]) -> Dialect[D]:
        """Give the dialect with another envelope of its own kind."""
        return Dialect(self.name, self.marker, self.catalogue, self.syntax, envelope, self.replay)

    def with_replay(self, replay: Replay[D]) -> Dialect[D]:
        """Give the dialect with another replay of its own kind."""
        return Dialect(self.name, self.marker, self.catalogue, self.syntax, self.envelope, replay)


def receive(
    dialect: Dialect[D],  # noqa: ARG001 - it fixes D, and nothing else may make a Reply
    text: str,
    *,
    finish_reason: FinishReason | None = None,
    thinking_prefilled: bool = False,
) -> Reply[D]:
    """Take a model's text as a reply to a prompt in this dialect.

    ``finish_reason`` "length" says that the text was cut off. ``thinking_prefilled`` says that the prompt opened the
    reasoning block, so the text begins inside it.
    """
    reply: Reply[D] = Reply(text, finish_reason, thinking_prefilled)
    return reply


def reader(dialect: Dialect[D], toolset: Toolset) -> Callable[[str], Result[Reading[Tag], HostFault]]:
    """Close over a dialect that is chosen at run time: what comes out no longer says which.

    So a host can keep readers of several dialects in one mapping, which their own types rightly forbid.
    """

    def read(text: str) -> Result[Reading[Tag], HostFault]:
        return dialect.syntax.read(toolset, receive(dialect, text)).map(_untagged)

    return read


def _untagged(reading: Reading[D]) -> Reading[Tag]:
    return Reading(reading.text, reading.segments, reading.faults, reading.calls, reading.refused)
