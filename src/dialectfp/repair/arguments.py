"""Bringing arguments to the shape that a tool's schema wants, each change on the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dialectfp.calls import Repaired
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.repair.json import Loaded, lenient
from dialectfp.tools import ToolSpec, property_schema

__all__ = ["shape"]


def shape(spec: ToolSpec, arguments: JsonObject) -> tuple[JsonObject, tuple[Repaired, ...]]:
    """Decode what was written as a string of JSON where the schema wants an array or an object, and no string.

    Gives the arguments, the same object if nothing changed, and what was repaired.
    """
    changed: dict[str, Json] = {}
    for key, value in arguments.items():
        if isinstance(value, str):
            wanted = _structures(property_schema(spec, key))
            decoded = _decoded(value) if wanted else None
            if isinstance(decoded, wanted):
                changed[key] = decoded
    if not changed:
        return arguments, ()
    return {**arguments, **changed}, tuple(Repaired("stringified", f"/{_pointer(key)}") for key in changed)


def _structures(schema: JsonObject | None) -> tuple[type, ...]:
    types = schema.get("type") if schema else None
    names = set(types) if isinstance(types, Sequence) and not isinstance(types, str) else {types}
    if "string" in names:
        return ()
    found: tuple[type, ...] = (list,) if "array" in names else ()
    return (*found, dict) if "object" in names else found


def _decoded(text: str) -> Json:
    loaded = lenient(text)
    if isinstance(loaded, Loaded) and not text[loaded.stop :].strip() and isinstance(loaded.value, (Mapping, Sequence)):
        return loaded.value
    return None


def _pointer(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
