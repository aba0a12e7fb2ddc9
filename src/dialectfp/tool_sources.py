"""Where tools come from: the lists that providers and servers speak, msgspec types, and annotated functions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Final, TypeVar, cast, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from returns.result import Failure, Result, Success

from dialectfp.faults import BadToolSpec, HostFault
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.tool_schemas import NotJson, copied, is_array, is_object, members_of, pointer
from dialectfp.tools import NO_PARAMETERS, ToolSpec

__all__ = [
    "anthropic_tool",
    "any_tool",
    "callable_tool",
    "mcp_tool",
    "openai_tool",
    "specs_from",
    "specs_of",
    "struct_tool",
]

S = TypeVar("S")


def specs_of(one: Callable[[S], ToolSpec | str], sources: Iterable[S]) -> Result[tuple[ToolSpec, ...], HostFault]:
    """Make a tool of each source with ``one``, which gives the tool or says where the source is wrong.

    Fails with BadToolSpec for the first source that is wrong.
    """
    specs: list[ToolSpec] = []
    for index, source in enumerate(sources):
        found = one(source)
        if isinstance(found, str):
            return Failure(BadToolSpec(index, found))
        specs.append(found)
    return Success(tuple(specs))


# ── lists on the wire ──


def specs_from(
    raw: object, one: Callable[[object], ToolSpec | str], wrapper: str | None = None
) -> Result[tuple[ToolSpec, ...], HostFault]:
    """Read a list of tools with ``one``, or an object that holds the list under ``wrapper``.

    Fails with BadToolSpec: for the first tool that is wrong, or as of tool 0 where there is no list.
    """
    wrapped = wrapper is not None and is_object(raw)
    listed: object = raw.get(wrapper) if wrapper is not None and is_object(raw) else raw
    if not is_array(listed):
        return Failure(BadToolSpec(0, f"/{wrapper}" if wrapped else ""))
    return specs_of(one, listed)


def openai_tool(tool: object) -> ToolSpec | str:
    """Read ``{"type": "function", "function": {…}}`` or the flat form; any other ``type`` is no function."""
    if not is_object(tool):
        return ""
    if tool.get("type", "function") != "function":
        return "/type"
    if "function" not in tool:
        return _flat(tool, "parameters")
    function = tool["function"]
    found = _flat(function, "parameters") if is_object(function) else ""
    return f"/function{found}" if isinstance(found, str) else found


def anthropic_tool(tool: object) -> ToolSpec | str:
    """Read ``{"name", "description", "input_schema"}``; a ``type`` other than ``custom`` is the provider's own tool."""
    if not is_object(tool):
        return ""
    kind = tool.get("type")
    return _flat(tool, "input_schema") if kind is None or kind == "custom" else "/type"


def mcp_tool(tool: object) -> ToolSpec | str:
    """Read ``{"name", "description", "inputSchema"}``."""
    return _flat(tool, "inputSchema") if is_object(tool) else ""


def any_tool(tool: object) -> ToolSpec | str:
    """Read a tool of whichever shape its keys tell."""
    if is_object(tool) and "function" not in tool:
        if "input_schema" in tool:
            return anthropic_tool(tool)
        if "inputSchema" in tool:
            return mcp_tool(tool)
    return openai_tool(tool)


def _flat(tool: JsonObject, key: str) -> ToolSpec | str:
    name, description, parameters = tool.get("name"), tool.get("description"), tool.get(key)
    if not isinstance(name, str) or not name.strip():
        return "/name"
    if description is not None and not isinstance(description, str):
        return "/description"
    if parameters is not None and not is_object(parameters):
        return f"/{key}"
    return ToolSpec(name, description or "", NO_PARAMETERS if parameters is None else parameters)


# ── Python types and functions ──

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DEFS: Final = "#/$defs/"


def struct_tool(kind: type[Struct]) -> ToolSpec | str:
    """Make a tool whose parameters are a struct's fields.

    The struct's own tag is left out: the tool's name says it already, and decoding into the type doesn't ask for it.
    """
    own: object = get_origin(kind) or kind
    if not (isinstance(own, type) and issubclass(own, Struct)):
        return ""
    try:
        (entry,), defs = _schemas([kind])
        reference = str(entry.get("$ref"))
        root = members_of(defs.pop(reference.removeprefix(_DEFS), None))
        refers_to_itself = f'"{reference}"' in msgspec.json.encode([root, defs]).decode()
    except Exception:  # noqa: BLE001 - forward references are evaluated here, and may raise anything
        return ""
    if root.get("type") != "object":
        return ""
    if refers_to_itself:
        defs[reference.removeprefix(_DEFS)] = root
    tag, required = own.__struct_config__.tag_field, root.get("required")
    schema: dict[str, Json] = {
        **{key: value for key, value in root.items() if key not in {"title", "description"}},
        "properties": {
            key: _without_odd_default(value) for key, value in members_of(root.get("properties")).items() if key != tag
        },
        "required": [key for key in required if key != tag] if is_array(required) else [],
    }
    name = _HUMP.sub("_", own.__name__).lower()
    return ToolSpec(name, _paragraph(own.__doc__), {**schema, "$defs": defs} if defs else schema)


def callable_tool(function: Callable[..., object]) -> ToolSpec | str:
    """Make a tool of a function that can be called with named arguments of known types."""
    name = getattr(function, "__name__", None)
    if not isinstance(name, str) or not name.isidentifier():
        return "/name"
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return ""
    parameters = tuple(signature.parameters.values())
    hints: list[object] = []
    for parameter in parameters:
        hint = _hint(function, parameter)
        if hint is None or not _has_schema(hint):
            return pointer([parameter.name])
        hints.append(hint)
    schemas, defs = _schemas(hints)
    schema: dict[str, Json] = {
        "type": "object",
        "properties": {
            parameter.name: _with_default(own, parameter) for parameter, own in zip(parameters, schemas, strict=True)
        },
        "required": [parameter.name for parameter in parameters if parameter.default is parameter.empty],
    }
    return ToolSpec(name, _paragraph(inspect.getdoc(function)), {**schema, "$defs": defs} if defs else schema)


def _hint(function: Callable[..., object], parameter: inspect.Parameter) -> object:
    """Give the type of a parameter that can be passed by name; None if it can't be, or its type isn't known."""
    annotation: object = parameter.annotation
    if parameter.kind not in {parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD} or annotation is parameter.empty:
        return None
    names: dict[str, object] = getattr(inspect.unwrap(function), "__globals__", {})
    # By itself, so that another annotation that can't be evaluated, the result's for one, is no hindrance.
    alone = SimpleNamespace(__annotations__={parameter.name: annotation})
    try:
        # cast: an annotation is Any to the checker, and may be anything to us.
        return cast("object", get_type_hints(alone, names, include_extras=True)[parameter.name])
    except Exception:  # noqa: BLE001 - an annotation is evaluated, and may raise anything
        return None


def _has_schema(hint: object) -> bool:
    try:
        _schemas([hint])
    except Exception:  # noqa: BLE001 - forward references inside the type are evaluated here
        return False
    return True


def _schemas(hints: Sequence[object]) -> tuple[tuple[dict[str, Json], ...], dict[str, Json]]:
    """Give the schemas of types, and the definitions that they refer to."""
    schemas, defs = msgspec.json.schema_components(hints, ref_template=f"{_DEFS}{{name}}")
    # cast: msgspec makes nothing but JSON here.
    return cast("tuple[dict[str, Json], ...]", schemas), cast("dict[str, Json]", defs)


def _with_default(schema: JsonObject, parameter: inspect.Parameter) -> JsonObject:
    """Tell a parameter's default in its schema, where it is JSON."""
    default: object = parameter.default
    if default is parameter.empty:
        return schema
    try:
        value = copied(msgspec.to_builtins(default))
    except (TypeError, ValueError, RecursionError):
        return schema
    return schema if isinstance(value, NotJson) else {**schema, "default": value}


def _without_odd_default(schema: Json) -> Json:
    """Leave out a default that JSON can't say, such as infinity."""
    if isinstance(schema, Mapping) and isinstance(copied(schema.get("default")), NotJson):
        return {key: value for key, value in schema.items() if key != "default"}
    return schema


def _paragraph(doc: str | None) -> str:
    return " ".join(inspect.cleandoc(doc or "").split("\n\n", 1)[0].split())
