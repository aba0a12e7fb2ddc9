"""Arguments against their schema: faults, policies, and a host's own types."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest
from returns.result import Failure, Success

from dialectfp.calls import ToolCall
from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML
from dialectfp.faults import ExtraData, InvalidValue, MissingRequired, TypeMismatch, describe
from dialectfp.jsontypes import JsonObject
from dialectfp.outcome import cases
from dialectfp.policy import ReadPolicy
from dialectfp.stream import CallClosed, feed, flush, read, start
from dialectfp.tools import EMPTY, Toolset, ToolSpec
from dialectfp.validate import argument_faults, decode_as

TOOLSET = Toolset.of(
    [
        ToolSpec(
            "tide",
            "",
            {
                "type": "object",
                "properties": {
                    "port": {"type": "string"},
                    "hours": {"type": ["integer", "null"], "maximum": 48},
                    "places": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}},
                    "by_name": {"type": "object", "additionalProperties": {"type": "integer"}},
                    "kind": {"enum": ["high", "low"]},
                },
                "required": ["port"],
                "additionalProperties": False,
            },
        )
    ]
).unwrap()  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "faults", "words"),
    [
        ({"port": "Ayr"}, [], []),
        ({"port": 5}, [TypeMismatch(3, 9, "g", "tide", "/port", ("string",))],
         ["A call of 'tide' has a value of the wrong type at /port: string is wanted."]),
        ({"port": "Ayr", "hours": "x"}, [TypeMismatch(3, 9, "g", "tide", "/hours", ("integer", "null"))],
         ["A call of 'tide' has a value of the wrong type at /hours: integer or null is wanted."]),
        ({}, [MissingRequired(3, 9, "g", "tide", "")], ["A call of 'tide' lacks something required at /."]),
        ({"port": "Ayr", "colour": 1}, [ExtraData(3, 9, "g", "tide", "")], ["A call of 'tide' has a key that isn't allowed at /."]),
        ({"port": "Ayr", "hours": 49}, [InvalidValue(3, 9, "g", "tide", "/hours", "maximum")],
         ["A call of 'tide' has a value at /hours that breaks the schema's 'maximum'."]),
        ({"port": "Ayr", "kind": "mid"}, [InvalidValue(3, 9, "g", "tide", "/kind", "enum")], None),
        ({"port": "Ayr", "places": [{"x": 1}, {}]}, [MissingRequired(3, 9, "g", "tide", "/places/1")], None),
        # A key of the model's own is not told.
        ({"port": "Ayr", "by_name": {"secret": "s"}}, [TypeMismatch(3, 9, "g", "tide", "/by_name/*", ("integer",))], None),
    ],
)  # fmt: skip
def test_what_does_not_fit(arguments: JsonObject, faults: list[object], words: list[str] | None) -> None:
    found = argument_faults(TOOLSET, ToolCall("tide", arguments, "g", 3, 9))
    assert list(found) == faults
    if words is not None:
        assert list(map(describe, found)) == words


def test_at_most_eight_faults_and_none_for_a_tool_that_is_not_offered() -> None:
    places: JsonObject = {"port": "Ayr", "places": [{"x": str(at)} for at in range(99)]}
    assert len(argument_faults(TOOLSET, ToolCall("tide", places))) == 8
    assert argument_faults(EMPTY, ToolCall("tide", {})) == ()


Arguments = Literal["pass_through", "shape_then_report", "shape_then_require", "require_as_written"]


@pytest.mark.parametrize(
    ("policy", "hours", "calls", "refused", "kinds"),
    [
        ("pass_through", '"6"', [{"port": "Ayr", "hours": "6"}], [], []),
        ("pass_through", '"six"', [{"port": "Ayr", "hours": "six"}], [], []),
        ("shape_then_report", '"6"', [{"port": "Ayr", "hours": 6}], [], []),
        ("shape_then_report", '"six"', [{"port": "Ayr", "hours": "six"}], [], ["TypeMismatch"]),
        ("shape_then_require", '"6"', [{"port": "Ayr", "hours": 6}], [], []),
        ("shape_then_require", '"six"', [], [{"port": "Ayr", "hours": "six"}], ["TypeMismatch"]),
        ("require_as_written", "6", [{"port": "Ayr", "hours": 6}], [], []),
        ("require_as_written", '"6"', [], [{"port": "Ayr", "hours": "6"}], ["TypeMismatch"]),
    ],
)
def test_policies(
    policy: Arguments, hours: str, calls: list[JsonObject], refused: list[JsonObject], kinds: list[str]
) -> None:
    text = f'<tool_call>{{"name": "tide", "arguments": {{"port": "Ayr", "hours": {hours}}}}}</tool_call>'
    chosen = ReadPolicy(arguments=policy)
    reading = read(TOOLSET, receive(XML, text), chosen).unwrap()
    assert [call.arguments for call in reading.calls] == calls
    assert [call.arguments for call in reading.refused] == refused
    assert [type(fault).__name__ for fault in reading.faults] == kinds
    state, step = feed(start(TOOLSET, chosen), text)
    ended = [event.outcome for event in (*step.events, *flush(state).events) if isinstance(event, CallClosed)]
    assert [type(outcome).__name__ for outcome in ended] == (["ToolCall"] if calls else kinds)


class Place(msgspec.Struct, frozen=True):
    x: int


class Tide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    port: str
    hours: int | None = None
    places: tuple[Place, ...] = ()


def test_decoding_as_a_hosts_own_type() -> None:
    call = ToolCall("tide", {"port": "Ayr", "places": [{"x": 1}]}, "g", 3, 9)
    assert cases(decode_as(call, Tide)) == Success(Tide("Ayr", None, (Place(1),)))


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"port": 5}, TypeMismatch(3, 9, "g", "tide", "/port", ("str",))),
        ({"port": "Ayr", "hours": "x"}, TypeMismatch(3, 9, "g", "tide", "/hours", ("int", "null"))),
        ({}, MissingRequired(3, 9, "g", "tide", "")),
        ({"port": "Ayr", "colour": 1}, ExtraData(3, 9, "g", "tide", "")),
        ({"port": "Ayr", "places": [{"x": 1}, {"x": "y"}]}, TypeMismatch(3, 9, "g", "tide", "/places/1/x", ("int",))),
    ],
)
def test_what_does_not_decode(arguments: JsonObject, fault: object) -> None:
    assert cases(decode_as(ToolCall("tide", arguments, "g", 3, 9), Tide)) == Failure(fault)
