"""Calls in square brackets, as models imitate a transcript: ``[Calling tool: name({…})]``.

Read only for offered tools with one whole JSON object; anything else is text. Source: the form in which hosts show
calls in a transcript.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.headed import HeadedCalls, HeadedJson, Header
from dialectfp.parse.machine import Grammar, Mark, Opened, Place
from dialectfp.parse.patterns import NEVER
from dialectfp.repair.raw import spec_named
from dialectfp.tools import Toolset

__all__ = ["BRACKETS"]

_ID: Final = "bracket-call"
_HEADER: Final = re.compile(r"\s*(?P<name>[^\s(){}\[\]]{1,128})\s*\(\s*")


def _header(toolset: Toolset, text: str) -> Header | None:
    found = _HEADER.fullmatch(text)
    return Header(found["name"]) if found and spec_named(toolset, found["name"]) else None


CALLS: Final = HeadedCalls(_ID, r"\)\s{0,8}\]", NEVER, _header, prose=True)


def _call(place: Place) -> Opened:
    return HeadedJson(CALLS, place.stop)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(r"\[(?:Calling tool|Tool call|tool_call):", _call),)


BRACKETS: Final = Grammar(_ID, _marks)
