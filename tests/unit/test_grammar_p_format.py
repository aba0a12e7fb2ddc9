r"""Positional calls: slots, escapes, types, and every refusal."""

from __future__ import annotations

import pytest

from dialectfp import PFORMAT, pformat
from dialectfp.dialects.record import receive
from dialectfp.faults import BindingProblem, UnboundArguments, describe, kind_of
from dialectfp.jsontypes import JsonObject
from dialectfp.policy import ReadPolicy
from dialectfp.stream import collect, feed, flush
from dialectfp.tools import Toolset

TOOLSET = Toolset.from_openai(
    [
        {
            "name": "plant_tree",
            "description": "Plants a\ntree.",
            "parameters": {
                "type": "object",
                "properties": {
                    "note": {"type": "string"},
                    "count": {"type": "integer"},
                    "species": {"type": "string"},
                    "spots": {"type": "array", "items": {"type": "string"}},
                    "wet": {"type": "boolean"},
                },
                "required": ["species", "count"],
            },
        },
        {"name": "lamp_off", "parameters": {"type": "object", "properties": {}}},
    ]
).unwrap()


#: Slots are looked at here, not whether all required ones are there.
AS_WRITTEN = ReadPolicy(arguments="pass_through")
DIALECT = pformat(policy=AS_WRITTEN)


def test_the_catalogue_numbers_required_slots_first() -> None:
    assert (
        "\n- **plant_tree**: Plants a tree.\nCall as: plant_tree[0|<species>|1|<count>|2|<note>|3|<spots>|4|<wet>]\n"
        in (PFORMAT.catalogue.render(TOOLSET).text)
    )
    assert "\n- **lamp_off**\nCall as: lamp_off[]\n" in PFORMAT.catalogue.render(TOOLSET).text


@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        ("plant_tree[0|alder|1|3]", {"species": "alder", "count": 3}),
        ("plant_tree[1|3|0|alder]", {"species": "alder", "count": 3}),
        ("plant_tree[0| alder |1| 3 ]", {"species": " alder ", "count": 3}),
        ("`plant_tree[0|alder]`", {"species": "alder"}),
        ("```\nplant_tree[0|alder]\n```", {"species": "alder"}),
        ("plant_tree[0|alder|2|]", {"species": "alder"}),
        ("plant_tree[0|alder|0|birch]", {"species": "birch"}),
        ("plant_tree[0|alder|1|3|0|]", {"count": 3}),
        (r"plant_tree[0|a\|b\]c\\d\e]", {"species": r"a|b]c\d\e"}),
        ("plant_tree[0|see ] here]", {"species": "see ] here"}),
        ("plant_tree[0|two\nlines]", {"species": "two\nlines"}),
        ("plant_tree[0|007|1|7]", {"species": "007", "count": 7}),
        (r'plant_tree[3|["a", "b\|"\]]', {"spots": ["a", "b|"]}),
        ('plant_tree[3|["a", "b"]]', {"spots": ["a", "b"]}),
        ("plant_tree[4|True]", {"wet": True}),
        ("plant_tree[1|many]", {"count": "many"}),
        ("lamp_off[]", {}),
        ("lamp_off[ ]", {}),
    ],
)
def test_a_call_is_read(body: str, arguments: JsonObject) -> None:
    text = f"<tool_call>{body}</tool_call>"
    reply = receive(DIALECT, text)
    reading = DIALECT.syntax.read(TOOLSET, reply).unwrap()
    assert [call.arguments for call in reading.calls] == [arguments]
    assert (reading.visible, reading.faults) == ("", ())
    state, steps = DIALECT.syntax.start(TOOLSET, False), []
    for character in text:
        state, step = feed(state, character)
        steps.append(step)
    assert collect(reply, [*steps, flush(state)]) == reading


@pytest.mark.parametrize(
    ("body", "problem", "words"),
    [
        ("plant_tree[0|Mom|15]", "slot_without_value", "slot numbers and values don't add up"),
        ("plant_tree[alder|3]", "slot_no_number", "a slot has no number"),
        ("plant_tree[|alder]", "slot_no_number", "a slot has no number"),
        ("plant_tree[9|alder]", "slot_out_of_range", "a slot's number is out of range"),
        ("lamp_off[0|x]", "slot_out_of_range", "a slot's number is out of range"),
        ("plant_tree[0|alder]]", "stray_bracket", "a bracket at the edge of a value has no partner"),
    ],
)
def test_what_does_not_add_up_is_refused(body: str, problem: BindingProblem, words: str) -> None:
    reading = DIALECT.syntax.read(TOOLSET, receive(DIALECT, f"<tool_call>{body}</tool_call>")).unwrap()
    (fault,) = reading.faults
    assert isinstance(fault, UnboundArguments)
    assert (reading.calls, fault.problem) == ((), problem)
    assert describe(fault) == f"The arguments of a p-format call don't fit {fault.tool!r}: {words}."


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("fly[0|x]", "unknown_tool"),
        ("plant_tree[0|<species>|1|3]", "schema_echo"),
        ("plant_tree[0|alder", "malformed_call"),
        (r"plant_tree[0|alder\]", "malformed_call"),
        ("plant_tree[0|alder] and more", "malformed_call"),
    ],
)
def test_other_faults(body: str, kind: str) -> None:
    reading = DIALECT.syntax.read(TOOLSET, receive(DIALECT, f"<tool_call>{body}</tool_call>")).unwrap()
    assert (reading.calls, [kind_of(fault) for fault in reading.faults]) == ((), [kind])


@pytest.mark.parametrize(
    "text",
    ["<call plant_tree[0|alder]>", "<call plant_tree[0|alder]</call>", "<call>plant_tree[0|alder]", "<call>plant_tree[0|alder]<|im_end|>",
     "plant_tree[0|alder]", "```\nplant_tree[0|alder]\n```", "plant_tree[0|alder]<|im_end|>"],
)  # fmt: skip
def test_damaged_and_missing_tags(text: str) -> None:
    dialect = pformat("call", AS_WRITTEN)
    reading = dialect.syntax.read(TOOLSET, receive(dialect, text)).unwrap()
    assert [(call.name, call.arguments) for call in reading.calls] == [("plant_tree", {"species": "alder"})]
    assert (reading.visible, reading.faults) == ("", ())


@pytest.mark.parametrize(
    "text", ["plant_tree[0|alder] plants it.", "plant_tree[alder]", "plant_tree[0|a|1]", "Use plant_tree[0|alder]", "fly[0|x]", "array[0]"]
)  # fmt: skip
def test_prose_stays(text: str) -> None:
    reading = DIALECT.syntax.read(TOOLSET, receive(DIALECT, text)).unwrap()
    assert (reading.calls, reading.visible, reading.faults) == ((), text, ())


def test_several_bare_calls() -> None:
    reading = DIALECT.syntax.read(TOOLSET, receive(DIALECT, "lamp_off[]\nplant_tree[0|a]\n")).unwrap()
    assert [call.name for call in reading.calls] == ["lamp_off", "plant_tree"]


def test_a_cut_call_is_never_completed() -> None:
    text = "<tool_call>plant_tree[0|alder|1|33]</tool_call>"
    for stop in range(len(text)):
        reply = receive(DIALECT, text[:stop], finish_reason="length")
        for call in DIALECT.syntax.read(TOOLSET, reply).unwrap().calls:
            assert call.arguments == {"species": "alder", "count": 33}, text[:stop]
