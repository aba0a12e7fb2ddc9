"""glm-lines: one call a line, ``tool/param>value`` or ``tool/{json}``, as older GLM write under ad-hoc prompts.

Nothing but an offered tool's name at the beginning of a line, and one of its parameters, tells such a line from a path
or from prose. The value is the rest of the line, typed by the schema.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from dialectfp.jsontypes import Json
from dialectfp.parse.headed import HeadedCalls, HeadedJson, NamedBefore
from dialectfp.parse.json_extent import OPENED
from dialectfp.parse.machine import (
    Around,
    Behind,
    Closed,
    Decoded,
    Grammar,
    Mark,
    More,
    Opened,
    Place,
    Progress,
    RawCall,
    Window,
)
from dialectfp.parse.patterns import NEVER, compiled, held_from
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.raw import typed
from dialectfp.tools import Toolset

__all__ = ["GLM_LINES"]

_ID: Final = "glm-lines"


class LineCall(Struct, frozen=True):
    """A line that gives one argument, being followed."""

    name: str
    key: str
    body: int

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return _ID

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Give the name that began the line."""
        return self.name

    def advance(self, window: Window, at: int) -> Progress:
        """Find the end of the line."""
        found = compiled(_END).search(window.text, at)
        if found is None and not window.final:
            return More(self, window.base + held_from(_END, window.text, at))
        return Closed(self, window.base + (found.start() if found else len(window.text)))

    def decode(self, block: str, around: Around) -> Decoded:
        """Type the value."""
        text = block[self.body - around.start :].strip()
        value: Json = typed(around.toolset.specs[self.name], self.key, text)
        return (RawCall(self.name, {self.key: value}),)


#: What ends the line: its end, or the end of the turn.
_END: Final = rf"\n|{TURN_TOKEN}"


def _line(place: Place) -> Opened:
    line, start = place.line_before()
    name = line.strip()
    key = place.found["key"] or ""
    spec = place.toolset.specs.get(name)
    if spec is None or start < 0:
        return None
    if key and all(parameter.name != key for parameter in place.toolset.layout[name]):
        return None
    if key:
        return Behind(LineCall(name, key, place.stop), start)
    calls = HeadedCalls(_ID, NEVER, r"\n", NamedBefore(name))
    return Behind(HeadedJson(calls, place.stop - 1, "json", OPENED), start)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(r"/(?<=[\w.-]/)(?:(?P<key>[^\W\d]\w{0,63})>|\{)", _line),)


GLM_LINES: Final = Grammar(_ID, _marks, found_by="line")
