"""Literal calls and values as Python and JavaScript write them: ``name(key="value", other=[1, {"a": None}])``.

An own scanner: nothing is evaluated, and nesting costs a stack of its own, not the interpreter's. Only literals are
read; a name, an operator or a string with holes makes the whole text unreadable. Offsets count characters of the text.
"""

from __future__ import annotations

import math
import re
from typing import Final, TypeAlias

from msgspec import Struct

from dialectfp.jsontypes import Json

__all__ = ["Brackets", "LiteralCall", "follow_brackets", "read_calls"]

_DEPTH: Final = 256
_DIGITS: Final = 4300
_BLANK: Final = re.compile(r"(?:\s|#[^\n]*|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_NAME: Final = re.compile(r"[^\W\d][\w.-]*")
_KEYWORD: Final = re.compile(r"([^\W\d]\w*)\s*[=:](?!=)")
_NUMBER: Final = re.compile(r"[+-]?(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?(?![\w.])")
_STRING: Final = re.compile(r"([rRbBuU]{0,2})(\"\"\"|'''|\"|'|`)")
_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|\r?\n|.)", re.DOTALL)
_WORDS: Final[dict[str, Json]] = {
    "True": True, "true": True, "False": False, "false": False, "None": None, "null": None, "undefined": None,
}  # fmt: skip
_ESCAPES: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "0": "\0",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "`": "`",
    "/": "/",
}
_CLOSING: Final = {"[": "]", "(": ")", "{": "}"}


class LiteralCall(Struct, frozen=True):
    """A call: its name, its positional values in order, and its keywords."""

    name: str
    positional: tuple[Json, ...]
    keywords: dict[str, Json]


class _Frame(Struct):
    """An open bracket: what it collects, and the key that waits for its value."""

    sign: str
    items: list[Json]
    keys: list[Json]


def read_calls(text: str, at: int = 0) -> tuple[tuple[LiteralCall, ...], int] | None:
    """Read calls one after another from ``at``, commas, semicolons or line ends between them.

    Gives the calls and the offset behind the last; None if there is none, or if one can't be read.
    """
    calls: list[LiteralCall] = []
    while True:
        at = _skip(text, at)
        name = _NAME.match(text, at)
        if name is None:
            return (tuple(calls), at) if calls else None
        opened = _skip(text, name.end())
        if text[opened : opened + 1] != "(":
            return None
        found = _arguments(text, opened + 1, name[0])
        if found is None:
            return None
        call, at = found
        calls.append(call)
        at = _skip(text, at)
        if text[at : at + 1] in {",", ";"}:
            at += 1


def _arguments(text: str, at: int, name: str) -> tuple[LiteralCall, int] | None:
    positional: list[Json] = []
    keywords: dict[str, Json] = {}
    while True:
        at = _skip(text, at)
        if text[at : at + 1] == ")":
            return LiteralCall(name, tuple(positional), keywords), at + 1
        keyword = _KEYWORD.match(text, at)
        found = _value(text, keyword.end() if keyword else at)
        if found is None:
            return None
        value, at = found
        if keyword is None:
            if keywords:
                return None
            positional.append(value)
        elif keyword[1] in keywords:
            return None
        else:
            keywords[keyword[1]] = value
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at += 1
        elif text[at : at + 1] != ")":
            return None


def _value(text: str, at: int) -> tuple[Json, int] | None:
    """Read one value, with a stack for what is open."""
    stack: list[_Frame] = []
    while True:
        at = _skip(text, at)
        sign = text[at : at + 1]
        if sign in _CLOSING:
            if len(stack) >= _DEPTH:
                return None
            stack.append(_Frame(sign, [], []))
            at += 1
            continue
        if stack and sign == _CLOSING[stack[-1].sign] and len(stack[-1].keys) in {0, len(stack[-1].items)}:
            value, at = _built(stack.pop()), at + 1
        else:
            scalar = (
                _key(text, at)
                if stack and stack[-1].sign == "{" and len(stack[-1].keys) == len(stack[-1].items)
                else None
            )
            scalar = scalar or _scalar(text, at)
            if scalar is None:
                return None
            value, at = scalar
        while True:
            if not stack:
                return value, at
            frame = stack[-1]
            at = _skip(text, at)
            sign = text[at : at + 1]
            if frame.sign == "{" and sign == ":" and len(frame.keys) == len(frame.items) and isinstance(value, str):
                frame.keys.append(value)
                at += 1
                break
            frame.items.append(value)
            if frame.keys and len(frame.keys) != len(frame.items):
                return None
            if sign == ",":
                at += 1
                break
            if sign != _CLOSING[frame.sign]:
                return None
            value, at = _built(stack.pop()), at + 1


def _key(text: str, at: int) -> tuple[Json, int] | None:
    """Read a bare key, which only a colon makes one."""
    name = _NAME.match(text, at)
    if name is None or text[_skip(text, name.end()) : _skip(text, name.end()) + 1] != ":":
        return None
    return name[0], name.end()


def _built(frame: _Frame) -> Json:
    if frame.keys:
        return {str(key): item for key, item in zip(frame.keys, frame.items, strict=True)}
    return {} if frame.sign == "{" and not frame.items else frame.items


def _scalar(text: str, at: int) -> tuple[Json, int] | None:
    string = _STRING.match(text, at)
    if string is not None:
        return _string(text, string)
    number = _NUMBER.match(text, at)
    if number is not None:
        value = _number(number[0])
        return None if value is None else (value, number.end())
    word = _NAME.match(text, at)
    if word is not None and word[0] in _WORDS:
        return _WORDS[word[0]], word.end()
    return None


def _number(digits: str) -> int | float | None:
    plain = digits.replace("_", "")
    if plain.lstrip("+-").isdigit():
        return int(plain) if len(plain) <= _DIGITS else None
    value = float(plain)
    return None if math.isinf(value) else value


def _string(text: str, string: re.Match[str]) -> tuple[Json, int] | None:
    """Read a string in any quoting. A quote inside closes it only where something can follow."""
    prefix, quote = string[1].lower(), string[2]
    begin, at = string.end(), string.end()
    while True:
        end = text.find(quote, at)
        if end < 0:
            return None
        slash = end
        while slash > begin and text[slash - 1] == "\\":
            slash -= 1
        after = _skip(text, end + len(quote))
        closes = after == len(text) or text[after] in ",)]}:;" or len(quote) > 1
        if (end - slash) % 2 == 0 and closes:
            break
        at = end + 1
    raw = text[begin:end]
    value = raw if "r" in prefix or "\\" not in raw else _ESCAPE.sub(_escaped, raw)
    return value, end + len(quote)


def _escaped(found: re.Match[str]) -> str:
    body = found[1]
    if body[0] in "xuU" and len(body) > 1:
        code = int(body[1:], 16)
        return chr(code) if code <= 0x10FFFF else found[0]
    return _ESCAPES.get(body, "" if body[-1] == "\n" else found[0])


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


# ── following through a stream ──


class Brackets(Struct, frozen=True, gc=False):
    """How far nested brackets have been followed: their depth, and the quote that will close the open string."""

    depth: int = 0
    quote: str = ""


Followed: TypeAlias = tuple[bool, int, Brackets]

_NEXT: Final = re.compile(r"[()\[\]{}]|\"\"\"|'''|[\"'`]")
_MOST: Final = 3


def follow_brackets(state: Brackets, text: str, at: int, *, final: bool) -> Followed:
    """Follow brackets and strings from index ``at``: whether the outermost closed, and where; or how far is settled."""
    depth, quote = state.depth, state.quote
    while True:
        if quote:
            found = re.compile(rf"\\|{quote}").search(text, at)
            if found is None or (found[0] == "\\" and found.end() == len(text) and not final):
                settled = len(text) if found is None and len(quote) == 1 else len(text) - _MOST
                return False, max(at, min(settled, found.start() if found else settled)), Brackets(depth, quote)
            if found[0] == "\\":
                at = found.end() + 1
                continue
            quote, at = "", found.end()
            continue
        found = _NEXT.search(text, at)
        if found is None:
            return False, len(text), Brackets(depth)
        if found[0] in {'"', "'"} and not final and len(text) - found.start() < _MOST:
            return False, found.start(), Brackets(depth)
        at = found.end()
        if found[0] in "([{":
            depth += 1
        elif found[0] in ")]}":
            depth -= 1
            if depth <= 0:
                return True, at, Brackets()
        else:
            quote = found[0]
