"""functionary: recipients, one a message: ``>>>name`` and a line of its own (v3.2), or ``<|recipient|>name`` (v2).

``all`` is the user. A tool's body is JSON, or text for its only parameter, or else for ``code``. The prompt holds the
first recipient's opener, so that a reply begins with a bare name: one of a tool is read where JSON follows it, and
``all`` stays text, since it is a word. Sources: the chat templates of functionary 3.2, and
functionary's prompt_template v2.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from dialectfp.faults import MalformedArguments, TruncatedArguments
from dialectfp.parse.headed import HeadedCalls, HeadedJson, NamedBefore
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
    Window,
    begins_line,
    hide,
)
from dialectfp.parse.patterns import compiled, held_from, skip
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.raw import only_argument, spec_named
from dialectfp.tools import Toolset

__all__ = ["FUNCTIONARY"]

_ID: Final = "functionary"
_NAME: Final = r"(?P<name>[\w.-]{1,100})"
_LINE: Final = rf">>>{_NAME}\r?\n"
_FROM: Final = r"<\|from\|>"
_RECIPIENT: Final = rf"<\|recipient\|>\s{{0,4}}{_NAME}\s{{0,4}}<\|content\|>"
_STOP: Final = r"<\|stop\|>"
_EVERYBODY: Final = "all"


_NEXT: Final = rf">>>[\w.-]{{1,100}}\r?\n|{_FROM}"
_RAW_END: Final = rf"(?P<stop>{_STOP})|{_NEXT}|{TURN_TOKEN}"
#: The parameter that text is for, if a tool has several.
_CODE: Final = "code"


class Message(Struct, frozen=True):
    """One message to a tool, being followed: JSON, or text for its only parameter."""

    name: str
    body: int
    #: Where the text ends, and whether the reply ended there.
    stop: int = -1
    cut: bool = False

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return _ID

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Give the recipient."""
        return self.name

    def advance(self, window: Window, at: int) -> Progress:
        """Look at what the message begins with, then find its end."""
        text, base = window.text, window.base
        if base + at == self.body:
            first = skip(r"\s*", text, at)
            if text.startswith("{", first):
                return HeadedJson(HeadedCalls(_ID, _STOP, _NEXT, NamedBefore(self.name)), self.body).advance(window, at)
            if first == len(text) and not window.final:
                return More(self, self.body)
        found = compiled(_RAW_END).search(text, at)
        if found is not None:
            end = found.end() if found["stop"] else found.start()
            return Closed(Message(self.name, self.body, base + found.start()), base + end)
        if window.final:
            return Closed(Message(self.name, self.body, base + len(text), cut=True), base + len(text))
        return More(self, base + held_from(_RAW_END, text, at))

    def decode(self, block: str, around: Around) -> Decoded:
        """Give the text to the parameter it is for."""
        text = block[self.body - around.start : self.stop - around.start].strip()
        if self.cut and not (text and around.complete):
            return (TruncatedArguments(around.start, around.stop, _ID),)
        if not text:
            return (RawCall(self.name, {}),)
        spec = spec_named(around.toolset, self.name)
        arguments = only_argument(around.toolset, self.name, text, _CODE)
        if spec is not None and not any(parameter.name in arguments for parameter in around.toolset.layout[spec.name]):
            return (MalformedArguments(around.start, around.stop, _ID, self.body),)
        return (RawCall(self.name, arguments),)


def _call(place: Place) -> Opened:
    name = place.found["name"]
    return HIDDEN if name == _EVERYBODY else Message(name, place.stop)


def _line(place: Place) -> Opened:
    """Only ``all`` and an offered tool are recipients: a prompt of Python's looks the same."""
    name = place.found["name"]
    known = name == _EVERYBODY or spec_named(place.toolset, name) is not None
    if not known or not (begins_line(place.before) or place.before.endswith((">", "}"))):
        return None
    return _call(place)


def _past(_place: Place) -> Opened:
    return PastTurn()


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_LINE, _line, ends_thought=True),
        Mark(_RECIPIENT, _call, ends_thought=True),
        Mark(rf"{_FROM}\s{{0,4}}assistant\s|{_STOP}|<\|content\|>", hide),
        Mark(rf"{_FROM}\s{{0,4}}(?:user|system|tool)", _past),
    )


FUNCTIONARY: Final = Grammar(_ID, _marks)
