"""Grammars that prompts teach or hosts leak: offered tools and whole calls only, whole and one character at a time."""

from __future__ import annotations

import pytest

from dialectfp.calls import ToolCall
from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML
from dialectfp.jsontypes import JsonObject
from dialectfp.reading import Reading
from dialectfp.stream import collect, feed, flush, read, start
from dialectfp.tags import Xml
from dialectfp.tools import Toolset


def _tool(name: str, **properties: str) -> JsonObject:
    schema = {key: {"type": kind} for key, kind in properties.items()}
    return {"name": name, "parameters": {"type": "object", "properties": schema}}


TOOLSET = Toolset.from_openai(
    [
        _tool("tide_lookup", port="string"),
        _tool("plant_tree", species="string", count="integer"),
        _tool("lamp_off"),
        _tool("bash", command="string"),
    ]
).unwrap()
BREST: tuple[str, JsonObject] = ("tide_lookup", {"port": "Brest"})
ALDER: tuple[str, JsonObject] = ("plant_tree", {"species": "alder", "count": 3})


def reading_of(text: str) -> Reading[Xml]:
    reply = receive(XML, text)
    whole = read(TOOLSET, reply).unwrap()
    state, steps = start(TOOLSET), []
    for character in text:
        state, step = feed(state, character)
        steps.append(step)
    assert collect(reply, [*steps, flush(state)]) == whole
    assert "".join(text[segment.start : segment.stop] for segment in whole.segments) == text
    return whole


def asked(calls: tuple[ToolCall, ...]) -> list[tuple[str, JsonObject]]:
    return [(call.name, call.arguments) for call in calls]


CALLS: dict[str, list[tuple[str, tuple[str, JsonObject]]]] = {
    "react": [
        ('Thought: tides.\nAction: tide_lookup\nAction Input: {"port": "Brest"}', BREST),
        ("Action: `tide_lookup`\nAction Input: Brest", BREST),
        ('Action: functions.tide_lookup\nAction Input: "Brest"\n', BREST),
        ("Action: [tide_lookup]\nAction Input:\n{'port': 'Brest'}", BREST),
        ('Action: plant_tree\nAction Input: ```json\n{"species": "alder", "count": 3}\n```', ALDER),
        ('Action: tide_lookup("Brest")', BREST),
        ("Action: lamp_off", ("lamp_off", {})),
        ('Action 1: plant_tree\nAction Input 1: {"species": "alder", "count": "3"}', ALDER),
        ("Action: bash\nAction Input: ls\n  -la", ("bash", {"command": "ls\n  -la"})),
    ],
    "command-r-fence": [
        ('Action:\n```json\n[{"tool_name": "tide_lookup", "parameters": {"port": "Brest"}}]\n```', BREST),
        ('Plan: look.\nAction: ```json\n[{"tool_name": "tide_lookup", "parameters": {"port": "Brest"}}]', BREST),
        (
            'Action:\n```json\n[{"tool_name": "bash", "parameters": {"command": "echo \'```\'"}}]\n```',
            ("bash", {"command": "echo '```'"}),
        ),
        ('Action:\n```\n{"action": "tide_lookup", "action_input": "Brest"}\n```', BREST),
    ],
    "named-tag": [
        ("<tide_lookup><port>Brest</port></tide_lookup>", BREST),
        ("Sure.\n<plant_tree>\n<species>alder</species>\n<count>\n3\n</count>\n</plant_tree>\n", ALDER),
        ("<bash>ls</bash>", ("bash", {"command": "ls"})),
        ('<tide_lookup>{"port": "Brest"}</tide_lookup>', BREST),
        ("<bash><command>echo '<b></command>'</command></bash>", ("bash", {"command": "echo '<b></command>'"})),
        ("<lamp_off></lamp_off>", ("lamp_off", {})),
    ],
    "cwm": [
        ('<tool: tides>\ntide_lookup {"port": "Brest"}\n</tool>', BREST),
        ("<tool: shell>\nbash ls -la\n</tool>", ("bash", {"command": "ls -la"})),
        ("<tool: lamp>\nlamp_off\n</tool>", ("lamp_off", {})),
    ],
    "hash-rocket": [
        ('[TOOL_CALL]\n{tool => "tide_lookup", args => {\n  --port "Brest"\n}}\n[/TOOL_CALL]', BREST),
        ('[TOOL_CALL]{tool => "plant_tree", args => { --species "alder" --count 3 }}[/TOOL_CALL]', ALDER),
        ('[TOOL_CALL]{tool => "lamp_off"}[/TOOL_CALL]', ("lamp_off", {})),
        ('[TOOL_CALL]{"name": "tide_lookup", "arguments": {"port": "Brest"}}[/TOOL_CALL]', BREST),
    ],
    "pythonic": [
        ('<function_calls>\ntide_lookup(port="Brest")\n</function_calls>', BREST),
        ('<function_calls>\nplant_tree(species="alder",\n  count=3)\n</function_calls>', ALDER),
    ],
    "lfm2": [('[unused11][{"name": "tide_lookup", "arguments": {"port": "Brest"}}][unused12]', BREST)],
    "bare-json": [
        ('function tide_lookup json {"port": "Brest"}', BREST),
        ('function\ntide_lookup\n```json\n{"port": "Brest"}\n```', BREST),
    ],
    "claude-invoke": [
        (
            (
                '<|start|>assistant to=tool.tide_lookup<|message|><atem:function_calls><atem:invoke name="tide_lookup">'
                '<atem:parameter name="port">Brest</atem:parameter></atem:invoke></atem:function_calls><|eom|>'
            ),
            BREST,
        )
    ],
    "plamo3": [
        (
            (
                "<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>"
                "tide_lookup<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json"
                '<|plamo:msg|>{"port": "Brest"}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>'
                "<|plamo:end_tool_requests:plamo|>"
            ),
            BREST,
        )
    ],
}


@pytest.mark.parametrize(
    ("grammar", "text", "call"), [(grammar, *case) for grammar, cases in CALLS.items() for case in cases]
)
def test_a_call_is_read(grammar: str, text: str, call: tuple[str, JsonObject]) -> None:
    reading = reading_of(text)
    assert asked(reading.calls) == [call]
    assert reading.calls[0].grammar == grammar
    assert reading.faults == ()
    assert reading.visible.replace("Thought: tides.", "").replace("Sure.", "").replace("Plan: look.", "").strip() == ""


@pytest.mark.parametrize(
    "text",
    [
        "Action: call the harbour master\nThen wait.",
        "Action: none",
        "Action: None\nAction Input: {}",
        "Action: tide_lookup tomorrow would be wise",
        "An Action: lamp_off in the middle of a line",
        "Action: tide_lookup",
        'Action:\n```json\n[{"tool_name": "other", "parameters": {}}]\n```',
        'Action:\n```json\n{"action": "Final Answer", "action_input": "High tide at six."}\n```',
        "Use <bash>ls</bash> within a line",
        "<bash>never closed",
        "<plant_tree><harbour>Brest</harbour></plant_tree>",
        "<bash><command>echo '</bash>'</command></bash>",
        "<plant_tree>alder</plant_tree>",
        "<p>tide_lookup</p>",
        "<b>\n<tide_lookup\n",
        'function tide_lookup returns json {"port": "Brest"}',
        'function weather json {"port": "Brest"}',
    ],
)
def test_prose_stays(text: str) -> None:
    reading = reading_of(text)
    assert reading.calls == ()
    assert reading.faults == ()
    assert reading.visible == text


def test_an_observation_is_not_the_models_to_write() -> None:
    text = (
        'Action: tide_lookup\nAction Input: {"port": "Brest"}\nObservation: 7 m\n'
        "Thought: now plant.\nAction: lamp_off\nAction Input: {}\n"
    )
    reading = reading_of(text)
    assert asked(reading.calls) == [BREST]
    assert [type(fault).__name__ for fault in reading.faults] == ["InventedCall"]
    assert "7 m" not in reading.visible


def test_two_actions_are_two_calls() -> None:
    text = "Action: tide_lookup\nAction Input: Brest\nAction: lamp_off\nAction Input: {}\nThought: done.\n"
    reading = reading_of(text)
    assert asked(reading.calls) == [BREST, ("lamp_off", {})]
    assert reading.visible.strip() == "Thought: done."


def test_an_answer_instead_of_a_call() -> None:
    text = 'Action:\n```json\n[{"tool_name": "directly_answer", "parameters": {}}]\n```\nHello.'
    reading = reading_of(text)
    assert reading.calls == ()
    assert reading.faults == ()
    assert reading.visible.strip() == "Hello."


@pytest.mark.parametrize(
    "text",
    [
        '</port>Action:\n```json\n{"tool_name": "lamp_off"}\n```',
        "Listen: Action: lamp_off",
        "</port><lamp_off></lamp_off>",
        "So [lamp_off()]",
    ],
)
def test_words_before_it_make_it_prose_however_the_reply_is_cut(text: str) -> None:
    assert reading_of(text).calls == ()
