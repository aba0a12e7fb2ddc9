"""From the name a model wrote to the one offered tool it can mean, or to none."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from dialectfp.tools import NameIndex, normalised

__all__ = ["Ambiguous", "Known", "Unknown", "resolve"]


class Known(Struct, frozen=True):
    """An offered tool's name; ``repaired`` if it was written in another way."""

    name: str
    repaired: bool


class Unknown(Struct, frozen=True):
    """No offered tool; ``nearest`` are up to three offered names most alike."""

    nearest: tuple[str, ...] = ()


class Ambiguous(Struct, frozen=True):
    """Several offered tools, equally well."""

    candidates: tuple[str, ...]


#: Longer names are taken as written.
_LONGEST: Final = 256
_NEAREST: Final = 3

_FRAME: Final = " \t\r\n\"'`"
#: What a name can't hold, and everything behind it.
_JUNK: Final = re.compile(r"[\s\"'`<>(\[{|,;=].*", re.DOTALL)
_NAMESPACE: Final = re.compile(r".*(?:\.|::|/|__)", re.DOTALL)
_PREFIX: Final = re.compile(r"(?:functions?|tools?|default_api|default|api)[._:/]+", re.IGNORECASE)
_COUNTER: Final = re.compile(r"[:_]\d{1,4}$")
_SUFFIX: Final = re.compile(r"(?:[_-]?(?:tool|function|func|call)|json)$", re.IGNORECASE)
_WORDS: Final = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])|[^\W_]+")


def resolve(names: NameIndex, written: str) -> Known | Unknown | Ambiguous:
    """Resolve a written name: exactly, else by one repair after another, each only to a unique offered tool.

    With no tool offered, or a name of more than 256 characters, nothing but the exact name is known.
    """
    if written in names.known:
        return Known(written, repaired=False)
    if not names.names or not written or len(written) > _LONGEST:
        return Unknown()
    spellings = _spellings(written)
    for spelling in spellings:
        if spelling in names.known:
            return Known(spelling, repaired=True)
    for spelling in spellings:
        owners = names.spelled.get(normalised(spelling), ())
        if owners:
            return Known(owners[0], repaired=True) if len(owners) == 1 else Ambiguous(owners)
    plain = spellings[1] if len(spellings) > 1 else written
    ending = tuple(name for name in names.names if _ends_with(name, plain))
    if ending:
        return Known(ending[0], repaired=True) if len(ending) == 1 else Ambiguous(ending)
    close = tuple(name for name in names.names if _is_typo(plain, name))
    if close:
        return Known(close[0], repaired=True) if len(close) == 1 else Ambiguous(close)
    return Unknown(_nearest(names, plain))


def _spellings(written: str) -> tuple[str, ...]:
    """List what may be left when decoration is taken off, the least changed first."""
    framed = written.strip(_FRAME)
    clean = _JUNK.sub("", framed)
    found = dict.fromkeys((written, clean))
    for name in (clean, _COUNTER.sub("", clean)):
        short = _PREFIX.sub("", name, count=1) if _PREFIX.match(name) else name
        for each in (name, short, _NAMESPACE.sub("", name), _undoubled(short), _COUNTER.sub("", short)):
            found[each] = None
            found[_SUFFIX.sub("", each)] = None
    found.pop("", None)
    return tuple(found)


def _undoubled(name: str) -> str:
    """Halve a name written twice, with or without a colon between."""
    half = len(name) // 2
    if name[:half] == name[len(name) - half :] and (len(name) % 2 == 0 or name[half] == ":"):
        return name[:half]
    return name


def _ends_with(name: str, written: str) -> bool:
    """Tell whether a toolbox prefix was dropped: the written name ends the offered one at a separator, as spelled."""
    before = len(name) - len(written) - 1
    return len(written) > 2 and before > 0 and name.endswith(written) and name[before] in "_-./:"


def _is_typo(written: str, name: str) -> bool:
    """Tell whether the names differ by one typo in a long word, or by two in two words of a long name.

    Words are compared one by one: ``get_user`` and ``set_user`` differ in a whole short word, which is no typo.
    """
    mine, other = _words(written), _words(name)
    if len(mine) != len(other) or mine == other:
        return False
    wrong = [(a, b) for a, b in zip(mine, other, strict=True) if a != b]
    if len(wrong) > (2 if len(name) >= 10 else 1):
        return False
    return all(max(len(a), len(b)) >= 4 and _one_edit(a, b) for a, b in wrong)


def _words(name: str) -> list[str]:
    return [word.casefold() for word in _WORDS.findall(name)]


def _one_edit(a: str, b: str) -> bool:
    """Tell whether one letter was added, dropped, changed, or swapped with its neighbour."""
    if abs(len(a) - len(b)) > 1:
        return False
    low = 0
    while low < min(len(a), len(b)) and a[low] == b[low]:
        low += 1
    rest_a, rest_b = a[low:], b[low:]
    if len(a) == len(b):
        swapped = rest_a[1:2] + rest_a[:1] + rest_a[2:]
        return rest_a[1:] == rest_b[1:] or (len(rest_a) > 1 and swapped == rest_b)
    return rest_a[1:] == rest_b or rest_a == rest_b[1:]


def _nearest(names: NameIndex, written: str) -> tuple[str, ...]:
    from difflib import get_close_matches

    spelled = {normalised(name): name for name in names.names}
    return tuple(spelled[found] for found in get_close_matches(normalised(written), spelled, _NEAREST, 0.5))
