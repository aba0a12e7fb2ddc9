"""The protocol block: how to call, in the fewest words that a small model follows."""

from __future__ import annotations

from itertools import count
from typing import Final

from dialectfp.calls import ToolCall
from dialectfp.render.calls import tagged_json
from dialectfp.render.catalogue import json_catalogue
from dialectfp.repair.name import Unknown, resolve
from dialectfp.tools import Toolset

__all__ = ["tagged_json_prompt"]

#: The example's tool. It is none of the host's: a small model that is shown one of its own tools repeats that call,
#: whatever is asked, and the example's arguments wouldn't fit that tool's schema.
_EXAMPLE: Final = "play_song"


def tagged_json_prompt(marker: str, toolset: Toolset) -> str:
    """Write the protocol and the catalogue for JSON in a tag; empty without tools.

    The one worked example calls a tool that isn't offered, nor like one that is.
    """
    if not toolset.specs:
        return ""
    example = _unoffered(toolset)
    return (
        "You can call tools. To call one, write a JSON object with its name and arguments inside "
        f"<{marker}> and </{marker}>. Write one such block for each call. "
        "Text outside the blocks goes to the user. Call only the tools listed, and wait for their results.\n\n"
        "Tools, one JSON object a line:\n"
        f"{json_catalogue(toolset)}\n\n"
        f"Example, for a tool {example}:\n"
        f"{tagged_json(marker, ToolCall(example, {'title': 'Thriller', 'volume': 7}))}"
    )


def _unoffered(toolset: Toolset) -> str:
    """Name a tool that is not offered, and that no offered one is meant by: a copied example is then no call."""
    names = (f"{_EXAMPLE}_{'x' * size}" if size else _EXAMPLE for size in count())
    return next(name for name in names if isinstance(resolve(toolset.names, name), Unknown))
