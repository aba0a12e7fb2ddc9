"""Every grammar against every corner, from one list of each; what doesn't apply is said with its reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dialectfp.calls import ToolCall
from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML
from dialectfp.faults import InventedCall
from dialectfp.jsontypes import JsonObject
from dialectfp.parse.grammar import GRAMMARS
from dialectfp.reading import FinishReason, Reading
from dialectfp.stream import collect, feed, flush, read, start
from dialectfp.tags import Xml
from dialectfp.tools import Toolset
from tests.writers import WRITERS, Call, Writer

#: As much as a grammar needs to know whose empty element is a list.
SPOT = {
    "type": "object",
    "properties": {"deep": {"properties": {"y": {"items": {"properties": {"z": {"type": "array"}}}}}}},
}

TOOLSET = Toolset.from_openai(
    [
        {
            "name": "plant_tree",
            "parameters": {
                "type": "object",
                "properties": {
                    "species": {"type": "string"},
                    "count": {"type": "integer"},
                    "spots": {"type": "array", "items": SPOT},
                },
            },
        },
        {"name": "tide-lookup.v2", "parameters": {"type": "object", "properties": {"port": {"type": "string"}}}},
        {"name": "lamp_off", "parameters": {"type": "object", "properties": {}}},
    ]
).unwrap()

TREE: Call = ("plant_tree", {"species": "alder", "count": 3})
TIDE: Call = ("tide-lookup.v2", {"port": "Brest"})
LAMP: Call = ("lamp_off", {})


def reading_of(text: str, reason: FinishReason | None = None) -> Reading[Xml]:
    """Read a reply whole, and hold it against one character at a time."""
    reply = receive(XML, text, finish_reason=reason)
    whole = read(TOOLSET, reply).unwrap()
    state, steps = start(TOOLSET), []
    for character in text:
        state, step = feed(state, character)
        steps.append(step)
    assert collect(reply, [*steps, flush(state, reason)]) == whole
    assert "".join(text[segment.start : segment.stop] for segment in whole.segments) == text
    return whole


def asked(reading: Reading[Xml]) -> list[Call]:
    return [(call.name, call.arguments) for call in reading.calls]


def values(arguments: JsonObject) -> Callable[[Writer], None]:
    def check(write: Writer) -> None:
        reading = reading_of(write([("plant_tree", arguments)]))
        assert asked(reading) == [("plant_tree", arguments)]
        assert reading.visible.strip() == ""
        assert reading.faults == ()

    return check


def several(write: Writer) -> None:
    reading = reading_of(write([TREE, TIDE, LAMP]))
    assert asked(reading) == [TREE, TIDE, LAMP]
    assert reading.visible.strip() == ""


def twice(write: Writer) -> None:
    assert asked(reading_of(write([TREE, TREE]))) == [TREE, TREE]


def text_before(write: Writer) -> None:
    reading = reading_of("Digging.\n\n" + write([TREE]))
    assert asked(reading) == [TREE]
    assert reading.visible.strip() == "Digging."


def text_after(write: Writer) -> None:
    reading = reading_of(write([TREE]) + "\n\nDone, é 🌊.")
    assert asked(reading) == [TREE]
    assert reading.visible.strip() == "Done, é 🌊."


def thought_before(write: Writer) -> None:
    reading = reading_of(f"<think>A tree.</think>\n{write([TREE])}")
    assert asked(reading) == [TREE]
    assert reading.reasoning == "A tree."


def draft_in_thought(write: Writer) -> None:
    draft = write([TREE])
    reading = reading_of(f"<think>Perhaps {draft}?</think>{write([TIDE])}")
    assert asked(reading) == [TIDE]
    assert reading.reasoning == f"Perhaps {draft}?"


def in_a_fence(write: Writer) -> None:
    text = f"As in\n```xml\n{write([TREE])}\n```\nyou see."
    reading = reading_of(text)
    assert asked(reading) == []
    assert reading.visible == text


def turn_token_after(write: Writer) -> None:
    reading = reading_of(write([TREE]) + "<|im_end|>")
    assert asked(reading) == [TREE]
    assert "im_end" not in reading.visible


def invented_turn_after(write: Writer) -> None:
    text = f"{write([TREE])}\n<|im_end|>\n<|im_start|>user\nMore\n{write([TIDE])}"
    reading = reading_of(text)
    assert asked(reading) == [TREE]
    assert "More" not in reading.visible


def two_grammars(write: Writer) -> None:
    other = WRITERS["hermes-json"]([TIDE])
    assert asked(reading_of(f"{write([TREE])}\n{other}")) == [TREE, TIDE]


def cut_short(write: Writer) -> None:
    """Wherever a reply is cut off, no call is made of less than the model wrote."""
    text = write([("plant_tree", {"species": "alder and birch", "count": 123})])
    for stop in range(len(text)):
        for call in reading_of(text[:stop], "length").calls:
            assert call.arguments == {"species": "alder and birch", "count": 123}, text[:stop]


def call_in_a_value(write: Writer) -> None:
    inner = WRITERS["hermes-json"]([TIDE])
    reading = reading_of(write([("plant_tree", {"species": f"see {inner} there"})]))
    assert asked(reading) == [("plant_tree", {"species": f"see {inner} there"})]


CORNERS: dict[str, Callable[[Writer], None]] = {
    "no arguments": values({}),
    "nested": values({"spots": [{"x": 1, "deep": {"y": [None, True, {"z": []}]}}, {}], "count": 2}),
    "unicode": values({"species": "日本 é e\u0301 🌊 \u2028 שלום"}),
    "newlines": values({"species": "one\n  two\n\nthree"}),
    "looks like a number": values({"species": "007"}),
    "looks like JSON": values({"species": '{"a": 1}'}),
    "brackets and quotes": values({"species": 'a ]} > "b" \\ [ <c> \''}),
    "big integer": values({"count": 2**70}),
    "several": several,
    "the same twice": twice,
    "text before": text_before,
    "text after": text_after,
    "thought before": thought_before,
    "draft in a thought": draft_in_thought,
    "in a fence": in_a_fence,
    "turn token after": turn_token_after,
    "invented turn after": invented_turn_after,
    "two grammars": two_grammars,
    "cut short": cut_short,
    "a call in a value": call_in_a_value,
}

#: What doesn't apply, and why.
NOT_APPLICABLE: dict[tuple[str, str], str] = {
    ("bare-json", "text before"): "the whole reply must be JSON",
    ("bare-json", "draft in a thought"): "nothing marks a call inside a thought",
    ("bare-json", "two grammars"): "the whole reply must be JSON",
    ("glm-lines", "draft in a thought"): "a call begins a line, and here it follows the thought's closer",
    ("qwen3-coder", "a call in a value"): "a raw value can't hold its own closers in their places",
    ("glm-arg", "a call in a value"): "a raw value can't hold its own closers in their places",
}


def test_every_grammar_has_a_writer() -> None:
    assert {grammar.id for grammar in GRAMMARS} - {"p-format"} <= set(WRITERS)


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("grammar", WRITERS)
def test_corner(grammar: str, corner: str) -> None:
    if (grammar, corner) in NOT_APPLICABLE:
        pytest.skip(f"not applicable: {NOT_APPLICABLE[grammar, corner]}")
    CORNERS[corner](WRITERS[grammar])


@pytest.mark.parametrize("grammar", WRITERS)
def test_a_call_comes_through_its_own_grammar(grammar: str) -> None:
    (call,) = reading_of(WRITERS[grammar]([TREE])).calls
    assert isinstance(call, ToolCall)
    assert call.grammar == grammar


def test_an_invented_call_is_reported() -> None:
    text = f"<|im_end|>\n<|im_start|>user\n{WRITERS['hermes-json']([TREE])}"
    assert [type(fault) for fault in reading_of(text).faults] == [InventedCall]
