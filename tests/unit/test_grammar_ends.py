"""Where a block ends, and what its values may hold: what the property over grammars found, each with its answer."""

from __future__ import annotations

import pytest

from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML
from dialectfp.jsontypes import JsonObject
from dialectfp.parse.bare_calls import CallSyntax
from dialectfp.stream import feed, flush, read, start
from tests.strategies import TOOLSET

NOTE = '{"body": "x"}'


@pytest.mark.parametrize(
    ("text", "arguments", "visible"),
    [
        # A format without a closer: an object that begins like no call is the answer's.
        (f'[TOOL_CALLS][{{"name": "save_note", "arguments": {NOTE}}}]\n{{"a": 1}} ok', {"body": "x"}, '\n{"a": 1} ok'),
        (f'<functioncall> {{"name": "save_note", "arguments": {NOTE}}}\n{{"a": 1}}', {"body": "x"}, '\n{"a": 1}'),
        # A fence behind an action's input opens one, unless nothing follows its ticks.
        (f"Action: save_note\nAction Input: {NOTE}\n```python\nx\n```", {"body": "x"}, "\n```python\nx\n```"),
        (f"Action: save_note\nAction Input: ```json\n{NOTE}\n```\n", {"body": "x"}, "\n"),
        # Closers and turn tokens inside a string are data.
        ('<tool: a>\nsave_note {"body": "</tool>"}\n</tool>.', {"body": "</tool>"}, "."),
        ('<tool: a>\nsave_note {"body": "<|im_end|>"}\n</tool>.', {"body": "<|im_end|>"}, "."),
        ('[TOOL_CALL]{tool => "save_note", args => {--body "[/TOOL_CALL]"}}[/TOOL_CALL].', {"body": "[/TOOL_CALL]"}, "."),
        ('save_note/{"body": "</s>\\n"}\nok', {"body": "</s>\n"}, "\nok"),
        # A quote that never ends doesn't hide the closer.
        ('<tool: a>\nsave_note 5" pipe</tool> ok', {"command": '5" pipe'}, " ok"),
        # An object in the object, behind a header whose tokens were taken off.
        ('commentary to=functions.save_note json{"a": {"b": 1}, "body": "x"}.', {"a": {"b": 1}, "body": "x"}, "."),
        # Behind an id that begins a line, the arguments' mark says that it is one, although the marks before it are lost.
        ('functions.save_note:0 <|tool_call_argument_begin|> {"body": "x"}<|tool_call_end|>.', {"body": "x"}, "."),
        # The vocabulary's blanks are blanks only where the tag's own is one.
        ('<function name="save_note"><param name="body">aĊĠb</param></function>', {"body": "aĊĠb"}, ""),
        ('<functionĠname="save_note"><paramĠname="body">aĊĠb</param></function>', {"body": "a\n b"}, ""),
    ],
)  # fmt: skip
def test_a_call_and_its_neighbours(text: str, arguments: JsonObject, visible: str) -> None:
    reading = read(TOOLSET, receive(XML, text)).unwrap()
    assert [(call.name, call.arguments) for call in reading.calls] == [("save_note", arguments)]
    assert reading.visible == visible
    assert reading.faults == ()


@pytest.mark.parametrize(
    "text", ["<function_calls>\n", "<save_note>x", "save_note/{", "<|channel|>commentary to=functions.save_note{", ">>>save_note\n"]
)  # fmt: skip
def test_equal_inputs_give_equal_states(text: str) -> None:
    state = start(TOOLSET)
    assert feed(state, text) == feed(state, text)


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        ("<tool_call>", '{"name": "save_note", "arguments": {}}', "</tool_call>"),
        ("", '{"name": "save_note", "arguments": {}}\n', ""),
        ("[TOOL_CALLS]", "save_note[ARGS]{}", ""),
        ("<tool_call>\n", "save_note()\n", "</tool_call>"),
        ("", "save_note()\n", ""),
        ("", "save_note[]\n", ""),
        ("", ">>>save_note\n{}\n", ""),
    ],
)
def test_thousands_of_calls_in_a_row(before: str, unit: str, after: str) -> None:
    """No call nests in the one before it."""
    syntax: CallSyntax = "positional" if "[]" in unit else "code"
    text = before + unit * 3_000 + after
    assert len(read(TOOLSET, receive(XML, text), syntax=syntax).unwrap().calls) == 3_000
    state, step = feed(start(TOOLSET, syntax=syntax), text)
    assert len(step.calls + flush(state).calls) == 3_000
