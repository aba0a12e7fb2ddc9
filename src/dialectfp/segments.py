"""The segments that a reply is partitioned into. ``start`` and ``stop`` count characters of the reply."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from dialectfp.calls import ToolCall
from dialectfp.faults import TextFault

__all__ = [
    "VISIBLE",
    "Called",
    "Example",
    "Furniture",
    "Invented",
    "Malformed",
    "Prose",
    "Reasoning",
    "Segment",
    "Unterminated",
    "kind_of_segment",
]


class _Span(Struct, frozen=True, tag_field="kind", gc=False):
    start: int
    stop: int


class Prose(_Span, frozen=True, tag="prose", gc=False):
    """Text for the user. Visible."""


class Example(_Span, frozen=True, tag="example", gc=False):
    """A code fence with a language, whose content is never a call. Visible."""


class Reasoning(_Span, frozen=True, tag="reasoning", gc=False):
    """A thought, without its tags. In a channel of its own."""


class Furniture(_Span, frozen=True, tag="furniture", gc=False):
    """Wrapper tags, think tags, section and turn tokens. Hidden."""


class Invented(_Span, frozen=True, tag="invented", gc=False):
    """What the model wrote past the end of its own turn, and everything after it. Hidden."""


class Called(_Span, frozen=True, tag="called"):
    """A block that held calls. Hidden."""

    calls: tuple[ToolCall, ...]


class Malformed(_Span, frozen=True, tag="malformed"):
    """A block of a known grammar whose body is no call. Hidden."""

    fault: TextFault


class Unterminated(_Span, frozen=True, tag="unterminated"):
    """A call that began and never ended. Hidden, never run."""

    fault: TextFault


Segment: TypeAlias = Prose | Example | Reasoning | Furniture | Invented | Called | Malformed | Unterminated
"""Joined in order, the segments' source text is the reply, exactly."""

VISIBLE = (Prose, Example)
"""The kinds a user sees; the visible text is the exact concatenation of theirs."""


def kind_of_segment(segment: Segment) -> str:
    """Name the segment's kind, as it stands in JSON: ``"prose"``."""
    return str(type(segment).__struct_config__.tag)
