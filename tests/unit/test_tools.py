"""Toolsets from every source, and what is wrong with the others."""

from __future__ import annotations

import copy
import enum
import functools
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

import msgspec
import pytest
from returns.result import Failure

from dialectfp.faults import BadSchema, BadToolSpec, DuplicateTool, HostFault
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.tool_schemas import types_of
from dialectfp.tools import EMPTY, NO_PARAMETERS, NameIndex, Parameter, Toolset, ToolSpec, property_schema

if TYPE_CHECKING:
    from decimal import Decimal as Nothing  # a name that isn't there at run time

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


def with_schema(schema: JsonObject) -> Toolset:
    return Toolset.of([ToolSpec("f", "", schema)]).unwrap()


# ── shapes ──

NOT_OPENAI: list[tuple[object, HostFault]] = [
    (None, BadToolSpec(0, "")),
    ({"tools": []}, BadToolSpec(0, "")),
    ("[]", BadToolSpec(0, "")),
    ([{"type": "function", "function": None}], BadToolSpec(0, "/function")),
    ([{"type": "function", "function": {"name": "a", "parameters": 1}}], BadToolSpec(0, "/function/parameters")),
    ([{"type": "function", "function": {"name": "a", "description": 1}}], BadToolSpec(0, "/function/description")),
    ([{"type": "function", "name": "a"}, {"type": "web_search"}], BadToolSpec(1, "/type")),
    ([{"type": "custom", "name": "a"}], BadToolSpec(0, "/type")),
    ([{"type": "function", "name": " "}], BadToolSpec(0, "/name")),
    ([{}], BadToolSpec(0, "/name")),
]


@pytest.mark.parametrize("raw, fault", NOT_OPENAI)
def test_what_is_no_openai_tool(raw: object, fault: HostFault) -> None:
    assert Toolset.from_openai(raw) == Failure(fault)


OTHERS: list[tuple[Callable[[object], object], object, HostFault]] = [
    (Toolset.from_anthropic, [{"type": "bash_20250124", "name": "bash"}], BadToolSpec(0, "/type")),
    (Toolset.from_anthropic, [{"name": "a", "input_schema": "{}"}], BadToolSpec(0, "/input_schema")),
    (Toolset.from_anthropic, {"tools": []}, BadToolSpec(0, "")),
    (Toolset.from_mcp, {"tools": None}, BadToolSpec(0, "/tools")),
    (Toolset.from_mcp, {}, BadToolSpec(0, "/tools")),
    (Toolset.from_mcp, [[]], BadToolSpec(0, "")),
    (Toolset.from_mcp, [{"name": "a"}, {"name": "b", "inputSchema": []}], BadToolSpec(1, "/inputSchema")),
    (Toolset.from_json, [{"name": "a"}, {"name": "b", "input_schema": 1}], BadToolSpec(1, "/input_schema")),
]


@pytest.mark.parametrize("constructor, raw, fault", OTHERS)
def test_what_is_no_tool_of_another_shape(
    constructor: Callable[[object], object], raw: object, fault: HostFault
) -> None:
    assert constructor(raw) == Failure(fault)


def test_every_entry_is_told_by_itself() -> None:
    toolset = Toolset.from_json(
        [
            {"name": "b", "input_schema": PARAMETERS},
            {"type": "custom", "name": "c", "input_schema": PARAMETERS},
            {"name": "a", "inputSchema": PARAMETERS, "annotations": {}},
            {"type": "function", "function": {"name": "e", "parameters": PARAMETERS}},
            {"type": "function", "name": "d", "parameters": PARAMETERS, "strict": True},
        ]
    ).unwrap()
    assert [(spec.name, spec.parameters == PARAMETERS) for spec in toolset.specs.values()] == [
        (name, True) for name in "bcaed"
    ]


@pytest.mark.parametrize("tool", [{"name": "a"}, {"name": "a", "description": None, "parameters": None}])
def test_no_parameters(tool: dict[str, object]) -> None:
    toolset = Toolset.from_openai([tool]).unwrap()
    assert toolset.specs == {"a": ToolSpec("a", "", {"type": "object", "properties": {}})}
    assert toolset.specs["a"].parameters == NO_PARAMETERS
    assert toolset.layout == {"a": ()}


def test_no_tools() -> None:
    assert (Toolset.from_openai([]).unwrap().specs, EMPTY.specs, EMPTY.layout, EMPTY.names) == ({}, {}, {}, NameIndex())
    assert Toolset.from_structs().unwrap().specs == Toolset.from_callables().unwrap().specs == {}


# ── schemas ──

BAD_SCHEMAS: list[tuple[JsonObject, str]] = [
    ({"type": "string"}, "/type"),
    ({"type": ["array", "null"]}, "/type"),
    ({"type": "object", "required": "port"}, "/required"),
    ({"properties": {"a/b": {"type": "nope"}}}, "/properties/a~1b/type"),
    ({"properties": {"a": {"pattern": "("}}}, "/properties/a/pattern"),
    ({"properties": {"a": {"$ref": "#/$defs/missing"}}}, ""),
    ({"properties": {"a": {"$ref": "http://example.invalid/x.json"}}}, ""),
    ({"properties": {"a": {"$ref": "file:///etc/hostname"}}}, ""),
    ({"properties": {"a": {"$ref": "other.json"}}}, ""),
    ({"$schema": "http://example.invalid/draft"}, "/$schema"),
    ({"$schema": 3}, "/$schema"),
    ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "array"}}}, "/$ref"),
    ({"properties": {"a": {"default": float("nan")}}}, "/properties/a/default"),
    ({"properties": {"a": {"default": float("inf")}}}, "/properties/a/default"),
    ({"properties": {"a": {"description": "\ud800"}}}, "/properties/a/description"),
    ({"properties": {"a": {"default": {1, 2}}}}, "/properties/a/default"),  # type: ignore[dict-item]
    ({"properties": {"a": {3: {}}}}, "/properties/a"),  # type: ignore[dict-item]
]


@pytest.mark.parametrize("schema, path", BAD_SCHEMAS)
def test_what_is_no_schema_of_an_object(schema: JsonObject, path: str) -> None:
    assert Toolset.of([ToolSpec("f", "", schema)]) == Failure(BadSchema("f", path))


def test_a_bottomless_schema() -> None:
    deep: dict[str, Json] = {}
    for _ in range(5_000):
        deep = {"not": deep}
    circle: dict[str, Json] = {}
    circle["not"] = circle
    for schema in (deep, circle):
        assert Toolset.of([ToolSpec("f", "", schema)]) == Failure(BadSchema("f", "/not" * 120))


GOOD_SCHEMAS: list[JsonObject] = [
    {},
    {"properties": {"a": {}}},
    {"type": ["object", "null"]},
    {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"},
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"},
    {"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"next": {"$ref": "#/$defs/a"}}}}},
    {"properties": {"a": True, "b": False}},
    {"required": ("a",), "properties": {"a": {"enum": ("x", 1, None)}}},
]


@pytest.mark.parametrize("schema", GOOD_SCHEMAS)
def test_a_schema_of_an_object(schema: JsonObject) -> None:
    assert msgspec.json.encode(with_schema(schema).specs["f"].parameters) == msgspec.json.encode(schema)


def test_the_hosts_schema_is_copied() -> None:
    raw = [{"name": "f", "parameters": {"properties": {"a": {"enum": ["x"]}}, "required": ["a"]}}]
    before = copy.deepcopy(raw)
    toolset = Toolset.from_openai(raw).unwrap()
    assert raw == before
    raw[0]["parameters"]["properties"]["a"]["enum"].append("y")  # type: ignore[index]
    raw[0]["parameters"]["required"].clear()  # type: ignore[index]
    assert toolset.specs["f"].parameters == before[0]["parameters"]
    assert toolset.layout["f"] == (Parameter("a", {"enum": ["x"]}, required=True),)


LAYOUTS: list[tuple[JsonObject, tuple[Parameter, ...]]] = [
    (
        {"properties": {"z": {}, "b": {"type": "string"}, "a": {}, "y": {}}, "required": ["y", "b"]},
        (
            Parameter("y", {}, required=True),
            Parameter("b", {"type": "string"}, required=True),
            Parameter("a", {}, required=False),
            Parameter("z", {}, required=False),
        ),
    ),
    ({"required": ["ghost"]}, (Parameter("ghost", {}, required=True),)),
    (
        {"properties": {"a": True, "b": False}},
        (Parameter("a", {}, required=False), Parameter("b", {"not": {}}, required=False)),
    ),
    (
        {"$ref": "#/$defs/P", "$defs": {"P": {"properties": {"a": {"$ref": "#/$defs/P"}}, "required": ["a"]}}},
        (Parameter("a", {"$ref": "#/$defs/P"}, required=True),),
    ),
]


@pytest.mark.parametrize("schema, layout", LAYOUTS)
def test_the_layout(schema: JsonObject, layout: tuple[Parameter, ...]) -> None:
    assert with_schema(schema).layout["f"] == layout


REFERENCES: JsonObject = {
    "properties": {
        "plain": {"type": "string"},
        "once": {"$ref": "#/$defs/Box%5Bint%5D"},
        "twice": {"$ref": "#/$defs/again"},
        "escaped": {"$ref": "#/$defs/a~1b~0c"},
        "element": {"$ref": "#/$defs/list/anyOf/1"},
        "whole": {"$ref": "#"},
        "circle": {"$ref": "#/$defs/circle"},
        "yes": True,
    },
    "$defs": {
        "Box[int]": {"type": "integer"},
        "again": {"$ref": "#/properties/plain"},
        "a/b~c": {"type": "boolean"},
        "list": {"anyOf": [{"type": "null"}, {"type": "array"}]},
        "circle": {"$ref": "#/$defs/circle"},
    },
}
FOLLOWED: list[tuple[str, JsonObject | None]] = [
    ("plain", {"type": "string"}),
    ("once", {"type": "integer"}),
    ("twice", {"type": "string"}),
    ("escaped", {"type": "boolean"}),
    ("element", {"type": "array"}),
    ("whole", REFERENCES),
    ("circle", {}),
    ("yes", {}),
    ("undeclared", None),
]


@pytest.mark.parametrize("name, schema", FOLLOWED)
def test_references_are_followed(name: str, schema: JsonObject | None) -> None:
    assert property_schema(with_schema(REFERENCES).specs["f"], name) == schema


def test_a_reference_that_leads_nowhere() -> None:
    schema: JsonObject = {"properties": {"a": {"$ref": "#/$defs/9"}, "b": {"$ref": "x.json"}}, "$defs": []}
    assert (property_schema(ToolSpec("f", "", schema), "a"), property_schema(ToolSpec("f", "", schema), "b")) == (
        {},
        {},
    )


STRUCTURED: list[tuple[JsonObject, bool]] = [
    ({"type": "array"}, True),
    ({"type": ["object", "null"]}, True),
    ({"type": ["object", "string"]}, False),
    ({"anyOf": [{"type": "array"}, {"type": "null"}]}, True),
    ({"oneOf": [{"$ref": "#/$defs/o"}, {"type": "null"}]}, True),
    ({"anyOf": [{"type": "array"}, {"type": "string"}]}, False),
    ({"anyOf": [{"type": "array"}, {}]}, False),
    ({"$ref": "#/$defs/o"}, True),
    ({"$ref": "#/$defs/loop"}, False),
    ({"type": "string"}, False),
    ({}, False),
]


@pytest.mark.parametrize("schema, structured", STRUCTURED)
def test_which_parameters_allow_no_string(schema: JsonObject, structured: bool) -> None:
    defs: JsonObject = {"o": {"type": "object"}, "loop": {"anyOf": [{"$ref": "#/$defs/loop"}, {"type": "array"}]}}
    assert ("string" not in types_of({"$defs": defs}, schema)) is structured


# ── validators ──


def test_each_validator_is_made_once_and_the_draft_is_the_schemas_own() -> None:
    items: Json = {"a": {"items": [{"type": "string"}]}}
    toolset = Toolset.of(
        [ToolSpec("old", "", {"$schema": "http://json-schema.org/draft-07/schema#", "properties": items})]
    ).unwrap()
    assert toolset.validators["old"] is toolset.validators["old"]
    assert (toolset.validators["old"].is_valid({"a": ["x"]}), toolset.validators["old"].is_valid({"a": [1]})) == (1, 0)
    # In the newest draft, `items` is one schema.
    assert Toolset.of([ToolSpec("new", "", {"properties": items})]) == Failure(BadSchema("new", "/properties/a/items"))
    assert (list(toolset.validators), len(toolset.validators), "new" in toolset.validators) == (["old"], 1, False)


def test_a_violation_tells_where() -> None:
    validator = with_schema(PARAMETERS).validators["f"]
    found = [(list(v.instance_path), list(v.schema_path)) for v in validator.iter_errors({"hours": "6", "port": "Ayr"})]
    assert found == [(["hours"], ["properties", "hours", "type"])]


def test_a_toolset_can_be_sent_to_another_process() -> None:
    toolset = with_schema(PARAMETERS)
    assert toolset.validators["f"].is_valid({"port": "Ayr"})
    sent = pickle.loads(pickle.dumps(toolset))  # noqa: S301 - our own
    assert (sent.specs, sent.layout, sent.names) == (toolset.specs, toolset.layout, toolset.names)
    assert sent.validators["f"].is_valid({"port": "Ayr"})
    assert pickle.loads(pickle.dumps(EMPTY)).specs == {}  # noqa: S301 - our own


# ── msgspec types ──


class HTTPGet(msgspec.Struct, rename="camel", tag="get"):
    target_url: str
    limit: float = float("inf")


class Node(msgspec.Struct):
    """A node.

    And its children.
    """

    value: int
    children: list[Node] = []


T = TypeVar("T")


class Box(msgspec.Struct, Generic[T]):
    content: T


class Row(msgspec.Struct, array_like=True):
    first: int


class Dangling(msgspec.Struct):
    field: Nothing


STRUCTS: list[tuple[type[msgspec.Struct], ToolSpec]] = [
    (
        HTTPGet,
        ToolSpec(
            "http_get",
            "",
            {
                "type": "object",
                "properties": {"targetUrl": {"type": "string"}, "limit": {"type": "number"}},
                "required": ["targetUrl"],
            },
        ),
    ),
    (
        Box[int],
        ToolSpec(
            "box", "", {"type": "object", "properties": {"content": {"type": "integer"}}, "required": ["content"]}
        ),
    ),
]


@pytest.mark.parametrize("kind, spec", STRUCTS)
def test_a_struct(kind: type[msgspec.Struct], spec: ToolSpec) -> None:
    assert list(Toolset.from_structs(kind).unwrap().specs.values()) == [spec]


def test_a_struct_that_holds_itself() -> None:
    toolset = Toolset.from_structs(Node).unwrap()
    assert toolset.specs["node"].description == "A node."
    assert [parameter.name for parameter in toolset.layout["node"]] == ["value", "children"]
    assert toolset.validators["node"].is_valid({"value": 1, "children": [{"value": 2}]})
    assert not toolset.validators["node"].is_valid({"value": 1, "children": [{"value": "2"}]})


@pytest.mark.parametrize("kind", [Row, Dangling, int, 3])
def test_a_type_that_is_no_tool(kind: type[msgspec.Struct]) -> None:
    assert Toolset.from_structs(Node, kind) == Failure(BadToolSpec(1, ""))


# ── functions ──


class Colour(enum.Enum):
    RED = "red"


class Point(msgspec.Struct):
    x: int


ORIGIN = Point(0)


def draw(
    at: Point,
    colour: Colour = Colour.RED,
    *,
    width: Annotated[int, msgspec.Meta(ge=1)],
    through: list[Point] = [ORIGIN],  # noqa: B006 - what the test is about
    until: float = float("inf"),
    note: str | None = None,
) -> Nothing:
    """Draw a line
    to a point.

    Its result's type isn't there at run time.
    """
    raise NotImplementedError


def test_a_function() -> None:
    point: JsonObject = {
        "title": "Point",
        "type": "object",
        "properties": {"x": {"type": "integer"}},
        "required": ["x"],
    }
    assert Toolset.from_callables(draw).unwrap().specs["draw"] == ToolSpec(
        "draw",
        "Draw a line to a point.",
        {
            "type": "object",
            "properties": {
                "at": {"$ref": "#/$defs/Point"},
                "colour": {"$ref": "#/$defs/Colour", "default": "red"},
                "width": {"type": "integer", "minimum": 1},
                "through": {"type": "array", "items": {"$ref": "#/$defs/Point"}, "default": [{"x": 0}]},
                "until": {"type": "number"},
                "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            },
            "required": ["at", "width"],
            "$defs": {"Point": point, "Colour": {"title": "Colour", "enum": ["red"]}},
        },
    )


def positional(a: int, b: int, /) -> None: ...
def variadic(a: int, *b: int) -> None: ...
def keywords(a: int, **b: int) -> None: ...
def missing(a: int, b: Nothing) -> None: ...
def without_schema(a: int, b: Callable[[], None]) -> None: ...


class Desk:
    def open_desk(self, name: str) -> None: ...

    def __call__(self, name: str) -> None: ...


FUNCTIONS: list[tuple[Callable[..., object], str]] = [
    (positional, "/a"),
    (variadic, "/b"),
    (keywords, "/b"),
    (missing, "/b"),
    (without_schema, "/b"),
    (lambda: None, "/name"),
    (functools.partial(draw, Point(1)), "/name"),
    (Desk(), "/name"),
    (dict, ""),
]


@pytest.mark.parametrize("function, path", FUNCTIONS)
def test_a_function_that_is_no_tool(function: Callable[..., object], path: str) -> None:
    assert Toolset.from_callables(draw, function) == Failure(BadToolSpec(1, path))


def test_an_annotation_that_is_no_expression() -> None:
    def odd(body: str) -> None: ...

    odd.__annotations__["body"] = "int +"
    assert Toolset.from_callables(odd) == Failure(BadToolSpec(0, "/body"))


def test_a_method_and_a_wrapped_function() -> None:
    @functools.wraps(draw)
    def wrapped(*args: object, **kwargs: object) -> None: ...

    toolset = Toolset.from_callables(Desk().open_desk, wrapped).unwrap()
    assert [parameter.name for parameter in toolset.layout["open_desk"]] == ["name"]
    assert [parameter.name for parameter in toolset.layout["draw"]] == [
        "at",
        "width",
        "colour",
        "note",
        "through",
        "until",
    ]


def test_two_functions_of_one_name() -> None:
    assert Toolset.from_callables(draw, draw) == Failure(DuplicateTool("draw"))
