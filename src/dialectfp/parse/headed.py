"""Calls of a header and a JSON object: ``<begin>name<separator>{…}<end>``, in any family's spelling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct

from dialectfp.faults import ArgumentsNotObject, MalformedArguments, MalformedCall, TextFault, TruncatedArguments
from dialectfp.parse.json_extent import JsonExtent, follow, wake_of
from dialectfp.parse.machine import (
    Again,
    Around,
    Closed,
    Decoded,
    More,
    Progress,
    RawCall,
    Recall,
    Refused,
    Window,
    stepped,
)
from dialectfp.parse.patterns import NEVER, compiled, held_from, may_begin, skip
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.json import Broken, load_object
from dialectfp.tools import Toolset

__all__ = ["HeadedCalls", "HeadedJson", "Header", "NamedBefore"]

#: A header is no longer than this.
_LONGEST: Final = 512
_AFTER: Final = r"[\s`}\])]*"
_BLANKS: Final = 256


class Header(Struct, frozen=True):
    """What stands before the arguments: the tool's name, and the call's id if the text has one."""

    name: str
    id: str | None = None


class NamedBefore(Struct, frozen=True, gc=False):
    """Reads the header of a call whose mark has named it already, so that nothing is left to stand before its object."""

    name: str

    def __call__(self, _toolset: Toolset, text: str) -> Header | None:
        """Give the header."""
        return None if text.strip() else Header(self.name)


class HeadedCalls(Struct, frozen=True):
    """A family's marks, as patterns."""

    grammar: str
    #: Closes the call.
    end: str
    #: Ends the call as well, without being part of it: the next call's opener, or the section's closer.
    stop: str
    #: Read the text between the opener and the arguments; None if it names nothing.
    header: Callable[[Toolset, str], Header | None]
    #: Another call follows behind the arguments without an opener of its own.
    again: str = NEVER
    #: A header that names nothing makes the text prose, since the opener is no unmistakable mark.
    prose: bool = False
    #: Header and arguments may be all there is, so no end is needed for a complete call.
    tail: str = NEVER


class HeadedJson(Struct, frozen=True):
    """One call being followed, or several in a row."""

    calls: HeadedCalls
    #: Where the header begins.
    body: int
    phase: Literal["head", "json", "after", "damaged"] = "head"
    extent: JsonExtent = JsonExtent()
    #: Where the last whole value ended.
    value: int = -1
    #: Where the current header begins.
    head: int = -1
    cut: bool = False

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return self.calls.grammar

    def named(self, begun: str, start: int, toolset: Toolset) -> str:
        """Read the header, once the arguments have begun."""
        brace = -1 if self.calls.prose else begun.find("{", max(0, self.body - start))
        header = self.calls.header(toolset, begun[self.body - start : brace]) if brace >= 0 else None
        return header.name if header is not None else ""

    def advance(self, window: Window, at: int) -> Progress:
        """Follow the header up to the arguments, then JSON, then the end."""
        return stepped(self, window, at)

    def step(self, window: Window, at: int) -> Progress | Again:
        """Follow one phase, and what it leads to."""
        match self.phase:
            case "head":
                return self._head(window, at)
            case "json":
                return self._json(window, at, self.extent)
            case "after":
                return self._after(window, at)
            case "damaged":
                return self._damaged(window, at)

    def _head(self, window: Window, at: int) -> Progress | Again:
        text, base = window.text, window.base
        head = self.head if self.head >= 0 else self.body
        limit = min(len(text), head - base + _LONGEST)
        found = compiled(rf"(?P<brace>\{{)|(?P<end>{self.calls.end})|{self.calls.stop}|{TURN_TOKEN}").search(
            text, at, limit
        )
        if found is not None and found["brace"]:
            return self._with(head=head)._json(window, found.start(), JsonExtent())
        if found is not None:
            return Closed(self._with(head=head), base + (found.end() if found["end"] else found.start()))
        if len(text) < head - base + _LONGEST and not window.final:
            return More(self._with(head=head), head)
        if self.value >= 0:
            return Closed(self, self.value)
        if self.calls.prose or len(text) >= head - base + _LONGEST:
            return Refused(self.body)
        return Closed(self._with(cut=True), base + len(text))

    def _json(self, window: Window, at: int, extent: JsonExtent) -> Progress | Again:
        text, base = window.text, window.base
        seen, at, extent = follow(extent, text, at, base)
        if seen == "value":
            return self._with(phase="after", value=base + at)._after(window, at)
        if seen == "more":
            if not window.final:
                wake = wake_of(extent, settled=at == len(text))
                return More(self._with(phase="json", extent=extent), base + at, wake)
            if not extent.quote:
                return Closed(self._with(cut=True), base + len(text))
        machine = self._with(phase="damaged")
        if extent.string < 0:
            return machine._damaged(window, at)
        return (
            machine._damaged(window, extent.string - base) if extent.string >= base else Recall(machine, extent.string)
        )

    def _after(self, window: Window, at: int) -> Progress | Again:
        text, base = window.text, window.base
        found = compiled(self.calls.end).match(text, skip(r"\s*", text, at))
        at = skip(_AFTER, text, at)
        found = found or compiled(self.calls.end).match(text, at)
        if found is not None:
            return self._closed(window, found.end())
        if base + at - self.value > _BLANKS:
            return Closed(self, self.value)
        again = compiled(self.calls.again).match(text, at)
        if again is not None:
            return Again(self._with(phase="head", head=base + again.start()), again.end())
        if not window.final and (at == len(text) or may_begin(f"{self.calls.end}|{self.calls.again}", text, at)):
            return More(self, self.value)
        return Closed(self, self.value)

    def _closed(self, window: Window, stop: int) -> Progress:
        return Closed(self, window.base + stop)

    def _damaged(self, window: Window, at: int) -> Progress:
        text, base = window.text, window.base
        every = f"{self.calls.stop}|{TURN_TOKEN}"
        found = compiled(f"(?P<end>{self.calls.end})|{every}").search(text, at)
        if found is None:
            if not window.final:
                return More(self, base + held_from(f"{self.calls.end}|{every}", text, at))
            return Closed(self._with(cut=True), base + len(text))
        return Closed(self, base + (found.end() if found["end"] else found.start()))

    def decode(self, block: str, around: Around) -> Decoded:
        """Read each call: the header names it, and its arguments are one object, empty if nothing is there."""
        found: list[RawCall | TextFault] = []
        at, body = 0, block[self.body - around.start :]
        while True:
            item, at = self._one(body, at, around)
            if item is None:
                return None
            found.append(item)
            again = compiled(self.calls.again).match(body, skip(_AFTER, body, at))
            if again is None:
                return tuple(found)
            at = again.start()

    def _one(self, body: str, at: int, around: Around) -> tuple[RawCall | TextFault | None, int]:
        grammar, start, stop = self.calls.grammar, around.start, around.stop
        brace = compiled(rf"\{{|{self.calls.end}|\Z").search(body, at)
        low = brace.start() if brace else len(body)
        header = self.calls.header(around.toolset, body[at:low])
        if header is None:
            if self.calls.prose:
                return None, low
            cut = self.cut or not body[at:].strip()
            return (TruncatedArguments if cut else MalformedCall)(start, stop, grammar), len(body)
        if low == len(body) or body[low] != "{":
            if self.cut:
                return TruncatedArguments(start, stop, grammar), len(body)
            return RawCall(header.name, {}, header.id), low
        seen, high, _ = follow(JsonExtent(), body, low, 0)
        if seen != "value":
            # The end mark is no part of the arguments, and a brace may be missing before it.
            close = compiled(rf"(?:{self.calls.end}|{self.calls.stop})").search(body, low)
            high = close.start() if close else len(body)
        loaded = load_object(body[low:high], complete=not self.cut or around.complete)
        if isinstance(loaded, Broken):
            return self._fault(loaded, around, self.body + low), high
        if not isinstance(loaded.value, dict):
            return ArgumentsNotObject(start, stop, grammar), high
        nested = loaded.value.get("arguments")
        if set(loaded.value) == {"name", "arguments"} and isinstance(nested, dict):
            return RawCall(header.name, nested, header.id, (*loaded.repairs, "wrapper")), high
        return RawCall(header.name, loaded.value, header.id, loaded.repairs), high

    def _fault(self, broken: Broken, around: Around, low: int) -> TextFault:
        grammar, start, stop = self.calls.grammar, around.start, around.stop
        if self.cut and broken.kind == "truncated":
            return TruncatedArguments(start, stop, grammar)
        if broken.kind == "not_object":
            return ArgumentsNotObject(start, stop, grammar)
        return MalformedArguments(start, stop, grammar, low + broken.at)

    def _with(
        self,
        *,
        phase: Literal["head", "json", "after", "damaged"] | None = None,
        extent: JsonExtent | None = None,
        value: int | None = None,
        head: int | None = None,
        cut: bool | None = None,
    ) -> HeadedJson:
        return HeadedJson(
            self.calls,
            self.body,
            self.phase if phase is None else phase,
            self.extent if extent is None else extent,
            self.value if value is None else value,
            self.head if head is None else head,
            self.cut if cut is None else cut,
        )
