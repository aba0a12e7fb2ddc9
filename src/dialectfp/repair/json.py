"""From the JSON that models write to values: strict first, then one rung after another, each repair on the record.

Nothing is guessed: a string that never closes is never completed, a number that touches a cut is not trusted, and
what could be read in two ways is broken. Offsets count characters of the text given.
"""

from __future__ import annotations

import json
import math
import re
from typing import Final, Literal

from msgspec import Struct

from dialectfp.calls import JsonRepair
from dialectfp.jsontypes import Json
from dialectfp.repair.tolerant import MAX_DEPTH, Unread, parse

__all__ = [
    "MAX_DEPTH",
    "Broken",
    "JsonRepair",
    "Loaded",
    "lenient",
    "load_object",
    "load_values",
    "repeats_a_key",
    "strict",
    "tolerant",
]


class Loaded(Struct, frozen=True):
    """A value, the offset behind it, and the repairs made, each once, in the order of their need."""

    value: Json
    stop: int
    repairs: tuple[JsonRepair, ...] = ()


class Broken(Struct, frozen=True, gc=False):
    """No value: ``malformed``, ``truncated`` (cut off), ``too_deep``, ``not_object`` or ``empty``, at offset ``at``."""

    kind: Literal["malformed", "truncated", "too_deep", "not_object", "empty"]
    at: int


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(digits)
    return number


def _refuse(name: str) -> float:
    raise ValueError(name)


_STRICT: Final = json.JSONDecoder(parse_float=_finite, parse_constant=_refuse)
_RAW_CONTROLS: Final = json.JSONDecoder(parse_float=_finite, parse_constant=_refuse, strict=False)
_BLANKS: Final = frozenset(" \t\n\r")
_BLANK: Final = re.compile(r"[ \t\n\r]*")
_BRACKETS: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|([\[{])|([\]}])', re.DOTALL)


def strict(text: str, start: int = 0) -> Loaded | Broken:
    """Read one strict JSON value at ``start``, blanks before it aside; anything may follow it.

    ``malformed`` includes NaN, infinities, numbers that are no finite float and integers of more than 4,300 digits.
    """
    return _decoded(_STRICT, text, start)


def _decoded(decoder: json.JSONDecoder, text: str, start: int) -> Loaded | Broken:
    at = start
    if text[at : at + 1] in _BLANKS:
        blank = _BLANK.match(text, start)
        at = blank.end() if blank else start
    try:
        value, stop = decoder.raw_decode(text, at)
    except RecursionError:
        return Broken("too_deep", at)
    except ValueError:
        return Broken("malformed", at)
    if (
        stop - at > MAX_DEPTH
        and text.count("{", at, stop) + text.count("[", at, stop) > MAX_DEPTH
        and _depth(text, at, stop) > MAX_DEPTH
    ):
        return Broken("too_deep", at)
    return Loaded(value, stop)


def _depth(text: str, at: int, stop: int) -> int:
    depth = deepest = 0
    for found in _BRACKETS.finditer(text, at, stop):
        depth += (found[1] is not None) - (found[2] is not None)
        deepest = max(deepest, depth)
    return deepest


def lenient(text: str, start: int = 0, *, complete: bool = True) -> Loaded | Broken:
    """Read one value at ``start``: strictly, then with raw control characters, then with every other repair.

    ``complete`` False says that the text was cut off by a limit: then a missing closer is ``truncated``.
    """
    loaded = strict(text, start)
    if isinstance(loaded, Loaded) or loaded.kind == "too_deep":
        return loaded
    loaded = _decoded(_RAW_CONTROLS, text, start)
    if isinstance(loaded, Loaded):
        return Loaded(loaded.value, loaded.stop, ("control_character",))
    return tolerant(text, start, complete=complete)


def tolerant(text: str, start: int = 0, *, complete: bool = True) -> Loaded | Broken:
    """Read one value at ``start`` with every repair at once; only an object or an array counts."""
    found = parse(text, start, complete=complete)
    if isinstance(found, Unread):
        return Broken(found.kind, found.at)
    return Loaded(found.value, found.stop, found.repairs)


_BEFORE: Final = re.compile(
    r"\s*(?:(?P<fence>```+[ \t]*[\w-]*[ \t]*(?:\r?\n|(?=[{\[])))|(?P<marker><[|｜/]?[\w:|｜▁-]{1,40}>|(?:call:|json\b:?)))"
)
_BETWEEN: Final = re.compile(r"[\s,;]*")
_CLOSERS: Final = re.compile(r"[\s,;}\])]*")
_AFTER: Final = re.compile(r"(?:[\s,;}\])]|```+|<[|｜/]?[\w:|｜▁-]{1,40}>)*")
_FENCES: Final = re.compile(r"[\s`]*")


def load_values(text: str, *, complete: bool = True) -> tuple[tuple[Loaded, ...], Broken | None]:
    """Read the values of a block, in a row: blanks, commas, semicolons or superfluous closers may stand between them.

    A fence around them and leaked markers are taken off. Gives every value up to the first broken one, and that.
    """
    at, before = _prologue(text)
    values: list[Loaded] = []
    damaged = False
    while True:
        at = _behind(_BETWEEN, text, at)
        if values:
            end = _behind(_AFTER, text, at)
            if end == len(text) or text[end] not in "{[":
                return _with_tail(values, text, at), None
            at = end
        elif at == len(text):
            return (), Broken("empty", at)
        # A failed strict reading costs what stands before it, so a text of damaged values pays once.
        loaded = tolerant(text, at, complete=complete) if damaged else lenient(text, at, complete=complete)
        if isinstance(loaded, Broken):
            return tuple(values), loaded
        damaged = damaged or bool(loaded.repairs)
        values.append(Loaded(loaded.value, loaded.stop, (*before, *loaded.repairs)) if before else loaded)
        at, before = loaded.stop, ()


def _with_tail(values: list[Loaded], text: str, at: int) -> tuple[Loaded, ...]:
    """Say on the last value what stood behind it."""
    tail = text[at:].strip()
    if not tail or (_behind(_FENCES, tail, 0) == len(tail)):
        return tuple(values)
    kind: JsonRepair = "closer" if _behind(_CLOSERS, tail, 0) == len(tail) else "trailing"
    last = values[-1]
    return (*values[:-1], Loaded(last.value, last.stop, (*last.repairs, kind)))


def _prologue(text: str) -> tuple[int, tuple[JsonRepair, ...]]:
    """Skip fences and leaked markers before the first value."""
    at, repairs = 0, dict[JsonRepair, None]()
    while found := _BEFORE.match(text, at):
        repairs["fence" if found["fence"] else "marker"] = None
        at = found.end()
    return at, tuple(repairs)


def _behind(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def load_object(text: str, *, complete: bool = True) -> Loaded | Broken:
    """Read a text that must be one object, a fence, leaked markers and superfluous closers around it aside.

    ``not_object`` if it is another value; ``malformed`` if anything else follows.
    """
    values, broken = load_values(text, complete=complete)
    if broken is not None:
        return broken
    first = values[0]
    if len(values) > 1 or "trailing" in first.repairs:
        return Broken("malformed", first.stop)
    return first if isinstance(first.value, dict) else Broken("not_object", 0)


def repeats_a_key(text: str) -> bool:
    """Tell whether an object among the strict values at the text's beginning has one key twice."""
    at, _ = _prologue(text)
    try:
        while (at := _behind(_BETWEEN, text, at)) < len(text):
            _, at = _ONCE.raw_decode(text, at)
    except _RepeatedKeyError:
        return True
    except (ValueError, RecursionError):
        return False
    return False


class _RepeatedKeyError(Exception):
    pass


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _RepeatedKeyError
    return found


_ONCE: Final = json.JSONDecoder(object_pairs_hook=_once)
