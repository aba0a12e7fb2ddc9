"""kimi-k3: XTML, whose tags are ``<|open|>name attributes<|sep|>`` and ``<|close|>name<|sep|>``.

Each argument says its own type: a string is raw text, anything else JSON. The reply stands in a ``response`` channel and
thoughts in a ``think`` channel. Source: the encoding of Kimi K3.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from dialectfp.faults import MalformedCall, TruncatedArguments
from dialectfp.jsontypes import Json
from dialectfp.parse.machine import (
    HIDDEN,
    Around,
    Closed,
    Decoded,
    Grammar,
    Mark,
    More,
    Opened,
    PastTurn,
    Place,
    Progress,
    RawCall,
    Thought,
    Window,
    hide,
)
from dialectfp.parse.patterns import compiled, held_from, may_begin, skip
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.json import Broken, strict
from dialectfp.tools import Toolset

__all__ = ["KIMI_K3"]

_ID: Final = "kimi-k3"
_OPEN: Final = r"<\|open\|>\s{0,4}"
_CLOSE: Final = r"<\|close\|>\s{0,4}"
_SEP: Final = r"\s{0,4}<\|sep\|>"
_ATTRIBUTES: Final = r"[^<>]{0,160}"
_CALL: Final = rf"{_OPEN}call\s(?P<written>{_ATTRIBUTES})<\|sep\|>"
_CALL_CLOSE: Final = rf"{_CLOSE}call{_SEP}"
_ARGUMENT: Final = rf"{_OPEN}argument\s(?P<key>{_ATTRIBUTES})<\|sep\|>"
_ARGUMENT_CLOSE: Final = rf"{_CLOSE}argument{_SEP}"
_TOOLS_CLOSE: Final = rf"{_CLOSE}(?:tools|message){_SEP}"
_THINK_CLOSE: Final = rf"{_CLOSE}think{_SEP}"
_ATTRIBUTE: Final = re.compile(r'([\w-]+)\s*=\s*"([^"]*)"')

_STOP: Final = rf"{_OPEN}call\s|{_TOOLS_CLOSE}|{TURN_TOKEN}"
_BODY: Final = rf"(?P<argument>{_ARGUMENT.replace('?P<key>', '?:')})|(?P<close>{_CALL_CLOSE})|{_STOP}"
#: A closer that nothing fitting follows is data; where it is missing, the next opener or a closer ends the value.
_VALUE: Final = (
    rf"(?P<end>{_ARGUMENT_CLOSE})|(?P<argument>{_ARGUMENT.replace('?P<key>', '?:')})|(?P<close>{_CALL_CLOSE})"
)
_BLANKS: Final = 256
_ARGUMENTS: Final = rf"{_ARGUMENT}(?P<value>(?s:.*?))(?:{_ARGUMENT_CLOSE}(?=\s*(?:{_OPEN}argument\s|{_CALL_CLOSE}|\Z))|(?={_ARGUMENT.replace('?P<key>', '?:')})|\Z)"


def _attributes(written: str) -> dict[str, str]:
    """Read attributes; of the two escapes the quote's is undone first."""
    return {key: text.replace("&quot;", '"').replace("&amp;", "&") for key, text in _ATTRIBUTE.findall(written)}


def _value(kind: str, text: str) -> Json:
    """Read a value by its own type; what should be JSON and isn't stays text."""
    if kind == "string":
        return text
    loaded = strict(text)
    return text if isinstance(loaded, Broken) or text[loaded.stop :].strip() else loaded.value


class XtmlCall(Struct, frozen=True):
    """One call being followed."""

    name: str
    body: int
    #: Inside an argument's value.
    value: bool = False
    #: How the block ended: by its closer, by what can only follow it, between values at the end of the reply, or cut.
    ended: Literal["closed", "stopped", "open", "cut"] = "closed"
    #: An argument was seen.
    seen: bool = False

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return _ID

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Give the opener's name."""
        return self.name

    def advance(self, window: Window, at: int) -> Progress:
        """Follow the tags."""
        text, base = window.text, window.base
        value, seen = self.value, self.seen
        look = at
        while True:
            pattern = _VALUE if value else _BODY
            found = compiled(pattern).search(text, look)
            if found is None:
                return self._unfinished(window, look if value else at, pattern, value=value, seen=seen)
            kind = found.lastgroup
            if kind in {"close", "end"} and value:
                follows = self._follows(window, found.end(), kind)
                if follows is None:
                    return More(self._with(value=value, seen=seen), base + found.start())
                if not follows:
                    look = found.end()
                    continue
            if kind == "close":
                return Closed(self._with(value=False, seen=seen), base + found.end())
            if kind is None:
                return Closed(self._with(value=False, seen=seen, ended="stopped"), base + found.start())
            look = at = found.end()
            value, seen = kind == "argument", True

    def _follows(self, window: Window, at: int, kind: str) -> bool | None:
        """Tell whether what follows a closer within a value shows that it is one, and no data; None if unknown yet."""
        text, after = window.text, f"{_STOP}|{_CALL_CLOSE}"
        if kind == "end":
            after = rf"{_OPEN}argument\s|{after}"
        rest = skip(r"\s*", text, at)
        if rest == len(text):
            return True if window.final or rest - at > _BLANKS else None
        if compiled(after).match(text, rest):
            return True
        return None if not window.final and may_begin(after, text, rest) else False

    def _unfinished(self, window: Window, at: int, pattern: str, *, value: bool, seen: bool) -> Progress:
        text, base = window.text, window.base
        if window.final:
            ended: Literal["open", "cut"] = "open" if seen and not value else "cut"
            return Closed(self._with(value=False, seen=seen, ended=ended), base + len(text))
        return More(self._with(value=value, seen=seen), base + held_from(pattern, text, at))

    def _with(
        self, *, value: bool, seen: bool, ended: Literal["closed", "stopped", "open", "cut"] = "closed"
    ) -> XtmlCall:
        return XtmlCall(self.name, self.body, value, ended, seen)

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the arguments, typed by their own attributes."""
        ended = self.ended
        if ended == "cut" or (ended == "open" and not around.complete):
            return (TruncatedArguments(around.start, around.stop, _ID),)
        if not self.name:
            return (MalformedCall(around.start, around.stop, _ID),)
        body = block[self.body - around.start :]
        close = compiled(rf"{_CALL_CLOSE}\Z").search(body)
        arguments: dict[str, Json] = {}
        for found in compiled(_ARGUMENTS).finditer(body, 0, close.start() if close else len(body)):
            attributes = _attributes(found["key"])
            if not attributes.get("key"):
                return (MalformedCall(around.start, around.stop, _ID),)
            arguments[attributes["key"]] = _value(attributes.get("type", "string"), found["value"])
        return (RawCall(self.name, arguments),)


def _call(place: Place) -> Opened:
    attributes = _attributes(place.found["written"])
    name = attributes.get("tool") or attributes.get("name", "")
    return XtmlCall(name, place.stop)


def _think(_place: Place) -> Opened:
    return Thought(_THINK_CLOSE)


def _message(place: Place) -> Opened:
    role = _attributes(place.found["written"]).get("role", "assistant")
    return HIDDEN if role == "assistant" else PastTurn()


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_CALL, _call, ends_thought=True),
        Mark(rf"{_OPEN}tools{_SEP}", hide, ends_thought=True),
        Mark(rf"{_OPEN}think{_SEP}", _think),
        Mark(rf"{_OPEN}message\s(?P<written>{_ATTRIBUTES})<\|sep\|>", _message),
        Mark(rf"{_OPEN}response{_SEP}|{_CLOSE}\w{{1,16}}{_SEP}", hide),
    )


KIMI_K3: Final = Grammar(_ID, _marks, thought=_THINK_CLOSE)
