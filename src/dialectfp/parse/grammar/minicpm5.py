"""minicpm5: ``<function name="…">`` with a ``<param name="…">`` for each argument; CDATA where a value needs it.

Source: the chat template of MiniCPM5. Collapsed tags such as ``<functionname="…">`` are read too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from dialectfp.parse.machine import Grammar, Mark, Opened, Place
from dialectfp.parse.params import ParamBlock, ParamTags
from dialectfp.repair.raw import spec_named

__all__ = ["MINICPM5"]

_ID: Final = "minicpm5"
_SPACE: Final = r"[\sĠ]{0,8}"
_FUNCTION: Final = rf"<function{_SPACE}name\s{{0,2}}=\s{{0,2}}[\"'](?P<name>[^\"'<>\n]{{1,128}})[\"']\s{{0,4}}>"
_CDATA: Final = re.compile(r"\s*<!\[CDATA\[(.*)\]\]>\s*", re.DOTALL)


def _plain(text: str, opener: Mapping[str, str]) -> str:
    """Take CDATA off. Blanks come as the vocabulary spells them where the tag's own blank does."""
    if "Ġ" in opener["space"]:
        text = text.replace("Ġ", " ").replace("Ċ", "\n")
    found = _CDATA.fullmatch(text)
    return found[1] if found else text


TAGS: Final = ParamTags(
    _ID,
    rf"<(?:param|parameter)(?P<space>{_SPACE})name\s{{0,2}}=\s{{0,2}}[\"'](?P<key>[^\"'<>\n]{{1,128}})[\"']\s{{0,4}}>",
    r"</(?:param|parameter)>",
    r"</function>",
    rf"<function{_SPACE}name",
    value=_plain,
)


def _function(place: Place) -> Opened:
    name = place.found["name"].strip()
    if spec_named(place.toolset, name) is None and not place.before.rstrip().endswith(">"):
        return None
    return ParamBlock(TAGS, name, place.stop)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(_FUNCTION, _function, ends_thought=True),)


MINICPM5: Final = Grammar(_ID, _marks)
