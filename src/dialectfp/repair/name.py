"""From the name a model wrote to the one offered tool it can mean, or to none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from msgspec import Struct

from dialectfp.tools import NameIndex, normalised, pairs_of, words_of

__all__ = ["Ambiguous", "Known", "Unknown", "resolve"]

T = TypeVar("T")


class Known(Struct, frozen=True):
    """An offered tool's name; ``repaired`` if it was written in another way."""

    name: str
    repaired: bool


class Unknown(Struct, frozen=True):
    """No offered tool; ``nearest`` are up to three offered names most alike, the likest first."""

    nearest: tuple[str, ...] = ()


class Ambiguous(Struct, frozen=True):
    """Several offered tools, equally well; ``candidates`` in the order offered."""

    candidates: tuple[str, ...]


#: Longer names are taken as written.
_LONGEST: Final = 256
#: A shorter name is no tool's last part, and a shorter word has no typos: it would be another word.
_SHORTEST_TAIL: Final = 3
_SHORTEST_WORD: Final = 4
#: Two typos need a name of so many letters.
_TWO_TYPOS: Final = 10
_NEAREST: Final = 3
#: What two names must share to be alike at all, from 0 to 1.
_ALIKE: Final = 0.41

_FRAME: Final = " \t\r\n\"'`“”‘’"
#: No name goes on behind one of these, nor, if nothing else helps, behind a blank.
_JUNK: Final = re.compile(r"[\"'`“”‘’<>()\[\]{}|,;=]")
_PREFIX: Final = re.compile(r"(?:(?:functions?|tools?|default_api|default)(?:::?|__|[./]))+", re.IGNORECASE)
_COUNTER: Final = re.compile(r":[0-9]+$")
_SANITISED: Final = re.compile(r"functions_(.+?)(_[0-9]+)?")
_SUFFIX: Final = re.compile(r"(?:[\s_.-](?i:tool|function|call)|(?<=[a-z0-9])(?:Tool|Function|Call))$")
_NAMESPACE: Final = re.compile(r"\.|::|/|__")


def resolve(names: NameIndex, written: str) -> Known | Unknown | Ambiguous:
    """Resolve a written name: exactly, else by one repair after another, the least change first.

    The first repair that fits an offered tool decides: one tool is Known, several are Ambiguous. Repaired are, in this
    order, decoration around the name, case and separators, a namespace in front, a glued ``json``, a dropped
    toolbox prefix, and typos. Nothing but the exact name is Known if it has more than 256 characters.
    """
    if written in names.known:
        return Known(written, repaired=False)
    if not names.names or len(written) > _LONGEST:
        return Unknown()
    bases = _bases(written)
    if not bases:
        return Unknown()
    plain = _unique(form for base in bases for form in _bare(base))
    found = (
        _decorated(names, bases)
        or _namespaced(names, plain)
        or _glued(names, plain)
        or _tail(names, plain)
        or _misspelled(names, plain)
    )
    if not found:
        return Unknown(_nearest(names, plain[-1]))
    return Known(found[0], repaired=True) if len(found) == 1 else Ambiguous(found)


# ── what the name may be once decoration is off ──


def _bases(written: str) -> tuple[str, ...]:
    """Take off what surrounds a name and the junk behind it; then also what follows a blank."""
    clean = _JUNK.split(written.strip(_FRAME), maxsplit=1)[0].strip()
    return _unique((clean, *clean.split(maxsplit=1)[:1])) if clean else ()


def _bare(base: str) -> Iterator[str]:
    """Give a name with and without the prefix and the counter that call ids put around it."""
    uncounted = _COUNTER.sub("", base)
    yield from (base, uncounted)
    if prefix := _PREFIX.match(base):
        yield from (base[prefix.end() :], uncounted[prefix.end() :])
    if sanitised := _SANITISED.fullmatch(base):
        yield from (base.removeprefix("functions_"), sanitised[1])


def _decorated(names: NameIndex, bases: tuple[str, ...]) -> tuple[str, ...]:
    halves = tuple(half for base in bases if (half := _half(base)))
    plain = [form for base in (*bases, *halves) for form in _bare(base)]
    shorter = [form for each in plain if (form := _SUFFIX.sub("", each)) != each]
    for form in _unique((*plain, *shorter)):
        if form in names.known:
            return (form,)
        owners = names.spelled.get(normalised(form))
        if owners:
            return owners
    return ()


def _half(name: str) -> str:
    """Halve a name written twice, with or without a colon between; empty if it wasn't."""
    half = len(name) // 2
    twice = name[:half] == name[len(name) - half :] and (len(name) % 2 == 0 or name[half] == ":")
    return name[:half] if twice else ""


def _namespaced(names: NameIndex, plain: tuple[str, ...]) -> tuple[str, ...]:
    """Drop everything up to a separator, as little as possible, where what remains is offered as it stands."""
    for form in plain:
        for separator in _NAMESPACE.finditer(form):
            if form[separator.end() :] in names.known:
                return (form[separator.end() :],)
    return ()


def _glued(names: NameIndex, plain: tuple[str, ...]) -> tuple[str, ...]:
    """Drop the name of the arguments' format, glued to the tool's."""
    return next(((form[:-4],) for form in plain if form.endswith("json") and form[:-4] in names.known), ())


def _tail(names: NameIndex, plain: tuple[str, ...]) -> tuple[str, ...]:
    """Give the tools that end in the name, exactly so and behind a separator: a toolbox prefix was dropped."""
    return next((names.tails[form] for form in plain if len(form) >= _SHORTEST_TAIL and form in names.tails), ())


# ── typos ──


def _misspelled(names: NameIndex, plain: tuple[str, ...]) -> tuple[str, ...]:
    """Give the tools that differ from the name by the fewest typos.

    Words are compared one by one: ``get_user`` and ``set_user`` differ in a whole short word, which is no typo.
    """
    for written in _unique(map(words_of, plain)):
        typos = [_typos(written, words) for words in names.words]
        for few in (1, 2):
            found = tuple(name for name, count in zip(names.names, typos, strict=True) if count == few)
            if found:
                return found
    return ()


def _typos(written: tuple[str, ...], offered: tuple[str, ...]) -> int:
    """Count the words with a typo in them; 0 if the names differ in another way, or in more than typos may."""
    if len(written) != len(offered):
        return 0
    wrong = [(mine, other) for mine, other in zip(written, offered, strict=True) if mine != other]
    allowed = 2 if sum(map(len, offered)) >= _TWO_TYPOS else 1
    return len(wrong) if len(wrong) <= allowed and all(_is_typo(*pair) for pair in wrong) else 0


def _is_typo(written: str, word: str) -> bool:
    """Tell whether one letter of a long enough word was added, dropped, changed, or swapped with its neighbour."""
    if len(word) < _SHORTEST_WORD or abs(len(written) - len(word)) > 1 or _digits(written) != _digits(word):
        return False
    low, high = 0, 1
    while low < min(len(written), len(word)) and written[low] == word[low]:
        low += 1
    while high <= min(len(written), len(word)) - low and written[-high] == word[-high]:
        high += 1
    mine, other = written[low : len(written) - high + 1], word[low : len(word) - high + 1]
    return max(len(mine), len(other)) == 1 or (len(mine) == 2 and mine == other[::-1])


def _digits(word: str) -> str:
    """A number is never a typo of another."""
    return "".join(filter(str.isdecimal, word))


def _nearest(names: NameIndex, written: str) -> tuple[str, ...]:
    mine = pairs_of(written)
    scores = [2 * len(mine & pairs) / (len(mine) + len(pairs) or 1) for pairs in names.pairs]
    alike = [at for at, score in enumerate(scores) if score >= _ALIKE]
    return tuple(names.names[at] for at in sorted(alike, key=lambda at: -scores[at])[:_NEAREST])


def _unique(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(item for item in items if item))
