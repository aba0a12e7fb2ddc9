"""Calls between an opener and a closer, in a notation of their own: what stands between is read when it is whole."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from dialectfp.faults import TruncatedArguments
from dialectfp.parse.machine import Around, Closed, Decoded, More, Progress, Window
from dialectfp.parse.patterns import compiled, held_from
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.tools import Toolset

__all__ = ["Enclosed"]


class Enclosed(Struct, frozen=True):
    """One block being followed to its closer."""

    grammar: str
    body: int
    close: str
    #: Read the text between opener and closer.
    read: Callable[[str, str, Around], Decoded]
    #: The tool's name, where the opener tells it; `read` is given it first.
    name: str = ""
    #: A closer inside double quotes is data, unless the quotes never end.
    quoted: bool = False
    #: The opener is no unmistakable mark, so that without its closer it is prose.
    prose: bool = False
    body_stop: int = -1
    #: Inside quotes, and the first closer there: where it begins and ends.
    inside: bool = False
    doubted: tuple[int, int] | None = None

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Give the opener's name."""
        return "" if self.prose else self.name

    def advance(self, window: Window, at: int) -> Progress:
        """Find the closer, or the end of the turn."""
        text, base = window.text, window.base
        quotes = r'|(?P<quote>")|\\[\s\S]' if self.quoted else ""
        every = f"(?:{self.close})|{TURN_TOKEN}{quotes}"
        inside, doubted = self.inside, self.doubted
        for found in compiled(f"(?P<close>{self.close})|(?P<turn>{TURN_TOKEN}){quotes}").finditer(text, at):
            at = found.end()
            if found["close"] is None and found["turn"] is None:
                inside ^= found[0] == '"'
                continue
            stop = base + (found.start() if found["close"] is None else found.end())
            if not inside:
                return self._closed(base + found.start(), stop)
            doubted = doubted or (base + found.start(), stop)
        if not window.final:
            return More(self._with(inside=inside, doubted=doubted), base + held_from(every, text, at))
        return self._closed(*doubted) if doubted else Closed(self, base + len(text))

    def _closed(self, body_stop: int, stop: int) -> Progress:
        """Close the block; at the end of a turn it has no closer."""
        return Closed(self._with(body_stop=body_stop if stop > body_stop else -1), stop)

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the body; one without its closer was cut off."""
        if self.body_stop < 0:
            return None if self.prose else (TruncatedArguments(around.start, around.stop, self.grammar),)
        return self.read(self.name, block[self.body - around.start : self.body_stop - around.start], around)

    def _with(self, *, body_stop: int = -1, inside: bool = False, doubted: tuple[int, int] | None = None) -> Enclosed:
        return Enclosed(
            self.grammar,
            self.body,
            self.close,
            self.read,
            self.name,
            self.quoted,
            self.prose,
            body_stop,
            inside,
            doubted,
        )
