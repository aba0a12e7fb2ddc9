"""Tools from Python types: msgspec structs and annotated functions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Final, cast, get_type_hints

import msgspec
from msgspec import Struct
from returns.result import Failure, Result, Success

from dialectfp.faults import BadToolSpec, HostFault
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.tools import ToolSpec

__all__ = ["spec_of_callable", "spec_of_struct"]

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def spec_of_struct(index: int, kind: type[Struct]) -> Result[ToolSpec, HostFault]:
    """Give the tool that a struct's fields are the parameters of. BadToolSpec for a type that has no JSON Schema."""
    return _spec(index, _HUMP.sub("_", kind.__name__).lower(), _paragraph(kind.__doc__), kind)


def spec_of_callable(index: int, function: Callable[..., object]) -> Result[ToolSpec, HostFault]:
    """Give the tool that a function is. BadToolSpec names the parameter that can't be passed by name and type."""
    name = str(getattr(function, "__name__", ""))
    try:
        hints = get_type_hints(function, include_extras=True)
        parameters = inspect.signature(function).parameters
    except (NameError, TypeError, ValueError):
        return Failure(BadToolSpec(index, ""))
    fields: list[tuple[str, type] | tuple[str, type, object]] = []
    for parameter in parameters.values():
        passable = parameter.kind in {parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD}
        if not passable or parameter.name not in hints:
            return Failure(BadToolSpec(index, f"/{parameter.name}"))
        hint = cast("type", hints[parameter.name])  # cast: any annotation will do for msgspec
        default: object = parameter.default
        fields.append((parameter.name, hint) if default is parameter.empty else (parameter.name, hint, default))
    try:
        kind = msgspec.defstruct(name or "tool", fields, kw_only=True)
    except (TypeError, ValueError):
        return Failure(BadToolSpec(index, ""))
    return _spec(index, name, _paragraph(inspect.getdoc(function)), kind)


def _spec(index: int, name: str, description: str, kind: type[Struct]) -> Result[ToolSpec, HostFault]:
    try:
        schema = msgspec.json.schema(kind)
    except (TypeError, ValueError):
        return Failure(BadToolSpec(index, ""))
    return Success(ToolSpec(name, description, _inlined(schema)))


def _inlined(schema: Mapping[str, object]) -> JsonObject:
    """Put the type's own schema at the root, where a tool's parameters are looked for; ``$defs`` stay beside it."""
    # cast: msgspec makes nothing but JSON here.
    whole = cast("dict[str, Json]", dict(schema))
    reference, defs = whole.get("$ref"), whole.get("$defs")
    if not isinstance(reference, str) or not isinstance(defs, Mapping):
        return whole
    own = reference.removeprefix("#/$defs/")
    root = defs.get(own)
    if not isinstance(root, Mapping):
        return whole
    kept = {key: value for key, value in root.items() if key not in {"title", "description"}}
    others = {key: value for key, value in defs.items() if key != own or _mentions(defs, reference)}
    return {**kept, "$defs": others} if others else kept


def _mentions(defs: Mapping[str, Json], reference: str) -> bool:
    return f'"{reference}"' in msgspec.json.encode(defs).decode()


def _paragraph(doc: str | None) -> str:
    if not doc or doc.lstrip().startswith("Struct("):
        return ""
    return " ".join(inspect.cleandoc(doc).split("\n\n", 1)[0].split())
