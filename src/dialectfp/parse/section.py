"""Section tags: furniture around calls, unless their body is a call of its own kind, or they are only talked about."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from dialectfp.parse.machine import Around, Body, Closed, Decoded, More, Progress, Refused, Window
from dialectfp.parse.patterns import compiled, may_begin, skip
from dialectfp.tools import Toolset

__all__ = ["Section"]

#: Blanks behind a section's opener are its own, up to so many.
_BLANKS: Final = 64
_ANY: Final = r"[<\[]"


class Section(Struct, frozen=True):
    """The opener of a section, held until what follows tells what it is."""

    grammar: str
    body: int
    before: str
    toolset: Toolset
    bodies: tuple[Body, ...] = ()
    #: What a call or the section's closer begins with.
    inner: str = _ANY
    #: The opener is a special token, which nobody writes in prose: it is furniture whatever follows.
    special: bool = False

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Tell nothing before the block ends."""
        return ""

    def advance(self, window: Window, at: int) -> Progress:
        """Look at the first character that is no blank."""
        text, base = window.text, window.base
        at = skip(r"\s*", text, at)
        if at == len(text):
            if not window.final and base + at - self.body < _BLANKS:
                return More(self, self.body)
            hidden = self.inner == _ANY or bool(self.bodies)
            return Closed(self, base + at) if hidden or self.special else Refused(self.body)
        for body in self.bodies:
            found = compiled(body.pattern).match(text, at)
            if found is not None:
                machine = body.open(found, base, self.toolset)
                return machine.advance(window, machine.body - base)
        if compiled(self.inner).match(text, at):
            return Closed(self, base + at)
        patterns = (self.inner, *(body.pattern for body in self.bodies))
        if not window.final and any(may_begin(pattern, text, at) for pattern in patterns):
            return More(self, self.body)
        return Closed(self, self.body) if self.special else Refused(self.body)

    def decode(self, _block: str, _around: Around) -> Decoded:
        """Hold no call: the opener is furniture."""
        return ()
