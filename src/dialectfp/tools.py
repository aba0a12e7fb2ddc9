"""Tools as the host offers them, and the one layout of their parameters that catalogue and syntax share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, NoReturn, Protocol, cast

import msgspec
from msgspec import Struct
from returns.result import Failure, Result, Success
from typing_extensions import TypeIs

from dialectfp.faults import BadSchema, BadToolSpec, DuplicateTool, HostFault
from dialectfp.jsontypes import Json, JsonObject

__all__ = [
    "EMPTY",
    "NameIndex",
    "Parameter",
    "ToolSpec",
    "Toolset",
    "Validator",
    "normalised",
    "pointed",
    "property_schema",
]

_NO_PARAMETERS: Final[JsonObject] = MappingProxyType({"type": "object", "properties": MappingProxyType({})})


class Parameter(Struct, frozen=True):
    """One parameter of a tool: its name, its own schema, and whether a call must have it."""

    name: str
    schema: JsonObject
    required: bool


class ToolSpec(Struct, frozen=True):
    """A tool: what it is called, what it is for, and the JSON Schema of its arguments."""

    name: str
    description: str = ""
    parameters: JsonObject = msgspec.field(default_factory=lambda: _NO_PARAMETERS)


class NameIndex(Struct, frozen=True):
    """What name repair asks: the names, and who owns each spelling. A spelling with two owners belongs to none."""

    names: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    #: From a spelling without case and separators to the names it could stand for.
    spelled: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Validator(Protocol):
    """A compiled schema."""

    def is_valid(self, instance: Json, /) -> bool:
        """Tell whether a value fits."""
        ...


def normalised(name: str) -> str:
    """Take case and separators off a name: ``Lookup-Tide`` and ``lookup_tide`` are one spelling."""
    return re.sub(r"[\W_]+", "", name).casefold()


class Toolset(Struct, frozen=True, dict=True, eq=False):
    """The tools of a run, indexed once. Make it with `of` or a ``from_…`` constructor."""

    specs: Mapping[str, ToolSpec] = MappingProxyType({})
    #: Each tool's parameters: required ones first, in the schema's order, then optional ones by name.
    layout: Mapping[str, tuple[Parameter, ...]] = MappingProxyType({})
    names: NameIndex = NameIndex()
    #: The parameters whose schema wants an array or an object and no string, by tool.
    structured: Mapping[str, frozenset[str]] = MappingProxyType({})

    @cached_property
    def validators(self) -> Mapping[str, Validator]:
        """Each tool's compiled schema, made when first asked for."""
        return {name: _compiled(spec.parameters) for name, spec in self.specs.items()}

    @staticmethod
    def of(specs: Iterable[ToolSpec]) -> Result[Toolset, HostFault]:
        """Index tools. Fails with DuplicateTool, BadToolSpec for an empty name, or BadSchema."""
        found: dict[str, ToolSpec] = {}
        for index, spec in enumerate(specs):
            if not spec.name:
                return Failure(BadToolSpec(index, "/name"))
            if spec.name in found:
                return Failure(DuplicateTool(spec.name))
            fault = _schema_fault(spec)
            if fault is not None:
                return Failure(fault)
            found[spec.name] = spec
        layout = {name: laid_out(spec.parameters) for name, spec in found.items()}
        structured = {name: _structured(found[name], parameters) for name, parameters in layout.items()}
        return Success(Toolset(found, layout, _index(tuple(found)), structured))

    @staticmethod
    def from_openai(raw: object) -> Result[Toolset, HostFault]:
        """Take OpenAI function specs: ``{"type": "function", "function": {…}}``, or the flat form of the Responses API.

        Fails like `of`, and with BadToolSpec where the shape is another.
        """
        return _from_list(raw, _openai)

    @staticmethod
    def from_anthropic(raw: object) -> Result[Toolset, HostFault]:
        """Take Anthropic tools: ``{"name", "description", "input_schema"}``. Fails like `from_openai`."""
        return _from_list(raw, lambda tool: _flat(tool, "input_schema"))

    @staticmethod
    def from_mcp(raw: object) -> Result[Toolset, HostFault]:
        """Take MCP tools, a list or the result of ``tools/list``: ``inputSchema``. Fails like `from_openai`."""
        listed = raw.get("tools") if _is_object(raw) else raw
        return _from_list(listed, lambda tool: _flat(tool, "inputSchema"))

    @staticmethod
    def from_json(raw: object) -> Result[Toolset, HostFault]:
        """Take tools in any of the three shapes, each told by its own keys. Fails like `from_openai`."""
        listed = raw.get("tools") if _is_object(raw) else raw
        return _from_list(listed, _any)

    @staticmethod
    def from_structs(*types: type[Struct]) -> Result[Toolset, HostFault]:
        """Take msgspec types: the name in snake case, the docstring's first paragraph, and the type's own schema."""
        from dialectfp.tool_types import spec_of_struct

        return _all(map(spec_of_struct, range(len(types)), types)).bind(Toolset.of)

    @staticmethod
    def from_callables(*functions: Callable[..., object]) -> Result[Toolset, HostFault]:
        """Take annotated functions: name, docstring's first paragraph, and a schema of the parameters.

        Fails with BadToolSpec for a parameter that is positional-only, variadic or not annotated.
        """
        from dialectfp.tool_types import spec_of_callable

        return _all(map(spec_of_callable, range(len(functions)), functions)).bind(Toolset.of)


def laid_out(schema: JsonObject) -> tuple[Parameter, ...]:
    """Put a schema's parameters in the one order: required first, as listed, then optional ones alphabetically."""
    properties = _object(schema.get("properties"))
    listed = schema.get("required")
    names = [name for name in listed if isinstance(name, str)] if isinstance(listed, Sequence) else []
    required = tuple(dict.fromkeys(names))
    optional = sorted(name for name in properties if name not in required)
    return (
        *(Parameter(name, _object(properties.get(name)), required=True) for name in required),
        *(Parameter(name, _object(properties[name]), required=False) for name in optional),
    )


def property_schema(spec: ToolSpec, name: str) -> JsonObject | None:
    """Give the schema of a tool's parameter, references within the tool's schema followed; None if undeclared."""
    schema = _object(spec.parameters.get("properties")).get(name)
    if not _is_object(schema):
        return None
    for _ in range(_REFERENCES):
        reference = schema.get("$ref")
        target = pointed(spec.parameters, reference) if isinstance(reference, str) else None
        if target is None:
            break
        schema = target
    return schema


#: References that lead to references are followed so far.
_REFERENCES: Final = 8


def pointed(schema: JsonObject, reference: str) -> JsonObject | None:
    """Give what a reference such as ``#/$defs/port`` points at within a schema; None if nothing."""
    if not reference.startswith("#/"):
        return None
    place: Json = schema
    for step in reference[2:].split("/"):
        key = step.replace("~1", "/").replace("~0", "~")
        if not _is_object(place) or key not in place:
            return None
        place = place[key]
    return place if _is_object(place) else None


def _structured(spec: ToolSpec, parameters: tuple[Parameter, ...]) -> frozenset[str]:
    return frozenset(p.name for p in parameters if _wants_structure(property_schema(spec, p.name)))


def _wants_structure(schema: JsonObject | None) -> bool:
    types = schema.get("type") if schema else None
    names = {types} if isinstance(types, str) else set(types) if isinstance(types, list) else set[object]()
    return bool(names & {"array", "object"}) and "string" not in names


def _index(names: tuple[str, ...]) -> NameIndex:
    spelled: dict[str, tuple[str, ...]] = {}
    for name in names:
        spelling = normalised(name)
        spelled[spelling] = (*spelled.get(spelling, ()), name)
    return NameIndex(names, frozenset(names), spelled)


EMPTY: Final = Toolset()
"""No tools at all: every call is returned as written."""


# ── wire shapes ──


def _from_list(raw: object, one: Callable[[JsonObject], ToolSpec | str]) -> Result[Toolset, HostFault]:
    if not isinstance(raw, (list, tuple)):
        return Failure(BadToolSpec(0, ""))
    specs: list[ToolSpec] = []
    # cast: elements of a list of anything are objects.
    for index, tool in enumerate(cast("Sequence[object]", raw)):
        found = one(tool) if _is_object(tool) else ""
        if isinstance(found, str):
            return Failure(BadToolSpec(index, found))
        specs.append(found)
    return Toolset.of(specs)


def _openai(tool: JsonObject) -> ToolSpec | str:
    function = tool.get("function")
    if _is_object(function):
        found = _flat(function, "parameters")
        return f"/function{found}" if isinstance(found, str) else found
    return _flat(tool, "parameters")


def _any(tool: JsonObject) -> ToolSpec | str:
    if "function" in tool:
        return _openai(tool)
    key = next((key for key in ("input_schema", "inputSchema") if key in tool), "parameters")
    return _flat(tool, key)


def _flat(tool: JsonObject, key: str) -> ToolSpec | str:
    """Read a flat tool, or say where it is wrong."""
    name, description, parameters = tool.get("name"), tool.get("description"), tool.get(key)
    if not isinstance(name, str) or not name:
        return "/name"
    if description is not None and not isinstance(description, str):
        return "/description"
    if parameters is not None and not _is_object(parameters):
        return f"/{key}"
    return ToolSpec(name, description or "", parameters or _NO_PARAMETERS)


def _all(found: Iterable[Result[ToolSpec, HostFault]]) -> Result[tuple[ToolSpec, ...], HostFault]:
    specs: list[ToolSpec] = []
    for one in found:
        if isinstance(one, Failure):
            return Failure(one.failure())
        specs.append(one.unwrap())
    return Success(tuple(specs))


# ── schemas ──


def _schema_fault(spec: ToolSpec) -> BadSchema | None:
    import jsonschema_rs

    wanted = spec.parameters.get("type", "object")
    if wanted != "object" and not (isinstance(wanted, list) and "object" in wanted):
        return BadSchema(spec.name, "/type")
    try:
        jsonschema_rs.meta.validate(_plain_object(spec.parameters))
    except jsonschema_rs.ValidationError as error:
        return BadSchema(spec.name, "".join(f"/{step}" for step in error.instance_path))
    except (ValueError, jsonschema_rs.ReferencingError):
        return BadSchema(spec.name, "/$schema")
    return None


def _compiled(schema: JsonObject) -> Validator:
    import jsonschema_rs

    return jsonschema_rs.validator_for(_plain_object(schema), retriever=_refuse)


def _refuse(uri: str) -> NoReturn:
    raise ValueError(uri)


def _plain_object(schema: JsonObject) -> dict[str, object]:
    """Copy a schema into the plain dicts and lists that other libraries want."""
    return {key: _plain(item) for key, item in schema.items()}


def _plain(value: Json) -> object:
    if isinstance(value, Mapping):
        return _plain_object(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value


def _is_object(value: object) -> TypeIs[JsonObject]:
    return isinstance(value, Mapping)


def _object(value: Json) -> JsonObject:
    return value if _is_object(value) else {}
