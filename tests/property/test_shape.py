"""Arguments and their schemas: valid ones pass unchanged, damaged ones come back equal or are left as they are."""

from __future__ import annotations

import json
from typing import Any, TypeAlias, cast

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis_jsonschema import from_schema

from dialectfp.jsontypes import Json, JsonObject
from dialectfp.repair.arguments import shape
from dialectfp.tools import Toolset, ToolSpec

Schema: TypeAlias = dict[str, Any]

SCALARS = st.sampled_from(
    [
        {"type": "integer"}, {"type": "number"}, {"type": "boolean"}, {"type": ["integer", "null"]}, {"type": "string"},
        {"enum": ["Red", "green", 3]}, {"const": "Metre"}, {"type": "integer", "minimum": 3}, {"$ref": "#/$defs/count"},
    ]
)  # fmt: skip
SCHEMAS = st.recursive(
    SCALARS,
    lambda inner: (
        st.builds(lambda items: {"type": "array", "items": items}, inner)
        | st.builds(lambda branch: {"anyOf": [branch, {"type": "null"}]}, inner)
        | st.builds(
            lambda members, strict: (
                {"type": "object", "properties": members} | ({"additionalProperties": False} if strict else {})
            ),
            st.dictionaries(st.sampled_from(["is_on", "Count", "tags"]), inner, max_size=3),
            st.booleans(),
        )
    ),
    max_leaves=5,
)
TOOLS = st.dictionaries(st.sampled_from(["port", "max-hours", "placeOf"]), SCHEMAS, min_size=1).map(
    lambda members: {
        "type": "object",
        "properties": members,
        "required": sorted(members)[:1],
        "additionalProperties": False,
        "$defs": {"count": {"type": "integer"}},
    }
)


def toolset_of(schema: Schema) -> Toolset:
    return Toolset.of([ToolSpec("f", "", schema)]).unwrap()


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(TOOLS, st.data())
def test_valid_arguments_pass_unchanged(schema: Schema, data: st.DataObject) -> None:
    arguments = cast("JsonObject", data.draw(from_schema(schema)))  # cast: the schema is an object's
    found, made = shape(toolset_of(schema), "f", arguments)
    assert found is arguments
    assert made == ()


def written_wrong(data: st.DataObject, value: Json, schema: Schema) -> Json:
    """Write a value as models do, where its schema tells that it is wrong so."""
    kind = str(schema.get("type"))
    choice = data.draw(st.integers(0, 3))
    if kind in {"integer", "number", "boolean", "array", "object"} and choice == 1:
        return json.dumps(value)
    if (
        kind == "array"
        and isinstance(value, list)
        and len(value) == 1
        and choice == 2
        and not isinstance(value[0], list)
    ):
        item: Json = value[0]
        return item
    if kind == "array" and isinstance(value, list) and choice:
        return [written_wrong(data, item, schema["items"]) for item in value]
    if kind == "object" and isinstance(value, dict) and choice:
        members = schema["properties"]
        return {
            spelt(data, key, strict="additionalProperties" in schema) if key in members else key:
            written_wrong(data, item, members[key]) if key in members else item
            for key, item in value.items()
        }  # fmt: skip
    if "const" in schema and choice:
        return str(value).upper()
    return value


def spelt(data: st.DataObject, key: str, *, strict: bool) -> str:
    return data.draw(st.sampled_from([key, key.upper(), key.replace("_", "-")])) if strict else key


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(TOOLS, st.data())
def test_damaged_arguments_come_back_or_stay_wrong(schema: Schema, data: st.DataObject) -> None:
    """Never another valid call."""
    arguments = cast("JsonObject", data.draw(from_schema(schema)))  # cast: the schema is an object's
    damaged = written_wrong(data, arguments, schema)
    assume(isinstance(damaged, dict))
    assert isinstance(damaged, dict)
    if data.draw(st.booleans()):
        damaged = {"arguments": damaged}
    toolset = toolset_of(schema)
    found, made = shape(toolset, "f", damaged)
    if toolset.validators["f"].is_valid(found):
        assert json.dumps(found, sort_keys=True) == json.dumps(arguments, sort_keys=True), made
    if not made:
        assert found is damaged
