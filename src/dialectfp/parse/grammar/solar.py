"""solar: ``<|tool_call:begin|>ID<|tool_call:name|>NAME<|tool_call:args|>{…}<|tool_call:end|>``.

Source: the chat template of Solar Open.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.headed import HeadedCalls, HeadedJson, Header
from dialectfp.parse.machine import Grammar, Mark, Opened, Place, hide
from dialectfp.tools import Toolset

__all__ = ["SOLAR"]

_ID: Final = "solar"
_BEGIN: Final = r"<\|tool_call:begin\|>"
_END: Final = r"<\|tool_call:end\|>"
_HEADER: Final = re.compile(
    r"\s*(?P<id>[^\s<>]{0,64})\s*<\|tool_call:name\|>\s*(?P<name>[^\s<>{]{1,128})\s*(?:<\|tool_call:args\|>\s*)?"
)


def _header(_toolset: Toolset, text: str) -> Header | None:
    found = _HEADER.fullmatch(text)
    return Header(found["name"], found["id"] or None) if found else None


CALLS: Final = HeadedCalls(_ID, _END, rf"{_BEGIN}|<\|tool_calls\|>", _header)


def _call(place: Place) -> Opened:
    return HeadedJson(CALLS, place.stop)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return Mark(_BEGIN, _call, ends_thought=True), Mark(rf"<\|tool_calls\|>|{_END}", hide)


SOLAR: Final = Grammar(_ID, _marks)
