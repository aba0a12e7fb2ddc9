"""Text that grows by small pieces and is read once: an immutable rope whose joins cost n log n in all."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

__all__ = ["EMPTY", "Rope", "added", "joined"]

#: Below this many characters, joining two strings costs less than keeping both.
_SHORT: Final = 1024


class Rope(Struct, frozen=True, gc=False):
    """Text in pieces, each longer than all that follow it, so there are never many; and a short end."""

    pieces: tuple[str, ...] = ()
    end: str = ""


EMPTY: Final = Rope()


def added(rope: Rope, piece: str) -> Rope:
    """Give the rope with ``piece`` at its end."""
    end = rope.end + piece
    if len(end) < _SHORT:
        return Rope(rope.pieces, end)
    pieces = rope.pieces
    keep = len(pieces)
    while keep and len(pieces[keep - 1]) <= len(end):
        keep -= 1
        end = pieces[keep] + end
    return Rope((*pieces[:keep], end))


def joined(rope: Rope) -> str:
    """Give the rope's text."""
    return "".join(rope.pieces) + rope.end
