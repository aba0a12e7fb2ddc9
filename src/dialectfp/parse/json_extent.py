"""Where a JSON value ends, found piece by piece: strings hide brackets and markers, however the text is cut."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from dialectfp.parse.machine import QUIET_NEVER

__all__ = ["OPENED", "JsonExtent", "Seen", "follow", "wake_of"]

#: ``more``: the value goes on after the text given. ``value``: it ends at ``at``. ``stray``: at ``at`` stands what no
#: JSON has outside a string, so from the last string on (``string``) the quotes can't be trusted.
Seen: TypeAlias = Literal["more", "value", "stray"]

_CLOSING: Final = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "`": "`"}
#: Neither a bracket, nor a quote, nor what may open a tag.
_PLAIN: Final = "[^<\\\\\"'\u201c\u2018`{}\\[\\]]*+"
#: Plain text and whole, well-closed strings: what most JSON is made of, taken at one step.
_FLAT: Final = re.compile(rf'{_PLAIN}(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+(?=[,:}}\]]){_PLAIN})*+', re.DOTALL)
_AFTER_STRING: Final = re.compile(r"\s*")
_QUOTE_TOKEN: Final = '<|"|>'


class JsonExtent(Struct, frozen=True, gc=False):
    """How far a JSON value has been followed. Positions count characters of the whole reply."""

    depth: int = 0
    #: The quote that will close the open string, "" outside strings.
    quote: str = ""
    #: Where the last string began.
    string: int = -1
    #: A string has just closed, and what follows it hasn't been seen.
    closed: bool = False


OPENED: Final = JsonExtent(1)
"""An object whose brace has been passed."""


def wake_of(extent: JsonExtent, *, settled: bool) -> frozenset[str]:
    """Give the characters that can end an open string while all the text is settled; none if any may change something."""
    return frozenset((extent.quote, "\\")) if settled and len(extent.quote) == 1 else QUIET_NEVER


def follow(extent: JsonExtent, text: str, at: int, base: int) -> tuple[Seen, int, JsonExtent]:
    """Follow a value through ``text`` from index ``at``; ``base`` is where ``text`` begins in the reply.

    Gives what was seen, the index up to which the text is settled, and the extent to go on with. An unfinished
    escape or quote token at the end is left unsettled. Linear: no character is looked at twice.
    """
    depth, quote, string, closed = extent.depth, extent.quote, extent.string, extent.closed
    size = len(text)
    while True:
        if quote:
            at, done = _string_end(text, at, quote)
            if not done:
                return "more", at, JsonExtent(depth, quote, string)
            quote, closed = "", True
        if closed:
            at = _skip(text, at)
            if at == size:
                return "more", at, JsonExtent(depth, "", string, closed=True)
            if text[at] not in ",:}]<=/#":
                return "stray", at, JsonExtent(depth, "", string)
            closed = False
        flat = _FLAT.match(text, at)
        at = flat.end() if flat else at
        if at == size:
            return "more", at, JsonExtent(depth, "", string)
        sign = text[at]
        if sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth <= 0:
                return "value", at + 1, JsonExtent(0, "", string)
        elif sign in "<\\":
            token = text[at : at + len(_QUOTE_TOKEN)]
            if token == _QUOTE_TOKEN:
                quote, string, at = _QUOTE_TOKEN, base + at, at + len(_QUOTE_TOKEN)
                continue
            if len(token) < len(_QUOTE_TOKEN) and _QUOTE_TOKEN.startswith(token):
                return "more", at, JsonExtent(depth, "", string)
            return "stray", at, JsonExtent(depth, "", -1)
        else:
            quote, string = _CLOSING[sign], base + at
        at += 1


def _skip(text: str, at: int) -> int:
    found = _AFTER_STRING.match(text, at)
    return found.end() if found else at


def _string_end(text: str, at: int, quote: str) -> tuple[int, bool]:
    """Find the end of a string from ``at`` inside it: the index after its quote, or up to where it is settled."""
    if quote == _QUOTE_TOKEN:
        end = text.find(quote, at)
        return (end + len(quote), True) if end >= 0 else (max(at, len(text) - len(quote) + 1), False)
    while True:
        end = text.find(quote, at)
        stop = len(text) if end < 0 else end
        slash = stop
        while slash > at and text[slash - 1] == "\\":
            slash -= 1
        escaped = (stop - slash) % 2
        if end < 0:
            return stop - escaped, False
        if not escaped:
            return end + 1, True
        at = end + 1
