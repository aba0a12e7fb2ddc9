"""JSON in a tag of a family's own: the same calls as hermes-json, or an array of them, between other markers.

Nemotron ``<TOOLCALL>``; Jamba, Hunyuan-A13B, Apriel and MiniMax M1 ``<tool_calls>``; LongCat, IQuest; Granite
``<function_call>``; Glaive ``<functioncall>``; InternLM's plugin action; GigaChat 3's function call. Sources: the chat
templates of those models.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.machine import Bodied, Body, Grammar, Mark, Opened, Place, hide
from dialectfp.parse.section import Section
from dialectfp.parse.tagged import Tag, TaggedJson
from dialectfp.tools import Toolset

__all__ = ["JSON_TAGS"]

#: Id, opener, closer; a family without a closer has one that never matches.
_FAMILIES: Final = (
    ("nemotron-toolcall", r"<TOOLCALL>", r"</TOOLCALL>"),
    ("tool-calls-array", r"<tool_calls>", r"</tool_calls>"),
    ("longcat", r"<longcat_tool_call>", r"</longcat_tool_call>"),
    ("iquest", r"<iquest_tool_call>", r"</iquest_tool_call>"),
    ("granite", r"<function_call>", r"</function_call>"),
    ("qwen25-coder", r"<tools>", r"</tools>"),
    ("glaive", r"<functioncall>", r"</functioncall>"),
    ("internlm", r"<\|action_start\|>\s{0,2}<\|plugin\|>", r"<\|action_end\|>"),
    ("gigachat3", r"<\|function_call\|>", r"<\|message_sep\|>"),
)


#: Families that write no closer.
_OPEN_ENDED: Final = frozenset({"granite", "glaive"})
#: Tags that are furniture around other tags as well.
_SECTIONS: Final = frozenset({"tool-calls-array"})


def _grammar(name: str, opener: str, closer: str) -> Grammar:
    tag = Tag(name, f"(?P<close>{closer})|{opener}", rf"\s*(?:{closer})", open_ended=name in _OPEN_ENDED)

    def json(found: re.Match[str], base: int, toolset: Toolset) -> Bodied:
        return TaggedJson(tag, base + found.start(), "", toolset)

    def begin(place: Place) -> Opened:
        if name in _SECTIONS:
            return Section(name, place.stop, place.before, place.toolset, (Body(r"[{\[`]", json),), "<")
        return TaggedJson(tag, place.stop, place.before, place.toolset)

    def marks(_marker: str) -> tuple[Mark, ...]:
        return Mark(opener, begin, ends_thought=True, shortcut=tag), Mark(closer, hide)

    return Grammar(name, marks)


JSON_TAGS: Final = tuple(_grammar(*family) for family in _FAMILIES)
