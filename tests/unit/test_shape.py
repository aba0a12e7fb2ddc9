"""What models do to arguments, undone towards the schema and no further."""

from __future__ import annotations

import copy

import pytest

from dialectfp.jsontypes import JsonObject
from dialectfp.repair.arguments import shape
from dialectfp.tools import Toolset, ToolSpec

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "port": {"type": "string"},
        "hours": {"type": "integer", "maximum": 48},
        "height": {"type": "number"},
        "wet": {"type": "boolean"},
        "until": {"type": ["string", "null"]},
        "never": {"type": ["integer", "null"]},
        "kind": {"enum": ["High", "low", 3]},
        "unit": {"const": "m"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "depths": {"$ref": "#/$defs/depths"},
        "place": {"anyOf": [{"$ref": "#/$defs/place"}, {"type": "null"}]},
        "deep": {
            "allOf": [
                {
                    "type": "object",
                    "properties": {
                        "n": {"type": "integer"},
                        "inner": {"type": "object", "properties": {"is_on": {"type": "boolean"}}, "additionalProperties": False},
                    },
                }
            ]
        },
        "by_name": {"type": "object", "additionalProperties": {"type": "integer"}},
    },
    "required": ["port"],
    "additionalProperties": False,
    "$defs": {
        "depths": {"type": "array", "items": {"type": "number"}},
        "place": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
    },
}  # fmt: skip
TOOLSET = Toolset.of(
    [
        ToolSpec("tide", "", SCHEMA),
        ToolSpec("wrap", "", {"properties": {"input": {"type": "object"}}, "required": ["input"]}),
        ToolSpec("loose", "", {"properties": {"port": {"type": "string"}, "hours": {"type": "integer"}}}),
    ]
).unwrap()


@pytest.mark.parametrize(
    ("written", "wanted", "repairs"),
    [
        ({"hours": "6"}, {"hours": 6}, ["stringified at /hours"]),
        ({"height": "3.5"}, {"height": 3.5}, ["stringified at /height"]),
        ({"wet": "True"}, {"wet": True}, ["stringified at /wet"]),
        ({"never": "null"}, {"never": None}, ["stringified at /never"]),
        ({"tags": '["a", "b"]'}, {"tags": ["a", "b"]}, ["stringified at /tags"]),
        ({"tags": "a"}, {"tags": ["a"]}, ["listed at /tags"]),
        ({"depths": "5"}, {"depths": [5]}, ["listed at /depths", "stringified at /depths/0"]),
        ({"depths": ["5", 6, "7.5"]}, {"depths": [5, 6, 7.5]}, ["stringified at /depths/0", "stringified at /depths/2"]),
        ({"depths": '["5"]'}, {"depths": [5]}, ["stringified at /depths", "stringified at /depths/0"]),
        ({"place": '{"x": 1}'}, {"place": {"x": 1}}, ["stringified at /place"]),
        ({"place": {"x": "1"}}, {"place": {"x": 1}}, ["stringified at /place"]),
        ({"place": "null"}, {"place": None}, ["stringified at /place"]),
        ({"kind": "HIGH"}, {"kind": "High"}, ["choice at /kind"]),
        ({"kind": " low "}, {"kind": "low"}, ["choice at /kind"]),
        ({"kind": "3"}, {"kind": 3}, ["stringified at /kind"]),
        ({"unit": "M"}, {"unit": "m"}, ["choice at /unit"]),
        ({"Hours": 6}, {"hours": 6}, ["spelling at /hours"]),
        ({"by-name": {"a": "1", "2": "3"}}, {"by_name": {"a": 1, "2": 3}},
         ["spelling at /by_name", "stringified at /by_name/a", "stringified at /by_name/2"]),
        ({"deep": {"n": "1", "inner": {"isOn": "true"}}}, {"deep": {"n": 1, "inner": {"is_on": True}}},
         ["spelling at /deep/inner/is_on", "stringified at /deep/n", "stringified at /deep/inner/is_on"]),
        ({"deep": '{"n": "1"}'}, {"deep": {"n": 1}}, ["stringified at /deep", "stringified at /deep/n"]),
    ],
)  # fmt: skip
def test_damage_is_undone(written: JsonObject, wanted: JsonObject, repairs: list[str]) -> None:
    given = {"port": "Ayr", **written}
    before = copy.deepcopy(given)
    found, made = shape(TOOLSET, "tide", given)
    assert found == {"port": "Ayr", **wanted}
    assert [f"{repair.kind} at {repair.path}" for repair in made] == repairs
    assert given == before


@pytest.mark.parametrize("key", ["arguments", "args", "parameters", "params", "param", "input", "properties"])
def test_one_wrapper_is_taken_off(key: str) -> None:
    for wrapped in ({key: {"port": "Ayr", "hours": "6"}}, {key: '{"port": "Ayr", "hours": 6}'}):
        found, made = shape(TOOLSET, "tide", wrapped)
        assert found == {"port": "Ayr", "hours": 6}
        assert (made[0].kind, made[0].path) == ("wrapper", "")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("tide", {"port": "Ayr"}),
        # A string stays the string it is, whatever it looks like.
        ("tide", {"port": "6", "until": "null"}),
        ("tide", {"port": '{"a": 1}'}),
        # Nothing is invented, dropped, or read out of what can't be read.
        ("tide", {"port": 6}),
        ("tide", {"hours": 6}),
        ("tide", {"port": "Ayr", "colour": "red"}),
        ("tide", {"port": "Ayr", "hours": "six"}),
        ("tide", {"port": "Ayr", "hours": 6.5}),
        ("tide", {"port": "Ayr", "place": {"x": "one"}}),
        # Only towards validity: a number that is out of range is no better than its string.
        ("tide", {"port": "Ayr", "hours": "60"}),
        # Two keys for one parameter, two choices for one word: neither is taken.
        ("tide", {"port": "Ayr", "Hours": 1, "HOURS": 2}),
        ("tide", {"port": "Ayr", "hours": 1, "Hours": 2}),
        # The tool's own key is no wrapper, nor is one that holds nothing of the tool's.
        ("wrap", {"input": {"a": 1}}),
        ("tide", {"args": {"colour": "red"}}),
        # Whatever is valid is left alone.
        ("loose", {"Port": "Ayr"}),
        ("loose", {"args": {"port": "Ayr"}}),
        ("loose", {"hours": 6.0}),
    ],
)
def test_what_passes_unchanged(tool: str, arguments: JsonObject) -> None:
    found, made = shape(TOOLSET, tool, arguments)
    assert found is arguments
    assert made == ()


def test_what_is_right_is_repaired_beside_what_is_wrong() -> None:
    found, made = shape(TOOLSET, "tide", {"hours": "6", "colour": "red"})
    assert found == {"hours": 6, "colour": "red"}
    assert [repair.path for repair in made] == ["/hours"]
