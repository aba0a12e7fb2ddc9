"""inkling: content blocks, of which ``<|content_invoke_tool_json|>{"name", "args"}<|end_message|>`` is a call.

Text and thoughts stand in blocks of their own. Source: vLLM's parser of Inkling.
"""

from __future__ import annotations

from typing import Final

from dialectfp.parse.machine import Grammar, Mark, Opened, Place, Thought, hide
from dialectfp.parse.tagged import Tag, TaggedJson

__all__ = ["INKLING"]

_ID: Final = "inkling"
_CALL: Final = r"<\|content_invoke_tool_json\|>"
_END: Final = r"<\|end_message\|>"
TAG: Final = Tag(_ID, rf"(?P<close>{_END})|{_CALL}", rf"\s*{_END}")


def _call(place: Place) -> Opened:
    return TaggedJson(TAG, place.stop, place.before, place.toolset)


def _think(_place: Place) -> Opened:
    return Thought(_END)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_CALL, _call, ends_thought=True),
        Mark(r"<\|content_thinking\|>", _think),
        Mark(rf"{_END}|<\|message_model\|>|<\|content_text\|>", hide),
    )


INKLING: Final = Grammar(_ID, _marks, thought=_END)
