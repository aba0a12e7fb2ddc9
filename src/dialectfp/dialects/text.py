"""What the dialects that speak in text have in common: one reader, one envelope, and a writer that is never wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from returns.result import Result

from dialectfp.calls import ToolCall
from dialectfp.dialects.record import Bound, Catalogue, Dialect, Envelope, Replay, Syntax
from dialectfp.faults import HostFault
from dialectfp.parse.bare_calls import CallSyntax
from dialectfp.policy import ReadPolicy
from dialectfp.reading import Prompt, Reading, Reply
from dialectfp.render.calls import tagged, tagged_json
from dialectfp.render.envelope import enveloped
from dialectfp.render.jsontext import safe
from dialectfp.render.protocol import Wording, forced, parallel, protocol
from dialectfp.replay.text import text_replay
from dialectfp.stream import State, feed, flush, read, start
from dialectfp.tags import D
from dialectfp.tools import Toolset
from dialectfp.transcript import Message, Outcome, Turn

__all__ = ["Speech", "prompt_text", "text_dialect"]


class Speech(Struct, frozen=True):
    """A text dialect's ways: all four of its parts take the tag and the syntax from here."""

    marker: str
    policy: ReadPolicy
    syntax: CallSyntax
    wording: Wording
    #: The ways of writing a call in the dialect's own syntax, the best first; none for JSON.
    ways: Callable[[Toolset, ToolCall], Iterator[str]] | None = None


def prompt_text(speech: Speech, toolset: Toolset) -> str:
    """Write the protocol block and the tools."""
    return protocol(speech.wording, speech.marker, toolset)


def text_dialect(name: str, speech: Speech, render: Callable[[Speech, Toolset], Prompt[D]]) -> Dialect[D]:
    """Put a dialect together; ``render`` says which one it is."""
    return Dialect(
        name,
        speech.marker,
        Catalogue(Bound(render, speech), Bound(_ask_for_call, speech), Bound(_say_parallel, speech)),
        Syntax(Bound(_read, speech), Bound(_write, speech), Bound(_start, speech)),
        Envelope(Bound(_wrap, speech)),
        Replay(Bound(_messages, speech)),
    )


def _ask_for_call(speech: Speech, tool: str | None) -> str:
    """Ask for a call of a tool, or of any."""
    return forced(speech.marker, tool)


def _say_parallel(speech: Speech, allowed: bool) -> str:  # noqa: FBT001 - the field's type has no names
    """Say whether one reply may hold several calls."""
    return parallel(speech.marker, allowed=allowed)


def _read(speech: Speech, toolset: Toolset, reply: Reply[D]) -> Result[Reading[D], HostFault]:
    """Read a reply. Fails like `dialectfp.stream.read`."""
    return read(toolset, reply, speech.policy, speech.marker, speech.syntax)


def _start(speech: Speech, toolset: Toolset, thinking_prefilled: bool) -> State:  # noqa: FBT001 - as above
    """Begin a stream."""
    return start(
        toolset, speech.policy, marker=speech.marker, syntax=speech.syntax, thinking_prefilled=thinking_prefilled
    )


def _write(speech: Speech, toolset: Toolset, call: ToolCall) -> str:
    """Write a call so that reading gives it back: in the dialect's own syntax, or as JSON where that can't express it."""
    for body in speech.ways(toolset, call) if speech.ways is not None else ():
        text = tagged(speech.marker, body)
        if safe(body, speech.marker) and _gives_back(speech, toolset, text, call):
            return text
    return tagged_json(speech.marker, call)


def _gives_back(speech: Speech, toolset: Toolset, text: str, call: ToolCall) -> bool:
    """Tell whether a written call is read as what it was, a number's kind included."""
    state, step = feed(_start(speech, toolset, thinking_prefilled=False), text)
    last = flush(state)
    calls = (*step.calls, *step.refused, *last.calls, *last.refused)
    return len(calls) == 1 and calls[0].name == call.name and _exact(calls[0]) == _exact(call)


def _exact(call: ToolCall) -> str:
    return json.dumps(call.arguments, sort_keys=True, default=dict)


def _wrap(speech: Speech, outcomes: Sequence[Outcome]) -> Message:
    """Write the outcomes of one turn's calls as a user's message."""
    return Message("user", enveloped(speech.marker, outcomes))


def _messages(speech: Speech, toolset: Toolset, history: Sequence[Turn]) -> tuple[Message, ...]:
    """Tell a history in the dialect's own syntax."""
    return text_replay(partial(_write, speech, toolset), partial(enveloped, speech.marker), history)
