"""Bringing arguments to the shape that a tool's schema wants, each change on the record."""

from __future__ import annotations

from dialectfp.calls import Repaired
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.repair.json import Loaded, lenient
from dialectfp.tools import Toolset

__all__ = ["shape"]


def shape(toolset: Toolset, tool: str, arguments: JsonObject) -> tuple[JsonObject, tuple[Repaired, ...]]:
    """Decode what was written as a string of JSON where the schema wants an array or an object, and no string.

    Gives the arguments, the same object if nothing changed, and what was repaired.
    """
    changed: dict[str, Json] = {}
    for key in toolset.structured[tool]:
        value = arguments.get(key)
        if isinstance(value, str):
            decoded = _decoded(value)
            if decoded is not None:
                changed[key] = decoded
    if not changed:
        return arguments, ()
    return {**arguments, **changed}, tuple(Repaired("stringified", f"/{_pointer(key)}") for key in sorted(changed))


def _decoded(text: str) -> Json:
    loaded = lenient(text)
    if isinstance(loaded, Loaded) and isinstance(loaded.value, (dict, list)) and not text[loaded.stop :].strip():
        return loaded.value
    return None


def _pointer(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
