"""Literal calls and values as Python and JavaScript write them: ``name(key="value", other=[1, {"a": None}])``.

An own scanner: nothing is evaluated, and nesting costs a stack of its own, not the interpreter's. Only literals are
read; a name, an operator or a string with holes makes the whole text unreadable. Offsets count characters of the text.
"""

from __future__ import annotations

import math
import re
from typing import Final, TypeAlias

from msgspec import Struct

from dialectfp.calls import RepairKind
from dialectfp.jsontypes import Json

__all__ = ["Brackets", "LiteralCall", "Unread", "follow_brackets", "read_calls"]

_DEPTH: Final = 256
_DIGITS: Final = 4300
_BLANK: Final = re.compile(r"(?:\s|#[^\n]*|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
#: The same without a quote in it: no character is looked at for two quotes.
_BLANK_WITHOUT: Final = {
    quote: re.compile(rf"(?:\s|(?:#|//)[^\n{quote}]*+(?:\n|\Z)|/\*[^*{quote}]*+(?:\*(?!/)[^*{quote}]*+)*+\*/)*")
    for quote in "\"'`"
}
_CALLEE: Final = re.compile(r"\w[\w.:/-]*")
#: What may stand before a call: a result's name, and ``await``.
_ASSIGNED: Final = re.compile(r"(?:(?:const|let|var)\s+)?[^\W\d]\w*\s*(?::\s*[\w.<>\[\] |]{1,64})?=(?![=>])\s*")
_AWAIT: Final = re.compile(r"await\s+")
_NAME: Final = re.compile(r"[^\W\d][\w.-]*")
_KEYWORD: Final = re.compile(r"(?:([^\W\d]\w*)|([\"'])([^\"'\\\n]{1,256})\2)\s*([=:])(?![=>])")
_NUMBER: Final = re.compile(
    r"[+-]?(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*+(?:\.[\d_]*+)?|\.\d[\d_]*+)(?:[eE][+-]?\d+)?)n?(?![\w.])"
)
#: No number of either language, but often a code: reading it as a number would lose its zeros.
_LEADING_ZERO: Final = re.compile(r"[+-]?0[\d_]")
_STRING: Final = re.compile(r"([rRbBuUfF]{0,2})(\"\"\"|'''|\"|'|`)")
_ESCAPE: Final = re.compile(
    r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|U[0-9a-fA-F]{8}|\r?\n|.)", re.DOTALL
)
_HOLE: Final = re.compile(r"(?<!\{)(?:\{\{)*\{(?!\{)")
_TEMPLATE_HOLE: Final = re.compile(r"(?<!\\)(?:\\\\)*\$\{")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_WORDS: Final[dict[str, Json]] = {
    "True": True, "true": True, "False": False, "false": False, "None": None, "null": None, "undefined": None,
}  # fmt: skip
_ESCAPES: Final = {
    "n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0", "\\": "\\", "'": "'", '"': '"', "`": "`", "/": "/",
    "$": "$",
}  # fmt: skip
_CLOSING: Final = {"[": "]", "(": ")", "{": "}"}
#: What can follow a string.
_AFTER_STRING: Final = frozenset(",)]}:;=")
#: What can stand before a quotation inside a string, blanks aside.
_BEFORE_QUOTATION: Final = frozenset("([{:=-—–")


class LiteralCall(Struct, frozen=True):
    """A call: its name, and its arguments in order, each under its keyword or under "" if it is positional."""

    name: str
    arguments: tuple[tuple[str, Json], ...]
    repairs: tuple[RepairKind, ...] = ()


class Unread(Struct, frozen=True, gc=False):
    """The text is no row of literal calls; ``at`` is the offset where it shows."""

    at: int


def read_calls(text: str, *, mend: bool = False) -> tuple[LiteralCall, ...] | Unread:
    """Read a text that is nothing but calls, one after another: a comma, a semicolon or a line's end between them.

    A call may be awaited, and its result given a name. ``mend`` adds the brackets that are missing at the end, as long
    as no string is open there. Empty for a text of blanks and comments.
    """
    scan = _Scan(text, mend=mend)
    calls: list[LiteralCall] = []
    try:
        while not scan.ended():
            calls.append(scan.call())
            scan.separate()
    except _UnreadableError:
        return Unread(min(scan.at, len(text)))
    return tuple(calls)


class _UnreadableError(Exception):
    """Raised and caught in this module only: what stands at the scan's place is no literal."""


class _Frame(Struct):
    """An open bracket: what it collects, the keys that wait for their values, and whether a comma was seen."""

    sign: str
    items: list[Json]
    keys: list[str]
    comma: bool = False

    def keyed(self) -> bool:
        """Tell whether every key has its value, or there is no key."""
        return len(self.keys) in {0, len(self.items)}

    def built(self) -> Json:
        """Give the value, now that the bracket closes. Brackets around one value are only brackets."""
        if self.keys:
            return dict(zip(self.keys, self.items, strict=True))
        if self.sign == "{" and not self.items:
            return {}
        return self.items[0] if self.sign == "(" and len(self.items) == 1 and not self.comma else self.items


class _Scan:
    """A text being read: how far, and what was repaired in the call at hand. Lives only inside `read_calls`."""

    __slots__ = ("at", "mend", "repairs", "text", "tuples")

    def __init__(self, text: str, *, mend: bool) -> None:
        self.text = text
        self.at = 0
        self.mend = mend
        self.repairs: dict[RepairKind, None] = {}
        #: Round brackets stand in the call's own, so that a missing one could be either's.
        self.tuples = False

    def ended(self) -> bool:
        self._skip()
        return self.at == len(self.text)

    def separate(self) -> None:
        """Pass what stands between two calls. Without it, what follows a call belongs to nothing."""
        before = self.at
        self._skip()
        if self.text[self.at : self.at + 1] in {",", ";"}:
            self.at += 1
        elif self.at < len(self.text) and "\n" not in self.text[before : self.at]:
            raise _UnreadableError

    def call(self) -> LiteralCall:
        self.repairs, self.tuples = {}, False
        for prefix in (_ASSIGNED, _AWAIT):
            found = prefix.match(self.text, self.at)
            self.at = found.end() if found else self.at
        name = _CALLEE.match(self.text, self.at)
        if name is None:
            raise _UnreadableError
        self.at = name.end()
        self._skip()
        if self.text[self.at : self.at + 1] != "(":
            raise _UnreadableError
        self.at += 1
        arguments: list[tuple[str, Json]] = []
        while not self._closes(")"):
            arguments.append((self._keyword(), self._value()))
            self._skip()
            if self.text[self.at : self.at + 1] == ",":
                self.at += 1
            elif not self._closes(")", stay=True):
                raise _UnreadableError
        return LiteralCall(name[0], tuple(arguments), tuple(self.repairs))

    def _keyword(self) -> str:
        """Read a keyword and its sign; "" where a value stands alone."""
        self._skip()
        found = _KEYWORD.match(self.text, self.at)
        if found is None:
            return ""
        if found[4] == ":":
            self.repairs["colon"] = None
        self.at = found.end()
        return found[1] or found[3]

    def _closes(self, closer: str, *, stay: bool = False) -> bool:
        """Tell whether a bracket closes here, and pass its closer; at the end of the text it may be left out."""
        self._skip()
        if self.text.startswith(closer, self.at):
            self.at += not stay
            return True
        if self.mend and not self.tuples and self.at == len(self.text):
            self.repairs["closer"] = None
            return True
        return False

    def _value(self) -> Json:
        """Read one value, with a stack for what is open."""
        stack: list[_Frame] = []
        while True:
            self._skip()
            sign = self.text[self.at : self.at + 1]
            if sign in _CLOSING:
                if len(stack) >= _DEPTH:
                    raise _UnreadableError
                stack.append(_Frame(sign, [], []))
                self.tuples = self.tuples or sign == "("
                self.at += 1
                continue
            if stack and stack[-1].keyed() and self._closes(_CLOSING[stack[-1].sign]):
                value = stack.pop().built()
            else:
                value = self._scalar(key=bool(stack) and stack[-1].sign == "{")
            while stack:
                frame = stack[-1]
                if self._takes_as_key(frame, value):
                    break
                frame.items.append(value)
                if not frame.keyed():
                    raise _UnreadableError
                self._skip()
                if self.text[self.at : self.at + 1] == ",":
                    self.at += 1
                    frame.comma = True
                    break
                if not self._closes(_CLOSING[frame.sign]):
                    raise _UnreadableError
                value = stack.pop().built()
            else:
                return value

    def _takes_as_key(self, frame: _Frame, value: Json) -> bool:
        """Take a value as the key of an object's next value, if a colon follows it."""
        self._skip()
        if frame.sign != "{" or self.text[self.at : self.at + 1] != ":" or len(frame.keys) != len(frame.items):
            return False
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            raise _UnreadableError
        frame.keys.append(str(value))
        self.at += 1
        return True

    def _scalar(self, *, key: bool) -> Json:
        text, at = self.text, self.at
        string = _STRING.match(text, at)
        if string is not None:
            return self._text(string)
        number = _NUMBER.match(text, at)
        if number is not None:
            value = _number(number[0])
            if value is None:
                raise _UnreadableError
            self.at = number.end()
            return value
        word = _NAME.match(text, at)
        if word is None:
            raise _UnreadableError
        self.at = word.end()
        if key:
            self._skip()
            if text.startswith(":", self.at):
                return word[0]
        if word[0] not in _WORDS:
            self.at = at
            raise _UnreadableError
        return _WORDS[word[0]]

    def _text(self, string: re.Match[str]) -> str:
        value = self._string(string)
        # Two escapes may stand for one character beyond the basic plane, as JSON writes it.
        return (
            value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
            if _SURROGATE.search(value)
            else value
        )

    def _string(self, string: re.Match[str]) -> str:
        """Read a string in any quoting. A quote inside closes it only where something can follow."""
        prefix, quote = string[1].lower(), string[2]
        begin = string.end()
        end = self._string_end(begin, quote)
        raw = self.text[begin:end]
        if ("f" in prefix and _HOLE.search(raw)) or (quote == "`" and _TEMPLATE_HOLE.search(raw)):
            raise _UnreadableError
        self.at = end + len(quote)
        if "f" in prefix:
            raw = raw.replace("{{", "{").replace("}}", "}")
        return raw if "r" in prefix or "\\" not in raw else _ESCAPE.sub(_escaped, raw)

    def _string_end(self, begin: int, quote: str) -> int:
        text, at, inside = self.text, begin, False
        while True:
            end = text.find(quote, at)
            if end < 0:
                self.at = begin
                raise _UnreadableError
            slash = end
            while slash > begin and text[slash - 1] == "\\":
                slash -= 1
            at = end + 1
            if (end - slash) % 2:
                continue
            if len(quote) > 1 or (not inside and self._may_follow_string(end + 1, quote)):
                return end
            before, after = text[end - 1 : end] if end > begin else " ", text[end + 1 : end + 2]
            if quote == "'" and before.isalnum() and after.isalnum():
                pass
            elif inside and not before.isspace():
                inside = False
            elif not inside and (before.isspace() or before in _BEFORE_QUOTATION) and not after.isspace():
                inside = True
            else:
                self.at = end
                raise _UnreadableError
            self.repairs["quote"] = None

    def _may_follow_string(self, begin: int, quote: str) -> bool:
        """Tell whether a string can end before ``begin``. With a quote in it, what looks like a comment is none."""
        found = _BLANK_WITHOUT[quote].match(self.text, begin)
        at = found.end() if found else begin
        return at == len(self.text) or self.text[at] in _AFTER_STRING

    def _skip(self) -> None:
        self.at = _skipped(self.text, self.at)


def _skipped(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _number(written: str) -> int | float | None:
    plain = written.removesuffix("n").replace("_", "")
    digits = plain.lstrip("+-")
    if digits.isdigit():
        return None if _LEADING_ZERO.match(plain) or len(digits) > _DIGITS else int(plain)
    if digits[:2].lower() in {"0x", "0o", "0b"}:
        return int(plain, 0) if len(digits) <= _DIGITS else None
    if written.endswith("n"):
        return None
    value = float(plain)
    return None if math.isinf(value) else value


def _escaped(found: re.Match[str]) -> str:
    body = found[1]
    if body[0] in "xuU" and len(body) > 1:
        code = int(body[1:].strip("{}"), 16)
        return chr(code) if code <= 0x10FFFF else found[0]
    return _ESCAPES.get(body, "" if body[-1] == "\n" else found[0])


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
