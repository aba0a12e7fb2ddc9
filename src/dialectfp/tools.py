"""Tools as the host offers them, and the one layout of their parameters that catalogue and syntax share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Final

import msgspec
from msgspec import Struct
from returns.result import Failure, Result, Success

from dialectfp.faults import BadSchema, BadToolSpec, DuplicateTool, HostFault
from dialectfp.jsontypes import JsonObject
from dialectfp.tool_schemas import (
    NotJson,
    Validator,
    Validators,
    copied,
    followed,
    is_array,
    is_object,
    members_of,
    pointed,
    schema_fault,
    schema_of,
)

__all__ = [
    "EMPTY",
    "NO_PARAMETERS",
    "NameIndex",
    "Parameter",
    "ToolSpec",
    "Toolset",
    "Validator",
    "normalised",
    "pairs_of",
    "pointed",
    "property_schema",
    "words_of",
]

NO_PARAMETERS: Final[JsonObject] = {"type": "object", "properties": {}}
"""The schema of a tool without parameters."""


class Parameter(Struct, frozen=True):
    """One parameter of a tool: its name, its own schema (references not followed), and whether a call must have it."""

    name: str
    schema: JsonObject
    required: bool


class ToolSpec(Struct, frozen=True):
    """A tool: what it is called, what it is for, and the JSON Schema of its arguments."""

    name: str
    description: str = ""
    parameters: JsonObject = msgspec.field(default_factory=lambda: NO_PARAMETERS)


# ── names ──

_SEPARATORS: Final = re.compile(r"[\s_.:/-]+")
_WORD_ENDS: Final = re.compile(r"[\W_]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def normalised(name: str) -> str:
    """Take case and separators off a name: ``Lookup-Tide`` and ``lookup_tide`` are one spelling."""
    return _SEPARATORS.sub("", name).casefold()


def words_of(name: str) -> tuple[str, ...]:
    """Split a name at separators and at capitals, without case: ``lookupTide`` is ``lookup`` and ``tide``."""
    return tuple(word.casefold() for word in _WORD_ENDS.split(name) if word)


def pairs_of(name: str) -> frozenset[str]:
    """Give the pairs of neighbours in a spelling, its two ends included: names alike share most of them."""
    spelling = normalised(name)
    framed = f" {spelling} " if spelling else ""
    return frozenset(framed[at : at + 2] for at in range(len(framed) - 1))


class NameIndex(Struct, frozen=True):
    """What name repair asks about the offered names, worked out once. Make it with `of`."""

    #: The names, in the order offered.
    names: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()
    #: From a spelling without case and separators to the names it could stand for.
    spelled: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict[str, tuple[str, ...]])
    #: From what follows a separator inside a name to the names that end so.
    tails: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict[str, tuple[str, ...]])
    #: The words of each name, in the order of ``names``.
    words: tuple[tuple[str, ...], ...] = ()
    #: The pairs of neighbours of each name, in the order of ``names``.
    pairs: tuple[frozenset[str], ...] = ()

    @staticmethod
    def of(names: Iterable[str]) -> NameIndex:
        """Index names; of a name given twice, the first counts."""
        unique = tuple(dict.fromkeys(names))
        spelled: dict[str, tuple[str, ...]] = {}
        tails: dict[str, tuple[str, ...]] = {}
        for name in unique:
            spelling = normalised(name)
            if spelling:
                spelled[spelling] = (*spelled.get(spelling, ()), name)
            for separator in _SEPARATORS.finditer(name, 1):
                tail = name[separator.end() :]
                if tail:
                    tails[tail] = (*tails.get(tail, ()), name)
        words, pairs = tuple(map(words_of, unique)), tuple(map(pairs_of, unique))
        return NameIndex(unique, frozenset(unique), spelled, tails, words, pairs)


# ── the tool set ──


class Toolset(Struct, frozen=True, dict=True, eq=False):
    """The tools of a run, indexed once. Make it with `of` or a ``from_…`` constructor.

    Schemas are copied on the way in, so what the host does to its own dicts later changes nothing here.
    """

    #: The tools by name, in the order given.
    specs: Mapping[str, ToolSpec] = msgspec.field(default_factory=dict[str, ToolSpec])
    #: Each tool's parameters: required ones first, in the schema's order, then optional ones by name.
    layout: Mapping[str, tuple[Parameter, ...]] = msgspec.field(default_factory=dict[str, tuple[Parameter, ...]])
    names: NameIndex = msgspec.field(default_factory=NameIndex)

    @cached_property
    def validators(self) -> Mapping[str, Validator]:
        """Each tool's compiled schema, made when that tool is first asked for."""
        return Validators({name: spec.parameters for name, spec in self.specs.items()})

    @cached_property
    def initials(self) -> frozenset[str]:
        """What a line begins with that may begin with an offered tool's name: its first letter, or a blank."""
        return frozenset((" ", "\t", *(name[0] for name in self.specs)))

    @staticmethod
    def of(specs: Iterable[ToolSpec]) -> Result[Toolset, HostFault]:
        """Index tools, in the order given.

        Fails with BadToolSpec for a blank name, DuplicateTool, or BadSchema for parameters that are no JSON, no
        JSON Schema of an object, or that refer to what isn't in them (nothing is fetched).
        """
        found: dict[str, ToolSpec] = {}
        for index, spec in enumerate(specs):
            if not spec.name.strip():
                return Failure(BadToolSpec(index, "/name"))
            if spec.name in found:
                return Failure(DuplicateTool(spec.name))
            schema = copied(spec.parameters)
            if not is_object(schema):
                return Failure(BadSchema(spec.name, schema.path if isinstance(schema, NotJson) else ""))
            path = schema_fault(schema)
            if path is not None:
                return Failure(BadSchema(spec.name, path))
            found[spec.name] = ToolSpec(spec.name, spec.description, schema)
        layout = {name: _laid_out(spec.parameters) for name, spec in found.items()}
        return Success(Toolset(found, layout, NameIndex.of(found)))

    @staticmethod
    def from_openai(raw: object) -> Result[Toolset, HostFault]:
        """Take OpenAI function specs: ``{"type": "function", "function": {…}}``, or the flat form of the Responses API.

        Fails like `of`, and with BadToolSpec where the shape is another, such as a tool that is no function.
        """
        from dialectfp.tool_sources import openai_tool, specs_from

        return specs_from(raw, openai_tool).bind(Toolset.of)

    @staticmethod
    def from_anthropic(raw: object) -> Result[Toolset, HostFault]:
        """Take Anthropic tools: ``{"name", "description", "input_schema"}``. Fails like `from_openai`."""
        from dialectfp.tool_sources import anthropic_tool, specs_from

        return specs_from(raw, anthropic_tool).bind(Toolset.of)

    @staticmethod
    def from_mcp(raw: object) -> Result[Toolset, HostFault]:
        """Take MCP tools, ``{"name", "description", "inputSchema"}``: a list, or the result of ``tools/list``.

        Fails like `from_openai`.
        """
        from dialectfp.tool_sources import mcp_tool, specs_from

        return specs_from(raw, mcp_tool, wrapper="tools").bind(Toolset.of)

    @staticmethod
    def from_json(raw: object) -> Result[Toolset, HostFault]:
        """Take tools in any of the three shapes, each told by its own keys. Fails like `from_openai`."""
        from dialectfp.tool_sources import any_tool, specs_from

        return specs_from(raw, any_tool, wrapper="tools").bind(Toolset.of)

    @staticmethod
    def from_structs(*types: type[Struct]) -> Result[Toolset, HostFault]:
        """Take msgspec types: the name in snake case, the docstring's first paragraph, and the fields as parameters.

        Fails like `of`, and with BadToolSpec for a type that has no JSON Schema.
        """
        from dialectfp.tool_sources import specs_of, struct_tool

        return specs_of(struct_tool, types).bind(Toolset.of)

    @staticmethod
    def from_callables(*functions: Callable[..., object]) -> Result[Toolset, HostFault]:
        """Take annotated functions: the name, the docstring's first paragraph, and a schema of the parameters.

        A default makes a parameter optional, and is told in the schema where it is JSON. Fails like `of`, and with
        BadToolSpec for a parameter (``/its_name``) that is positional-only, variadic, not annotated, or of a type
        without a JSON Schema, and for a callable that has no name (``/name``) or no signature.
        """
        from dialectfp.tool_sources import callable_tool, specs_of

        return specs_of(callable_tool, functions).bind(Toolset.of)


def property_schema(spec: ToolSpec, name: str) -> JsonObject | None:
    """Give the schema of a tool's parameter, references within the tool's schema followed.

    None if the parameter isn't declared. A reference that leads nowhere, or in a circle, gives the empty schema.
    """
    properties = members_of(followed(spec.parameters, spec.parameters).get("properties"))
    return followed(spec.parameters, schema_of(properties[name])) if name in properties else None


def _laid_out(schema: JsonObject) -> tuple[Parameter, ...]:
    own = followed(schema, schema)
    declared, listed = members_of(own.get("properties")), own.get("required")
    required = tuple(dict.fromkeys(name for name in listed if isinstance(name, str))) if is_array(listed) else ()
    optional = sorted(declared.keys() - set(required))
    return (
        *(Parameter(name, schema_of(declared.get(name)), required=True) for name in required),
        *(Parameter(name, schema_of(declared[name]), required=False) for name in optional),
    )


EMPTY: Final[Toolset] = Toolset()
"""No tools at all: every call is returned as written."""
