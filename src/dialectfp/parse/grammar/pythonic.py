"""pythonic: a list of calls, ``[name(key="value"), other()]``, as the reply or a line of it; LFM2 puts it in markers.

Llama 3.2 and 4, ToolACE, Gemma 3 under prompts; LFM2 between ``<|tool_call_start|>`` and ``<|tool_call_end|>``, where
Pangu writes a JSON array. Without markers every element must be a whole call of an offered tool. Sources: the models'
chat templates and prompt formats.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from dialectfp.faults import MalformedCall, TruncatedArguments
from dialectfp.parse.binding import bind_calls
from dialectfp.parse.grammar.kimi_k2 import CALL_END
from dialectfp.parse.literals import Brackets, Unread, follow_brackets, read_calls
from dialectfp.parse.machine import (
    Around,
    Bodied,
    Body,
    Closed,
    Decoded,
    Grammar,
    Mark,
    More,
    Opened,
    Place,
    Progress,
    Window,
    begins_line,
    hide,
)
from dialectfp.parse.patterns import NEVER, compiled, may_begin, skip
from dialectfp.parse.section import Section
from dialectfp.parse.tagged import Tag, TaggedJson
from dialectfp.repair.raw import spec_named
from dialectfp.tools import Toolset

__all__ = ["LFM2", "PYTHONIC", "call_lines"]

_ID: Final = "pythonic"
_LFM2: Final = "lfm2"
_NAME: Final = r"[^\W\d][\w.-]{0,127}"
_LFM2_OPEN: Final = r"<\|tool_call_start\|>"
#: The same token as Kimi's.
_LFM2_CLOSE: Final = CALL_END
#: What Pangu's tokenizer makes of them.
_UNUSED_OPEN: Final = r"\[unused11\]"
_UNUSED_CLOSE: Final = r"\[unused12\]"


class CallList(Struct, frozen=True):
    """A list of calls being followed; ``close`` is the marker behind it, and ``marked`` says that one stood before."""

    grammar: str
    body: int
    close: str = NEVER
    marked: bool = False
    #: A bracket stands around the calls; else they go on to the marker.
    listed: bool = True
    brackets: Brackets = Brackets()
    value: int = -1
    ended: Literal["closed", "cut"] = "closed"

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Tell nothing before the block ends."""
        return ""

    def advance(self, window: Window, at: int) -> Progress:
        """Follow the brackets, then look for the marker."""
        text, base = window.text, window.base
        machine = self
        if machine.value < 0:
            if not machine.listed:
                return machine._unlisted(window, at)
            closed, at, brackets = follow_brackets(machine.brackets, text, at, final=window.final)
            if not closed:
                if not window.final:
                    return More(machine._with(brackets=brackets), base + at)
                return Closed(machine._with(ended="cut"), base + len(text))
            machine = machine._with(value=base + at)
        rest = skip(r"\s{0,64}", text, at)
        found = compiled(machine.close).match(text, rest)
        if found is not None:
            return Closed(machine, base + found.end())
        if not window.final and rest - at < 64 and (rest == len(text) or may_begin(machine.close, text, rest)):
            return More(machine, machine.value)
        return Closed(machine, machine.value)

    def _unlisted(self, window: Window, at: int) -> Progress:
        found = compiled(self.close).search(window.text, at)
        if found is not None:
            return Closed(self, window.base + found.end())
        if not window.final:
            return More(self, window.base + max(at, len(window.text) - 64))
        return Closed(self._with(ended="cut"), window.base + len(window.text))

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the calls: all of them, or none."""
        body = block[self.body - around.start :]
        end = compiled(rf"\s*(?:{self.close})\s*\Z").search(body) if self.close != NEVER else None
        body = body[: end.start()] if end else body
        inner = body.strip()
        missing = self.listed and not inner.endswith("]")
        inner = inner.removeprefix("[").removesuffix("]") if self.listed else inner
        found = read_calls(inner)
        if not inner.strip() and self.marked:
            return ()
        if isinstance(found, Unread) or (missing and not around.complete):
            if not self.marked:
                return None
            fault = TruncatedArguments if self.ended == "cut" else MalformedCall
            return (fault(around.start, around.stop, self.grammar),)
        if not self.marked and not all(spec_named(around.toolset, call.name) for call in found):
            return None
        calls = bind_calls(found, self.grammar, around, nulls=True)
        if isinstance(calls, tuple):
            return calls
        return (calls,) if self.marked else None

    def _with(
        self,
        *,
        brackets: Brackets | None = None,
        value: int | None = None,
        ended: Literal["closed", "cut"] | None = None,
    ) -> CallList:
        return CallList(
            self.grammar,
            self.body,
            self.close,
            self.marked,
            self.listed,
            self.brackets if brackets is None else brackets,
            self.value if value is None else value,
            self.ended if ended is None else ended,
        )


def _list(place: Place) -> Opened:
    """Without a marker the list begins a line, and its first name is an offered tool's."""
    if not (place.first or begins_line(place.before)) or spec_named(place.toolset, place.found["name"]) is None:
        return None
    return CallList(_ID, place.start, brackets=Brackets(2))


def _calls(found: re.Match[str], base: int, _toolset: Toolset) -> Bodied:
    return CallList(_LFM2, base + found.start(), _LFM2_CLOSE, marked=True)


def _json(found: re.Match[str], base: int, toolset: Toolset) -> Bodied:
    tag = Tag(_LFM2, rf"(?P<close>{_LFM2_CLOSE})|{_LFM2_OPEN}", rf"\s*{_LFM2_CLOSE}")
    return TaggedJson(tag, base + found.start(), "", toolset)


def _marker(place: Place) -> Opened:
    bodies = (Body(r"\[\s{0,16}\{|\{", _json), Body(r"\[", _calls))
    return Section(_LFM2, place.stop, place.before, place.toolset, bodies)


def call_lines(closer: str) -> Body:
    """Give the body of OLMo 3's section: one call a line, up to ``closer``."""

    def lines(found: re.Match[str], base: int, _toolset: Toolset) -> Bodied:
        return CallList(_ID, base + found.start(), closer, marked=True, listed=False)

    return Body(rf"{_NAME}\(", lines)


def _array(place: Place) -> Opened:
    tag = Tag(_LFM2, rf"(?P<close>{_UNUSED_CLOSE})|{_UNUSED_OPEN}", rf"\s*{_UNUSED_CLOSE}")
    return TaggedJson(tag, place.stop, place.before, place.toolset)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(rf"\[\s{{0,8}}(?P<name>{_NAME})\(", _list),
        Mark(r"<\|python_start\|>|<\|python_end\|>", hide),
    )


def _lfm2_marks(_dialect: str) -> tuple[Mark, ...]:
    return Mark(_LFM2_OPEN, _marker, ends_thought=True), Mark(_UNUSED_OPEN, _array), Mark(_UNUSED_CLOSE, hide)


PYTHONIC: Final = Grammar(_ID, _marks)
LFM2: Final = Grammar(_LFM2, _lfm2_marks)
