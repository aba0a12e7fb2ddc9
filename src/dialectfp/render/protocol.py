"""The protocol blocks: how to call, in the fewest words that a small model follows, and one worked example."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Final

from msgspec import Struct

from dialectfp.calls import ToolCall
from dialectfp.render.calls import tagged, tagged_json
from dialectfp.render.catalogue import json_catalogue, positional_catalogue, python_catalogue, typescript_catalogue
from dialectfp.repair.name import Unknown, resolve
from dialectfp.slots import placeholder
from dialectfp.tools import Toolset

__all__ = ["JSON", "POSITIONAL", "PYTHON", "TYPESCRIPT", "Wording", "forced", "parallel", "protocol"]


class Wording(Struct, frozen=True):
    """What a dialect's protocol block says of its own; formats are filled with the tag, or the example's tool."""

    how: str
    #: What precedes the tools.
    listed: str
    catalogue: Callable[[Toolset], str]
    #: How the example's tool is listed, and its call.
    shown: str
    example: Callable[[str, str], str]


def _json_example(marker: str, tool: str) -> str:
    return tagged_json(marker, ToolCall(tool, {"title": "Thriller", "volume": 7}))


def _positional_example(marker: str, tool: str) -> str:
    return tagged(marker, f"{tool}[0|Thriller|1|7]")


def _python_example(marker: str, tool: str) -> str:
    return tagged(marker, f'{tool}(title="Thriller", volume=7)')


def _typescript_example(marker: str, tool: str) -> str:
    return tagged(marker, f'{tool}("Thriller", 7)')


JSON: Final = Wording(
    "write a JSON object with its name and arguments inside {opener} and {closer}.",
    "Tools, one JSON object a line",
    json_catalogue,
    "a tool {tool}",
    _json_example,
)
POSITIONAL: Final = Wording(
    "copy its line Call as, with a value in place of each <name>, inside {opener} and {closer}. "
    "A slot that you don't need is left out, its number too. In a value, write \\| for |, \\] for ] and \\\\ for \\.",
    "Tools",
    positional_catalogue,
    f"a tool listed as {{tool}}[0|{placeholder('title')}|1|{placeholder('volume')}]",
    _positional_example,
)
PYTHON: Final = Wording(
    "write the call as Python, with literal values only, inside {opener} and {closer}.",
    "Tools",
    python_catalogue,
    "a tool listed as def {tool}(title: str, volume: int = None) -> str",
    _python_example,
)
TYPESCRIPT: Final = Wording(
    "write the call as TypeScript, with literal values only, inside {opener} and {closer}.",
    "Tools",
    typescript_catalogue,
    "a tool listed as function {tool}(title: string, volume?: number): string",
    _typescript_example,
)

#: The example's tool. It is none of the host's: a small model that is shown one of its own tools repeats that call,
#: whatever is asked, and the example's arguments wouldn't fit that tool's schema.
_EXAMPLE: Final = "play_song"


def protocol(wording: Wording, marker: str, toolset: Toolset) -> str:
    """Write how to call, the tools and the example; empty without tools.

    The one worked example calls a tool that isn't offered, nor like one that is.
    """
    if not toolset.specs:
        return ""
    example = _unoffered(toolset)
    how = wording.how.format(opener=f"<{marker}>", closer=f"</{marker}>")
    return (
        f"You can call tools. To call one, {how} Write one such block for each call. "
        "Text outside the blocks goes to the user. Call only the tools listed, and wait for their results.\n\n"
        f"{wording.listed}:\n{wording.catalogue(toolset)}\n\n"
        f"Example, for {wording.shown.format(tool=example)}:\n{wording.example(marker, example)}"
    )


def forced(marker: str, tool: str | None) -> str:
    """Ask for a call of a tool, or of any tool if ``tool`` is None, and for nothing else."""
    which = "one of the tools" if tool is None else f"the tool {tool}"
    return f"Call {which} now: answer with a <{marker}> block and nothing else."


def parallel(marker: str, *, allowed: bool) -> str:
    """Say whether one reply may hold several calls."""
    if allowed:
        return f"Calls that don't need each other's results may stand in one reply, one <{marker}> block after another."
    return f"Write at most one <{marker}> block in a reply."


def _unoffered(toolset: Toolset) -> str:
    """Name a tool that is not offered, and that no offered one is meant by: a copied example is then no call."""
    names = (f"{_EXAMPLE}_{'x' * size}" if size else _EXAMPLE for size in count())
    return next(name for name in names if isinstance(resolve(toolset.names, name), Unknown))
