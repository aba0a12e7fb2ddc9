"""Bare text, typed by the schema it is for."""

from __future__ import annotations

import pytest

from dialectfp.jsontypes import Json, JsonObject
from dialectfp.repair.raw import typed
from dialectfp.tools import ToolSpec

ROWS: list[tuple[JsonObject, str, Json]] = [
    *[({"type": "string"}, text, text) for text in ("3", "true", "null", '{"a":1}', "[1]", "007", "1e5", "", " x\n")],
    ({"type": "integer"}, " 3\n", 3),
    ({"type": "integer"}, "140.0", 140),
    ({"type": "integer"}, '"3"', 3),
    ({"type": "integer"}, "9007199254740993", 9007199254740993),
    ({"type": "integer"}, "2026-01-15", "2026-01-15"),
    ({"type": "integer"}, "1.5", "1.5"),
    ({"type": "number"}, "1e3", 1000.0),
    ({"type": "number"}, "3", 3),
    ({"type": "number"}, "1e999", "1e999"),
    ({"type": "number"}, "NaN", "NaN"),
    ({"type": "boolean"}, "True", True),
    ({"type": "boolean"}, "1", "1"),
    ({"type": "object"}, "{'a': True}", {"a": True}),
    ({"type": "array"}, '["x", 1]', ["x", 1]),
    ({"type": "array"}, "x", "x"),
    ({"type": ["string", "null"]}, "null", None),
    ({"type": "string", "nullable": True}, "null", None),
    ({"type": "string"}, "null", "null"),
    ({"anyOf": [{"type": "integer"}, {"type": "null"}]}, "null", None),
    ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, "3", 3),
    ({"oneOf": [{"type": "string"}]}, "3", "3"),
    ({"enum": ["1", "2"]}, "1", "1"),
    ({"enum": [1, 2]}, "1", 1),
    ({"const": "true"}, "true", "true"),
    ({"$ref": "#/$defs/count"}, "3", 3),
    ({"allOf": [{"type": "string"}]}, "3", "3"),
    ({}, "3", 3),
    ({}, "true", True),
    ({}, '{"a": 1}', {"a": 1}),
    ({}, "plain words", "plain words"),
]


@pytest.mark.parametrize(("schema", "text", "value"), ROWS)
def test_typed(schema: JsonObject, text: str, value: Json) -> None:
    spec = ToolSpec("f", "", {"properties": {"x": schema}, "$defs": {"count": {"type": "integer"}}})
    assert repr(typed(spec, "x", text)) == repr(value)


def test_undeclared_keys_are_json_by_their_looks() -> None:
    assert typed(None, "x", "[1]") == [1]
    assert typed(ToolSpec("f"), "x", "7") == 7
    assert typed(ToolSpec("f"), "x", "007") == "007"
