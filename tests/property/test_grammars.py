"""What a family's template writes is read back: for every grammar, any arguments, neighbours and cutting."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.stream import collect, feed, flush, read, start
from dialectfp.tools import Toolset
from tests.strategies import FRAGMENTS, cut
from tests.writers import WRITERS, Call

TOOLSET = Toolset.from_openai(
    [
        {
            "name": "plant_tree",
            "parameters": {
                "type": "object",
                "properties": {
                    "species": {"type": "string"},
                    "note": {"type": "string"},
                    "count": {"type": "integer"},
                    "height": {"type": "number"},
                    "wet": {"type": "boolean"},
                    "spots": {"type": "array", "items": {"type": "string"}},
                    "extra": {"type": "object", "properties": {"soil": {"type": "string"}, "ph": {"type": "number"}}},
                },
            },
        },
        {"name": "lamp_off", "parameters": {"type": "object", "properties": {}}},
    ]
).unwrap()

CHARACTERS: Final = st.sampled_from("ab 1.,:;!?-_(){}[]'/|=#*&%$@<>~^é日🌊\n\t\\\"`") | st.characters(
    blacklist_categories=["Cs", "Cc"]
)
TEXT: Final = st.text(CHARACTERS, max_size=12)
#: Strings in JSON may hold any markup, that of their own format included.
MARKUP: Final = st.lists(st.sampled_from(FRAGMENTS) | TEXT, max_size=4).map("".join)
NUMBER: Final = st.integers(-(2**53), 2**53)
FLOAT: Final = st.floats(allow_nan=False, allow_infinity=False).filter(lambda value: not value.is_integer())


def calls_with(text: st.SearchStrategy[str]) -> st.SearchStrategy[list[Call]]:
    parts: dict[str, st.SearchStrategy[Json]] = {"soil": text, "ph": FLOAT}
    extra = st.fixed_dictionaries({}, optional=parts).filter(bool)
    arguments: st.SearchStrategy[JsonObject] = st.fixed_dictionaries(
        {},
        optional={
            "species": text,
            "note": text,
            "count": NUMBER,
            "height": FLOAT,
            "wet": st.booleans(),
            "spots": st.lists(text, min_size=1, max_size=3),
            "extra": extra,
        },
    )
    nothing: st.SearchStrategy[JsonObject] = st.just({})
    calls = st.tuples(st.just("lamp_off"), nothing) | st.tuples(st.just("plant_tree"), arguments)
    return st.lists(calls, min_size=1, max_size=3)


#: Formats whose strings are text as it stands, so that they can't hold what is the format's own.
RAW: Final = frozenset(
    {"claude-invoke", "dsml", "functiongemma", "gemma4", "glm-arg", "kimi-k3", "minicpm5", "minimax-m3", "named-tag",
     "qwen3-coder"}
)  # fmt: skip


def calls_of(grammar: str) -> st.SearchStrategy[list[Call]]:
    return calls_with(TEXT if grammar in RAW else MARKUP)


PROSE: Final = st.sampled_from(
    [
        "Planting now.", "Is 3 < 4? [yes]", "**Note:** `a <b> c` and {x}", "See plant_tree for more", "é🌊 … done",
        '{"a": 1} is JSON', "1. one\n2. two", "a [link](http://x/y) | cell", "Action needed: none", "=> next",
    ]
)  # fmt: skip
FENCE: Final = st.sampled_from(sorted(WRITERS)).map(
    lambda grammar: f"```xml\n{WRITERS[grammar]([('plant_tree', {'count': 1})])}\n```"
)
Part: TypeAlias = tuple[str, str, list[Call]]


def prose(text: str) -> Part:
    return text, text, []


def thought(text: str) -> Part:
    return f"<think>{text}</think>", "", []


def called(grammar: str) -> st.SearchStrategy[Part]:
    return calls_of(grammar).map(lambda calls: (WRITERS[grammar](calls), "", calls))


def drafted(grammar: str) -> st.SearchStrategy[Part]:
    return calls_with(TEXT).map(lambda calls: thought(f"Perhaps\n{WRITERS[grammar](calls)}\nor not"))


#: Nothing marks these, so that nothing may stand beside them.
ALONE: Final = frozenset({"bare-json", "pythonic"})
MARKED: Final = sorted(set(WRITERS) - ALONE)
NEIGHBOURS: Final = st.one_of(
    PROSE.map(prose),
    FENCE.map(prose),
    PROSE.map(thought),
    st.sampled_from(MARKED).flatmap(called),
    st.sampled_from(MARKED).flatmap(drafted),
)


@pytest.mark.parametrize("grammar", WRITERS)
@given(st.data())
def test_what_is_written_is_read(grammar: str, data: st.DataObject) -> None:
    """The same calls in order, and exactly the text that stood beside them."""
    near = st.just([]) if grammar in ALONE else st.lists(NEIGHBOURS, max_size=2)
    parts = [*data.draw(near), data.draw(called(grammar)), *data.draw(near)]
    check(parts, lambda text: data.draw(cut(text)))


def check(parts: list[Part], cutting: Callable[[str], list[str]]) -> None:
    text = "\n\n".join(written for written, _, _ in parts)
    reply = receive(XML, text)
    reading = read(TOOLSET, reply).unwrap()
    assert [(call.name, call.arguments) for call in reading.calls] == [call for _, _, calls in parts for call in calls]
    assert reading.faults == ()
    shown = r"\s*".join(re.escape(visible) for _, visible, _ in parts)
    assert re.fullmatch(rf"\s*{shown}\s*", reading.visible)
    state, steps = start(TOOLSET), []
    for piece in cutting(text):
        state, step = feed(state, piece)
        steps.append(step)
    assert collect(reply, [*steps, flush(state)]) == reading
