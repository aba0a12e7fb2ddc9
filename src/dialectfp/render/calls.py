"""A call as text, in the syntax of each dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dialectfp.calls import ToolCall
from dialectfp.jsontypes import Json
from dialectfp.render.jsontext import json_text
from dialectfp.render.types import python_literal
from dialectfp.slots import escaped
from dialectfp.tools import Toolset

__all__ = ["positional_calls", "python_calls", "tagged", "tagged_json", "typescript_calls"]

_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*")


def tagged_json(marker: str, call: ToolCall) -> str:
    """Write a call as JSON between ``<marker>`` and ``</marker>``, each on a line of its own: every dialect reads it."""
    body = json_text({"name": call.name, "arguments": call.arguments}, unsafe=marker)
    return f"<{marker}>\n{body}\n</{marker}>"


def tagged(marker: str, body: str) -> str:
    """Write a call's text between ``<marker>`` and ``</marker>``, on one line."""
    return f"<{marker}>{body}</{marker}>"


def positional_calls(toolset: Toolset, call: ToolCall) -> Iterator[str]:
    """Give the one way of writing a call by slots, if there is one. It may not express every value."""
    slots = {parameter.name: slot for slot, parameter in enumerate(toolset.layout.get(call.name, ()))}
    if call.name in toolset.specs and call.arguments.keys() <= slots.keys():
        sent = sorted(call.arguments.items(), key=lambda argument: slots[argument[0]])
        yield f"{call.name}[{'|'.join(f'{slots[name]}|{escaped(_plain(value))}' for name, value in sent)}]"


def python_calls(_toolset: Toolset, call: ToolCall) -> Iterator[str]:
    """Give the ways of writing a call as Python, the best first: by keyword, or with one object."""
    if all(map(_IDENTIFIER.fullmatch, call.arguments)):
        yield f"{call.name}({', '.join(f'{name}={python_literal(value)}' for name, value in call.arguments.items())})"
    yield f"{call.name}({python_literal(call.arguments)})"


def typescript_calls(toolset: Toolset, call: ToolCall) -> Iterator[str]:
    """Give the ways of writing a call as TypeScript, the best first: by position, or with one object."""
    names = [parameter.name for parameter in toolset.layout.get(call.name, ())]
    if call.arguments.keys() <= set(names):
        last = max((names.index(name) + 1 for name in call.arguments), default=0)
        sent = (json_text(call.arguments[name]) if name in call.arguments else "undefined" for name in names[:last])
        yield f"{call.name}({', '.join(sent)})"
    yield f"{call.name}({json_text(call.arguments)})"


def _plain(value: Json) -> str:
    return value if isinstance(value, str) else json_text(value)
