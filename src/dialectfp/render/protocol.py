"""The protocol block: how to call, in the fewest words that a small model follows."""

from __future__ import annotations

from dialectfp.calls import ToolCall
from dialectfp.render.calls import tagged_json
from dialectfp.render.catalogue import json_catalogue
from dialectfp.tools import Toolset

__all__ = ["tagged_json_prompt"]

#: A tool that no host offers: a small model that is shown one of its own tools repeats that call, whatever is asked.
_EXAMPLE = ToolCall("play_song", {"title": "Thriller", "volume": 7})


def tagged_json_prompt(marker: str, toolset: Toolset) -> str:
    """Write the protocol and the catalogue for JSON in a tag; empty without tools.

    The one worked example uses a tool that isn't offered, unless a tool of that name is.
    """
    if not toolset.specs:
        return ""
    return (
        "You can call tools. To call one, write a JSON object with its name and arguments inside "
        f"<{marker}> and </{marker}>. Write one such block for each call. "
        "Text outside the blocks goes to the user. Call only the tools listed, and wait for their results.\n\n"
        "Tools, one JSON object a line:\n"
        f"{json_catalogue(toolset)}\n\n"
        "Example, for a tool play_song:\n"
        f"{tagged_json(marker, _EXAMPLE)}"
    )
