"""Replies and their segments, one row a rule."""

from __future__ import annotations

import pytest

from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML, xml
from dialectfp.faults import HostFault, UnusableMarker, UnusablePolicy, kind_of
from dialectfp.policy import ReadPolicy
from dialectfp.segments import kind_of_segment
from dialectfp.stream import collect, feed, flush, read, start
from dialectfp.tools import EMPTY
from tests.strategies import CALL, TOOLSET

TAGGED = f"<tool_call>{CALL}</tool_call>"
USER = "<|im_end|>\n<|im_start|>user\nmore?<|im_end|>\n"

#: Text, its segments' kinds, the names of its calls, its visible text, the kinds of its faults.
ROWS = [
    ("", [], [], "", []),
    ("Hello <b>x</b>", ["prose"], [], "Hello <b>x</b>", []),
    (f"On it. {TAGGED} ok", ["prose", "called", "prose"], ["lookup_tide"], "On it.  ok", []),
    ("Write <tool_call> and </tool_call>.", ["prose"], [], "Write <tool_call> and </tool_call>.", []),
    ("The <tool_call> tag opens it.", ["prose"], [], "The <tool_call> tag opens it.", []),
    (f"Like `{TAGGED}` there", ["prose", "furniture", "prose"], [], f"Like `{TAGGED[:-12]}` there", []),
    (f"```xml\n{TAGGED}\n```\nok", ["example", "prose"], [], f"```xml\n{TAGGED}\n```\nok", []),
    (f"```\n{TAGGED}\n```", ["prose", "called", "prose"], ["lookup_tide"], "```\n\n```", []),
    (f"```tool_call\n{CALL}\n```\nok", ["called", "prose"], ["lookup_tide"], "\nok", []),
    (f"<tool_call>```json\n{CALL}\n```</tool_call>", ["called"], ["lookup_tide"], "", []),
    (f"<tool_call>\n<tool_call>\n{CALL}</tool_call>", ["called"], ["lookup_tide"], "", []),
    (f"<tool_call>{CALL}\n{CALL}</tool_call>", ["called"], ["lookup_tide"] * 2, "", []),
    (f"<tool_call>[{CALL}, {CALL}]</tool_call>", ["called"], ["lookup_tide"] * 2, "", []),
    ("<tool_call></tool_call>", ["furniture"], [], "", []),
    ("<tool_call>[]</tool_call>", ["furniture"], [], "", []),
    (f"<tool_call>{CALL}", ["called"], ["lookup_tide"], "", []),
    (f"<tool_call>{CALL[:-1]}</tool_call>", ["called"], ["lookup_tide"], "", []),
    (f"<tool_call>{CALL[:40]}", ["unterminated"], [], "", ["truncated_arguments"]),
    ("Now:\n<tool_call>\n", ["prose", "unterminated"], [], "Now:\n", ["truncated_arguments"]),
    ("<tool_call>no json</tool_call>", ["malformed"], [], "", ["malformed_call"]),
    ('<tool_call>{"arguments": {}}</tool_call>', ["malformed"], [], "", ["no_tool_name"]),
    ('<tool_call>{"name": "f", "arguments": [1]}</tool_call>', ["malformed"], [], "", ["arguments_not_object"]),
    (f'<tool_call>{{"name": "x", bad}}</tool_call>{TAGGED}', ["malformed", "called"], ["lookup_tide"], "", ["malformed_arguments"]),
    (f'<tool_call>{{"name": "a}}</tool_call>{TAGGED}', ["malformed", "called"], ["lookup_tide"], "", ["malformed_arguments"]),
    (f"{TAGGED}{TAGGED}", ["called", "called"], ["lookup_tide"] * 2, "", []),
    (f"<TOOL-CALL id='c1'>{CALL}</tool call>", ["called"], ["lookup_tide"], "", []),
    (f"</tool_call>{TAGGED}</tool_call>", ["furniture", "called", "furniture"], ["lookup_tide"], "", []),
    (f"<think>{TAGGED}</think>No.", ["furniture", "reasoning", "furniture", "prose"], [], "No.", []),
    (f"<think>so {TAGGED}", ["furniture", "reasoning", "called"], ["lookup_tide"], "", []),
    ("<think>the <tool_call> tag", ["furniture", "reasoning"], [], "", []),
    (f"</think>{CALL}", ["furniture", "called"], ["lookup_tide"], "", []),
    (f"{TAGGED}{USER}{TAGGED}", ["called", "furniture", "prose", "invented"], ["lookup_tide"], "\n", ["invented_call"]),
    (f"{TAGGED}\n<tool_response>\n4 m", ["called", "prose", "invented"], ["lookup_tide"], "\n", []),
    ("Ask `<|im_start|>user` first", ["prose"], [], "Ask `<|im_start|>user` first", []),
    (CALL, ["called"], ["lookup_tide"], "", []),
    (f"functools[{CALL}]", ["called"], ["lookup_tide"], "", []),
    ('call:lookup_tide{"port": "Ayr"}', ["called"], ["lookup_tide"], "", []),
    ('functions.lookup_tide:3 {"port": "Ayr"}', ["called"], ["lookup_tide"], "", []),
    ('lookup_tide\n{"port": "Ayr"}', ["called"], ["lookup_tide"], "", []),
    (f"```json\n{CALL}\n```", ["called"], ["lookup_tide"], "", []),
    (f"{CALL}\n</tool_call>", ["called"], ["lookup_tide"], "", []),
    (f"{CALL}; {CALL}", ["called"], ["lookup_tide"] * 2, "", []),
    (f"{CALL} Done.", ["called", "prose"], ["lookup_tide"], " Done.", []),
    (f"So: {CALL}", ["prose"], [], f"So: {CALL}", []),
    ('{"name": "Alice", "input": "hi"}', ["prose"], [], '{"name": "Alice", "input": "hi"}', []),
    ('{"text": "<tool_call>{}"}', ["prose"], [], '{"text": "<tool_call>{}"}', []),
    ('{"name": "fly", "arguments": {}}', ["called"], [], "", ["unknown_tool"]),
    ("[1] according to", ["prose"], [], "[1] according to", []),
    (
        '<tool_call>{"name": "lookup_tide", "arguments": {"port": {"type": "string"}}}</tool_call>',
        ["malformed"],
        [],
        "",
        ["schema_echo"],
    ),
    (
        '<tool_call>{"name": "lookup_tide", "parameters": {"type": "object", "properties": {"port": {"type": "string"}}}}</tool_call>',
        ["malformed"],
        [],
        "",
        ["schema_echo"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kinds", "names", "visible", "faults"), ROWS)
def test_rows(text: str, kinds: list[str], names: list[str], visible: str, faults: list[str]) -> None:
    dialect = xml()
    reading = dialect.syntax.read(TOOLSET, receive(dialect, text)).unwrap()
    assert [kind_of_segment(segment) for segment in reading.segments] == kinds
    assert [call.name for call in reading.calls] == names
    assert reading.visible == visible
    assert [kind_of(fault) for fault in reading.faults] == faults


CALLED_UNDER = [
    (f"<think>{TAGGED}", ReadPolicy(open_reasoning="reasoning"), 0, ["call_in_open_reasoning"]),
    (f"```xml\n{TAGGED}\n```", ReadPolicy(fenced_call="call"), 1, []),
    (f"{USER}{TAGGED}", ReadPolicy(invented_call="call"), 1, []),
    (f"{CALL} Done.", ReadPolicy(bare_json="whole"), 0, []),
    (CALL, ReadPolicy(bare_json="off"), 0, []),
    (CALL, ReadPolicy(grammars=frozenset({"hermes-json"})), 0, []),
    (TAGGED, ReadPolicy(grammars=frozenset({"bare-json"})), 0, []),
    ('<tool_call>{"name": "fly"}</tool_call>', ReadPolicy(unknown_tool="call"), 1, ["unknown_tool"]),
    ('<tool_call>{"name": "f", "name": "lookup_tide"}</tool_call>', ReadPolicy(duplicate_key="malformed"), 0, ["malformed_call"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "policy", "count", "faults"), CALLED_UNDER)
def test_each_policy_decides(text: str, policy: ReadPolicy, count: int, faults: list[str]) -> None:
    dialect = xml(policy=policy)
    reading = dialect.syntax.read(TOOLSET, receive(dialect, text)).unwrap()
    assert len(reading.calls) == count
    assert [kind_of(fault) for fault in reading.faults] == faults


@pytest.mark.parametrize(
    ("marker", "policy", "fault"),
    [
        ("a b", ReadPolicy(), UnusableMarker(3)),
        ("", ReadPolicy(), UnusableMarker(0)),
        ("call", ReadPolicy(grammars=frozenset({"klingon"})), UnusablePolicy("grammars")),
    ],
)
def test_the_hosts_own_mistakes(marker: str, policy: ReadPolicy, fault: HostFault) -> None:
    dialect = xml(marker, policy)
    assert dialect.syntax.read(EMPTY, receive(dialect, "hi")).failure() == fault


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a < b", "a < b"),
        ("a <", "a "),
        ("a <tool", "a "),
        ("a <1", "a <1"),
        ("see [", "see "),
        ("see [1", "see [1"),
        ("x ``", "x "),
        ("hi lookup_tide", "hi lookup_tide"),
        ('{"a": 1', ""),
        ("{a} b", "{a} b"),
    ],
)
def test_text_is_held_only_while_it_can_be_markup(text: str, shown: str) -> None:
    state, seen = start(TOOLSET), ""
    for character in text:
        state, step = feed(state, character)
        seen += step.visible
    assert seen == shown


def test_json_is_not_held_with_its_grammar_off() -> None:
    _, step = feed(start(TOOLSET, ReadPolicy(bare_json="off")), '{"a": 1')
    assert step.visible == '{"a": 1'


def test_a_limit_cuts_only_the_end_of_a_reply() -> None:
    text = "<tool_call>[<tool_call>"
    reply = receive(XML, text, finish_reason="length")
    state, step = feed(start(EMPTY), text)
    assert collect(reply, [step, flush(state, "length")]) == read(EMPTY, reply).unwrap()
