"""Harmony's messages, one row a rule. Every row is also fed one character at a time."""

from __future__ import annotations

import pytest

from tests.strategies import TOOLSET
from tests.unit.rows import Row, check

JSON = '{"port": "Ayr"}'
INVOKE = '<atem:invoke name="lookup_tide">'
PARAMETER = '<atem:parameter name="port">Ayr</atem:parameter></atem:invoke>'
HEAD = "commentary to=functions.lookup_tide <|constrain|>json<|message|>"
CALL = f"{HEAD}{JSON}"
ONE = ["lookup_tide"]
DRAFT = '<tool_call>{"name": "lookup_tide", "arguments": {"port": "x"}}</tool_call>'

#: Text, its segments' kinds, the names of its calls, its visible text, its reasoning, the kinds of its faults.
ROWS: list[Row] = [
    # Channels.
    ("<|channel|>final<|message|>Done.<|return|>", ["furniture", "prose", "furniture"], [], "Done.", "", []),
    ("<|channel|>commentary<|message|>I look.<|end|>", ["furniture", "prose", "furniture"], [], "I look.", "", []),
    ("<|channel|>analysis<|message|>Hm.<|end|>", ["furniture", "reasoning", "furniture"], [], "", "Hm.", []),
    ("<|channel|>analysis<|message|>Hm.<|start|>assistant<|channel|>final<|message|>Hi", ["furniture", "reasoning", "furniture", "prose"], [], "Hi", "Hm.", []),
    ("<|channel|>analysis<|message|>cut th", ["furniture", "reasoning"], [], "", "cut th", []),
    (f"<|channel|>analysis<|message|>say {DRAFT}<|end|>", ["furniture", "reasoning", "furniture"], [], "", f"say {DRAFT}", []),
    ('<|channel|>final <|constrain|>json<|message|>{"a": 1}<|return|>', ["furniture", "prose", "furniture"], [], '{"a": 1}', "", []),
    # Calls, in both headers, on any channel.
    (f"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>{CALL}<|call|>", ["furniture", "reasoning", "furniture", "called"], ONE, "", "Hm.", []),
    (f"<|start|>assistant to=functions.lookup_tide<|channel|>commentary json<|message|>{JSON}<|call|>", ["called"], ONE, "", "", []),
    (f" to=functions.lookup_tide<|channel|>commentary json<|message|>{JSON}<|call|>", ["prose", "called"], ONE, " ", "", []),
    (f"Ok\nto=functions.lookup_tide<|channel|>commentary json<|message|>{JSON}", ["prose", "called"], ONE, "Ok\n", "", []),
    (f"{CALL}<|call|>", ["called"], ONE, "", "", []),
    (f"<|channel|>analysis to=functions.lookup_tide code<|message|>{JSON}<|call|>", ["called"], ONE, "", "", []),
    ("<|channel|>analysis to=functions.lookup_tide code<|message|>I think<|end|>", ["furniture", "reasoning", "furniture"], [], "", "I think", []),
    (f"<|channel|>{CALL}<|call|><|start|>assistant<|channel|>{CALL}", ["called", "called"], ONE * 2, "", "", []),
    # Closers.
    (f"<|channel|>{CALL}", ["called"], ONE, "", "", []),
    (f"<|channel|>{CALL}<|end|>ok", ["called", "prose"], ONE, "ok", "", []),
    (f"<|channel|>{CALL}<|return|>", ["called"], ONE, "", "", []),
    (f"<|channel|>{CALL}<|start|>assistant<|channel|>final<|message|>Hi", ["called", "furniture", "prose"], ONE, "Hi", "", []),
    (f"<|channel|>{CALL}}}<|call|><|call|>", ["called", "furniture"], ONE, "", "", []),
    (f'<|channel|>{HEAD}{{"port": "<|call|> <|end|>"}}<|call|>', ["called"], ONE, "", "", []),
    # Empty payloads.
    (f"<|channel|>{HEAD}<|call|>", ["called"], [], "", "", ["missing_required"]),
    ("<|channel|>commentary to=functions.save_note json<|message|>", ["called"], ["save_note"], "", "", []),
    (f"<|channel|>{HEAD}", ["unterminated"], [], "", "", ["truncated_arguments"]),
    # Headers as models damage them.
    (f"<|channel|>commentary to=functions.lookup_tidejson<|message|>{JSON}<|call|>", ["called"], ONE, "", "", []),
    (f"<|channel|>commentary to=lookup_tide json<|message|>{JSON}<|call|>", ["called"], ONE, "", "", []),
    (f"<|start|>assistant<|channel|>commentary<|channel|>{CALL}<|call|>", ["called"], ONE, "", "", []),
    (f"<|channel|>commentary to=assistant<|channel|>{CALL}<|call|>", ["called"], ONE, "", "", []),
    (f"<|channel|>commentary? <|start|>assistant<|channel|>{CALL}<|call|>", ["furniture", "called"], ONE, "", "", []),
    (f"<|start|>assistant<|channel|>––commentary<|channel|>{CALL}<|call|>", ["called"], ONE, "", "", []),
    (f"<|channel|>commentary to=functions.lookup_tide<|constrain|>json{JSON}<|call|>", ["called"], ONE, "", "", []),
    ("<|channel|>analysis I think<|end|>ok", ["furniture", "reasoning", "furniture", "prose"], [], "ok", " I think", []),
    ("<|start|>assistant<|chan", ["furniture"], [], "", "", []),
    # No calls: the platform's own tools, and another's turn.
    ("<|channel|>analysis to=python code<|message|>1<|call|>", ["furniture", "reasoning", "furniture"], [], "", "1", []),
    ('<|channel|>commentary to=browser.search json<|message|>{"q": 1}<|call|>', ["furniture", "reasoning", "furniture"], [], "", '{"q": 1}', []),
    (f"<|channel|>{CALL}<|call|><|start|>functions.lookup_tide to=assistant<|channel|>commentary<|message|>4<|end|>", ["called", "invented"], ONE, "", "", []),
    (f"<|channel|>{CALL}<|call|><|start|>user<|message|>x<|end|><|start|>assistant<|channel|>{CALL}", ["called", "invented"], ONE, "", "", ["invented_call"]),
    # Faults.
    ("<|channel|>commentary to=functions.lookup_ti", ["unterminated"], [], "", "", ["truncated_arguments"]),
    (f"<|channel|>{HEAD}{JSON[:-4]}", ["unterminated"], [], "", "", ["truncated_arguments"]),
    (f"<|channel|>{HEAD}[1]<|call|>", ["malformed"], [], "", "", ["arguments_not_object"]),
    (f"<|channel|>{HEAD}nope<|call|>x", ["malformed", "prose"], [], "x", "", ["malformed_arguments"]),
    ("<|channel|>commentary to=functions.fly json<|message|>{}<|call|>", ["called"], [], "", "", ["unknown_tool"]),
    # Special tokens taken off.
    (f"commentary to=functions.lookup_tide json{JSON}", ["called"], ONE, "", "", []),
    (f"Ok.\nassistantcommentary to=functions.lookup_tide json{JSON} ok", ["prose", "called", "prose"], ONE, "Ok.\n ok", "", []),
    (f"commentary to=functions.fly json{JSON}", ["prose"], [], f"commentary to=functions.fly json{JSON}", "", []),
    ('commentary to=functions.lookup_tide json{"port', ["prose"], [], 'commentary to=functions.lookup_tide json{"port', "", []),
    (f"I wrote to=functions.lookup_tide json{JSON}", ["prose"], [], f"I wrote to=functions.lookup_tide json{JSON}", "", []),
    ("analysisA tide? Call.assistantcommentary to=functions.lookup_tide json" + JSON, ["furniture", "reasoning", "called"], ONE, "", "A tide? Call.", []),
    ("analysisThey greet.assistantfinalHello!", ["furniture", "reasoning", "furniture", "prose"], [], "Hello!", "They greet.", []),
    ("analysis of tides", ["prose"], [], "analysis of tides", "", []),
    # Messages to the user, in which a tag is a quotation, and to a tool, as Muse writes them.
    (f"<|start|>assistant to=user<|message|>Write {INVOKE} so.<|eot|>", ["furniture", "prose", "furniture"], [], f"Write {INVOKE} so.", "", []),
    (f"<|start|>assistant to=self<|message|>Say {INVOKE}<|eom|><|start|>assistant to=tool.lookup_tide<|message|>{INVOKE}{PARAMETER}<|eom|>", ["furniture", "reasoning", "furniture", "called", "furniture"], ONE, "", f"Say {INVOKE}", []),
    # Talk.
    ("The <|channel|> and <|message|> tokens.", ["prose"], [], "The <|channel|> and <|message|> tokens.", "", []),
    ("to=assistant<|channel|>x", ["furniture"], [], "", "", []),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_rows(row: Row) -> None:
    check(TOOLSET, row)


@pytest.mark.parametrize(
    ("text", "kinds", "names", "visible", "reasoning"),
    [
        ("Hm.<|end|><|start|>assistant<|channel|>final<|message|>Hi", ["reasoning", "furniture", "prose"], [], "Hi", "Hm."),
        (f"Hm.<|start|>assistant<|channel|>{CALL}", ["reasoning", "called"], ONE, "", "Hm."),
    ],
)  # fmt: skip
def test_a_reply_that_begins_inside_its_thought(
    text: str, kinds: list[str], names: list[str], visible: str, reasoning: str
) -> None:
    check(TOOLSET, (text, kinds, names, visible, reasoning, []), thinking_prefilled=True)


def test_a_cut_reply_completes_nothing() -> None:
    check(
        TOOLSET,
        (f"<|channel|>{CALL[:-1]}", ["unterminated"], [], "", "", ["truncated_arguments"]),
        finish_reason="length",
    )
    check(TOOLSET, ("<|channel|>commentary to=functions.save_note<|message|>", ["unterminated"], [], "", "", ["truncated_arguments"]), finish_reason="length")  # fmt: skip
