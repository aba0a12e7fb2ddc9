"""A call in its tag: JSON with ``name`` and ``arguments``, which every dialect reads."""

from __future__ import annotations

from dialectfp.calls import ToolCall
from dialectfp.render.jsontext import json_text

__all__ = ["tagged_json"]


def tagged_json(marker: str, call: ToolCall) -> str:
    """Write a call as JSON between ``<marker>`` and ``</marker>``, each on a line of its own."""
    body = json_text({"name": call.name, "arguments": call.arguments}, unsafe=marker)
    return f"<{marker}>\n{body}\n</{marker}>"
