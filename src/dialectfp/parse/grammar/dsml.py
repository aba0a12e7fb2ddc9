"""dsml: DeepSeek V3.2 and V4's invoke tags, each marked ``｜DSML｜``; GigaChat 3.5 writes ``GCML`` there.

``string="true"`` says that a value is text, ``"false"`` that it is JSON. Bars come fullwidth, in ASCII, doubled or
folded, with blanks or without, and the section is called by several words. Source: those chat templates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from dialectfp.parse.grammar.tool_call_tag import CLOSER
from dialectfp.parse.machine import Grammar, Mark, Opened, Place, hide
from dialectfp.parse.params import ParamBlock, ParamTags
from dialectfp.parse.section import Section
from dialectfp.repair.raw import spec_named

__all__ = ["DSML"]

_ID: Final = "dsml"
_BAR: Final = r"[|｜‖]{1,2}"
_PREFIX: Final = rf"\s{{0,2}}{_BAR}\s{{0,2}}(?:DSML|GCML)\s{{0,2}}{_BAR}\s{{0,2}}"
_QUOTE: Final = r"[\"']?"
_INVOKE: Final = rf"<{_PREFIX}invoke\s{{1,4}}name\s{{0,2}}=\s{{0,2}}{_QUOTE}(?P<name>[^\"'<>\n]{{1,128}}){_QUOTE}\s{{0,4}}(?P<empty>/?)>"
_SECTION: Final = r"(?:tool_?calls?|function_calls|calls|tool)\s{0,2}(?:>|[|｜]>|[|｜]\s)"
_CDATA: Final = re.compile(r"\s*<!\[CDATA\[(.*)\]\]>\s*", re.DOTALL)


def _without_cdata(text: str, _opener: Mapping[str, str]) -> str:
    found = _CDATA.fullmatch(text)
    return found[1] if found else text


TAGS: Final = ParamTags(
    _ID,
    rf"<{_PREFIX}parameter\s{{1,4}}name\s{{0,2}}=\s{{0,2}}{_QUOTE}(?P<key>[^\"'<>\n]{{1,128}}){_QUOTE}"
    rf"(?:\s{{1,4}}string\s{{0,2}}=\s{{0,2}}{_QUOTE}(?P<string>true|false){_QUOTE})?\s{{0,4}}>",
    rf"</{_PREFIX}parameter\s{{0,2}}>",
    rf"</{_PREFIX}invoke\s{{0,2}}>|{CLOSER}",
    rf"<{_PREFIX}invoke\s|<{_PREFIX}{_SECTION}|</{_PREFIX}{_SECTION}",
    value=_without_cdata,
    tail=rf"</{_PREFIX}{_SECTION}",
)


def _invoke(place: Place) -> Opened:
    name = place.found["name"].strip()
    if spec_named(place.toolset, name) is None and not place.before.rstrip().endswith((">", "|", "｜")):
        return None
    return ParamBlock(TAGS, name, place.stop, empty=bool(place.found["empty"]))


def _section(place: Place) -> Opened:
    return Section(_ID, place.stop, place.before, place.toolset)


def _nameless_section(place: Place) -> Opened:
    """A section whose marker was lost is one if a marked tag follows."""
    return Section(_ID, place.stop, place.before, place.toolset, inner=rf"<{_PREFIX}invoke\s")


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_INVOKE, _invoke, ends_thought=True),
        Mark(rf"<{_PREFIX}{_SECTION}", _section, ends_thought=True),
        Mark(rf"</{_PREFIX}{_SECTION}", hide),
        Mark(r"< calls>", _nameless_section),
        Mark(rf"</{_PREFIX}(?:invoke|parameter)\s{{0,2}}>", hide),
    )


DSML: Final = Grammar(_ID, _marks)
