"""What goes to a model and what comes back, each remembering the dialect it belongs to."""

from __future__ import annotations

from typing import Generic, Literal, TypeAlias

from msgspec import Struct

from dialectfp.calls import ToolCall
from dialectfp.faults import TextFault
from dialectfp.segments import VISIBLE, Reasoning, Segment
from dialectfp.tags import D

__all__ = ["FinishReason", "Prompt", "Reading", "Reply"]

FinishReason: TypeAlias = Literal["stop", "length", "tool_calls", "content_filter"]
"""Why the model stopped, in the words of the chat completions API."""


class Prompt(Struct, Generic[D], frozen=True):
    """The text that teaches a model the dialect and the tools, for the system message."""

    text: str


class Reply(Struct, Generic[D], frozen=True):
    """What a model wrote, and what the caller knows besides. Made by `receive` only."""

    text: str
    finish_reason: FinishReason | None = None
    #: The prompt already opened the reasoning block, so the text starts inside it.
    thinking_prefilled: bool = False


class Reading(Struct, Generic[D], frozen=True):
    """A reply, read: its partition into segments, and what was wrong with it."""

    text: str
    segments: tuple[Segment, ...]
    faults: tuple[TextFault, ...]
    #: Calls to hand on, in the order of the text.
    calls: tuple[ToolCall, ...]
    #: Calls that are not to be handed on: of tools that weren't offered, or whose arguments don't fit, under the
    #: policies that say so. Each has its fault.
    refused: tuple[ToolCall, ...] = ()

    @property
    def visible(self) -> str:
        """The text for the user: the visible segments, exactly."""
        return "".join([self.text[s.start : s.stop] for s in self.segments if isinstance(s, VISIBLE)])

    @property
    def reasoning(self) -> str:
        """The text of the thoughts, without their tags."""
        return "".join([self.text[s.start : s.stop] for s in self.segments if isinstance(s, Reasoning)])
