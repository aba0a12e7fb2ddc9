"""``dialectfp write`` and ``dialectfp prompt``: calls and tools in a dialect's own words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from cyclopts import Parameter

from dialectfp.calls import ToolCall
from dialectfp.cli.files import Unusable, as_line, check_files, print_out, read_text, read_tools, source_of
from dialectfp.cli.speaking import DialectName, Said, speaking
from dialectfp.repair.json import Broken, strict
from dialectfp.tools import EMPTY

__all__ = ["prompt", "write"]

_HINT: Final = "give a FILE, or pipe calls in, one JSON object a line; `dialectfp write --help` shows the rest"


def write(
    *file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    dialect: DialectName = "xml",
    tools: str | None = None,
    marker: str | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Write tool calls as a model would be shown them: one JSON object a line in, its text out.

    Parameters
    ----------
    file
        The calls, one JSON object a line with "name" and "arguments", as UTF-8; "-" or nothing is standard input.
    dialect
        The dialect to write in.
    tools
        A JSON file of the tools offered, in the shape of OpenAI, Anthropic or MCP. Positions are theirs.
    marker
        The tag around a call: "tool_call" unless given.
    json
        Print one JSON object a line, with the text under "text".
    """
    check_files("write", file)
    source, toolset, chosen = source_of(file, _HINT), read_tools(tools), speaking(dialect, marker)
    chosen.read(EMPTY, Said(()))
    # Every line is looked at before anything is printed.
    for call in tuple(_calls(read_text(source), source)):
        text = chosen.write(toolset, call)
        print_out(f"{as_line({'text': text})}\n" if json else f"{text}\n")
    return 0


def prompt(dialect: DialectName = "xml", *, tools: str, marker: str | None = None) -> int:
    """Print what a model reads: the dialect's protocol block, and the tools.

    Parameters
    ----------
    dialect
        The dialect to teach.
    tools
        A JSON file of the tools offered, in the shape of OpenAI, Anthropic or MCP.
    marker
        The tag around a call: "tool_call" unless given.
    """
    toolset, chosen = read_tools(tools), speaking(dialect, marker)
    chosen.read(EMPTY, Said(()))
    print_out(f"{chosen.prompt(toolset)}\n")
    return 0


def _calls(text: str, source: str) -> Iterator[ToolCall]:
    """Read each line's call. Raises Unusable, naming the line."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            call = _call(line)
            if call is None:
                message = f'{source}, line {number}: no JSON object with a "name" and an object "arguments"'
                raise Unusable(message)
            yield call


def _call(line: str) -> ToolCall | None:
    loaded = strict(line)
    if isinstance(loaded, Broken) or line[loaded.stop :].strip() or not isinstance(loaded.value, dict):
        return None
    name, arguments = loaded.value.get("name"), loaded.value.get("arguments", {})
    return ToolCall(name, arguments) if isinstance(name, str) and name and isinstance(arguments, dict) else None
