"""kimi-k2: calls between ``<|tool_call_begin|>`` and ``<|tool_call_end|>``, whose header is an id ``functions.N:0``.

Source: the chat template of Kimi K2; the counter runs over the conversation, and the id is kept as the call's.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.headed import HeadedCalls, HeadedJson, Header
from dialectfp.parse.machine import HIDDEN, Behind, Grammar, Mark, Opened, Place, hide
from dialectfp.parse.patterns import compiled
from dialectfp.parse.section import Section
from dialectfp.repair.raw import spec_named
from dialectfp.tools import Toolset

__all__ = ["CALL_END", "KIMI_K2"]

_ID: Final = "kimi-k2"
_BEGIN: Final = r"<\|tool_call_begin\|>"
CALL_END: Final = r"<\|tool_call_end\|>"
_SECTION: Final = r"<\|tool_calls?_section_begin\|>"
_SECTION_END: Final = r"<\|tool_calls?_section_end\|>"
_ARGUMENTS: Final = "<|tool_call_argument_begin|>"
_WRITTEN: Final = re.compile(r"(?:functions?[._])?(?P<name>.+?)(?:[:_](?P<count>\d+))?", re.DOTALL)


def _header(toolset: Toolset, text: str) -> Header | None:
    """Read the id: one prefix and one counter are no part of the name."""
    begun = text.rsplit(_BEGIN.replace("\\", ""), 1)[-1]
    written = begun.split(_ARGUMENTS, 1)[0].strip()
    if not written or "\n" in written or len(written) > 256:
        return None
    if written.isdigit():
        return Header(next(iter(toolset.specs)), written) if len(toolset.specs) == 1 else None
    found = _WRITTEN.fullmatch(written)
    if found is None:
        return None
    if written in toolset.specs:
        return Header(written)
    name, counted = found["name"], found["count"]
    sanitised = counted is not None and written.startswith(("functions_", "function_"))
    return Header(name, f"functions.{name}:{counted}" if sanitised else written if counted is not None else None)


CALLS: Final = HeadedCalls(_ID, CALL_END, rf"{_BEGIN}|{_SECTION}|{_SECTION_END}", _header)


def _call(place: Place) -> Opened:
    return HeadedJson(CALLS, place.stop)


#: An id that begins a line, since the marks before it were lost.
_BARE_ID: Final = r"functions?\.(?P<name>[\w.-]{1,100}):\d{1,4}[ \t]{0,4}"


def _arguments(place: Place) -> Opened:
    """Only furniture, unless the id of an offered tool's call stands before it."""
    line, start = place.line_before()
    found = compiled(_BARE_ID).fullmatch(line) if start >= 0 else None
    if found is None or spec_named(place.toolset, found["name"]) is None:
        return HIDDEN
    return Behind(HeadedJson(CALLS, start), start)


def _section(place: Place) -> Opened:
    return Section(_ID, place.stop, place.before, place.toolset, special=True)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_BEGIN, _call, ends_thought=True),
        Mark(_SECTION, _section, ends_thought=True),
        Mark(re.escape(_ARGUMENTS), _arguments),
        Mark(rf"{_SECTION_END}|{CALL_END}", hide),
    )


KIMI_K2: Final = Grammar(_ID, _marks, lead=rf"{_BARE_ID}{re.escape(_ARGUMENTS)}")
