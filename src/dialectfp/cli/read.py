"""``dialectfp read``: what became of a reply."""

from __future__ import annotations

import sys
from typing import Annotated, Final, Literal

import msgspec
from cyclopts import Parameter
from returns.result import Success

from dialectfp.cli.files import (
    Unusable,
    as_line,
    example_names,
    read_text,
    read_tools,
    said,
    toolset_of,
)
from dialectfp.cli.files import example as example_named
from dialectfp.cli.many import read_lines
from dialectfp.dialects.record import Dialect, receive
from dialectfp.dialects.xml import xml
from dialectfp.jsontypes import Json
from dialectfp.outcome import cases
from dialectfp.reading import FinishReason, Reading
from dialectfp.stream import Step, collect, feed, flush
from dialectfp.tags import Xml
from dialectfp.tools import EMPTY, Toolset
from dialectfp.views.plain import as_json

__all__ = ["read"]

_MARKER: Final = "tool_call"
_HINT: Final = (
    "give a FILE, or pipe a reply in; `dialectfp read --example` shows a real one, `dialectfp read --help` the rest"
)


def read(  # noqa: PLR0913 - one option each, and a clear word for every misfit
    *file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    tools: str | None = None,
    dialect: Literal["xml"] = "xml",  # noqa: ARG001 - the only one so far
    marker: str | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
    jsonl: Annotated[bool, Parameter(negative=())] = False,
    strict: Annotated[bool, Parameter(negative=())] = False,
    finish_reason: str | None = None,
    thinking_prefilled: Annotated[bool, Parameter(negative=())] = False,
    stream: int | None = None,
    example: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Read a model's reply: every segment, each call with its repairs, each fault with its span.

    Parameters
    ----------
    file
        The reply, as UTF-8; "-" or nothing is standard input. With --example, the name of a shipped example, or
        "list".
    tools
        A JSON file of the tools offered, in the shape of OpenAI, Anthropic or MCP.
    dialect
        The dialect that the model was asked to write.
    marker
        The tag that the model was asked to write around a call: "tool_call" unless given.
    json
        Print one JSON object.
    jsonl
        Read one JSON object a line, with "text" or "chunks", and print one a line.
    strict
        Exit with 1 if anything is at fault.
    finish_reason
        Why the model stopped; "length" means that the reply was cut off.
    thinking_prefilled
        The prompt opened the reasoning block, so the reply begins inside it.
    stream
        Feed the reply in pieces of so many characters, as a stream would.
    example
        Read a reply of a real model that the package ships.
    """
    for name in file:
        if name.startswith("-") and name != "-":
            message = f"unknown option {name}; `dialectfp read --help` lists them (a file of that name is ./{name})"
            raise Unusable(message)
    if len(file) > 1:
        message = f"one FILE at a time, not {len(file)}"
        raise Unusable(message)
    if json and jsonl:
        message = "--json and --jsonl exclude each other"
        raise Unusable(message)
    if jsonl and (example or stream is not None or finish_reason is not None or thinking_prefilled):
        message = "--jsonl goes with --tools, --marker and --strict only: each line says the rest"
        raise Unusable(message)
    if stream is not None and stream < 1:
        message = "--stream needs a number of characters, 1 or more"
        raise Unusable(message)
    toolset = read_tools(tools)
    if example:
        named = file[0] if file else "invented-turn"
        if named == "list":
            return _list()
        shown = example_named(named)
        if not json:
            _print(_introduced(named, shown.model, shown.question))
        text = shown.text
        marker = shown.marker if marker is None else marker
        finish_reason = finish_reason or shown.finish_reason
        if tools is None:
            toolset = toolset_of(msgspec.json.encode(shown.tools).decode(), named)
    else:
        source = _source(file)
        if jsonl:
            return _many(source, toolset, _MARKER if marker is None else marker, strict=strict)
        text = read_text(source)
    chosen = xml(_MARKER if marker is None else marker)
    reason: FinishReason = "length" if finish_reason == "length" else "stop"
    reading = _reading(chosen, toolset, text, reason, thinking_prefilled=thinking_prefilled, piece=stream)
    return _shown(reading, json=json, strict=strict)


def _source(file: tuple[str, ...]) -> str:
    """Give the file to read, or ``-`` if standard input is there to be read."""
    source = file[0] if file else "-"
    if source == "-" and sys.stdin is None:
        message = "standard input is closed"
        raise Unusable(message)
    if not file and sys.stdin.isatty():
        raise Unusable(_HINT)
    return source


def _reading(
    dialect: Dialect[Xml],
    toolset: Toolset,
    text: str,
    reason: FinishReason,
    *,
    thinking_prefilled: bool = False,
    piece: int | None = None,
) -> Reading[Xml]:
    """Read a reply, whole or fed in pieces. Raises Unusable if the dialect can't be read."""
    reply = receive(dialect, text, finish_reason=reason, thinking_prefilled=thinking_prefilled)
    if piece is None:
        match cases(dialect.syntax.read(toolset, reply)):
            case Success(reading):
                return reading
            case failure:
                raise Unusable(said(failure.failure()))
    _check(dialect)
    state, steps = dialect.syntax.start(toolset, thinking_prefilled), list[Step]()
    for start in range(0, len(text), piece):
        state, step = feed(state, text[start : start + piece])
        steps.append(step)
    return collect(reply, [*steps, flush(state, reason)])


def _check(dialect: Dialect[Xml]) -> None:
    """Read nothing, which fails like reading anything. Raises Unusable."""
    _reading(dialect, EMPTY, "", "stop")


def _list() -> int:
    width = max(len(name) for name in example_names())
    for name in example_names():
        shown = example_named(name)
        _print(f"{name:<{width}}  {shown.model}: {shown.question}\n")
    return 0


def _introduced(name: str, model: str, question: str) -> str:
    others = ", ".join(other for other in example_names() if other != name)
    return f"{model} was asked: {question}\nOther examples: {others}\n"


def _many(file: str, toolset: Toolset, marker: str, *, strict: bool) -> int:
    _check(xml(marker))
    try:
        lines = sys.stdin.buffer if file == "-" else open(file, "rb")  # noqa: PTH123, SIM115 - closed below
    except OSError as error:
        message = f"{file}: {error.strerror or 'unreadable'}"
        raise Unusable(message) from error
    at_fault = False
    with lines:
        for answer, faulty in read_lines(lines, toolset, marker):
            line, unwritable = _line(answer)
            _print(f"{line}\n")
            at_fault = at_fault or faulty or unwritable
    return int(strict and at_fault)


def _line(answer: dict[str, Json]) -> tuple[str, bool]:
    """Write an answer, or that it can't be written."""
    try:
        return as_line(answer), False
    except (ValueError, RecursionError):
        return as_line({"error": "the answer is no JSON: a number out of range, or values nested too deeply"}), True


def _shown(reading: Reading[Xml], *, json: bool, strict: bool) -> int:
    _print(f"{as_line(as_json(reading))}\n" if json else _as_text(reading))
    return int(strict and bool(reading.faults))


def _as_text(reading: Reading[Xml]) -> str:
    from rich.console import Console

    from dialectfp.views.text import as_text

    console = Console(highlight=False)
    with console.capture() as capture:
        console.print(as_text(reading))
    # Rich fills lines up to the width, which a pipe needn't carry.
    return "".join(f"{line.rstrip(' ')}\n" for line in capture.get().split("\n")[:-1])


def _print(text: str) -> None:
    """Write to standard output at once; what its encoding lacks is escaped."""
    if sys.stdout is None:
        message = "standard output is closed"
        raise Unusable(message)
    sys.stdout.buffer.write(text.encode(errors="backslashreplace"))
    sys.stdout.buffer.flush()
