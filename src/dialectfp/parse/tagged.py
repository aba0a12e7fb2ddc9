"""Blocks of JSON in a tag: the machine behind every grammar that writes ``<opener>{"name": …}<closer>``."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from dialectfp.parse.json_extent import JsonExtent, follow, wake_of
from dialectfp.parse.machine import (
    Again,
    Around,
    Body,
    Closed,
    Decoded,
    More,
    Progress,
    RawCall,
    Recall,
    Refused,
    Window,
    begins_line,
    stepped,
)
from dialectfp.parse.objects import decode_body
from dialectfp.parse.patterns import NEVER, compiled, held_from, may_begin, skip
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.json import Loaded, strict
from dialectfp.tools import Toolset

__all__ = ["Tag", "TaggedJson"]

#: A body that isn't JSON is held this long while its closer may still come.
_PATIENCE: Final = 256
#: Blanks after a whole value are held this long while the closer may still come.
_BLANKS: Final = 256

_OPENING: Final = frozenset("{[")
_BLANK: Final = r"\s*"
_BODY_FENCE: Final = r"```[ \t]*[\w-]*[ \t]*\r?\n"
_AFTER_VALUE: Final = r"[\s,;}\])]*"
_NEXT_VALUE: Final = r"[{\[]\s*[{\[\"'}\]]"
_NEXT_CALL: Final = r"(?:\[\s{0,16})?\{\s{0,16}\"(?:name|function|tool|type|id|index|arguments|parameters)\w{0,16}\""
#: A name glued to an opening bracket, or a key before one: somebody began to write a call.
_BEGUN: Final = r"[\"'`]?[^\W\d][\w.\-/:]{0,80}(?:[\"'`]?\s{0,8}[:=]\s{0,8})?[{\[(]"
_NAME_FIRST: Final = re.compile(r'\s*\[?\s*\{\s*"name"\s*:\s*"([^"\\]{1,128})"')
_CALLISH: Final = re.compile(r"[{}\[\]()=:\"]")


class Tag(Struct, frozen=True):
    """A tag family: ``mark`` matches any spelling, with a group ``close`` that is empty in an opener."""

    grammar: str
    mark: str
    #: The closer as it should be, with the blanks before it.
    closer: str
    #: An opener spelled like this closes the block as well: ``<|tool_call|>…<|tool_call|>``.
    closes_too: str = NEVER
    #: Other bodies than JSON.
    bodies: tuple[Body, ...] = ()
    #: An object is ``{name: arguments}``.
    keyed_by_name: bool = False
    #: The format has no closer, or a model may leave it out: only what begins as calls do goes on with the block.
    open_ended: bool = False

    @property
    def next_value(self) -> str:
        """What may begin another value behind a whole one."""
        return _NEXT_CALL if self.open_ended else _NEXT_VALUE

    def flawless(self, text: str, at: int) -> tuple[Loaded, int] | None:
        """Read a body at ``at`` that is one strict JSON value with the closer behind it: what nearly every block is.

        Gives the value and the index behind the closer.
        """
        loaded = strict(text, at)
        if not (isinstance(loaded, Loaded) and isinstance(loaded.value, (dict, list))):
            return None
        found = compiled(self.closer).match(text, loaded.stop)
        return None if found is None else (loaded, found.end())


class TaggedJson(Struct, frozen=True):
    """One block being followed."""

    tag: Tag
    body: int
    #: The last characters before the opener.
    before: str
    toolset: Toolset
    id: str | None = None
    phase: Literal["before", "json", "after", "damaged"] = "before"
    extent: JsonExtent = JsonExtent()
    #: Where the last whole value ended, -1 before the first.
    value: int = -1
    #: Where the body ended, once the block is closed.
    body_stop: int = -1
    #: The closer was seen, or what follows shows that the block is over.
    ended: bool = True

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return self.tag.grammar

    def named(self, begun: str, start: int, _toolset: Toolset) -> str:
        """Find the name where it stands first, as it nearly always does."""
        found = _NAME_FIRST.match(begun, max(0, self.body - start))
        return found[1] if found else ""

    def advance(self, window: Window, at: int) -> Progress:
        """Follow the block: JSON first, its closer second, so that a closer inside a string is data."""
        return stepped(self, window, at)

    def step(self, window: Window, at: int) -> Progress | Again:
        """Follow one phase, and what it leads to."""
        match self.phase:
            case "before":
                return self._before(window, at)
            case "json":
                return self._json(window, at, self.extent)
            case "after":
                return self._after(window, at)
            case "damaged":
                return self._damaged(window, at)

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the body: one object, several, or an array of them."""
        first = self.body - around.start
        body = block[first : self.body_stop - around.start]
        if body.strip() in around.toolset.specs:
            # A call without arguments, as GLM writes it: the name alone.
            return (RawCall(body.strip(), {}, self.id),)
        return decode_body(
            body,
            self.body,
            self.tag.grammar,
            around,
            ended=self.ended,
            written_id=self.id,
            keyed=self.tag.keyed_by_name,
        )

    def _before(self, window: Window, at: int) -> Progress | Again:
        text, base = window.text, window.base
        machine = self
        while True:
            if text[at : at + 1] not in _OPENING:
                at = skip(_BLANK, text, at)
            if at == len(text):
                return machine._nothing_came(base + at) if window.final else More(machine, base + at)
            if text[at] in "{[":
                return machine._json(window, at, JsonExtent())
            for body in self.tag.bodies:
                begun = compiled(body.pattern).match(text, at)
                if begun is not None:
                    other = body.open(begun, base, self.toolset)
                    return other.advance(window, other.body - base)
            found = compiled(self.tag.mark).match(text, at)
            if found and found["close"]:
                return machine._close(base + at, base + found.end())
            if found is None:
                found = compiled(_BODY_FENCE).match(text, at)
            if found is None:
                break
            at = found.end()
            machine = machine._with(body=base + at)
        bodies = "".join(f"|{body.pattern}" for body in self.tag.bodies)
        if not window.final and may_begin(f"{self.tag.mark}|{_BODY_FENCE}{bodies}", text, at):
            return More(machine, base + at)
        return machine._words(window, at)

    def _nothing_came(self, stop: int) -> Progress:
        """The reply ends behind the opener: cut off if the opener stood where calls stand, else talk about it."""
        if begins_line(self.before):
            return self._close(self.body, stop, ended=False)
        return Refused(self.body)

    def _words(self, window: Window, at: int) -> Progress:
        """Decide on a body that is no JSON: a damaged call, or somebody talking about the tag."""
        text, base = window.text, window.base
        if compiled(_BEGUN).match(text, at):
            return self._damaged(window, at)
        limit = min(len(text), at + _PATIENCE)
        found = compiled(self.tag.mark).search(text, at, limit)
        if found is None:
            if len(text) - at < _PATIENCE and not window.final:
                return More(self, base + at)
            return Refused(self.body)
        if not found["close"] and not re.fullmatch(self.tag.closes_too, found[0]):
            return Refused(base + found.start())
        named = text[at : found.start()].strip() in self.toolset.specs
        if named or begins_line(self.before) or _CALLISH.search(text, at, found.start()):
            return self._close(base + found.start(), base + found.end())
        return Refused(base + found.end())

    def _json(self, window: Window, at: int, extent: JsonExtent) -> Progress | Again:
        text, base = window.text, window.base
        seen, at, extent = follow(extent, text, at, base)
        if seen == "value":
            return self._with(phase="after", value=base + at)._after(window, at)
        if seen == "more":
            if not window.final:
                wake = wake_of(extent, settled=at == len(text))
                return More(self._with(phase="json", extent=extent), base + at, wake)
            if extent.quote:
                return self._doubt(window, extent.string)
            return self._close(base + len(text), base + len(text), ended=False)
        if extent.string >= 0:
            return self._doubt(window, extent.string)
        found = compiled(self.tag.mark).match(text, at)
        if found is None and not window.final and may_begin(f"{self.tag.mark}|{TURN_TOKEN}", text, at):
            return More(self._with(phase="json", extent=extent), base + at)
        return self._damaged(window, at)

    def _doubt(self, window: Window, string: int) -> Progress:
        """Since a quote is missing or too many, markers count again from the last string on."""
        machine = self._with(phase="damaged")
        if string >= window.base:
            return machine._damaged(window, string - window.base)
        return Recall(machine, string)

    def _after(self, window: Window, at: int) -> Progress | Again:
        text, base = window.text, window.base
        at = skip(_AFTER_VALUE, text, at)
        found = compiled(self.tag.mark).match(text, at)
        if found is None and text.startswith("```", at):
            at = skip(_AFTER_VALUE, text, at + 3)
            found = compiled(self.tag.mark).match(text, at)
        if base + at - self.value > _BLANKS:
            return self._close(self.value, self.value)
        if at == len(text):
            if window.final:
                return self._close(self.value, self.value)
            return More(self, self.value)
        if found:
            if found["close"] or re.fullmatch(self.tag.closes_too, found[0]):
                return self._close(base + at, base + found.end())
            return self._close(self.value, self.value)
        if compiled(self.tag.next_value).match(text, at):
            return Again(self._with(phase="json", extent=JsonExtent()), at)
        if not window.final and may_begin(f"{self.tag.mark}|{self.tag.next_value}|```", text, at):
            return More(self, self.value)
        if text[at] == '"' and "," in text[self.value - base : at]:
            return self._damaged(window, at)
        return self._close(self.value, self.value)

    def _damaged(self, window: Window, at: int) -> Progress:
        """Find the next mark of the family, whatever quotes say."""
        text, base = window.text, window.base
        found = compiled(f"{self.tag.mark}|{TURN_TOKEN}").search(text, at)
        if found is None:
            if not window.final:
                held = held_from(f"{self.tag.mark}|{TURN_TOKEN}", text, at)
                return More(self._with(phase="damaged"), base + held)
            if self.value >= 0:
                return self._close(self.value, self.value)
            return self._close(base + len(text), base + len(text), ended=False)
        stop = found.end() if found["close"] or re.fullmatch(self.tag.closes_too, found[0]) else found.start()
        return self._close(base + found.start(), base + stop, ended=stop > found.start())

    def _close(self, body_stop: int, stop: int, *, ended: bool = True) -> Progress:
        return Closed(self._with(body_stop=body_stop, ended=ended), stop)

    def _with(
        self,
        *,
        body: int | None = None,
        phase: Literal["before", "json", "after", "damaged"] | None = None,
        extent: JsonExtent | None = None,
        value: int | None = None,
        body_stop: int | None = None,
        ended: bool | None = None,
    ) -> TaggedJson:
        return TaggedJson(
            self.tag,
            self.body if body is None else body,
            self.before,
            self.toolset,
            self.id,
            self.phase if phase is None else phase,
            self.extent if extent is None else extent,
            self.value if value is None else value,
            self.body_stop if body_stop is None else body_stop,
            self.ended if ended is None else ended,
        )
