"""Text that grows by small pieces and is read once: an immutable rope whose joins cost n log n in all."""

from __future__ import annotations

from typing import Final, TypeAlias

__all__ = ["EMPTY", "Rope", "added"]

Rope: TypeAlias = tuple[str, ...]
"""Pieces in order, each longer than all that follow it, so there are never many."""

EMPTY: Final[Rope] = ()


def added(rope: Rope, piece: str) -> Rope:
    """Give the rope with ``piece`` at its end."""
    keep = len(rope)
    while keep and len(rope[keep - 1]) <= len(piece):
        keep -= 1
        piece = rope[keep] + piece
    return (*rope[:keep], piece)
