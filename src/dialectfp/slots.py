r"""P-Format's calls: ``name[0|first|2|third]``, slot numbers and values in turn, ``|`` between them.

``\|``, ``\]`` and ``\\`` are escapes, and any other backslash is itself. The ``]`` that ends the call is the last
character of the text. Offsets count characters of the text.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from dialectfp.faults import BindingProblem

__all__ = ["SlotCall", "escaped", "placeholder", "read_slots"]

_HEAD: Final = re.compile(r"(\w[\w.:/-]*)\s*\[")
#: One piece between bars; escapes come first, so that none of them is taken apart.
_PIECE: Final = re.compile(r"((?:\\[|\]\\]|[^|])*+)(\||\Z)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\([|\]\\])")
_SPECIAL: Final = re.compile(r"[|\]\\]")
_SLOT: Final = re.compile(r"\s*(\d{1,4})\s*")


class SlotCall(Struct, frozen=True):
    """A call as written: the tool's name, and its slots in order, or what is wrong with them."""

    name: str
    slots: tuple[tuple[int, str], ...] = ()
    problem: BindingProblem | None = None


def escaped(value: str) -> str:
    """Write a value for a slot."""
    return _SPECIAL.sub(r"\\\g<0>", value)


def placeholder(name: str) -> str:
    """Give what the catalogue prints in a parameter's slot."""
    return f"<{name}>"


def read_slots(text: str) -> SlotCall | None:
    """Read a text that is one call and nothing else; None if it has no such shape."""
    found = _HEAD.match(text)
    if found is None or not text.endswith("]") or len(text) == found.end() - 1:
        return None
    name, inside = found[1], text[found.end() : -1]
    if _escapes_its_end(inside):
        return None
    pieces = _pieces(inside)
    if not inside.strip():
        return SlotCall(name)
    if len(pieces) % 2:
        return SlotCall(name, problem="slot_without_value")
    slots: list[tuple[int, str]] = []
    for number, value in zip(pieces[::2], pieces[1::2], strict=True):
        slot = _SLOT.fullmatch(number)
        if slot is None:
            return SlotCall(name, problem="slot_no_number")
        if _spilled(value):
            return SlotCall(name, problem="stray_bracket")
        slots.append((int(slot[1]), _ESCAPE.sub(r"\1", value)))
    return SlotCall(name, tuple(slots))


def _escapes_its_end(slots: str) -> bool:
    return (len(slots) - len(slots.rstrip("\\"))) % 2 == 1


def _pieces(slots: str) -> list[str]:
    pieces: list[str] = []
    at = 0
    while True:
        found = _PIECE.match(slots, at)
        if found is None:
            return pieces
        pieces.append(found[1])
        at = found.end()
        if not found[2]:
            return pieces


def _spilled(value: str) -> bool:
    r"""Tell whether a bracket at a value's edge may be one of the call's own: unescaped, and without its partner."""
    first, last = value[:1] in {"[", "]"}, value[-1:] in {"[", "]"} and not value.endswith("\\]")
    if not (first or last):
        return False
    bare = _ESCAPE.sub(r"\1", value)
    return bare.count("[") != bare.count("]")
