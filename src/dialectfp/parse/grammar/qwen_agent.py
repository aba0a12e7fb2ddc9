"""qwen-agent: ``✿FUNCTION✿: name`` and ``✿ARGS✿: {…}``, repeated for parallel calls; results are the host's to write.

Source: Qwen-Agent's function calling prompt.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.headed import HeadedCalls, HeadedJson, Header
from dialectfp.parse.machine import Grammar, Mark, Opened, PastTurn, Place, hide
from dialectfp.parse.patterns import NEVER
from dialectfp.tools import Toolset

__all__ = ["QWEN_AGENT"]

_ID: Final = "qwen-agent"
_FUNCTION: Final = "✿FUNCTION✿"
_HEADER: Final = re.compile(r"\s*:?\s*(?P<name>[^\s✿{]{1,128})\s*(?:✿ARGS✿\s*:?\s*(?:```\w*\s*)?)?")


def _header(_toolset: Toolset, text: str) -> Header | None:
    found = _HEADER.fullmatch(text)
    return Header(found["name"]) if found else None


CALLS: Final = HeadedCalls(_ID, NEVER, f"{_FUNCTION}|✿RESULT✿|✿RETURN✿", _header)


def _call(place: Place) -> Opened:
    return HeadedJson(CALLS, place.stop)


def _past(_place: Place) -> Opened:
    return PastTurn()


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_FUNCTION, _call, ends_thought=True),
        Mark("✿RESULT✿", _past),
        Mark("✿RETURN✿|✿ARGS✿", hide),
    )


QWEN_AGENT: Final = Grammar(_ID, _marks)
