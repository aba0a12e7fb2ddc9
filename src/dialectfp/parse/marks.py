"""All marks of a policy and marker in one table, searched by their anchors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct
from toolz import groupby

from dialectfp.parse import protected, turns
from dialectfp.parse.bare_calls import CallSyntax
from dialectfp.parse.grammar import GRAMMARS
from dialectfp.parse.grammar.code_call import CODE_ID
from dialectfp.parse.grammar.p_format import SLOTS_ID
from dialectfp.parse.machine import Mark, Opening
from dialectfp.parse.patterns import LOOKBEHIND, NEVER, REACH, alternatives, beginnings, compiled
from dialectfp.policy import ReadPolicy

__all__ = ["Anchor", "Anchors", "Marks", "first_mark", "held", "marks", "owner"]

#: Where anchors stand close together, one regex over the stretch is cheaper than a look at each.
_STRETCH: Final = 4096
_NEAR: Final = 256
_NAME: Final = re.compile(r"\(\?P<\w+>")


class Anchor(Struct, frozen=True, eq=False):
    """The marks that begin with one character: a pattern of them all, one of their beginnings, and the marks."""

    sign: str
    pattern: re.Pattern[str]
    partial: re.Pattern[str]
    marks: tuple[Mark, ...]
    #: The pattern of each mark alone, where it has groups of its own.
    alone: tuple[re.Pattern[str] | None, ...]


Anchors: TypeAlias = tuple[tuple[str, Anchor], ...]
"""Anchors, each with its character."""


class Marks(Struct, frozen=True):
    """What to look for in a reply."""

    anchors: Anchors
    #: Those that ASCII text can hold.
    plain_anchors: Anchors
    #: The marks that end a thought which never closes.
    enders: Anchors
    #: The anchors' characters: text without them holds no mark.
    signs: frozenset[str]
    #: The same, and the end of a line, behind which an offered tool's name may be a call.
    line_signs: frozenset[str]
    #: Some grammar is read by an offered tool's name at the beginning of a line.
    lines: bool
    #: A reply may be JSON without a mark.
    bare: bool
    #: A reply may be calls in the dialect's own syntax without a mark; "json" says no more than ``bare``.
    syntax: CallSyntax
    #: The beginnings of a line that is a mark's; None if no grammar has such lines.
    lead: re.Pattern[str] | None
    #: A closer of any thought, for a reply that begins inside one.
    any_thought: str
    #: How a reply may begin without special tokens.
    openings: tuple[Opening, ...]
    #: What they begin with.
    opening_signs: frozenset[str]


@lru_cache(64)
def marks(policy: ReadPolicy, marker: str, syntax: CallSyntax) -> Marks:
    """Gather the marks that a policy reads. A cache of a pure function: tables are built once."""
    chosen = [grammar for grammar in GRAMMARS if policy.grammars is None or grammar.id in policy.grammars]
    ids = {grammar.id for grammar in chosen}
    found = [mark for grammar in chosen for mark in grammar.marks(marker)]
    shared = protected.MARKS if policy.fenced_call == "example" else protected.THOUGHTS
    every = (*found, *shared, *turns.MARKS)
    enders = [mark for mark in every if mark.ends_thought]
    bare = policy.bare_json != "off" and any(grammar.found_by == "whole" for grammar in chosen)
    signs = frozenset(_sign(mark.pattern) for mark in every)
    lines = any(grammar.found_by == "line" for grammar in chosen)
    anchors = _anchors(every)
    plain = tuple(anchor for anchor in anchors if anchor[0].isascii())
    leads = [grammar.lead for grammar in chosen if grammar.lead != NEVER]
    lead = compiled(beginnings("|".join(leads))) if leads else None
    thoughts = [grammar.thought for grammar in chosen if grammar.thought != NEVER]
    any_thought = "|".join((protected.ANY_THOUGHT, *thoughts))
    opening_signs = frozenset(grammar.opening.words[0] for grammar in chosen if grammar.opening is not None)
    openings = tuple(grammar.opening for grammar in chosen if grammar.opening is not None)
    spoken: CallSyntax = syntax if policy.bare_call == "whole" and _SPOKEN[syntax] in ids else "json"
    return Marks(
        anchors,
        plain,
        _anchors(enders),
        signs,
        signs | {"\n"},
        lines,
        bare,
        spoken,
        lead,
        any_thought,
        openings,
        opening_signs,
    )


#: The grammar of each syntax.
_SPOKEN: Final[Mapping[CallSyntax, str]] = {"json": "", "positional": SLOTS_ID, "code": CODE_ID}


def _anchors(every: Iterable[Mark]) -> Anchors:
    by_sign = groupby(lambda mark: (_sign(mark.pattern), mark.apart), every)
    return tuple((sign, _anchor(sign, tuple(owned))) for (sign, _), owned in by_sign.items())


def _sign(pattern: str) -> str:
    return pattern[1] if pattern[0] == "\\" else pattern[0]


def _anchor(sign: str, owned: tuple[Mark, ...]) -> Anchor:
    plain = [_NAME.sub("(?:", mark.pattern) for mark in owned]
    rests = [_without_sign(source, sign) for source in plain]
    grouped = "|".join(f"({rest})" for rest in rests)
    partial = compiled(beginnings("|".join(plain)))
    complete = compiled(LOOKBEHIND.sub("", "|".join(plain)))
    whole = compiled(f"{re.escape(sign)}{_next_signs(sign, partial, complete)}(?:{grouped})")
    return Anchor(sign, whole, partial, owned, tuple(map(_alone, owned)))


def _alone(mark: Mark) -> re.Pattern[str] | None:
    return compiled(mark.pattern) if _NAME.search(mark.pattern) else None


def _next_signs(sign: str, partial: re.Pattern[str], complete: re.Pattern[str]) -> str:
    """Say which ASCII characters can follow an anchor, so that ``<p>`` is passed at one look instead of fifty."""
    return f"(?={_ahead(sign, partial, complete, 2)})" if sign != "`" else ""


def _ahead(before: str, partial: re.Pattern[str], complete: re.Pattern[str], depth: int) -> str:
    """Say what can follow ``before``, so many characters deep; a slash counts for none, since every closer has it."""
    ways: dict[str, list[str]] = {}
    for character in _ASCII:
        if partial.fullmatch(before + character):
            deeper = depth if character == "/" else depth - 1
            more = deeper and not complete.fullmatch(before + character)
            after = _ahead(before + character, partial, complete, deeper) if more else ""
            ways.setdefault(after, []).append(character)
    found = [f"[{''.join(map(re.escape, characters))}]{after}" for after, characters in ways.items()]
    return f"(?:{'|'.join((*found, f'[{_OTHERS}]'))})"


_OTHERS: Final = "\\x80-\\U0010ffff"
_ASCII: Final = tuple(map(chr, range(128)))


def _without_sign(pattern: str, sign: str) -> str:
    """Take the anchor off each alternative: a regex that begins with one literal is ten times faster to search."""
    rests: list[str] = []
    for branch in alternatives(pattern):
        head = re.escape(sign) if branch.startswith("\\") else sign
        if not branch.startswith(head):
            raise ValueError(pattern)
        rests.append(branch[len(head) :])
    return "|".join(rests)


def first_mark(anchor: Anchor, text: str, at: int) -> re.Match[str] | None:
    """Find the first of an anchor's marks from ``at`` on: `str.find` over bare stretches, one regex over dense ones."""
    pattern = anchor.pattern
    at = text.find(anchor.sign, at)
    while at >= 0:
        found = pattern.match(text, at)
        if found:
            return found
        near = text.find(anchor.sign, at + 1)
        if 0 <= near < at + _NEAR:
            end = near + _STRETCH
            found = pattern.search(text, near, end + REACH)
            if found:
                return found
            near = text.find(anchor.sign, end)
        at = near
    return None


def owner(anchor: Anchor, found: re.Match[str]) -> tuple[Mark, re.Match[str]]:
    """Give the mark that a match of `first_mark` belongs to, and that mark's own match."""
    index = (found.lastindex or 1) - 1
    alone = anchor.alone[index]
    return anchor.marks[index], found if alone is None else alone.match(found.string, found.start()) or found


def held(anchors: Anchors, text: str, at: int) -> int:
    """Give the index from which the end of the text may still become a mark; its length if none."""
    low = max(at, len(text) - REACH)
    first = len(text)
    for sign, anchor in anchors:
        place = text.find(sign, low, first)
        while place >= 0:
            if anchor.partial.fullmatch(text, place):
                first = place
                break
            place = text.find(sign, place + 1, first)
    return first
