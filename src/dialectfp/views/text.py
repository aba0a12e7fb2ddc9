"""A reading as text for a terminal: the reply cut into its segments, the calls, and the faults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dialectfp.calls import ToolCall
from dialectfp.faults import describe, kind_of
from dialectfp.reading import Reading
from dialectfp.render.jsontext import json_text
from dialectfp.segments import Segment, kind_of_segment
from dialectfp.tags import Tag

__all__ = ["printable", "reading_as_text"]

D = TypeVar("D", bound=Tag)

#: Longer segments lose their middle, in characters.
_SHOWN: Final = 600

_STYLES: Final = {
    "prose": "",
    "example": "cyan",
    "reasoning": "italic bright_black",
    "called": "green",
    "malformed": "red",
    "unterminated": "red",
    "furniture": "bright_black",
    "invented": "magenta",
}
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]")


def printable(text: str) -> str:
    """Escape what a terminal would act on or not show: control characters, directions, lone surrogates."""
    return _CONTROL.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def reading_as_text(reading: Reading[D]) -> RenderableType:
    """Give every segment with its kind and span, then each call, then each fault."""
    return Group(*_parts(reading))


def _parts(reading: Reading[D]) -> Iterator[RenderableType]:
    yield _heading(f"Reply: {len(reading.text)} characters in {len(reading.segments)} segments")
    segments = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    segments.add_column(no_wrap=True)
    segments.add_column(no_wrap=True, justify="right")
    segments.add_column(overflow="fold")
    for segment in reading.segments:
        kind = kind_of_segment(segment)
        segments.add_row(
            Text(kind, style=_STYLES[kind]), Text(f"{segment.start}-{segment.stop}"), _source(reading.text, segment)
        )
    yield segments
    yield _heading(f"Calls: {len(reading.calls)}")
    for call in reading.calls:
        yield _call(call)
    if reading.unoffered:
        yield _heading(f"Calls of tools that were not offered: {len(reading.unoffered)}")
        for call in reading.unoffered:
            yield _call(call)
    yield _heading(f"Faults: {len(reading.faults)}")
    for fault in reading.faults:
        yield Text.assemble((kind_of(fault), "red"), f"  {fault.start}-{fault.stop}  {printable(describe(fault))}")


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def _source(text: str, segment: Segment) -> Text:
    source = text[segment.start : segment.stop]
    if len(source) > _SHOWN:
        half = _SHOWN // 2
        source = f"{source[:half]} … {len(source) - 2 * half} characters … {source[-half:]}"
    return Text(printable(source).replace("\t", "\\t"), style=_STYLES[kind_of_segment(segment)])


def _call(call: ToolCall) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    table.add_column(style="bright_black", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("name", Text(printable(call.name), style="bold green"))
    for key, value in call.arguments.items():
        table.add_row(Text(printable(key)), Text(printable(json_text(value))))
    table.add_row("grammar", Text(f"{call.grammar}, {call.start}-{call.stop}"))
    if call.id is not None:
        table.add_row("id", Text(printable(call.id)))
    repairs = ", ".join(f"{repaired.kind} {repaired.path}".rstrip() for repaired in call.repairs)
    table.add_row("repairs", Text(printable(repairs) or "none"))
    return Group(table, Text(""))
