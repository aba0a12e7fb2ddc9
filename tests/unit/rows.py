"""One check for the grammars' tables: a text, what it is made of, and the same fed a character at a time."""

from __future__ import annotations

from typing import TypeAlias

from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import xml
from dialectfp.faults import kind_of
from dialectfp.reading import FinishReason
from dialectfp.segments import kind_of_segment
from dialectfp.stream import Step, collect, feed, flush, start
from dialectfp.tools import Toolset

__all__ = ["Row", "check"]

#: Text, its segments' kinds, the names of its calls, its visible text, its reasoning, the kinds of its faults.
Row: TypeAlias = tuple[str, list[str], list[str], str, str, list[str]]


def check(
    toolset: Toolset, row: Row, *, finish_reason: FinishReason | None = None, thinking_prefilled: bool = False
) -> None:
    """Read a row's text whole and by characters, and compare both with what the row says."""
    text, kinds, names, visible, reasoning, faults = row
    dialect = xml()
    reply = receive(dialect, text, finish_reason=finish_reason, thinking_prefilled=thinking_prefilled)
    reading = dialect.syntax.read(toolset, reply).unwrap()
    assert [kind_of_segment(segment) for segment in reading.segments] == kinds
    assert [call.name for call in reading.calls] == names
    assert (reading.visible, reading.reasoning) == (visible, reasoning)
    assert [kind_of(fault) for fault in reading.faults] == faults
    assert "".join(text[segment.start : segment.stop] for segment in reading.segments) == text
    state, steps = start(toolset, thinking_prefilled=thinking_prefilled), list[Step]()
    for character in text:
        state, step = feed(state, character)
        steps.append(step)
    steps.append(flush(state, finish_reason))
    assert collect(reply, steps) == reading
    assert "".join(step.visible for step in steps) == visible
    assert "".join(step.reasoning for step in steps) == reasoning
