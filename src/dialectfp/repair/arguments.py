"""Bringing arguments to the shape that a tool's schema wants, each change on the record."""

from __future__ import annotations

from dialectfp.calls import Repaired
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.repair.raw import typed
from dialectfp.tools import Toolset

__all__ = ["shape"]


def shape(toolset: Toolset, tool: str, arguments: JsonObject) -> tuple[JsonObject, tuple[Repaired, ...]]:
    """Read what was written as a string where the schema allows no string: ``"200"``, ``"true"``, ``"[1, 2]"``.

    Gives the arguments, the same object if nothing changed, and what was repaired. A string that can't be read so
    stays, for validation to refuse.
    """
    changed: dict[str, Json] = {}
    for key in toolset.unquoted[tool]:
        value = arguments.get(key)
        if isinstance(value, str):
            found = typed(toolset.specs[tool], key, value)
            if not isinstance(found, str):
                changed[key] = found
    if not changed:
        return arguments, ()
    return {**arguments, **changed}, tuple(Repaired("stringified", f"/{_pointer(key)}") for key in sorted(changed))


def _pointer(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
