"""k2-horizon: ``<ifm|tool_call>`` around a JSON object, or a name and a key, type and value for each argument.

Source: SGLang's detector of K2 Horizon.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.machine import Bodied, Body, Grammar, Mark, Opened, Place, Thought, hide
from dialectfp.parse.params import ParamBlock, ParamTags
from dialectfp.parse.section import Section
from dialectfp.parse.tagged import Tag, TaggedJson
from dialectfp.tools import Toolset

__all__ = ["K2_HORIZON"]

_ID: Final = "k2-horizon"
_OPEN: Final = r"<ifm\|tool_call>"
_CLOSE: Final = r"</ifm\|tool_call>"
_SECTION: Final = r"<ifm\|tool_calls>"
_SECTION_END: Final = r"</ifm\|tool_calls>"
_NAME: Final = r"(?P<name>[\w.:/-]{1,128})"
_KEY: Final = r"<ifm\|arg_key>"
_PARAMETER: Final = (
    rf"{_KEY}(?P<key>[^<>\n]{{1,128}})</ifm\|arg_key>\s{{0,8}}"
    r"(?:<ifm\|arg_type>[^<>\n]{0,64}</ifm\|arg_type>\s{0,8})?<ifm\|arg_value>"
)
TAGS: Final = ParamTags(
    _ID, _PARAMETER, r"</ifm\|arg_value>", _CLOSE, rf"{_OPEN}|{_SECTION}|{_SECTION_END}", inline=True
)


def _block(found: re.Match[str], base: int, _toolset: Toolset) -> Bodied:
    return ParamBlock(TAGS, found["name"], base + found.end("name"))


TAG: Final = Tag(
    _ID, rf"(?P<close>{_CLOSE})|{_OPEN}", rf"\s*{_CLOSE}", bodies=(Body(rf"{_NAME}\s{{0,16}}{_KEY}", _block),)
)


def _call(place: Place) -> Opened:
    return TaggedJson(TAG, place.stop, place.before, place.toolset)


def _section(place: Place) -> Opened:
    return Section(_ID, place.stop, place.before, place.toolset)


def _think(place: Place) -> Opened:
    return Thought(rf"</{re.escape(place.found[0][1:])}")


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_OPEN, _call, ends_thought=True),
        Mark(_SECTION, _section, ends_thought=True),
        Mark(r"<ifm\|think(?:_faster|_fast)?>", _think),
        Mark(rf"{_CLOSE}|{_SECTION_END}|</ifm\|think(?:_faster|_fast)?>", hide),
    )


K2_HORIZON: Final = Grammar(_ID, _marks, thought=r"</ifm\|think(?:_faster|_fast)?>")
