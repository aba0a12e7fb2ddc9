"""Promise 5: eight times the text costs about eight times the time, on hostile text too.

The bound is wide, since the machine may be busy; anything quadratic would be at sixty-four.
"""

from __future__ import annotations

import time

import pytest

from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML
from dialectfp.stream import feed, flush, read, start
from tests.strategies import CALL, TOOLSET

UNITS = [
    "<tool_call>", "{", "[", '"', "'", "`", "\\", "<", "<|", " ", "\n", "<tool_call>{", '<tool_call>{"', "<tool_call>{'",
    '\\"</tool_call><tool_call>{', "<think>", f"<think><tool_call>{CALL}</tool_call>", "```python\n", "<tool_call>args:{",
    '<tool_call>{"a": "b" c ', "<tool_call>{'a': 1,}</tool_call>", "</tool_call>", "<invoke>{", "<|im_end|>", "[THINK]{",
]  # fmt: skip
SMALL, FACTOR, BOUND = 12_000, 8, 30


def batch(text: str) -> None:
    read(TOOLSET, receive(XML, text))


def streamed(text: str) -> None:
    state = start(TOOLSET)
    for at in range(0, len(text), 16):
        state, _ = feed(state, text[at : at + 16])
    flush(state)


def seconds(work: object, text: str) -> float:
    assert callable(work)
    best = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        work(text)
        best = min(best, time.perf_counter() - began)
    return best


def batch_code(text: str) -> None:
    read(TOOLSET, receive(XML, text), syntax="code")


def batch_slots(text: str) -> None:
    read(TOOLSET, receive(XML, text), syntax="positional")


def streamed_code(text: str) -> None:
    state = start(TOOLSET, syntax="code")
    for at in range(0, len(text), 16):
        state, _ = feed(state, text[at : at + 16])
    flush(state)


def streamed_slots(text: str) -> None:
    state = start(TOOLSET, syntax="positional")
    for at in range(0, len(text), 16):
        state, _ = feed(state, text[at : at + 16])
    flush(state)


#: What could be looked at again and again in calls as code and in slots.
CODE_UNITS = [
    '"', "'", '"""', "`", "\\", "(", "[", "{", ",", "1", "1_", " ", "\n", "# ", "#\n", "//", "/*", '"#a" ', '"/*a" ', '"x", ', "a=1, ",
    "a", "lookup_tide(", 'lookup_tide("Ayr")\n', "<tool_call>lookup_tide(", 'x = "', "0|a|", "\\|", "]", "|", "lookup_tide[0|a]\n", "{{",
]  # fmt: skip


@pytest.mark.parametrize("work", [batch_code, batch_slots, streamed_code, streamed_slots])
@pytest.mark.parametrize("unit", CODE_UNITS)
@pytest.mark.parametrize(
    "prefix",
    ["lookup_tide(", 'lookup_tide("x ', "<tool_call>lookup_tide(", "lookup_tide[0|", "<tool_call>lookup_tide["],
)
def test_cost_of_code_is_linear(work: object, unit: str, prefix: str) -> None:
    test_cost_is_linear(work, unit, prefix)


@pytest.mark.parametrize("work", [batch, streamed])
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("prefix", ["", '{"a": "', '<tool_call>{"name": "f", "arguments": {"a": "'])
def test_cost_is_linear(work: object, unit: str, prefix: str) -> None:
    count = SMALL // len(unit)
    text = prefix + unit * (count * FACTOR)
    small = seconds(work, prefix + unit * count)
    assert seconds(work, text) < BOUND * max(small, 0.002)
