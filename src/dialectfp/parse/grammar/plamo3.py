"""plamo3: a request whose name and arguments each stand between begin and end tokens, the arguments as JSON.

Source: the parser of PLaMo 3 in vLLM.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.headed import HeadedCalls, HeadedJson, Header
from dialectfp.parse.machine import Grammar, Mark, Opened, Place, hide
from dialectfp.tools import Toolset

__all__ = ["PLAMO3"]

_ID: Final = "plamo3"
_BEGIN: Final = r"<\|plamo:begin_tool_request:plamo\|>"
_END: Final = r"<\|plamo:end_tool_request:plamo\|>"
_TOKEN: Final = r"<\|plamo:\w{1,40}:plamo\|>"
_HEADER: Final = re.compile(
    rf"(?:\s*{_TOKEN})*\s*(?P<name>[\w.:/-]{{1,128}})\s*(?:{_TOKEN}\s*)*(?:<\|plamo:constrain\|>\s*json\s*)?"
    r"(?:<\|plamo:\w{1,40}\|>\s*)*"
)


def _header(_toolset: Toolset, text: str) -> Header | None:
    found = _HEADER.fullmatch(text)
    return Header(found["name"]) if found else None


CALLS: Final = HeadedCalls(_ID, rf"(?:<\|plamo:end_tool_arguments:plamo\|>\s{{0,8}})?{_END}", _BEGIN, _header)


def _call(place: Place) -> Opened:
    return HeadedJson(CALLS, place.stop)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return Mark(_BEGIN, _call, ends_thought=True), Mark(rf"<\|plamo:(?:begin|end)_tool_requests:plamo\|>|{_END}", hide)


PLAMO3: Final = Grammar(_ID, _marks)
