"""A reading as text for a terminal: what the user sees, the reply cut into its segments, the calls, and the faults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, TypeVar

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dialectfp.calls import ToolCall
from dialectfp.faults import TextFault, describe, kind_of
from dialectfp.jsontypes import Json
from dialectfp.reading import Reading
from dialectfp.render.jsontext import json_text
from dialectfp.segments import Segment, kind_of_segment
from dialectfp.tags import Tag

__all__ = ["as_text", "printable"]

D = TypeVar("D", bound=Tag)

#: A longer segment loses its middle, and so do longer arguments and a longer visible text. In characters.
_SEGMENT: Final = 600
_ARGUMENTS: Final = 2_000
_VISIBLE: Final = 4_000

_QUIET: Final = "bright_black"
_STYLES: Final = {
    "prose": "",
    "example": "cyan",
    "reasoning": f"italic {_QUIET}",
    "called": "green",
    "malformed": "red",
    "unterminated": "red",
    "furniture": _QUIET,
    "invented": "magenta",
}


def printable(text: str, keep: str = "\n") -> str:
    r"""Escape whatever a terminal would act on or not show, but for the characters to keep.

    That is control characters, marks of direction, characters without width or meaning, and lone surrogates: what
    Python calls not printable. ESC becomes ``\x1b``.
    """
    if text.isprintable():
        return text
    return "".join([c if c.isprintable() or c in keep else _escape(c) for c in text])


def _escape(character: str) -> str:
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(character)
    if named is not None:
        return named
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def as_text(reading: Reading[D]) -> RenderableType:
    """Give the visible text, then every segment, call and fault with its kind and span."""
    return Group(*_parts(reading))


def _parts(reading: Reading[D]) -> Iterator[RenderableType]:
    visible = reading.visible
    yield _heading("Visible to the user", _counted(len(visible), "character"))
    yield _indented(_shown(visible, _VISIBLE, ""))
    yield _heading("Segments", f"{len(reading.segments)}, of {_counted(len(reading.text), 'character')}")
    if reading.segments:
        yield _indented(_segments(reading))
    yield _heading("Calls", str(len(reading.calls)))
    yield from map(_call, reading.calls)
    if reading.refused:
        yield _heading("Calls refused", str(len(reading.refused)))
        yield from map(_call, reading.refused)
    yield _heading("Faults", str(len(reading.faults)))
    if reading.faults:
        yield _indented(_faults(reading.faults))


def _heading(title: str, measure: str) -> Text:
    return Text.assemble("\n", (title, "bold"), f" ({measure})")


def _indented(part: RenderableType) -> RenderableType:
    return Padding(part, (0, 0, 0, 2))


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _columns() -> Table:
    """A table whose first two columns, a kind and a span, are kept whole."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True, justify="right")
    table.add_column(overflow="fold")
    return table


def _span(start: int, stop: int) -> Text:
    return Text(f"{start}-{stop}", style=_QUIET)


def _segments(reading: Reading[D]) -> Table:
    table = _columns()
    for segment in reading.segments:
        kind = kind_of_segment(segment)
        style = _STYLES.get(kind, "")
        table.add_row(
            Text(kind, style=style), _span(segment.start, segment.stop), _source(reading.text, segment, style)
        )
    return table


def _source(text: str, segment: Segment, style: str) -> Text:
    return _shown(text[segment.start : segment.stop], _SEGMENT, style)


def _shown(text: str, longest: int, style: str) -> Text:
    """Give the text without its middle if it's long, and with the line ends at its edges, which don't show, escaped."""
    if not text:
        return Text("nothing", style=_QUIET)
    if len(text) <= longest:
        return Text(_edged(text), style=style)
    half = longest // 2
    left_out = len(text) - 2 * half
    gap = f"\n[... {_counted(left_out, 'character')} not shown ...]\n"
    return Text.assemble((_edged(text[:half]), style), (gap, _QUIET), (_edged(text[-half:]), style))


def _edged(text: str) -> str:
    body = text.strip("\n")
    if not body:
        return printable(text, keep="")
    first = len(text) - len(text.lstrip("\n"))
    last = len(text.rstrip("\n"))
    return f"{printable(text[:first], keep='')}{printable(body)}{printable(text[last:], keep='')}"


def _call(call: ToolCall) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style=_QUIET, no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("name", Text(printable(call.name, keep=""), style="bold green"))
    if call.id is not None:
        table.add_row("id", Text(printable(call.id, keep="")))
    table.add_row("arguments", _shown(_pretty(call.arguments), _ARGUMENTS, ""))
    table.add_row("grammar", Text(call.grammar))
    table.add_row("span", Text(f"{call.start}-{call.stop}"))
    repairs = [f"{repaired.kind} at {repaired.path}" if repaired.path else repaired.kind for repaired in call.repairs]
    table.add_row("repairs", Text(printable(", ".join(repairs), keep="") or "none"))
    return Padding(table, (0, 0, 0, 2))


def _pretty(value: Json) -> str:
    # Through plain JSON, since arguments may be any mapping.
    plain: object = json.loads(json_text(value))
    return json.dumps(plain, ensure_ascii=False, indent=2)


def _faults(faults: tuple[TextFault, ...]) -> Table:
    table = _columns()
    for fault in faults:
        said = Text(printable(describe(fault), keep=""))
        table.add_row(Text(kind_of(fault), style="red"), _span(fault.start, fault.stop), said)
    return table
