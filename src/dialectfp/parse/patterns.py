"""From the pattern of a marker, the pattern of every beginning of it.

A stream may be cut anywhere, so its end must be held back while it can still become a marker, and not one character
longer. Deriving that from the marker's own pattern keeps the two from drifting apart.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from msgspec import Struct

__all__ = ["LOOKBEHIND", "NEVER", "REACH", "alternatives", "beginnings", "compiled", "held_from", "may_begin", "skip"]


NEVER: Final = r"[^\s\S]"
"""A pattern that nothing matches."""

REACH: Final = 256
"""No marker is longer than this many characters."""


class _Unit(Struct, frozen=True):
    """One repeatable unit of a pattern: its source, its beginnings (None for a single character), its bounds."""

    source: str
    partial: str | None
    low: int
    high: int | None


_ATOM: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[^\\\[(|)*+?{]", re.DOTALL)
#: What must stand before has been seen already, and says nothing about what may follow.
LOOKBEHIND: Final = re.compile(r"\(\?<[=!](?:\[[^\]]*\]|[^()\[\]])*\)")
_GROUP: Final = re.compile(r"\((?:\?:|\?P<\w+>|\?i:)?")
_QUANTIFIER: Final = re.compile(r"([*+?]|\{(\d+)(,?)(\d*)\})([?+]?)")


@cache
def beginnings(pattern: str) -> str:
    """Give a pattern that fully matches the beginnings of what ``pattern`` matches, the empty one and the whole included.

    ``pattern`` is ours, never the model's, and keeps to literals, escapes, classes, groups, alternatives and
    quantifiers. Lookbehinds are passed over; lookaheads and references are refused with ValueError, which a test of the
    tables would meet.
    """
    pattern = LOOKBEHIND.sub("", pattern)
    found, stop = _alternatives(pattern, 0)
    if stop != len(pattern):
        raise ValueError(pattern)
    return found


def alternatives(pattern: str) -> list[str]:
    """Split a pattern at its outermost bars."""
    found, depth, start, at = list[str](), 0, 0, 0
    while at < len(pattern):
        atom = _ATOM.match(pattern, at)
        if atom is None:
            depth += {"(": 1, ")": -1}.get(pattern[at], 0)
            if pattern[at] == "|" and depth == 0:
                found.append(pattern[start:at])
                start = at + 1
        at = atom.end() if atom else at + 1
    return [*found, pattern[start:]]


def _alternatives(pattern: str, at: int) -> tuple[str, int]:
    branches: list[str] = []
    while True:
        units, at = _units(pattern, at)
        branches.append(_partial(units))
        if at >= len(pattern) or pattern[at] != "|":
            return f"(?:{'|'.join(branches)})", at
        at += 1


def _units(pattern: str, at: int) -> tuple[list[_Unit], int]:
    units: list[_Unit] = []
    while at < len(pattern) and pattern[at] not in "|)":
        start, inner = at, None
        group = _GROUP.match(pattern, at)
        if group:
            inner, at = _alternatives(pattern, group.end())
            if "?i:" in group[0]:
                inner = f"(?i:{inner})"
            at += 1
        else:
            atom = _ATOM.match(pattern, at)
            if atom is None:
                raise ValueError(pattern)
            at = atom.end()
        source = re.sub(r"\(\?P<\w+>", "(?:", pattern[start:at])
        low, high, at = _bounds(pattern, at)
        units.append(_Unit(source, inner, low, high))
    return units, at


def _bounds(pattern: str, at: int) -> tuple[int, int | None, int]:
    sign = _QUANTIFIER.match(pattern, at)
    if sign is None:
        return 1, 1, at
    match sign[1]:
        case "*":
            return 0, None, sign.end()
        case "+":
            return 1, None, sign.end()
        case "?":
            return 0, 1, sign.end()
        case _:
            low = int(sign[2])
            high = (int(sign[4]) if sign[4] else None) if sign[3] else low
            return low, high, sign.end()


def _partial(units: list[_Unit]) -> str:
    rest = ""
    for unit in reversed(units):
        repeated = f"{unit.source}{_times(unit.low, unit.high)}"
        fewer = _fewer(unit)
        rest = f"(?:{repeated}{rest}|{fewer})" if fewer else f"(?:{repeated}{rest})?"
    return rest


def _fewer(unit: _Unit) -> str:
    """What can stand at the end of the text while this unit is still being repeated."""
    if unit.partial is None:
        return "" if unit.low <= 1 else f"{unit.source}{_times(0, unit.low - 1)}"
    before = _times(0, None if unit.high is None else unit.high - 1)
    return unit.partial if unit.high == 1 else f"{unit.source}{before}{unit.partial}"


def _times(low: int, high: int | None) -> str:
    if (low, high) == (1, 1):
        return ""
    return f"{{{low},{'' if high is None else high}}}"


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern once: a cache of a pure function, so that importing compiles nothing."""
    return re.compile(pattern)


def skip(pattern: str, text: str, at: int) -> int:
    """Give the index behind what ``pattern``, which may match nothing, matches at ``at``."""
    found = compiled(pattern).match(text, at)
    return found.end() if found else at


def may_begin(pattern: str, text: str, at: int) -> bool:
    """Tell whether the text from ``at`` to its end could be the beginning of a match of ``pattern``."""
    return compiled(beginnings(pattern)).fullmatch(text, at) is not None


def held_from(pattern: str, text: str, at: int) -> int:
    """Give the first index from which the rest of the text could be the beginning of a match of ``pattern``."""
    found = compiled(f"{beginnings(pattern)}\\Z").search(text, max(at, len(text) - REACH))
    return found.start() if found else len(text)
