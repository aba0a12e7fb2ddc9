"""The tools as JSON, one a line."""

from __future__ import annotations

from dialectfp.render.jsontext import json_text
from dialectfp.tools import Toolset

__all__ = ["json_catalogue"]


def json_catalogue(toolset: Toolset) -> str:
    """Write each tool's name, description and full schema on one line, in the order offered."""
    return "\n".join(
        json_text({"name": spec.name, "description": spec.description, "parameters": spec.parameters})
        for spec in toolset.specs.values()
    )
