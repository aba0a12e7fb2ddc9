"""Toolsets from anything at all, and names that always lead to a tool on offer or to none."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.result import Result, Success

from dialectfp.faults import HostFault
from dialectfp.outcome import cases
from dialectfp.repair.name import Ambiguous, Known, Unknown, resolve
from dialectfp.tools import NameIndex, Toolset, ToolSpec, property_schema
from tests.strategies import json_values

WORDS = [
    "get",
    "set",
    "user",
    "lookup",
    "tide",
    "Tide",
    "book",
    "books",
    "json",
    "tool",
    "functions",
    "default_api",
    "3",
]
JOINTS = ["_", "-", ".", ":", "::", "/", "__", " ", "", "()", '"', "<"]

names = st.lists(st.sampled_from(WORDS + JOINTS) | st.text(max_size=2), min_size=1, max_size=7).map("".join)
offered = st.lists(names, max_size=6, unique=True)

KEYS = ["type", "function", "name", "description", "parameters", "input_schema", "inputSchema", "tools"]
SCHEMA_KEYS = ["type", "properties", "required", "$ref", "$schema", "$defs", "anyOf", "enum", "a", "b", "pattern"]
VALUES = [
    "function",
    "object",
    "a",
    "b",
    "#",
    "#/$defs/a",
    "#/properties/b",
    "http://example.invalid/",
    "",
    "(",
    "string",
]

schema_like = st.recursive(
    st.sampled_from(VALUES) | json_values,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(SCHEMA_KEYS), inner, max_size=5),
    max_leaves=10,
)
tool_like = st.dictionaries(st.sampled_from(KEYS), schema_like, max_size=6)
tools_like = st.lists(tool_like | st.builds(lambda tool: {"type": "function", "function": tool}, tool_like), max_size=3)
anything = json_values | tools_like | st.builds(lambda tools: {"tools": tools}, tools_like)

properties = st.dictionaries(st.text(max_size=4), st.sampled_from([True, {}, {"type": "string"}]), max_size=6)

CONSTRUCTORS = [Toolset.from_openai, Toolset.from_anthropic, Toolset.from_mcp, Toolset.from_json]


@pytest.mark.parametrize("constructor", CONSTRUCTORS)
@given(raw=anything)
def test_nothing_raises_and_nothing_is_changed(
    constructor: Callable[[object], Result[Toolset, HostFault]], raw: object
) -> None:
    before = copy.deepcopy(raw)
    match cases(constructor(raw)):
        case Success(toolset):
            for name, spec in toolset.specs.items():
                toolset.validators[name].is_valid({})
                for parameter in toolset.layout[name]:
                    property_schema(spec, parameter.name)
        case failure:
            assert isinstance(failure.failure(), HostFault)
    assert raw == before


@given(properties, st.lists(st.text(max_size=4), unique=True, max_size=4))
def test_the_layout_is_a_permutation(declared: dict[str, object], extra: list[str]) -> None:
    required = [*list(declared)[::2], *(name for name in extra if name not in declared)]
    raw = [{"name": "f", "parameters": {"properties": declared, "required": required}}]
    match cases(Toolset.from_openai(raw)):
        case Success(toolset):
            found = [parameter.name for parameter in toolset.layout["f"]]
            assert sorted(found) == sorted({*declared, *required})
            assert found == required + sorted(declared.keys() - set(required))
            assert [parameter.required for parameter in toolset.layout["f"]] == [name in required for name in found]
        case failure:
            # Only a name that can't be encoded is refused.
            assert any("\ud800" <= character <= "\udfff" for name in {*declared, *required} for character in name), (
                failure
            )


@given(offered)
def test_an_offered_name_is_itself(tools: list[str]) -> None:
    index = NameIndex.of(tools)
    for name in tools:
        assert resolve(index, name) == Known(name, repaired=False)


@given(offered, names)
def test_only_an_offered_name_is_given(tools: list[str], written: str) -> None:
    found = resolve(NameIndex.of(tools), written)
    match found:
        case Known(name=name, repaired=repaired):
            assert name in tools
            assert repaired is (written not in tools)
        case Ambiguous(candidates=candidates):
            assert len(set(candidates)) == len(candidates) > 1
            assert set(candidates) <= set(tools)
        case Unknown(nearest=nearest):
            assert len(set(nearest)) == len(nearest) <= 3
            assert set(nearest) <= set(tools)


@given(offered, names)
def test_the_order_of_the_tools_decides_nothing(tools: list[str], written: str) -> None:
    found, turned = resolve(NameIndex.of(tools), written), resolve(NameIndex.of(tools[::-1]), written)
    if isinstance(found, Ambiguous):
        assert isinstance(turned, Ambiguous)
        assert set(found.candidates) == set(turned.candidates)
    elif isinstance(found, Known):
        assert found == turned
    else:
        assert isinstance(turned, Unknown)


@given(st.lists(names.filter(str.strip), max_size=6, unique=True))
def test_the_index_of_a_toolset(tools: list[str]) -> None:
    assert Toolset.of(map(ToolSpec, tools)).unwrap().names == NameIndex.of(tools)
