"""The grammars that write in channels, one row a rule. Every row is also fed one character at a time."""

from __future__ import annotations

import pytest

from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import xml
from dialectfp.policy import ReadPolicy
from tests.strategies import TOOLSET
from tests.unit.rows import Row, check

SEP = "<|sep|>"
PORT = f'<|open|>argument key="port" type="string"{SEP}Ayr'
HOURS = f'<|open|>argument key="hours" type="number"{SEP}3<|close|>argument{SEP}'
END = f"<|close|>argument{SEP}"
CALL = f'<|open|>call tool="lookup_tide" index="1"{SEP}{PORT}{END}{HOURS}<|close|>call{SEP}'
EMPTY = f'<|open|>call tool="save_note" index="2"{SEP}<|close|>call{SEP}'
TOOLS, TOOLS_END = f"<|open|>tools{SEP}", f"<|close|>tools{SEP}"
THINK, THINK_END = f"<|open|>think{SEP}", f"<|close|>think{SEP}"
ACTION = '{"tool_call_id": "0", "tool_name": "lookup_tide", "parameters": {"port": "Ayr"}}'
JSON = '{"port": "Ayr"}'
ONE, BOTH = ["lookup_tide"], ["lookup_tide", "save_note"]

ROWS: list[Row] = [
    # kimi-k3
    (f"<|open|>response{SEP}Ok.<|close|>response{SEP}{TOOLS}{CALL}{EMPTY}{TOOLS_END}<|end_of_msg|>", ["furniture", "prose", "furniture", "called", "called", "furniture"], BOTH, "Ok.", "", []),
    (f"{THINK}hm{THINK_END}{TOOLS}{CALL}{TOOLS_END}", ["furniture", "reasoning", "furniture", "called", "furniture"], ONE, "", "hm", []),
    (f"{THINK}hm {TOOLS}{CALL}", ["furniture", "reasoning", "furniture", "called"], ONE, "", "hm ", []),
    (f"Good evening<|close|>message{SEP}", ["prose", "furniture"], [], "Good evening", "", []),
    (f"{TOOLS}{TOOLS_END}", ["furniture"], [], "", "", []),
    (CALL[:-20], ["called"], ONE, "", "", []),
    (CALL[:-40], ["unterminated"], [], "", "", ["truncated_arguments"]),
    (CALL.replace(f"Ayr{END}", "Ayr"), ["called"], ONE, "", "", []),
    (f"{CALL.replace(f'3{END}', '3')}{EMPTY}", ["called", "called"], BOTH, "", "", []),
    (CALL.replace("Ayr", f"<|close|>call{SEP} {{"), ["called"], ONE, "", "", []),
    (CALL.replace('key="port"', "port"), ["malformed"], [], "", "", ["malformed_call"]),
    ("The <|open|> token and <|sep|>.", ["prose"], [], "The <|open|> token and <|sep|>.", "", []),
    # cohere-action
    (f"<|START_THINKING|>hm<|END_THINKING|><|START_ACTION|>[{ACTION}]<|END_ACTION|>", ["furniture", "reasoning", "furniture", "called"], ONE, "", "hm", []),
    (f"<|START_ACTION|>[{ACTION}]", ["called"], ONE, "", "", []),
    (f"<|START_ACTION|>[{ACTION}, {ACTION}]<|END_ACTION|>", ["called"], ONE * 2, "", "", []),
    ("<|START_ACTION|>[]<|END_ACTION|>", ["furniture"], [], "", "", []),
    (f"<|START_ACTION|>[{ACTION[:60]}", ["unterminated"], [], "", "", ["truncated_arguments"]),
    ('<|START_ACTION|>[{"tool_name": 3}]<|END_ACTION|>', ["malformed"], [], "", "", ["no_tool_name"]),
    ('<|START_ACTION|>[{"tool_name": "lookup_tide", bad}]<|END_ACTION|>x', ["malformed", "prose"], [], "x", "", ["malformed_arguments"]),
    (f"<|START_ACTION|>[{ACTION.replace('Ayr', '<|END_ACTION|>')}]<|END_ACTION|>", ["called"], ONE, "", "", []),
    ("<|START_RESPONSE|>Hi <co>x</co: 0:[1]><|END_RESPONSE|>", ["furniture", "prose", "furniture"], [], "Hi <co>x</co: 0:[1]>", "", []),
    ("<|START_TEXT|>Hi<|END_TEXT|><|END_OF_TURN_TOKEN|>", ["furniture", "prose", "furniture"], [], "Hi", "", []),
    # functionary
    (f">>>all\nHi\n>>>lookup_tide\n{JSON}>>>save_note\n{{}}", ["furniture", "prose", "called", "called"], BOTH, "Hi\n", "", []),
    (f">>>lookup_tide\n{JSON[:-4]}", ["unterminated"], [], "", "", ["truncated_arguments"]),
    (">>> x\n1\n>>>fly\nbar", ["prose"], [], ">>> x\n1\n>>>fly\nbar", "", []),
    (">>>save_note\nprint(1)", ["malformed"], [], "", "", ["malformed_arguments"]),
    (f"<|from|>assistant\n<|recipient|>lookup_tide\n<|content|>{JSON}<|stop|>", ["furniture", "called"], ONE, "", "", []),
    ("<|from|>assistant\n<|recipient|>all\n<|content|>Hi<|stop|>", ["furniture", "prose", "furniture"], [], "Hi", "", []),
    # inkling
    (f'<|content_thinking|>hm<|end_message|><|message_model|><|content_invoke_tool_json|>{{"name": "lookup_tide", "args": {JSON}}}<|end_message|>', ["furniture", "reasoning", "furniture", "called"], ONE, "", "hm", []),
    ("<|message_model|><|content_text|>Hi<|end_message|>", ["furniture", "prose", "furniture"], [], "Hi", "", []),
    ('<|content_invoke_tool_json|>{"name": "lookup_tide", "ar', ["unterminated"], [], "", "", ["truncated_arguments"]),
    # k2-horizon
    (f'<ifm|think_fast>hm</ifm|think_fast><ifm|tool_calls><ifm|tool_call>{{"name": "lookup_tide", "arguments": {JSON}}}</ifm|tool_call></ifm|tool_calls>', ["furniture", "reasoning", "furniture", "called", "furniture"], ONE, "", "hm", []),
    ("<ifm|tool_call>lookup_tide<ifm|arg_key>port</ifm|arg_key><ifm|arg_type>string</ifm|arg_type><ifm|arg_value>Ayr</ifm|arg_value></ifm|tool_call>", ["called"], ONE, "", "", []),
    ("<ifm|tool_call>lookup_tide<ifm|arg_key>port</ifm|arg_key><ifm|arg_value>Ay", ["unterminated"], [], "", "", ["truncated_arguments"]),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_rows(row: Row) -> None:
    check(TOOLSET, row)


@pytest.mark.parametrize(
    "row",
    [
        (f"hm{THINK_END}{TOOLS}{CALL}", ["reasoning", "furniture", "called"], ONE, "", "hm", []),
        (f"hm {TOOLS}{CALL}", ["reasoning", "furniture", "called"], ONE, "", "hm ", []),
        (f"hm<|END_THINKING|><|START_ACTION|>[{ACTION}]", ["reasoning", "furniture", "called"], ONE, "", "hm", []),
    ],
)
def test_a_reply_that_begins_inside_its_thought(row: Row) -> None:
    check(TOOLSET, row, thinking_prefilled=True)


@pytest.mark.parametrize(
    ("text", "arguments", "written"),
    [
        (CALL, {"port": "Ayr", "hours": 3}, None),
        (CALL.replace("Ayr", '\n{"a": &amp;1} '), {"port": '\n{"a": &amp;1} ', "hours": 3}, None),
        (CALL.replace('"port"', '"a &amp;quot; &quot;"'), {'a &quot; "': "Ayr", "hours": 3}, None),
        (CALL.replace("Ayr", f"a<|close|>call{SEP}b"), {"port": f"a<|close|>call{SEP}b", "hours": 3}, None),
        (f"<|START_ACTION|>[{ACTION}]<|END_ACTION|>", {"port": "Ayr"}, "0"),
    ],
)
def test_values(text: str, arguments: dict[str, object], written: str | None) -> None:
    dialect = xml(policy=ReadPolicy(arguments="pass_through"))
    (call,) = dialect.syntax.read(TOOLSET, receive(dialect, text)).unwrap().calls
    assert (call.arguments, call.id) == (arguments, written)
    assert call.repairs == ()
