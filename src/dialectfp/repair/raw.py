"""Values that a grammar writes as bare text, typed by the tool's schema.

The text alone can't tell the string ``3`` from the number: only a parameter's schema can.
"""

from __future__ import annotations

import math
import re
from typing import Final

from dialectfp.jsontypes import Json, JsonObject
from dialectfp.repair.json import Loaded, lenient, strict
from dialectfp.repair.name import Known, resolve
from dialectfp.tool_schemas import ANY_TYPE, types_of
from dialectfp.tools import Toolset, ToolSpec, property_schema

__all__ = ["only_argument", "spec_named", "typed", "typed_by"]

_INTEGER: Final = re.compile(r"[+-]?\d{1,4300}")
_INTEGRAL: Final = re.compile(r"([+-]?\d{1,300})\.0+")
_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_LEADING_ZERO: Final = re.compile(r"[+-]?0\d|\+")
_QUOTED: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_STRING: Final = frozenset({"string"})


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
    types = types_of(root, schema) if schema else ANY_TYPE
    if types == _STRING:
        return text
    found = _scalar(text.strip(), types)
    return text if isinstance(found, _Nothing) else found


def only_argument(toolset: Toolset, written: str, text: str, otherwise: str) -> dict[str, Json]:
    """Give a text that stands for all of a call's arguments to the tool's only parameter, or else to ``otherwise``."""
    spec = spec_named(toolset, written)
    layout = toolset.layout[spec.name] if spec is not None else ()
    key = layout[0].name if len(layout) == 1 else otherwise
    return {key: typed(spec, key, text)}


class _Nothing:
    """No value was found; null is one."""


_NOTHING: Final = _Nothing()


def _scalar(text: str, types: frozenset[str]) -> Json | _Nothing:
    if text in {"null", "None"} and "null" in types:
        return None
    if types == ANY_TYPE and _LEADING_ZERO.match(text):
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
