"""``dialectfp read``: what became of a reply."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from cyclopts import Parameter
from returns.result import Success

from dialectfp.cli.files import Unusable, as_line, example, example_names, read_text, read_tools, said, toolset_of
from dialectfp.cli.many import read_lines
from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import xml
from dialectfp.jsontypes import Json
from dialectfp.outcome import cases
from dialectfp.reading import FinishReason, Reading
from dialectfp.tags import Xml
from dialectfp.tools import Toolset
from dialectfp.views.plain import reading_as_json

__all__ = ["read"]


def read(  # noqa: PLR0913 - one option each
    file: Annotated[str, Parameter(allow_leading_hyphen=True)] = "-",
    /,
    *,
    tools: str | None = None,
    dialect: Literal["xml"] = "xml",  # noqa: ARG001 - the only one so far
    marker: str = "tool_call",
    json: Annotated[bool, Parameter(negative=())] = False,
    jsonl: Annotated[bool, Parameter(negative=())] = False,
    strict: Annotated[bool, Parameter(negative=())] = False,
    finish_reason: Literal["stop", "length"] | None = None,
    thinking_prefilled: Annotated[bool, Parameter(negative=())] = False,
    example: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Read a model's reply: every segment, each call with its repairs, each fault with its span.

    Parameters
    ----------
    file
        The reply, as UTF-8; "-" is standard input. With --example, the name of a shipped example.
    tools
        A JSON file of the tools offered, in the shape of OpenAI, Anthropic or MCP.
    dialect
        The dialect that the model was asked to write.
    marker
        The tag that the model was asked to write around a call.
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
    example
        Read a reply of a real model that the package ships.
    """
    if json and jsonl:
        message = "--json and --jsonl exclude each other"
        raise Unusable(message)
    if example:
        return _example("unclosed-tag" if file == "-" else file, as_json=json, strict=strict)
    toolset = read_tools(tools)
    if jsonl:
        return _many(file, toolset, marker, strict=strict)
    reading = _reading(read_text(file), toolset, marker, finish_reason, thinking_prefilled=thinking_prefilled)
    return _shown(reading, as_json=json, strict=strict)


def _reading(
    text: str, toolset: Toolset, marker: str, reason: FinishReason | None, *, thinking_prefilled: bool = False
) -> Reading[Xml]:
    chosen = xml(marker)
    reply = receive(chosen, text, finish_reason=reason, thinking_prefilled=thinking_prefilled)
    match cases(chosen.syntax.read(toolset, reply)):
        case Success(reading):
            return reading
        case failure:
            raise Unusable(said(failure.failure()))


def _example(name: str, *, as_json: bool, strict: bool) -> int:
    if name == "list":
        _print_lines(example_names())
        return 0
    shown = example(name)
    toolset = toolset_of(msgspec.json.encode(shown.tools).decode(), name)
    reason: FinishReason = "length" if shown.finish_reason == "length" else "stop"
    if not as_json:
        others = ", ".join(other for other in example_names() if other != name)
        _print_lines([f"{shown.model} was asked: {shown.question}", f"Other examples: {others}"])
    return _shown(_reading(shown.text, toolset, shown.marker, reason), as_json=as_json, strict=strict)


def _many(file: str, toolset: Toolset, marker: str, *, strict: bool) -> int:
    try:
        lines = sys.stdin.buffer if file == "-" else open(file, "rb")  # noqa: PTH123, SIM115 - closed below
    except OSError as error:
        message = f"{file}: {error.strerror or 'unreadable'}"
        raise Unusable(message) from error
    at_fault = False
    with lines:
        for answer, faulty in read_lines(lines, toolset, marker):
            _print_lines([as_line(answer)])
            at_fault = at_fault or faulty
    return int(strict and at_fault)


def _shown(reading: Reading[Xml], *, as_json: bool, strict: bool) -> int:
    if as_json:
        answer: Json = reading_as_json(reading)
        _print_lines([as_line(answer)])
    else:
        from rich.console import Console

        from dialectfp.views.text import reading_as_text

        Console(highlight=False, soft_wrap=False).print(reading_as_text(reading))
    return int(strict and bool(reading.faults))


def _print_lines(lines: Iterable[str]) -> None:
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
    sys.stdout.buffer.flush()
