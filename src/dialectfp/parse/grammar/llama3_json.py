"""llama3-json: an object with ``name`` and ``parameters`` behind ``<|python_tag|>``.

The tag is a special token and often stripped; then the reply is bare JSON. Source: Llama 3.1's prompt format.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.machine import Bodied, Body, Grammar, Mark, Opened, Place
from dialectfp.parse.patterns import NEVER
from dialectfp.parse.section import Section
from dialectfp.parse.tagged import Tag, TaggedJson
from dialectfp.tools import Toolset

__all__ = ["LLAMA3_JSON"]

_ID: Final = "llama3-json"
_MARK: Final = r"<\|python_tag\|>"
TAG: Final = Tag(_ID, rf"(?P<close>{NEVER})|{_MARK}", NEVER, open_ended=True)


def _json(found: re.Match[str], base: int, toolset: Toolset) -> Bodied:
    return TaggedJson(TAG, base + found.start(), "", toolset)


def _tag(place: Place) -> Opened:
    return Section(_ID, place.stop, place.before, place.toolset, (Body(r"[{\[]", _json),), r"\S")


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(_MARK, _tag, ends_thought=True),)


LLAMA3_JSON: Final = Grammar(_ID, _marks)
