"""qwen3-coder: ``<function=name>`` with a ``<parameter=key>`` for each argument, inside ``<tool_call>`` or bare.

Qwen3-Coder, Qwen3.5, Nemotron 3, Step-3.5, MiMo; Seed-OSS inside a wrapper of its own; and Llama's custom form, whose
function tag holds a JSON object. Values are raw, framed by one newline on each side. Source: those chat templates.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.grammar.tool_call_tag import CLOSER, OPENER
from dialectfp.parse.machine import Bodied, Body, Grammar, Mark, Opened, Place, hide
from dialectfp.parse.params import ParamBlock, ParamTags
from dialectfp.repair.raw import spec_named
from dialectfp.tools import Toolset

__all__ = ["FUNCTION_BODY", "QWEN3_CODER"]

_ID: Final = "qwen3-coder"
_NAME: Final = r"[^<>\n={}\"']{1,128}"
_FUNCTION: Final = rf"<\s{{0,2}}function\s{{0,2}}=\s{{0,2}}(?P<name>{_NAME})>"
_PARAMETER: Final = r"<\s{0,2}parameter\s{0,2}=\s{0,2}(?P<key>[^<>\n]{1,128})[>\n]"
_CLOSE: Final = r"</\s{0,2}function\s{0,2}>"
#: Seed-OSS's own wrapper.
_SEED: Final = r"</?seed:tool_call>"

TAGS: Final = ParamTags(
    _ID,
    _PARAMETER,
    r"</\s{0,2}parameter\s{0,2}>",
    _CLOSE,
    rf"{OPENER}|{CLOSER}|{_SEED}|<\s{{0,2}}function\s{{0,2}}=",
    framed=True,
    tail=rf"{CLOSER}|</seed:tool_call>",
)


def _block(found: re.Match[str], base: int, _toolset: Toolset) -> Bodied:
    return ParamBlock(TAGS, found["name"].strip(), base + found.end())


FUNCTION_BODY: Final = Body(_FUNCTION, _block)
"""The body of a ``<tool_call>``."""


def _bare(place: Place) -> Opened:
    """Without the wrapper only an offered tool is called: C++ has a ``<functional>``, and prose its own."""
    if spec_named(place.toolset, place.found["name"].strip()) is None and not place.before.rstrip().endswith(">"):
        return None
    return _block(place.found, place.base, place.toolset)


def _name_as_parameter(place: Place) -> Opened:
    """The tool's name came as the first parameter."""
    key = place.found["key"].strip()
    return ParamBlock(TAGS, key, place.stop) if key in place.toolset.specs else None


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_FUNCTION, _bare, ends_thought=True),
        Mark(r"<parameter=(?P<key>[^<>\n]{1,128})>", _name_as_parameter),
        Mark(_SEED, hide),
        Mark(_CLOSE, hide),
    )


QWEN3_CODER: Final = Grammar(_ID, _marks)
