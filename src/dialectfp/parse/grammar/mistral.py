"""mistral-array and mistral-name: ``[TOOL_CALLS]``, then an array of calls, or ``name[ARGS]{…}`` for each.

Tokenizers v2 to v7 write the array, with ids of nine characters; v11 and later the name, v11 with ``[CALL_ID]``.
There is no closer. Source: mistral_common's instruct tokenizers.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.headed import HeadedCalls, HeadedJson, Header
from dialectfp.parse.machine import Bodied, Body, Grammar, Mark, Opened, Place, hide
from dialectfp.parse.section import Section
from dialectfp.parse.tagged import Tag, TaggedJson
from dialectfp.tools import Toolset

__all__ = ["MISTRAL"]

_ARRAY: Final = "mistral-array"
_ID: Final = "mistral-name"
_MARK: Final = r"\[TOOL_CALLS\]"
_NAME: Final = r"[^\W\d][\w.:/-]{0,127}"
_HEADER: Final = re.compile(rf"\s*(?P<name>{_NAME})\s*(?:\[CALL_ID\]\s*(?P<id>[\w-]{{1,64}})\s*)?(?:\[ARGS\])?\s*")


def _header(_toolset: Toolset, text: str) -> Header | None:
    found = _HEADER.fullmatch(text)
    return Header(found["name"], found["id"]) if found else None


CALLS: Final = HeadedCalls(_ID, r"\[/TOOL_CALLS\]", _MARK, _header, again=rf"{_NAME}\s{{0,4}}\[(?:ARGS|CALL_ID)\]")
ARRAY: Final = Tag(_ARRAY, r"(?P<close>\[/TOOL_CALLS\])|\[TOOL_CALLS\]", r"\s*\[/TOOL_CALLS\]", open_ended=True)


def _array(found: re.Match[str], base: int, toolset: Toolset) -> Bodied:
    return TaggedJson(ARRAY, base + found.start(), "", toolset)


def _named(found: re.Match[str], base: int, _toolset: Toolset) -> Bodied:
    return HeadedJson(CALLS, base + found.start())


_BODIES: Final = (
    Body(r"\[\s{0,16}[{\]]|\{\s{0,16}[\"'}]", _array),
    Body(rf"{_NAME}\s{{0,4}}(?:\[(?:ARGS|CALL_ID)\]|\{{)", _named),
)


def _calls(place: Place) -> Opened:
    return Section(_ID, place.stop, place.before, place.toolset, _BODIES, r"\[TOOL_CALLS\]")


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(_MARK, _calls, ends_thought=True), Mark(r"\[/TOOL_CALLS\]", hide))


MISTRAL: Final = Grammar(_ID, _marks)
