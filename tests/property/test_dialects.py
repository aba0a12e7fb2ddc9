"""Promise 3 for every dialect: what is written can be read, whatever the tools and the arguments."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dialectfp import PFORMAT, PYTHON, TYPESCRIPT, XML, pformat, python, typescript, xml
from dialectfp.calls import ToolCall
from dialectfp.dialects.record import Dialect, receive
from dialectfp.jsontypes import JsonObject
from dialectfp.policy import ReadPolicy
from dialectfp.stream import collect, feed, flush
from dialectfp.tools import EMPTY, Toolset, ToolSpec
from tests.strategies import FRAGMENTS, arguments, cut

# Any: the tests here hold for each dialect alike, and none is mixed with another.
AnyDialect: TypeAlias = Dialect[Any]
DIALECTS: dict[str, AnyDialect] = {"xml": XML, "pformat": PFORMAT, "python": PYTHON, "typescript": TYPESCRIPT}
#: What is written is looked at here, not whether it fits.
AS_WRITTEN = ReadPolicy(arguments="pass_through")
MAKERS: dict[str, Callable[[str, ReadPolicy], AnyDialect]] = {
    "xml": xml,
    "pformat": pformat,
    "python": python,
    "typescript": typescript,
}

NAMES = st.sampled_from(["lookup_tide", "functions.x", "a:0", "tool_call", "mcp__a-b__c", "3d", "naïve", "two words"])
KEYS = st.text(max_size=6) | st.sampled_from(["port", "from", "content-type", "a b", "", "x|y", "]", "args"])
LEAVES = st.sampled_from(
    [None, True, False, 0, -1, 2**70, -0.0, 0.5, 1e22, 1e-7, "", " ", "\n", "|", "]", "[", "\\", "\\|", "]]", "a]", "[1, 2]",
     "007", "null", "None", "true", "<port>", "'", '"', '"""', "`", "${x}", "{y}", "\ud800", "😀", "</tool_call>", "<|im_end|>",
     "`f[0|x]`", "C:\\new\\|", "# no", "// no", "f(1)", "; g()", "\u2028", "\x00", "\r\n"]
)  # fmt: skip
VALUES = st.recursive(
    LEAVES | st.text(max_size=8) | st.sampled_from(FRAGMENTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
SCHEMAS = st.sampled_from(
    [{}, {"type": "string"}, {"type": ["string", "null"]}, {"type": "array"}, {"type": "object"}, {"enum": ["a", 1, None]}]
)  # fmt: skip
#: Schemas under which any value at all is kept as it is: a tool with others would have its arguments shaped.
OPEN = {"type": ["null", "boolean", "number", "string", "array", "object"]}


ANYTHING: st.SearchStrategy[Any] = arguments


@st.composite
def asked(draw: st.DrawFn) -> tuple[Toolset, tuple[ToolCall, ...]]:
    """Draw a tool set, and calls of its tools."""
    names = draw(st.lists(NAMES, min_size=1, max_size=2, unique=True))
    specs, calls = [], []
    for name in names:
        keys = draw(st.lists(KEYS, max_size=4, unique=True))
        required = draw(st.lists(st.sampled_from(keys), unique=True)) if keys else []
        schema: JsonObject = {"type": "object", "properties": dict.fromkeys(keys, OPEN), "required": required}
        specs.append(ToolSpec(name, "", schema))
        values = draw(st.dictionaries(st.sampled_from(keys), VALUES)) if keys else {}
        calls.append(ToolCall(name, draw(st.just(values) | ANYTHING)))
    return Toolset.of(specs).unwrap(), tuple(calls)


def exact(call: ToolCall) -> str:
    return json.dumps([call.name, call.arguments], sort_keys=True)


@pytest.mark.parametrize("name", DIALECTS)
@given(asked(), st.sampled_from(["tool_call", "call"]), st.booleans(), st.data())
def test_what_is_written_can_be_read(
    name: str, wanted: tuple[Toolset, tuple[ToolCall, ...]], marker: str, offered: bool, data: st.DataObject
) -> None:
    """Alone or in a row, with prose around, however it is cut, with the tools offered or none."""
    dialect: AnyDialect = MAKERS[name](marker, AS_WRITTEN)
    toolset, calls = wanted[0] if offered else EMPTY, wanted[1]
    text = "Now.\n" + "\n".join(dialect.syntax.write(toolset, call) for call in calls) + "\nDone."
    reply = receive(dialect, text)
    reading = dialect.syntax.read(toolset, reply).unwrap()
    assert [exact(call) for call in reading.calls] == [exact(call) for call in calls]
    assert reading.faults == ()
    assert reading.visible.split() == ["Now.", "Done."]
    state, steps = dialect.syntax.start(toolset, False), []
    for piece in data.draw(cut(text)):
        state, step = feed(state, piece)
        steps.append(step)
    assert collect(reply, [*steps, flush(state)]) == reading


TYPED = Toolset.from_openai(
    [
        {
            "name": "plant_tree",
            "parameters": {
                "type": "object",
                "properties": {
                    "species": {"type": "string"},
                    "count": {"type": "integer"},
                    "height": {"type": "number"},
                    "wet": {"type": "boolean"},
                    "spots": {"type": "array", "items": {"type": "string"}},
                    "extra": {"type": "object", "properties": {"ph": {"type": "number"}}},
                    "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                    "kind": {"enum": ["small", "big"]},
                },
                "required": ["species", "count"],
            },
        }
    ]
).unwrap()
TEXTS = st.text(st.sampled_from('ab |]\\[0"\n<é') | st.characters(blacklist_categories=["Cs"]), max_size=8)
FITTING = st.fixed_dictionaries(
    {},
    optional={
        "species": TEXTS,
        "count": st.integers(),
        "height": st.floats(allow_nan=False, allow_infinity=False),
        "wet": st.booleans(),
        "spots": st.lists(TEXTS, max_size=3),
        "extra": st.fixed_dictionaries({}, optional={"ph": st.floats(-9, 9)}),
        "note": TEXTS | st.none(),
        "kind": st.sampled_from(["small", "big"]),
    },
)


@pytest.mark.parametrize("name", DIALECTS)
@given(FITTING)
def test_typed_arguments_keep_their_types(name: str, values: JsonObject) -> None:
    dialect = MAKERS[name]("tool_call", AS_WRITTEN)
    call = ToolCall("plant_tree", values)
    (read,) = dialect.syntax.read(TYPED, receive(dialect, dialect.syntax.write(TYPED, call))).unwrap().calls
    assert json.dumps(read.arguments, sort_keys=True) == json.dumps(values, sort_keys=True)


#: What can be dropped or doubled in a written call, for each dialect.
DELIMITERS = {"pformat": "[]|", "python": "()[]{},=", "typescript": "()[]{},:"}


@pytest.mark.parametrize("name", DELIMITERS)
@given(FITTING, st.data())
@example({"species": "a", "spots": ["[1]", "b]"]}, None)
def test_one_delimiter_too_few_or_too_many_never_makes_another_call(
    name: str, values: JsonObject, data: st.DataObject | None
) -> None:
    """A damaged call is a fault, prose, or the same call."""
    dialect = MAKERS[name]("tool_call", AS_WRITTEN)
    call = ToolCall("plant_tree", values)
    text = dialect.syntax.write(TYPED, call)
    body = text.removeprefix("<tool_call>").removesuffix("</tool_call>")
    places = [at for at in _structural(name, body) if body[at] in DELIMITERS[name]]
    chosen = places if data is None else [data.draw(st.sampled_from(places))] if places else []
    for at in chosen:
        signs = DELIMITERS[name] if data is None else data.draw(st.sampled_from(DELIMITERS[name]))
        for damaged in (body[:at] + body[at + 1 :], *(body[: at + 1] + sign + body[at + 1 :] for sign in signs)):
            reading = dialect.syntax.read(TYPED, receive(dialect, f"<tool_call>{damaged}</tool_call>")).unwrap()
            assert all(read == call for read in reading.calls), damaged


def _structural(name: str, body: str) -> list[int]:
    """List the places of a call's own signs: those in strings and behind a backslash are its values'."""
    if body.startswith("\n"):
        return []
    if name == "pformat":
        bars = [found.start() for found in re.finditer(r"\\[|\]\\]|(?P<sign>\|)", body) if found["sign"]]
        return [body.index("["), *bars, len(body) - 1]
    return [found.start() for found in re.finditer(r'(?s)"(?:[^"\\]|\\.)*"|(?P<sign>.)', body) if found["sign"]]


@given(asked())
def test_the_layout_printed_is_the_layout_bound(wanted: tuple[Toolset, tuple[ToolCall, ...]]) -> None:
    """A value in each slot of the catalogue's line arrives under the name that stands there."""
    toolset, _ = wanted
    printed = PFORMAT.catalogue.render(toolset).text
    for spec in toolset.specs.values():
        layout = toolset.layout[spec.name]
        line = f"{spec.name}[{'|'.join(f'{slot}|<{parameter.name}>' for slot, parameter in enumerate(layout))}]"
        assert f"\nCall as: {line}\n" in printed
        if not re.fullmatch(r"\w[\w.:/-]*", spec.name):
            continue
        slots = "|".join(f"{slot}|v{slot}" for slot in range(len(layout)))
        reply = receive(PFORMAT, f"<tool_call>{spec.name}[{slots}]</tool_call>")
        (call,) = PFORMAT.syntax.read(toolset, reply).unwrap().calls
        assert call.arguments == {parameter.name: f"v{slot}" for slot, parameter in enumerate(layout)}
