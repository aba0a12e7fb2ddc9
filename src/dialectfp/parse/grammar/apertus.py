"""apertus: an array of objects with one key each, the tool's name: ``<|tools_prefix|>[{"name": {…}}]``.

Source: the chat template of Apertus 2509.
"""

from __future__ import annotations

from typing import Final

from dialectfp.parse.machine import Grammar, Mark, Opened, Place, Thought, hide
from dialectfp.parse.tagged import Tag, TaggedJson

__all__ = ["APERTUS"]

_ID: Final = "apertus"
_OPEN: Final = r"<\|tools_prefix\|>"
_CLOSE: Final = r"<\|tools_suffix\|>"
TAG: Final = Tag(_ID, rf"(?P<close>{_CLOSE})|{_OPEN}", rf"\s*{_CLOSE}", keyed_by_name=True)


def _tools(place: Place) -> Opened:
    return TaggedJson(TAG, place.stop, place.before, place.toolset)


def _think(_place: Place) -> Opened:
    return Thought(r"<\|inner_suffix\|>")


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_OPEN, _tools, ends_thought=True),
        Mark(rf"{_CLOSE}|<\|inner_suffix\|>", hide),
        Mark(r"<\|inner_prefix\|>", _think),
    )


APERTUS: Final = Grammar(_ID, _marks)
