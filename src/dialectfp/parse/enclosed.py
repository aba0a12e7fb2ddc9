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
    read: Callable[[str, Around], Decoded]
    #: The tool's name, where the opener tells it.
    name: str = ""
    #: The opener is no unmistakable mark, so that without its closer it is prose.
    prose: bool = False
    body_stop: int = -1

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Give the opener's name."""
        return "" if self.prose else self.name

    def advance(self, window: Window, at: int) -> Progress:
        """Find the closer, or the end of the turn."""
        every = f"(?:{self.close})|{TURN_TOKEN}"
        found = compiled(f"(?P<close>{self.close})|{TURN_TOKEN}").search(window.text, at)
        if found is None:
            if not window.final:
                return More(self, window.base + held_from(every, window.text, at))
            return Closed(self, window.base + len(window.text))
        if found["close"] is None:
            return Closed(self, window.base + found.start())
        stop = window.base + found.start()
        whole = Enclosed(self.grammar, self.body, self.close, self.read, self.name, self.prose, stop)
        return Closed(whole, window.base + found.end())

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the body; one without its closer was cut off."""
        if self.body_stop < 0:
            return None if self.prose else (TruncatedArguments(around.start, around.stop, self.grammar),)
        return self.read(block[self.body - around.start : self.body_stop - around.start], around)
