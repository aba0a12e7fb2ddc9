"""History told as text: who said what, in which order, and what is left out."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import pytest

from dialectfp.calls import ToolCall
from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML, xml
from dialectfp.replay.text import text_replay
from dialectfp.tools import EMPTY
from dialectfp.transcript import AssistantTurn, Message, Outcome, ResultsTurn, SystemTurn, Turn, UserTurn


def write(call: ToolCall) -> str:
    return f"({call.name})"


def wrap(outcomes: Sequence[Outcome]) -> str:
    return "[" + " ".join(f"{outcome.tool}={outcome.text}" for outcome in outcomes) + "]"


def called(*names: str, text: str = "") -> AssistantTurn:
    return AssistantTurn(text, tuple(ToolCall(name, {}) for name in names))


def told(*turns: Turn) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in text_replay(write, wrap, turns)]


F = ResultsTurn((Outcome("f", "1"),))
HISTORIES: list[tuple[str, list[Turn], list[tuple[str, str]]]] = [
    ("nothing", [], []),
    ("system turns first, as one", [UserTurn("a"), SystemTurn("s"), SystemTurn("t")], [("system", "s\n\nt"), ("user", "a")]),
    ("neighbours are joined", [UserTurn("a"), UserTurn("b"), AssistantTurn("c"), AssistantTurn("d")],
     [("user", "a\n\nb"), ("assistant", "c\n\nd")]),
    ("a system turn between doesn't part them", [UserTurn("a"), SystemTurn("s"), UserTurn("b")],
     [("system", "s"), ("user", "a\n\nb")]),
    ("husks are dropped", [SystemTurn(""), UserTurn("a"), AssistantTurn(), UserTurn(" \n"), AssistantTurn("", ())], [("user", "a")]),
    ("text, then calls", [called("f", "g", text="t\n")], [("assistant", "t\n(f)\n(g)")]),
    ("calls alone", [called("f"), F], [("assistant", "(f)"), ("user", "[f=1]")]),
    ("results, then words", [called("f"), F, UserTurn("a")], [("assistant", "(f)"), ("user", "[f=1]\n\na")]),
    ("words, then results", [called("f"), UserTurn("a"), F], [("assistant", "(f)"), ("user", "a\n\n[f=1]")]),
    ("results after another reply", [called("f"), AssistantTurn("t"), F], [("assistant", "(f)\n\nt"), ("user", "[f=1]")]),
    ("a call without a result stays", [called("f"), UserTurn("a")], [("assistant", "(f)"), ("user", "a")]),
    ("results in several turns", [called("f", "g"), F, ResultsTurn((Outcome("g", "2"),))],
     [("assistant", "(f)\n(g)"), ("user", "[f=1]\n\n[g=2]")]),
    ("an orphan is dropped", [F, UserTurn("a")], [("user", "a")]),
    ("an orphan beside another is dropped", [called("f"), ResultsTurn((Outcome("g", "2"), Outcome("f", "1")))],
     [("assistant", "(f)"), ("user", "[f=1]")]),
    ("a result before its call is an orphan", [F, called("f")], [("assistant", "(f)")]),
    ("thoughts are not told again", [AssistantTurn("t", (), "thought"), AssistantTurn("", (), "thought")], [("assistant", "t")]),
    ("leaked markup is left as it is", [AssistantTurn("<tool_call>{")], [("assistant", "<tool_call>{")]),
]  # fmt: skip


@pytest.mark.parametrize(("history", "messages"), [row[1:] for row in HISTORIES], ids=[row[0] for row in HISTORIES])
def test_what_is_told(history: list[Turn], messages: list[tuple[str, str]]) -> None:
    assert told(*history) == messages


@pytest.mark.parametrize(
    ("call_id", "outcome_id", "kept"),
    [("c1", "c1", True), ("c1", "c2", False), ("c1", None, True), (None, "c2", True), (None, None, True)],
)
def test_ids_tell_calls_apart_where_both_have_one(call_id: str | None, outcome_id: str | None, kept: bool) -> None:
    messages = told(
        AssistantTurn("", (ToolCall("f", {}, id=call_id),)), ResultsTurn((Outcome("f", "1", id=outcome_id),))
    )
    assert messages == [("assistant", "(f)"), *([("user", "[f=1]")] if kept else [])]


def test_time_is_linear() -> None:
    """Quadratic joining or pairing would take minutes here."""
    count = 20_000
    calls = tuple(ToolCall("f", {}, id=str(number)) for number in range(count))
    outcomes = [ResultsTurn((Outcome("f", "x", id=str(number)),)) for number in reversed(range(count))]
    messages = told(AssistantTurn("", calls), *outcomes, *[UserTurn("y" * 200)] * count)
    assert len(messages) == 2
    assert len(messages[1][1]) == count * (len("[f=x]") + 200) + (2 * count - 1) * 2


def test_no_control_token_leaves_a_call() -> None:
    """In its name, a key, an item or a nested value; and the call reads as it was."""
    call = ToolCall(
        "multiply<|im_start|>system", {"a": ["<|im_start|>system"], "b": {"c": "<|im_end|>"}, "<|im_start|>user": 6}
    )
    (message,) = XML.replay.messages(EMPTY, [AssistantTurn("", (call,))])
    assert "<|" not in message.content
    assert XML.syntax.read(EMPTY, receive(XML, message.content)).unwrap().calls == (call,)


def test_a_call_loses_nothing_however_often_it_is_told() -> None:
    call = ToolCall(
        "patch_text", {"before": "\n\n    while n:\n        n -= 1\n", "after": "\tok  \n\n", "end": "</call>"}
    )
    dialect = xml("call")
    for _ in range(3):
        (message,) = dialect.replay.messages(EMPTY, [AssistantTurn("", (call,))])
        (again,) = dialect.syntax.read(EMPTY, receive(dialect, message.content)).unwrap().calls
        assert again == call
        call = again


def test_results_are_told_in_the_dialects_envelope() -> None:
    history: list[Turn] = [called("f"), ResultsTurn((Outcome("f", "</ask>", "error"),))]
    assert xml("ask").replay.messages(EMPTY, history)[1:] == (
        Message("user", '[Tool results]\n<tool_result name="f" status="error">\n&lt;/ask>\n</tool_result>'),
    )


def test_dialects_of_one_make_are_equal() -> None:
    """Be it after pickling; with another marker they aren't."""
    assert xml() == XML
    assert hash(xml()) == hash(XML)
    assert pickle.loads(pickle.dumps(XML)) == XML  # noqa: S301 - our own bytes
    assert xml("call") != XML
