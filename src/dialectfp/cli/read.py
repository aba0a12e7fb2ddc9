"""``dialectfp read``: what became of a reply."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import msgspec
from cyclopts import Parameter

from dialectfp.cli.files import (
    Unusable,
    as_line,
    check_files,
    example_names,
    print_out,
    read_text,
    read_tools,
    source_of,
    toolset_of,
)
from dialectfp.cli.files import example as example_named
from dialectfp.cli.many import read_lines
from dialectfp.cli.speaking import DialectName, Said, speaking
from dialectfp.jsontypes import Json
from dialectfp.reading import FinishReason, Reading
from dialectfp.tags import Tag
from dialectfp.tools import EMPTY, Toolset
from dialectfp.views.plain import as_json

__all__ = ["read"]

_HINT: Final = (
    "give a FILE, or pipe a reply in; `dialectfp read --example` shows a real one, `dialectfp read --help` the rest"
)


def read(  # noqa: PLR0913 - one option each, and a clear word for every misfit
    *file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    tools: str | None = None,
    dialect: DialectName = "xml",
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
    check_files("read", file)
    if json and jsonl:
        message = "--json and --jsonl exclude each other"
        raise Unusable(message)
    if jsonl and (example or stream is not None or finish_reason is not None or thinking_prefilled):
        message = "--jsonl goes with --tools, --dialect, --marker and --strict only: each line says the rest"
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
            print_out(_introduced(named, shown.model, shown.question))
        text = shown.text
        marker = shown.marker if marker is None else marker
        finish_reason = finish_reason or shown.finish_reason
        if tools is None:
            toolset = toolset_of(msgspec.json.encode(shown.tools).decode(), named)
    else:
        source = source_of(file, _HINT)
        if jsonl:
            return _many(source, toolset, dialect, marker, strict=strict)
        text = read_text(source)
    reason: FinishReason = "length" if finish_reason == "length" else "stop"
    pieces = [text[at : at + stream] for at in range(0, len(text), stream)] if stream is not None else [text]
    asked = Said(pieces, stream is not None, reason, thinking_prefilled)
    return _shown(speaking(dialect, marker).read(toolset, asked), json=json, strict=strict)


def _list() -> int:
    width = max(len(name) for name in example_names())
    for name in example_names():
        shown = example_named(name)
        print_out(f"{name:<{width}}  {shown.model}: {shown.question}\n")
    return 0


def _introduced(name: str, model: str, question: str) -> str:
    others = ", ".join(other for other in example_names() if other != name)
    return f"{model} was asked: {question}\nOther examples: {others}\n"


def _many(file: str, toolset: Toolset, dialect: DialectName, marker: str | None, *, strict: bool) -> int:
    # Reading nothing fails like reading anything.
    speaking(dialect, marker).read(EMPTY, Said(()))
    try:
        lines = sys.stdin.buffer if file == "-" else open(file, "rb")  # noqa: PTH123, SIM115 - closed below
    except OSError as error:
        message = f"{file}: {error.strerror or 'unreadable'}"
        raise Unusable(message) from error
    at_fault = False
    with lines:
        for answer, faulty in read_lines(lines, toolset, dialect, marker):
            line, unwritable = _line(answer)
            print_out(f"{line}\n")
            at_fault = at_fault or faulty or unwritable
    return int(strict and at_fault)


def _line(answer: dict[str, Json]) -> tuple[str, bool]:
    """Write an answer, or that it can't be written."""
    try:
        return as_line(answer), False
    except (ValueError, RecursionError):
        return as_line({"error": "the answer is no JSON: a number out of range, or values nested too deeply"}), True


def _shown(reading: Reading[Tag], *, json: bool, strict: bool) -> int:
    print_out(f"{as_line(as_json(reading))}\n" if json else _as_text(reading))
    return int(strict and bool(reading.faults))


def _as_text(reading: Reading[Tag]) -> str:
    from rich.console import Console

    from dialectfp.views.text import as_text

    console = Console(highlight=False)
    with console.capture() as capture:
        console.print(as_text(reading))
    # Rich fills lines up to the width, which a pipe needn't carry.
    return "".join(f"{line.rstrip(' ')}\n" for line in capture.get().split("\n")[:-1])
