"""One pass over damaged JSON, with a stack of its own: no recursion, and no character looked at twice."""

from __future__ import annotations

import math
import re
from json import JSONDecoder
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from dialectfp.calls import JsonRepair
from dialectfp.jsontypes import Json

__all__ = ["MAX_DEPTH", "Parsed", "Unread", "parse"]

MAX_DEPTH: Final = 256
"""Deeper nesting than this is refused: no tool asks for it, and a decoder's stack is finite."""

#: How far behind a quote to look when asking whether it closes its string, in characters.
_LOOK: Final = 160

_SPACE: Final = re.compile(r"[\s\ufeff]*")
_COMMENT: Final = re.compile(r"//[^\n]*|#[^\n]*|/\*(?:[^*]|\*(?!/))*\*/")
_MARKER: Final = re.compile(r"<[|｜/]{0,2}[\w:|｜▁-]{1,40}>")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?(?=[\s,:;}\])/#<]|\Z)")
_WORD: Final = re.compile(r"[^\W\d][\w$.-]*")
#: A bare key may hold blanks: its colon ends it.
_BARE_KEY: Final = re.compile(r"[^\W\d][\w$.-]*(?: [\w$.-]+){0,7}")
_COLON: Final = re.compile(r"[\s\ufeff]*(:|=>|=)")
#: A string as JSON wants it, up to its quote.
_SOUND: Final = re.compile(r'"((?:[^"\\]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+)"', re.DOTALL)
_RAW_CONTROL: Final = re.compile(r"[\x00-\x1f]")
_KEY_END: Final = re.compile("[\"'\u201d\u2019`][\\s\ufeff]*(?::|=>|=)")
_NEXT_MEMBER: Final = re.compile(
    "\\s*(?:[\"'\u201c\u2018`][^\"'\u201c\u201d\\n]{0,80}(?:[\"'\u201d\u2019`]\\s*(?:[:=]|\\Z)|\\Z)"
    "|[^\\W\\d][\\w$.-]{0,60}\\s*[:=]|[}\\]]|\\Z)"
)
_QUOTED: Final = re.compile("\\s*[\"'\u201c]")
_NEXT_ELEMENT: Final = re.compile("\\s*(?:[\"'\u201c{\\[\\]}]|-?\\d|(?:true|false|null|True|False|None)\\b|\\Z)")
_MISSING_COMMA: Final = re.compile('\\s*\\n\\s*["\'\u201c{\\[]|\\s*"[^"\\n]{1,80}"\\s*:')
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.|\Z)", re.DOTALL)
_WINDOWS: Final = re.compile(r"[A-Za-z]:\\|\\\\")
_QUOTE_TOKEN: Final = '<|"|>'
_LITERALS: Final[dict[str, Json]] = {
    "true": True, "false": False, "null": None, "True": True, "False": False, "None": None, "undefined": None,
}  # fmt: skip
_CLOSING: Final = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "`": "`"}
_PLAIN_ESCAPES: Final = {
    '"': '"', "'": "'", "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "`": "`",
}  # fmt: skip


class Parsed(Struct, frozen=True):
    """A value, the offset behind it, and the repairs made."""

    value: Json
    stop: int
    repairs: tuple[JsonRepair, ...]


class Unread(Struct, frozen=True, gc=False):
    """Why there is no value, and the offset where it shows."""

    kind: Literal["malformed", "truncated", "too_deep"]
    at: int


class _Text(Struct, frozen=True):
    """A string's value and the offset behind its quote."""

    value: str
    stop: int


_Holder: TypeAlias = "dict[str, Json] | list[Json]"
_Expect: TypeAlias = Literal["value", "key", "more"]


class _Frame(Struct):
    """An open container. ``doubled`` is the second brace of ``{{``, which only has to be closed."""

    holder: _Holder
    doubled: bool = False
    key: str = ""


def parse(text: str, start: int, *, complete: bool) -> Parsed | Unread:
    """Read the object or array at ``start`` with every repair there is. Linear in the text."""
    return _Parser(text, start, complete=complete).run()


class _Parser:
    """One reading: the offset, the open containers, and what is expected next. Lives only inside `parse`."""

    __slots__ = ("at", "comma", "complete", "expect", "repairs", "root", "stack", "text")

    def __init__(self, text: str, start: int, *, complete: bool) -> None:
        self.text = text
        self.at = start
        self.complete = complete
        self.stack: list[_Frame] = []
        self.root: Json = None
        self.expect: _Expect = "value"
        #: A comma has just been read.
        self.comma = False
        self.repairs: dict[JsonRepair, None] = {}

    def run(self) -> Parsed | Unread:
        """Step through the text until the first container closes."""
        self._blank()
        if self.text[self.at : self.at + 1] not in {"{", "["}:
            return Unread("malformed", self.at)
        self._open(self.text[self.at])
        while self.stack:
            self._blank()
            if self.at == len(self.text):
                return self._end()
            fault = self._step(self.text[self.at])
            if fault is not None:
                return fault
        return Parsed(self.root, self.at, tuple(self.repairs))

    def _blank(self) -> None:
        """Skip blanks, comments and leaked markers."""
        while True:
            space = _SPACE.match(self.text, self.at)
            self.at = space.end() if space else self.at
            sign = self.text[self.at : self.at + 1]
            if sign in {"/", "#"} and (comment := _COMMENT.match(self.text, self.at)):
                self.at = comment.end()
                self._repair("comment")
            elif sign == "<" and (marker := _MARKER.match(self.text, self.at)):
                self.at = marker.end()
                self._repair("marker")
            else:
                return

    def _end(self) -> Parsed | Unread:
        """Balance what is open at the end of the text, if nothing shows that more was to come."""
        if not self.complete or (self.expect == "value" and isinstance(self.stack[-1].holder, dict)):
            return Unread("truncated", self.at)
        self._repair("comma" if self.comma else "closer")
        self._repair("closer")
        return Parsed(self.root, self.at, tuple(self.repairs))

    def _step(self, sign: str) -> Unread | None:
        frame = self.stack[-1]
        if sign in "}]":
            return self._close(sign)
        if sign in ",;":
            return self._comma()
        if self.expect == "more":
            fault = self._without_comma(frame)
            if fault is not None:
                return fault
        if self.expect == "key":
            if sign == "{":
                self._repair("braces")
                self.stack.append(_Frame(frame.holder, doubled=True))
                self.at += 1
                return None
            return self._key(frame, sign)
        return self._value(frame, sign)

    def _comma(self) -> Unread | None:
        if self.expect != "more":
            if not self.comma and self.expect == "value" and isinstance(self.stack[-1].holder, dict):
                return Unread("malformed", self.at)
            self._repair("comma")
        self.at += 1
        self.comma = True
        self.expect = "key" if isinstance(self.stack[-1].holder, dict) else "value"
        return None

    def _without_comma(self, frame: _Frame) -> Unread | None:
        """Another member or element follows without a comma."""
        self._repair("comma")
        self.expect = "key" if isinstance(frame.holder, dict) else "value"
        return None

    # ── containers ──

    def _open(self, sign: str) -> Unread | None:
        if len(self.stack) >= MAX_DEPTH:
            return Unread("too_deep", self.at)
        holder: _Holder = {} if sign == "{" else []
        if self.stack:
            self._add(holder)
        else:
            self.root = holder
        self.stack.append(_Frame(holder))
        self.expect = "key" if sign == "{" else "value"
        self.comma = False
        self.at += 1
        return None

    def _add(self, value: Json) -> None:
        frame = self.stack[-1]
        if isinstance(frame.holder, dict):
            frame.holder[frame.key] = value
        else:
            frame.holder.append(value)
        self.expect = "more"
        self.comma = False

    def _close(self, sign: str) -> Unread | None:
        frame = self.stack[-1]
        if self.expect == "value" and isinstance(frame.holder, dict):
            return Unread("malformed", self.at)
        if self.comma:
            self._repair("comma")
            self.comma = False
        if (sign == "}") != isinstance(frame.holder, dict):
            self._repair("closer")
            if sign == "]":
                # A brace is missing: the bracket closes the nearest array, if one is open.
                if not any(isinstance(other.holder, list) for other in self.stack):
                    self.at += 1
                    return None
                while isinstance(self.stack[-1].holder, dict):
                    self.stack.pop()
            elif self._closes_outer():
                self.stack.pop()
        self.stack.pop()
        self.expect = "more"
        self.at += 1
        return None

    def _closes_outer(self) -> bool:
        """A brace where a bracket was due: it closes the object around the array, if the closers left add up so."""
        if len(self.stack) < 2 or not isinstance(self.stack[-2].holder, dict):
            return False
        left = _CLOSERS_LEFT.match(self.text, self.at + 1)
        closers = re.sub(r"\s", "", left[0]) if left else ""
        return len(closers) == len(self.stack) - 2 and (left is None or left.end() == len(self.text))

    # ── members ──

    def _key(self, frame: _Frame, sign: str) -> Unread | None:
        text, at = self.text, self.at
        if sign in _CLOSING:
            sound = _SOUND.match(text, at)
            if sound and (colon := _COLON.match(text, sound.end())):
                key = _sound(text, at, sound)
            else:
                end = _KEY_END.search(text, at + 1, at + _LOOK)
                if end is None or "\n" in text[at + 1 : end.start()] or "," in text[at + 1 : end.start()]:
                    return Unread("malformed" if len(text) - at > 1 and _SOUND.match(text, at) else "truncated", at)
                key = text[at + 1 : end.start()]
                colon = _COLON.match(text, end.start() + 1)
                self._repair("quote")
        elif text.startswith(_QUOTE_TOKEN, at):
            end_at = text.find(_QUOTE_TOKEN, at + len(_QUOTE_TOKEN))
            if end_at < 0:
                return Unread("truncated", at)
            key = text[at + len(_QUOTE_TOKEN) : end_at]
            colon = _COLON.match(text, end_at + len(_QUOTE_TOKEN))
            self._repair("quote")
        elif word := _BARE_KEY.match(text, at):
            key = word[0]
            colon = _COLON.match(text, word.end())
            if colon is None:
                return Unread("truncated" if word.end() == len(text) else "malformed", at)
            self._repair("key")
        else:
            return Unread("malformed", at)
        if colon is None:
            return Unread("malformed", at)
        if colon[1] != ":":
            self._repair("colon")
        frame.key = key
        self.at = colon.end()
        self.expect = "value"
        self.comma = False
        return None

    def _value(self, frame: _Frame, sign: str) -> Unread | None:
        text, at = self.text, self.at
        if sign in "{[":
            return self._open(sign)
        if sign in _CLOSING or text.startswith(_QUOTE_TOKEN, at):
            found = self._string(sign, in_object=isinstance(frame.holder, dict))
            if isinstance(found, Unread):
                return found
            self.at = found.stop
            self._add(found.value)
            return None
        if number := _NUMBER.match(text, at):
            if number.end() == len(text):
                return Unread("truncated", at)
            value = _number(number)
            if value is None:
                return Unread("malformed", at)
            self.at = number.end()
            self._add(value)
            return None
        word = _WORD.match(text, at)
        if word is None:
            return Unread("truncated" if _PARTIAL_NUMBER.fullmatch(text, at) else "malformed", at)
        if word.end() == len(text):
            return Unread("truncated", at)
        if word[0] not in _LITERALS:
            return Unread("malformed", at)
        if word[0] not in {"true", "false", "null"}:
            self._repair("literal")
        self.at = word.end()
        self._add(_LITERALS[word[0]])
        return None

    # ── strings ──

    def _string(self, sign: str, *, in_object: bool) -> _Text | Unread:
        text, at = self.text, self.at
        if text.startswith(_QUOTE_TOKEN, at):
            end = text.find(_QUOTE_TOKEN, at + len(_QUOTE_TOKEN))
            if end < 0:
                return Unread("truncated", at)
            self._repair("quote")
            return _Text(text[at + len(_QUOTE_TOKEN) : end], end + len(_QUOTE_TOKEN))
        if sign == '"':
            sound = _SOUND.match(text, at)
            if sound and self._closes(sound.end(), in_object=in_object):
                if _RAW_CONTROL.search(text, at, sound.end()):
                    self._repair("control_character")
                return _Text(_sound(text, at, sound), sound.end())
        else:
            self._repair("quote")
        return self._damaged_string(_CLOSING[sign], in_object=in_object)

    def _damaged_string(self, quote: str, *, in_object: bool) -> _Text | Unread:
        """Find the quote that makes sense as the end; those before it are part of the string."""
        text, begin = self.text, self.at + 1
        stops, at, escaped = _STOPS[quote], begin, False
        inner = False
        while True:
            found = stops.search(text, at)
            if found is None:
                return Unread("truncated", self.at)
            if found[0] == "\\":
                escaped = True
                at = found.end() + 1
                continue
            closes = self._closes(found.end(), in_object=in_object)
            if closes is None:
                return Unread("malformed", found.start())
            if closes:
                break
            inner = True
            at = found.end()
        raw = text[begin : found.start()]
        if inner:
            self._repair("quote")
        if _RAW_CONTROL.search(raw):
            self._repair("control_character")
        return _Text(self._unescaped(raw) if escaped else raw, found.end())

    def _closes(self, at: int, *, in_object: bool) -> bool | None:
        """Tell whether a quote that ends at ``at`` closes its string, by what follows. None if it could be either."""
        text = self.text
        space = _SPACE.match(text, at, at + _LOOK)
        after = space.end() if space else at
        sign = text[after : after + 1]
        if sign in {"", "}", "]"}:
            return True
        if sign == "<":
            return _MARKER.match(text, after) is not None
        if sign in {",", ";"}:
            following = _NEXT_MEMBER if in_object else _NEXT_ELEMENT
            if following.match(text, after + 1, after + 1 + _LOOK):
                return True
            return None if in_object and _QUOTED.match(text, after + 1, after + 1 + _LOOK) else False
        return _MISSING_COMMA.match(text, at, at + _LOOK) is not None

    def _unescaped(self, raw: str) -> str:
        """Undo escapes. One that escapes nothing shows that the string was written raw: its backslash stays."""
        bad = [found for found in _ESCAPE.findall(raw) if len(found) != 5 and found not in _PLAIN_ESCAPES]
        if not bad:
            return _ESCAPE.sub(_plain, raw)
        self._repair("escape")
        return _ESCAPE.sub(_windows if _WINDOWS.match(raw) else _regex, raw)

    def _repair(self, kind: JsonRepair) -> None:
        self.repairs[kind] = None


_STRINGS: Final = JSONDecoder(strict=False)
_CLOSERS_LEFT: Final = re.compile(r"[\s}\]]*")
_PARTIAL_NUMBER: Final = re.compile(r"-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d*)?)?")
_STOPS: Final = {quote: re.compile(rf"[\\{quote}]") for quote in _CLOSING.values()}


def _sound(text: str, at: int, sound: re.Match[str]) -> str:
    """Decode a string that JSON itself accepts, raw control characters aside."""
    inner = sound[1]
    return str(_STRINGS.raw_decode(text, at)[0]) if "\\" in inner else inner


def _number(number: re.Match[str]) -> int | float | None:
    if number[1] is None and number[2] is None:
        return int(number[0]) if len(number[0]) <= _DIGITS else None
    value = float(number[0])
    return None if math.isinf(value) else value


#: Python refuses to convert longer integers, since that is quadratic.
_DIGITS: Final = 4300


def _plain(found: re.Match[str]) -> str:
    body = found[1]
    return chr(int(body[1:], 16)) if len(body) == 5 else _PLAIN_ESCAPES[body]


def _windows(found: re.Match[str]) -> str:
    return "\\" if found[1] == "\\" else '"' if found[1] == '"' else found[0]


def _regex(found: re.Match[str]) -> str:
    body = found[1]
    if body in {"b", "f"} or (len(body) != 5 and body not in _PLAIN_ESCAPES):
        return found[0]
    return _plain(found)
