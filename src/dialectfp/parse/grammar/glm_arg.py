"""glm-arg: the bare name in ``<tool_call>``, then ``<arg_key>`` and ``<arg_value>`` pairs.

GLM-4.5 and later, Ling 3, Laguna; Hunyuan HY with ``<tool_sep>`` behind the name and suffixes such as
``<arg_key:6124c78e>``. String values are verbatim, others JSON. Source: those chat templates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from dialectfp.parse.grammar.tool_call_tag import CLOSER, OPENER
from dialectfp.parse.machine import Bodied, Body, Grammar, Mark, hide
from dialectfp.parse.params import ParamBlock, ParamTags
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.tools import Toolset

__all__ = ["ARGUMENT_BODIES", "GLM_ARG", "GLM_ID"]

GLM_ID: Final = "glm-arg"
_SUFFIX: Final = r"(?::\w{1,16})?"
_NAME: Final = r"[^\W\d][\w./:-]{0,127}"
_KEY_OPEN: Final = rf"<arg_key{_SUFFIX}>"
_KEY_CLOSE: Final = rf"</arg_key{_SUFFIX}>"
#: Between key and value: doubled closers, the value's opener, or nothing of it.
_BEFORE_VALUE: Final = re.compile(
    rf"\s*(?:\\n)*(?:{_KEY_CLOSE}\s*)*:?\s*(?:\\n)*<arg_value{_SUFFIX}>|\s*(?:{_KEY_CLOSE}\s*)*"
)


def _value(text: str, _opener: Mapping[str, str]) -> str:
    """Take off what stands between the key's closer and the value."""
    found = _BEFORE_VALUE.match(text)
    return text[found.end() :] if found else text


TAGS: Final = ParamTags(
    GLM_ID,
    rf"{_KEY_OPEN}(?:\s{{0,4}}{_KEY_OPEN}){{0,2}}(?P<key>[^<>]{{1,128}}){_KEY_CLOSE}",
    rf"</arg_value{_SUFFIX}>",
    CLOSER,
    rf"{OPENER}|</tool_calls{_SUFFIX}>|{TURN_TOKEN}",
    inline=True,
    value=_value,
)


def _named(found: re.Match[str], base: int, _toolset: Toolset) -> Bodied:
    return ParamBlock(TAGS, found["name"], base + found.end() - len(found["rest"]))


def _glued(found: re.Match[str], base: int, toolset: Toolset) -> Bodied:
    """The key's opener is missing: the longest offered name that begins the text is the name, the rest the key."""
    text = found["glued"]
    names = [name for name in toolset.specs if text.startswith(name) and text[len(name) :].strip()]
    name = max(names, key=len, default=text)
    return ParamBlock(TAGS, name, base + found.end(), first=text[len(name) :].strip() or "?", phase="value")


ARGUMENT_BODIES: Final = (
    Body(rf"(?P<name>{_NAME})\s{{0,16}}(?:\\n)?(?:<tool_sep{_SUFFIX}>\s{{0,8}})?(?P<rest><arg_key)", _named),
    Body(rf"(?P<glued>{_NAME}(?: [\w.-]{{1,64}})?){_KEY_CLOSE}", _glued),
    Body(rf"(?P<name>{_NAME})<tool_sep{_SUFFIX}>(?P<rest>)", _named),
)
"""The bodies of a ``<tool_call>``; a body that is only an offered tool's name is read there."""


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(rf"</?arg_(?:key|value){_SUFFIX}>", hide),)


GLM_ARG: Final = Grammar(GLM_ID, _marks)
