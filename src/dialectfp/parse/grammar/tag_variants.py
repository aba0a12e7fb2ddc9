"""tag-variants: the hermes tag as proxies, tokenizers and small models damage it.

Case, separators, pipes anywhere, blanks, attributes; a fence whose language is a call word; ``<invoke>`` without a
name around JSON. Pairing is by position: the first mark of the family opens, the next one closes.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.grammar.code_call import code_body
from dialectfp.parse.grammar.gemma4 import GEMMA4_BODY
from dialectfp.parse.grammar.glm_arg import ARGUMENT_BODIES
from dialectfp.parse.grammar.p_format import slots_body
from dialectfp.parse.grammar.qwen3_coder import FUNCTION_BODY
from dialectfp.parse.grammar.tool_call_tag import PIPED, family
from dialectfp.parse.machine import HIDDEN, Grammar, Mark, Opened, Place
from dialectfp.parse.tagged import Tag, TaggedJson

__all__ = ["TAG_VARIANTS"]

_ID: Final = "tag-variants"

_ID_ATTRIBUTE: Final = re.compile(r"\sid\s*=\s*[\"']?([^\"'\s>|]{1,64})")

#: Languages of a fence that is a call and no example.
_FENCE_WORDS: Final = r"(?:tool[_-]?calls?|invoke|tool_use)"
_FENCE: Final = rf"```[`]{{0,13}}[ \t]{{0,4}}(?i:{_FENCE_WORDS})[ \t]{{0,4}}\r?\n"
_INVOKE: Final = r"<invoke>"


def _marks(marker: str) -> tuple[Mark, ...]:
    tag = Tag(
        _ID,
        family(marker),
        r"\s*" + family(marker).replace("(?P<close>/?)", "/"),
        rf"(?i:{PIPED})",
        (GEMMA4_BODY, FUNCTION_BODY, *ARGUMENT_BODIES, slots_body(family(marker)), code_body(family(marker))),
    )
    fence_end = r"\n?[ \t]{0,16}```"
    either = rf"(?P<close>{fence_end})|{family(marker).replace('(?P<close>', '(?:')}"
    fence = Tag(_ID, either, fence_end, ".*", (slots_body(either), code_body(either)))
    invoke = Tag(_ID, r"<(?P<close>/?)invoke>", r"\s*</invoke>")

    def begin(place: Place) -> Opened:
        if place.found["close"]:
            return HIDDEN
        written = _ID_ATTRIBUTE.search(place.found[0])
        return TaggedJson(tag, place.stop, place.before, place.toolset, written[1] if written else None)

    def begin_fence(place: Place) -> Opened:
        return TaggedJson(fence, place.stop, place.before, place.toolset)

    def begin_invoke(place: Place) -> Opened:
        return TaggedJson(invoke, place.stop, place.before, place.toolset)

    return (
        Mark(tag.mark, begin, ends_thought=True),
        Mark(_FENCE, begin_fence),
        Mark(_INVOKE, begin_invoke, ends_thought=True),
    )


TAG_VARIANTS: Final = Grammar(_ID, _marks)
