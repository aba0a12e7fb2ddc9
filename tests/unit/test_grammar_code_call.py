"""Calls as Python and TypeScript write them: what is read, what is repaired on the record, what is refused."""

from __future__ import annotations

import pytest

from dialectfp import PYTHON, TYPESCRIPT, XML, python
from dialectfp.calls import RepairKind
from dialectfp.dialects.record import receive
from dialectfp.faults import BindingProblem, UnboundArguments, kind_of
from dialectfp.jsontypes import JsonObject
from dialectfp.parse.literals import Unread, read_calls
from dialectfp.policy import ReadPolicy
from dialectfp.stream import collect, feed, flush
from dialectfp.tools import Toolset

TOOLSET = Toolset.from_openai(
    [
        {
            "name": "plant_tree",
            "parameters": {
                "type": "object",
                "properties": {
                    "species": {"type": "string"},
                    "count": {"type": "integer"},
                    "note": {"type": "string"},
                    "spots": {"type": "array"},
                    "extra": {"type": "object"},
                },
                "required": ["species"],
            },
        },
        {"name": "lamp_off", "parameters": {"type": "object", "properties": {}}},
        {"name": "set_mode", "parameters": {"type": "object", "properties": {"mode": {"type": "object"}}}},
    ]
).unwrap()


def read_in_a_tag(body: str) -> tuple[list[tuple[str, JsonObject]], list[str], list[RepairKind]]:
    """Read a block whole and by characters: calls, kinds of faults, repairs."""
    text = f"<tool_call>\n{body}\n</tool_call>"
    reply = receive(PYTHON, text)
    reading = PYTHON.syntax.read(TOOLSET, reply).unwrap()
    assert reading.visible == ""
    state, steps = TYPESCRIPT.syntax.start(TOOLSET, False), []
    for character in text:
        state, step = feed(state, character)
        steps.append(step)
    assert collect(reply, [*steps, flush(state)]) == reading
    calls = [(call.name, call.arguments) for call in reading.calls]
    return calls, [kind_of(fault) for fault in reading.faults], [r.kind for call in reading.calls for r in call.repairs]


ONE: JsonObject = {"species": "alder", "count": 3}


@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        # Both spellings, under both dialects.
        ('plant_tree("alder", 3)', ONE),
        ('plant_tree(species="alder", count=3)', ONE),
        ('plant_tree("alder", count=3)', ONE),
        ("plant_tree({species: 'alder', count: 3})", ONE),
        ('plant_tree({"species": "alder", "count": 3});', ONE),
        ("await plant_tree(`alder`, 3)", ONE),
        ("result = plant_tree('alder', 3)", ONE),
        ("const tree: Tree = await plant_tree('alder', 3);", ONE),
        ("functions.plant_tree('alder', 3)", ONE),
        ("```python\nplant_tree('alder', 3)\n```", ONE),
        ("# a tree\nplant_tree('alder',  // sort\n  3,  # how many\n)", ONE),
        # Strings.
        ("plant_tree('''two\n\"lines\"''')", {"species": 'two\n"lines"'}),
        (r"plant_tree(r'a\n', note='\u00e9\x41\q')", {"species": r"a\n", "note": r"éA\q"}),
        ("plant_tree(f'no hole', note=f'{{x}}')", {"species": "no hole", "note": "{x}"}),
        ("plant_tree('</tool_call>')", {"species": "</tool_call>"}),
        ("plant_tree('ends with a backslash\\\\')", {"species": "ends with a backslash\\"}),
        # Numbers, words, structures.
        ("plant_tree('a', 1_000)", {"species": "a", "count": 1000}),
        ("plant_tree('a', 0x1F)", {"species": "a", "count": 31}),
        (f"plant_tree('a', {2**70})", {"species": "a", "count": 2**70}),
        ("plant_tree('a', '5')", {"species": "a", "count": 5}),
        ("plant_tree('a', spots=[1.5, -2, True, false, None, (1, 'x'), {'k': null}])",
         {"species": "a", "spots": [1.5, -2, True, False, None, [1, "x"], {"k": None}]}),
        ("plant_tree('a', extra={b: {c: undefined}, 'd': []})", {"species": "a", "extra": {"b": {"c": None}, "d": []}}),
        # None, null and undefined at the top are arguments that weren't sent.
        ("plant_tree('a', None, note=undefined)", {"species": "a"}),
        ("lamp_off()", {}),
    ],
)  # fmt: skip
def test_a_call_is_read(body: str, arguments: JsonObject) -> None:
    calls, faults, _ = read_in_a_tag(body)
    assert [arguments for _, arguments in calls] == [arguments]
    assert faults == []


@pytest.mark.parametrize(
    ("body", "arguments", "repairs"),
    [
        ('plant_tree(species: "alder", count: 3)', ONE, ["colon"]),
        ('plant_tree(species="alder", count=3', ONE, ["closer"]),
        ('plant_tree("a", spots=[1, {"x": [2', {"species": "a", "spots": [1, {"x": [2]}]}, ["closer"]),
        ("plant_tree(args: {species: 'alder', count: 3})", ONE, ["colon", "wrapper"]),
        ("plant_tree(params={'species': 'alder', 'count': 3})", ONE, ["wrapper"]),
        ('plant_tree("say "hello", twice", 3)', {"species": 'say "hello", twice', "count": 3}, ["quote"]),
        ("plant_tree('it's cold')", {"species": "it's cold"}, ["quote"]),
        ("PlantTree('alder', 3)", ONE, ["name"]),
    ],
)
def test_a_repair_is_on_the_record(body: str, arguments: JsonObject, repairs: list[RepairKind]) -> None:
    calls, faults, found = read_in_a_tag(body)
    assert (calls, faults) == ([("plant_tree", arguments)], [])
    assert found == repairs


def test_a_single_object_is_the_value_of_a_tools_only_parameter() -> None:
    assert read_in_a_tag("set_mode({night: true})")[0] == [("set_mode", {"mode": {"night": True}})]
    assert read_in_a_tag("set_mode({mode: {night: true}})")[0] == [("set_mode", {"mode": {"night": True}})]


@pytest.mark.parametrize("separator", ["\n", "; ", ";\n", "\n\n# then\n"])
def test_several_calls_in_one_block(separator: str) -> None:
    calls, faults, _ = read_in_a_tag(f"plant_tree('a'){separator}lamp_off(){separator}")
    assert (calls, faults) == ([("plant_tree", {"species": "a"}), ("lamp_off", {})], [])


@pytest.mark.parametrize(
    "body",
    [
        "plant_tree(species)", "plant_tree('a' + 'b')", "plant_tree('a' 'b')", "plant_tree(f'{species}')",
        "plant_tree(`${species}`)", "plant_tree([s for s in 'ab'])", "plant_tree('a' if x else 'b')", "plant_tree(*names)",
        "plant_tree(**{'species': 'a'})", "plant_tree(print('a'))", "plant_tree('a').then(lamp_off)", "plant_tree('a') ok",
        "plant_tree('a', 007)", "plant_tree('a', NaN)", "plant_tree('a', 1e999)", "plant_tree('a', count==3)",
        "plant_tree('a')\nfor x in y: lamp_off()", "lamp_off() lamp_off()", "plant_tree(() => 'a')", "plant_tree('a',, 3)",
        "plant_tree((1, 2)", "plant_tree({'a': 1, 2})", "plant_tree(...x)",
    ],
)  # fmt: skip
def test_what_is_more_than_literals_is_refused(body: str) -> None:
    """All of the block, calls before it included."""
    assert read_in_a_tag(body) == ([], ["not_literal"], [])


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("plant_tree('a', 1, 2, [], {}, 6)", "too_many_values"),
        ("plant_tree(count=1, 'a')", "value_after_keyword"),
        ("plant_tree('a', tall=True)", "unknown_argument"),
        ("plant_tree({species: 'a', tall: true})", "unknown_argument"),
        ("plant_tree('a', species='b')", "repeated_argument"),
        ("lamp_off()\nlamp_off(1)", "too_many_values"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(body: str, problem: BindingProblem) -> None:
    reading = PYTHON.syntax.read(TOOLSET, receive(PYTHON, f"<tool_call>{body}</tool_call>")).unwrap()
    (fault,) = reading.faults
    assert isinstance(fault, UnboundArguments)
    assert (reading.calls, fault.problem) == ((), problem)


def test_an_unknown_tool_is_reported() -> None:
    assert read_in_a_tag("fly('a')") == ([], ["unknown_tool"], [])
    assert read_in_a_tag("lamp_off()\nfly(to='x')") == ([], ["unknown_tool"], [])
    reading = PYTHON.syntax.read(TOOLSET, receive(PYTHON, "<tool_call>fly(to='x')</tool_call>")).unwrap()
    assert [(call.name, call.arguments) for call in reading.refused] == [("fly", {"to": "x"})]


@pytest.mark.parametrize(
    "text",
    ["<call plant_tree('alder', 3)>", "<call plant_tree('alder', 3)</call>", "<call plant_tree('alder', 3) />", "<call>plant_tree('alder', 3)",
     "<call>plant_tree('alder', 3)<|im_end|>", "<tool_call>plant_tree('alder', 3)</tool_call>", "```tool_call\nplant_tree('alder', 3)\n```"],
)  # fmt: skip
def test_damaged_tags(text: str) -> None:
    dialect = python("call")
    reading = dialect.syntax.read(TOOLSET, receive(dialect, text)).unwrap()
    assert [(call.name, call.arguments) for call in reading.calls] == [("plant_tree", ONE)]
    assert (reading.visible, reading.faults) == ("", ())


def test_a_cut_call_is_never_completed() -> None:
    text = "<tool_call>plant_tree('alder', 3)</tool_call>"
    for stop in range(len(text)):
        for reason in ("length", None):
            reply = receive(PYTHON, text[:stop], finish_reason="length" if reason else None)
            for call in PYTHON.syntax.read(TOOLSET, reply).unwrap().calls:
                assert call.arguments == ONE, text[:stop]


BARE = ["plant_tree('alder', 3)", "```python\nplant_tree('alder', 3)\n```", "plant_tree({species: 'alder', count: 3});<|im_end|>", "\nawait plant_tree('alder', 3)\n"]  # fmt: skip
PROSE = ["plant_tree('alder', 3) plants it.", "Now plant_tree('alder', 3)", "plant_tree(species, 3)", "plant_tree('alder', 3", "fly('x')", "plant_tree returns text.", "print(plant_tree('alder', 3))", "plant_tree('alder', 3)\nfly()"]  # fmt: skip


@pytest.mark.parametrize("text", [*BARE, *PROSE])
def test_a_whole_reply_of_calls_needs_no_tags(text: str) -> None:
    for dialect, policy_allows in ((PYTHON, True), (python(policy=ReadPolicy(bare_call="off")), False)):
        reply = receive(dialect, text)
        reading = dialect.syntax.read(TOOLSET, reply).unwrap()
        called = text in BARE and policy_allows
        assert [call.arguments for call in reading.calls] == ([ONE] if called else [])
        assert reading.visible.strip() == ("" if called else text.removesuffix("<|im_end|>").strip())
        state, steps = dialect.syntax.start(TOOLSET, False), []
        for character in text:
            state, step = feed(state, character)
            steps.append(step)
        assert collect(reply, [*steps, flush(state)]) == reading
    assert XML.syntax.read(TOOLSET, receive(XML, text)).unwrap().calls == ()


def test_nesting_costs_no_recursion() -> None:
    assert isinstance(read_calls(f"f({'[' * 100_000})", mend=True), Unread)
    assert isinstance(read_calls("f(" * 100_000), Unread)
