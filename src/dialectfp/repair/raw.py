"""Values that a grammar writes as bare text, typed by the tool's schema.

The text alone can't tell the string ``3`` from the number: only a parameter's schema can.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Final

from dialectfp.jsontypes import Json, JsonObject
from dialectfp.repair.json import Loaded, lenient, strict
from dialectfp.repair.name import Known, resolve
from dialectfp.tools import Toolset, ToolSpec, pointed, property_schema

__all__ = ["spec_named", "typed", "typed_by", "types_of"]

_INTEGER: Final = re.compile(r"[+-]?\d{1,4300}")
_INTEGRAL: Final = re.compile(r"([+-]?\d{1,300})\.0+")
_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_LEADING_ZERO: Final = re.compile(r"[+-]?0\d|\+")
_QUOTED: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_STRING: Final = frozenset({"string"})
_ALL: Final = frozenset({"null", "integer", "number", "boolean", "object", "array", "string"})
#: Schemas within schemas are followed so deep.
_DEPTH: Final = 6


def spec_named(toolset: Toolset, written: str) -> ToolSpec | None:
    """Give the offered tool that a written name means, if there is one."""
    if written in toolset.specs:
        return toolset.specs[written]
    name = resolve(toolset.names, written)
    return toolset.specs[name.name] if isinstance(name, Known) else None


def typed(spec: ToolSpec | None, key: str, text: str) -> Json:
    """Type the text of one argument by the parameter's schema.

    A string parameter keeps its text exactly. Otherwise null, integer, number, boolean, object and array are tried,
    as far as the schema allows them, and the text itself is the last resort: nothing is lost by a failed conversion.
    Where no schema says anything, text that is JSON by its looks is read as JSON.
    """
    schema = property_schema(spec, key) if spec is not None else None
    return typed_by(schema, spec.parameters if spec is not None else {}, text)


def typed_by(schema: JsonObject | None, root: JsonObject, text: str) -> Json:
    """Type a text by a schema, like `typed`; ``root`` is what its references point into."""
    types = types_of(schema, root) if schema else _ALL
    if types == _STRING:
        return text
    found = _scalar(text.strip(), types)
    return text if isinstance(found, _Nothing) else found


class _Nothing:
    """No value was found; null is one."""


_NOTHING: Final = _Nothing()


def _scalar(text: str, types: frozenset[str]) -> Json | _Nothing:
    if text in {"null", "None"} and "null" in types:
        return None
    if types == _ALL and _LEADING_ZERO.match(text):
        return _NOTHING
    if "integer" in types or "number" in types:
        number = _number(text, whole="number" not in types)
        if number is not None:
            return number
    if "boolean" in types and text.lower() in {"true", "false"}:
        return text.lower() == "true"
    if text[:1] in {"{", "["} and types & {"object", "array"}:
        loaded = strict(text)
        if not isinstance(loaded, Loaded) or loaded.stop != len(text):
            loaded = lenient(text)
        if isinstance(loaded, Loaded) and not text[loaded.stop :].strip():
            kind = "object" if isinstance(loaded.value, dict) else "array"
            return loaded.value if kind in types else _NOTHING
    quoted = _QUOTED.fullmatch(text)
    if quoted and "string" not in types:
        return _scalar(quoted[1] if quoted[1] is not None else quoted[2], types)
    return _NOTHING


def _number(text: str, *, whole: bool) -> int | float | None:
    if _INTEGER.fullmatch(text):
        return int(text)
    integral = _INTEGRAL.fullmatch(text)
    if whole:
        return int(integral[1]) if integral else None
    if _NUMBER.fullmatch(text):
        value = float(text)
        return None if math.isinf(value) else value
    return None


def types_of(schema: JsonObject, root: JsonObject, depth: int = _DEPTH) -> frozenset[str]:
    """List the JSON types that a schema allows, through ``$ref``, unions, ``enum`` and ``const``."""
    if depth == 0:
        return _ALL
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target = pointed(root, reference)
        return _ALL if target is None else types_of(target, root, depth - 1)
    allowed = _ALL
    kind = schema.get("type")
    if isinstance(kind, str):
        allowed = frozenset({kind})
    elif isinstance(kind, list):
        allowed = frozenset(name for name in kind if isinstance(name, str))
    values = schema.get("enum")
    if isinstance(values, list):
        allowed &= frozenset[str]().union(*(_type(value) for value in values))
    if "const" in schema:
        allowed &= _type(schema["const"])
    if schema.get("nullable") is True:
        allowed |= {"null"}
    for union in ("anyOf", "oneOf"):
        allowed &= _any_of(schema.get(union), root, depth)
    every = schema.get("allOf")
    if isinstance(every, list):
        for part in every:
            allowed &= types_of(part, root, depth - 1) if isinstance(part, Mapping) else _ALL
    return allowed or _ALL


def _any_of(parts: Json, root: JsonObject, depth: int) -> frozenset[str]:
    if not isinstance(parts, list) or not parts:
        return _ALL
    found = [types_of(part, root, depth - 1) if isinstance(part, Mapping) else _ALL for part in parts]
    return frozenset[str]().union(*found)


def _type(value: Json) -> frozenset[str]:
    match value:
        case bool():
            return frozenset({"boolean"})
        case int():
            return frozenset({"integer", "number"})
        case float():
            return frozenset({"number"})
        case str():
            return frozenset({"string"})
        case None:
            return frozenset({"null"})
        case Mapping():
            return frozenset({"object"})
        case Sequence():
            return frozenset({"array"})
