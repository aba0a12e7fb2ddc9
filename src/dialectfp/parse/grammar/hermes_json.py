"""hermes-json: one JSON object with ``name`` and ``arguments`` between ``<tool_call>`` and ``</tool_call>``.

Written by Hermes 2 Pro/3, Qwen2.5, QwQ, Qwen3, Granite 4, SmolLM3 and by any model taught the XML dialect. Source of
the format: the chat templates of those models.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.grammar.code_call import code_body
from dialectfp.parse.grammar.glm_arg import ARGUMENT_BODIES
from dialectfp.parse.grammar.p_format import slots_body
from dialectfp.parse.grammar.qwen3_coder import FUNCTION_BODY
from dialectfp.parse.grammar.tool_call_tag import canonical, family
from dialectfp.parse.machine import Body, Grammar, Mark, Opened, Place
from dialectfp.parse.tagged import Tag, TaggedJson

__all__ = ["HERMES_JSON"]

_ID: Final = "hermes-json"


def _marks(marker: str) -> tuple[Mark, ...]:
    names = dict.fromkeys((marker, "tool_call"))
    return tuple(_mark(name, family(marker)) for name in names)


def _bodies(spellings: str) -> tuple[Body, ...]:
    return (FUNCTION_BODY, *ARGUMENT_BODIES, slots_body(spellings), code_body(spellings))


def _mark(name: str, spellings: str) -> Mark:
    tag = Tag(_ID, spellings, rf"\s*</{re.escape(name)}>", bodies=_bodies(spellings))

    def begin(place: Place) -> Opened:
        return TaggedJson(tag, place.stop, place.before, place.toolset)

    return Mark(canonical(name), begin, ends_thought=True, shortcut=tag)


HERMES_JSON: Final = Grammar(_ID, _marks)
