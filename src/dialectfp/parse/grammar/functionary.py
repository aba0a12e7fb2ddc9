"""functionary: recipients, one a message: ``>>>name`` and a line of its own (v3.2), or ``<|recipient|>name`` (v2).

``all`` is the user. The prompt holds the first recipient's opener. Sources: the chat templates of functionary 3.2, and
functionary's prompt_template v2.
"""

from __future__ import annotations

from typing import Final

from dialectfp.parse.headed import HeadedCalls, HeadedJson, NamedBefore
from dialectfp.parse.machine import HIDDEN, Grammar, Mark, Opened, PastTurn, Place, begins_line, hide
from dialectfp.repair.raw import spec_named

__all__ = ["FUNCTIONARY"]

_ID: Final = "functionary"
_NAME: Final = r"(?P<name>[\w.-]{1,100})"
_LINE: Final = rf">>>{_NAME}\r?\n"
_FROM: Final = r"<\|from\|>"
_RECIPIENT: Final = rf"<\|recipient\|>\s{{0,4}}{_NAME}\s{{0,4}}<\|content\|>"
_STOP: Final = r"<\|stop\|>"
_EVERYBODY: Final = "all"


def _call(place: Place) -> Opened:
    name = place.found["name"]
    if name == _EVERYBODY:
        return HIDDEN
    calls = HeadedCalls(_ID, _STOP, rf">>>[\w.-]{{1,100}}\r?\n|{_FROM}", NamedBefore(name))
    return HeadedJson(calls, place.stop)


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
