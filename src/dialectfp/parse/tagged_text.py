"""Blocks of text in a tag that is neither JSON nor markup: calls as code, and positional calls."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from dialectfp.faults import TruncatedArguments
from dialectfp.parse.machine import Around, Bodied, Body, Closed, Decoded, Mark, More, Opened, Place, Progress, Window
from dialectfp.parse.patterns import compiled, held_from, skip
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.raw import spec_named
from dialectfp.tools import Toolset

__all__ = ["TaggedText", "TextForm", "damaged_tag", "tagged_body", "unwrapped_text"]

#: Inside a string nothing but its own quote counts. A fence is no quote.
_QUOTES: Final = r"|\\[\\\"'`]|```|(?P<quote>\"\"\"|'''|[\"'`])"

_AFTER_STRING: Final = frozenset(",)]}:;")


def _unfinished(found: re.Match[str]) -> bool:
    """Tell whether a quote at the end of the text may be one of three."""
    rest = found.string[found.start() : found.start() + 3]
    return len(rest) < 3 and found.end() - found.start() == 1 and rest == len(rest) * found[0] and found[0] in "\"'`"


def unwrapped_text(body: str) -> str:
    """Take blanks, a fence and backticks off the two ends of a body. The fence's first line may be gone already."""
    text = body.strip()
    if text.startswith("```"):
        text = text.partition("\n")[2]
    return text.removesuffix("```").strip().strip("`")


class TextForm(Struct, frozen=True):
    """How a family writes such calls."""

    grammar: str
    #: Any spelling of the tag, with a group ``close`` that is empty in an opener.
    mark: str
    #: Read what stands in the tag, from where in the reply; the flag says that the block is whole.
    read: Callable[[str, int, Around, bool], Decoded]
    #: Strings may hold closers.
    quoted: bool
    #: So many characters of a closer still belong to the body.
    kept: int = 0


class TaggedText(Struct, frozen=True):
    """One block being followed to its closer. A closer in a string is data, unless the string never ends as strings do."""

    form: TextForm
    name: str
    body: int
    #: The quote that will close the open string, and the closer that stood in one first: where it begins and ends.
    quote: str = ""
    doubted: tuple[int, int] | None = None
    #: Where the body ended, and whether that was at a closer.
    body_stop: int = -1
    ended: bool = False

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return self.form.grammar

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Give the name that the body begins with."""
        return self.name

    def advance(self, window: Window, at: int) -> Progress:
        """Find the closer, the next opener, or the end of the turn."""
        text, base, form = window.text, window.base, self.form
        pattern = f"(?P<mark>{form.mark})|(?P<turn>{TURN_TOKEN}){_QUOTES if form.quoted else ''}"
        quote, doubted = self.quote, self.doubted
        # What may still become a mark holds no quotes yet.
        held = len(text) if window.final else held_from(f"{form.mark}|{TURN_TOKEN}", text, at)
        for found in compiled(pattern).finditer(text, at):
            small = found["mark"] is None and found["turn"] is None
            if small and not window.final and (found.end() > held or _unfinished(found)):
                at = found.start()
                break
            if doubted and small and found["quote"] == quote:
                follower = skip(r"\s*", text, found.end())
                if follower == len(text) and not window.final:
                    at = found.start()
                    break
                if text[follower : follower + 1] not in _AFTER_STRING:
                    return self._closed(*doubted)
                doubted = None
            at = found.end()
            if form.quoted and found["quote"]:
                quote = found["quote"] if not quote else "" if found["quote"] == quote else quote
            elif small:
                continue
            elif found["mark"] is not None and found["close"]:
                place = (base + found.start() + form.kept, base + found.end())
                if not quote:
                    return self._closed(*place)
                doubted = doubted or place
            elif not quote:
                return Closed(self._with("", None, base + found.start(), ended=False), base + found.start())
        if window.final:
            end = base + len(text)
            return self._closed(*doubted) if doubted else Closed(self._with("", None, end, ended=False), end)
        return More(self._with(quote, doubted), base + min(held, held_from(pattern, text, at)))

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the body. Without its closer it must be whole by itself, and the reply not cut off."""
        body = block[self.body - around.start : self.body_stop - around.start]
        if not self.ended and not around.complete:
            return (TruncatedArguments(around.start, around.stop, self.grammar),)
        return self.form.read(body, self.body, around, self.ended)

    def _closed(self, body_stop: int, stop: int) -> Progress:
        return Closed(self._with("", None, body_stop, ended=True), stop)

    def _with(
        self, quote: str, doubted: tuple[int, int] | None, body_stop: int = -1, *, ended: bool = False
    ) -> TaggedText:
        return TaggedText(self.form, self.name, self.body, quote, doubted, body_stop, ended)


def tagged_body(form: TextForm, pattern: str) -> Body:
    """Give the body of a tag, which begins with a match of ``pattern``; its group ``name`` is the tool's."""

    def begin(found: re.Match[str], base: int, _toolset: Toolset) -> Bodied:
        return TaggedText(form, found["name"], base + found.start())

    return Body(pattern, begin)


def damaged_tag(form: TextForm, pattern: str) -> Mark:
    """Give the mark of an opener that swallowed the beginning of an offered tool's call."""

    def begin(place: Place) -> Opened:
        name = place.found["name"]
        known = spec_named(place.toolset, name) is not None
        return TaggedText(form, name, place.base + place.found.start("name")) if known else None

    return Mark(pattern, begin, ends_thought=True)
