"""Toolsets from every source, and what is wrong with the others."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest
from returns.result import Failure

from dialectfp.faults import BadSchema, BadToolSpec, DuplicateTool, HostFault
from dialectfp.jsontypes import JsonObject
from dialectfp.tools import Toolset, ToolSpec

PARAMETERS: JsonObject = {
    "type": "object",
    "properties": {"zone": {"type": "string"}, "port": {"type": "string"}, "hours": {"type": "integer"}},
    "required": ["port"],
}


@pytest.mark.parametrize(
    "toolset",
    [
        Toolset.from_openai(
            [{"type": "function", "function": {"name": "f", "description": "d", "parameters": PARAMETERS}}]
        ),
        Toolset.from_openai([{"type": "function", "name": "f", "description": "d", "parameters": PARAMETERS}]),
        Toolset.from_anthropic([{"name": "f", "description": "d", "input_schema": PARAMETERS}]),
        Toolset.from_mcp({"tools": [{"name": "f", "description": "d", "inputSchema": PARAMETERS}]}),
        Toolset.from_json([{"name": "f", "description": "d", "inputSchema": PARAMETERS}]),
        Toolset.of([ToolSpec("f", "d", PARAMETERS)]),
    ],
)
def test_every_shape_gives_the_same_tools(toolset: object) -> None:
    assert isinstance(toolset, type(Toolset.of([])))
    found = toolset.unwrap()
    assert found.specs == {"f": ToolSpec("f", "d", PARAMETERS)}
    assert [(p.name, p.required) for p in found.layout["f"]] == [("port", True), ("hours", False), ("zone", False)]


FAULTS: list[tuple[object, HostFault]] = [
    ("no list", BadToolSpec(0, "")),
    ([1], BadToolSpec(0, "")),
    ([{"name": "a"}, {"name": ""}], BadToolSpec(1, "/name")),
    ([{"type": "function", "function": {"name": 3}}], BadToolSpec(0, "/function/name")),
    ([{"name": "a", "parameters": []}], BadToolSpec(0, "/parameters")),
    ([{"name": "a"}, {"name": "a"}], DuplicateTool("a")),
    ([{"name": "a", "parameters": {"type": "array"}}], BadSchema("a", "/type")),
    ([{"name": "a", "parameters": {"properties": {"x": {"type": "strin"}}}}], BadSchema("a", "/properties/x/type")),
]


@pytest.mark.parametrize(("raw", "fault"), FAULTS)
def test_what_is_no_tool(raw: object, fault: HostFault) -> None:
    assert Toolset.from_json(raw) == Failure(fault)


class LookupTide(msgspec.Struct):
    """Look up the tide.

    At any port.
    """

    port: Annotated[str, msgspec.Meta(description="Where")]
    hours: int = 6


def save_note(body: str, *, tags: list[str] | None = None) -> None:
    """Save a note."""


def no_types(body) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001 - what the test is about
    """Lacks a type."""


def test_types_and_functions() -> None:
    toolset = Toolset.from_structs(LookupTide).unwrap()
    spec = toolset.specs["lookup_tide"]
    assert spec.description == "Look up the tide."
    assert [(p.name, p.required, p.schema) for p in toolset.layout["lookup_tide"]] == [
        ("port", True, {"description": "Where", "type": "string"}),
        ("hours", False, {"type": "integer", "default": 6}),
    ]
    assert list(Toolset.from_callables(save_note).unwrap().layout["save_note"][0].schema) == ["type"]
    assert Toolset.from_callables(no_types) == Failure(BadToolSpec(0, "/body"))


def test_validators_are_made_when_asked_for() -> None:
    toolset = Toolset.of([ToolSpec("f", "", PARAMETERS)]).unwrap()
    assert "validators" not in vars(toolset)
    assert toolset.validators["f"].is_valid({"port": "Ayr"})
    assert not toolset.validators["f"].is_valid({"port": 1})
