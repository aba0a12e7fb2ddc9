"""bare-json: a reply that is JSON calls and nothing else, with no marker at all.

Small models, ``tool_choice="required"`` and servers that strip special tokens write it. Since nothing marks the call,
the whole reply must be JSON (after one surrounding fence), and each value counts only with the canonical
``arguments`` key or an offered tool's name: ``{"name": "Alice", "input": "hi"}`` is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from dialectfp.jsontypes import Json
from dialectfp.parse.grammar.tool_call_tag import family
from dialectfp.parse.json_extent import JsonExtent, follow, wake_of
from dialectfp.parse.machine import (
    Again,
    Around,
    Closed,
    Decoded,
    Grammar,
    Mark,
    More,
    Progress,
    RawCall,
    Refused,
    Window,
    stepped,
)
from dialectfp.parse.objects import ARGUMENT_KEYS, calls_of, unwrapped
from dialectfp.parse.patterns import may_begin, skip
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.json import load_values, repeats_a_key
from dialectfp.repair.name import Known, resolve
from dialectfp.tools import Toolset

__all__ = ["BARE_JSON", "LABEL", "BareJson"]

_ID: Final = "bare-json"

_FENCE: Final = r"```[`]{0,13}[ \t]{0,4}(?:(?i:json5?|jsonc|jsonl|javascript|python)[ \t]{0,4})?\r?\n\s{0,16}"
#: What may stand before the object: the tool's name on a line, as GLM-4 writes it, or what is left of Gemma's, Kimi's
#: and DeepSeek's markers when special tokens are stripped.
_WORD: Final = r"[^\W\d][\w.-]{0,63}"
_LABEL: Final = rf"function\s{{1,4}}{_WORD}\s{{1,4}}(?:```)?json\s{{1,4}}|{_WORD}[ \t]{{0,4}}:?[ \t]{{0,4}}\r?\n\s{{0,8}}|call:{_WORD}\s{{0,4}}|{_WORD}:\d{{1,4}}\s{{0,4}}|functools\s{{0,2}}"
_LABELLED: Final = re.compile(
    r"(?:call:|function\s+)?(?:functions\.)?(?P<name>[\w.-]+?)(?::\d+)?:?(?:\s+(?:```)?json)?"
)
#: What may stand between and after the values: separators, the end of the fence, turn tokens, orphan closers.
_BETWEEN: Final = rf"(?:[\s,;`]|{family('tool_call').replace('(?P<close>', '(?:')}|{TURN_TOKEN})*"
_BLANKS: Final = 4096
#: No label is longer than this.
LABEL: Final = 96


class BareJson(Struct, frozen=True):
    """A reply being followed while it can still be nothing but calls."""

    #: Where the first value begins; -1 while that isn't known.
    body: int = -1
    phase: Literal["head", "json", "between", "rest"] = "head"
    extent: JsonExtent = JsonExtent()
    #: Where the last whole value ended.
    value: int = -1
    #: The reply ends behind the values.
    whole: bool = False

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return _ID

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Tell nothing before the block ends."""
        return ""

    def advance(self, window: Window, at: int) -> Progress:
        """Follow values in a row; anything else after them ends the block."""
        return stepped(self, window, at)

    def step(self, window: Window, at: int) -> Progress | Again:
        """Follow one phase, and what it leads to."""
        match self.phase:
            case "head":
                return self._head(window, at)
            case "json":
                return self._json(window, at, self.extent)
            case "between":
                return self._between(window, at)
            case "rest":
                return self._rest(window)

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the values; None, which is prose, unless every one of them is a call."""
        body = block[self.body - around.start :]
        values, broken = load_values(
            body[: self.value - self.body] if self.value >= 0 else body, complete=around.complete
        )
        if broken is not None or not values:
            return None
        if around.policy.duplicate_key == "malformed" and repeats_a_key(body):
            return None
        leading = around.policy.bare_json == "leading"
        found: list[RawCall] = []
        label = _LABELLED.fullmatch(block[: self.body - around.start].strip())
        first = values[0].value
        if label and self.whole and len(values) == 1 and not _counts(first, around, whole=True):
            known = label["name"] in around.toolset.specs and isinstance(first, dict)
            return (
                (RawCall(label["name"], first, None, values[0].repairs),) if known and isinstance(first, dict) else None
            )
        for loaded in values:
            if not _counts(loaded.value, around, whole=self.whole) or (not self.whole and not leading):
                return None
            for item in calls_of(loaded, _ID, around):
                if not isinstance(item, RawCall):
                    return None
                found.append(item)
        return tuple(found) or None

    def _head(self, window: Window, at: int) -> Progress | Again:
        text, base = window.text, window.base
        start = at
        if text[at] == "`":
            at = skip(f"(?:{_FENCE})?", text, at)
        elif text[at] not in "{[":
            at = skip(f"(?:{_LABEL})?", text, at)
        if at < len(text) and text[at] in "{[":
            machine = BareJson(base + at, "json")
            return machine._json(window, at, JsonExtent())
        if not window.final and may_begin(f"(?:{_FENCE}|{_LABEL})", text, start):
            return More(self, base + start)
        return Refused(base + start)

    def _json(self, window: Window, at: int, extent: JsonExtent) -> Progress | Again:
        text, base = window.text, window.base
        seen, at, extent = follow(extent, text, at, base)
        if seen == "value":
            return BareJson(self.body, "between", value=base + at)._between(window, at)
        if seen == "stray":
            # Quotes can't be trusted any more, so only the whole reply can be the block.
            return BareJson(self.body, "rest")._rest(window)
        if window.final:
            return self._rest(window)
        wake = wake_of(extent, settled=at == len(text))
        return More(BareJson(self.body, "json", extent, self.value), base + at, wake)

    def _rest(self, window: Window) -> Progress:
        stop = window.base + len(window.text)
        return Closed(BareJson(self.body, whole=True), stop) if window.final else More(self, stop)

    def _between(self, window: Window, at: int) -> Progress | Again:
        text, base = window.text, window.base
        start, at = at, skip(_BETWEEN, text, at)
        if at == len(text):
            if window.final:
                return Closed(BareJson(self.body, value=self.value, whole=True), base + at)
            if base + at - self.value < _BLANKS:
                return More(self, self.value)
        elif text[at] in "{[" and at > start:
            return Again(BareJson(self.body, "json", JsonExtent(), self.value), at)
        elif not window.final and may_begin(f"{family('tool_call')}|{TURN_TOKEN}", text, at):
            return More(self, self.value)
        return Closed(BareJson(self.body, value=self.value), self.value)


def _counts(value: Json, around: Around, *, whole: bool) -> bool:
    """Tell whether a value is a call without a marker to say so."""
    value = unwrapped(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return bool(value) and all(_counts(item, around, whole=whole) for item in value)
    if not isinstance(value, Mapping) or not isinstance(value.get("name"), str):
        return False
    known = isinstance(resolve(around.toolset.names, str(value["name"])), Known)
    has_arguments = any(key in value for key in ARGUMENT_KEYS)
    return (known and (whole or has_arguments)) or (whole and "arguments" in value)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return ()


BARE_JSON: Final = Grammar(_ID, _marks, found_by="whole")
