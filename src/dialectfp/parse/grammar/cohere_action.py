"""cohere-action: an array of actions, ``<|START_ACTION|>[{"tool_call_id", "tool_name", "parameters"}]<|END_ACTION|>``.

Command R7B and Command A. Answers stand in a response or text channel, which is unwrapped. Source: those chat templates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from dialectfp.faults import MalformedArguments, TextFault, TruncatedArguments
from dialectfp.jsontypes import Json
from dialectfp.parse.machine import (
    Around,
    Closed,
    Decoded,
    Grammar,
    Mark,
    More,
    Opened,
    PastTurn,
    Place,
    Progress,
    RawCall,
    Recall,
    Thought,
    Window,
    hide,
)
from dialectfp.parse.objects import calls_of, decode_body
from dialectfp.parse.tagged import Tag, TaggedJson
from dialectfp.repair.json import Loaded, load_values, repeats_a_key
from dialectfp.tools import Toolset

__all__ = ["COHERE_ACTION"]

_ID: Final = "cohere-action"
_START: Final = r"<\|START_ACTION\|>"
_END: Final = r"<\|END_ACTION\|>"
_THINK: Final = r"<\|START_THINKING\|>"
_THINK_END: Final = r"<\|END_THINKING\|>"
TAG: Final = Tag(_ID, rf"(?P<close>{_END})|{_START}", rf"\s*{_END}")
_NAME_FIRST: Final = re.compile(
    r'\s*\[?\s*\{\s*(?:"tool_call_id"\s*:\s*"?\w{0,64}"?\s*,\s*)?"tool_name"\s*:\s*"([^"\\]{1,128})"'
)


def _canonical(value: Json) -> Json:
    """Give an action the keys that calls have everywhere else."""
    if isinstance(value, list):
        return [_canonical(item) for item in value]
    if not isinstance(value, Mapping) or "tool_name" not in value:
        return value
    renamed = {"tool_name": "name", "parameters": "arguments"}
    call = {renamed.get(key, key): item for key, item in value.items()}
    written = call.get("tool_call_id")
    if isinstance(written, int) and not isinstance(written, bool):
        call["tool_call_id"] = str(written)
    return call


class ActionBlock(Struct, frozen=True):
    """One block being followed, as any tag around JSON is."""

    block: TaggedJson

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return _ID

    def named(self, begun: str, start: int, _toolset: Toolset) -> str:
        """Find the first action's name."""
        found = _NAME_FIRST.match(begun, max(0, self.block.body - start))
        return found[1] if found else ""

    def advance(self, window: Window, at: int) -> Progress:
        """Follow the tag."""
        progress = self.block.advance(window, at)
        if isinstance(progress, (More, Closed, Recall)) and isinstance(progress.machine, TaggedJson):
            machine = ActionBlock(progress.machine)
            if isinstance(progress, More):
                return More(machine, progress.settled, progress.wake)
            if isinstance(progress, Closed):
                return Closed(machine, progress.stop)
            return Recall(machine, progress.back)
        return progress

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the actions."""
        inner = self.block
        body = block[inner.body - around.start : inner.body_stop - around.start]
        values, broken = load_values(body, complete=inner.ended or around.complete)
        repeats = around.policy.duplicate_key == "malformed" and repeats_a_key(body)
        if repeats or (broken is not None and broken.kind in {"empty", "too_deep"}):
            return decode_body(body, inner.body, _ID, around, ended=inner.ended)
        found: list[RawCall | TextFault] = []
        for value in values:
            found += calls_of(Loaded(_canonical(value.value), value.stop, value.repairs), _ID, around)
        if not inner.ended and found and isinstance(found[-1], RawCall) and not found[-1].arguments:
            # The reply may have been cut before the last action's parameters.
            found[-1] = TruncatedArguments(around.start, around.stop, _ID)
        if broken is not None:
            cut = broken.kind == "truncated" and not inner.ended
            found.append(
                TruncatedArguments(around.start, around.stop, _ID)
                if cut
                else MalformedArguments(around.start, around.stop, _ID, inner.body + broken.at)
            )
        return tuple(found)


def _action(place: Place) -> Opened:
    return ActionBlock(TaggedJson(TAG, place.stop, place.before, place.toolset))


def _think(_place: Place) -> Opened:
    return Thought(_THINK_END)


def _past(_place: Place) -> Opened:
    return PastTurn()


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_START, _action, ends_thought=True),
        Mark(_THINK, _think),
        Mark(
            rf"{_END}|{_THINK_END}|<\|(?:START|END)_(?:RESPONSE|TEXT)\|>|<\|START_OF_TURN_TOKEN\|>|<\|CHATBOT_TOKEN\|>",
            hide,
        ),
        Mark(r"<\|START_TOOL_RESULT\|>", _past),
    )


COHERE_ACTION: Final = Grammar(_ID, _marks, thought=_THINK_END)
