"""Promises 3 and 4 of the XML dialect."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from dialectfp.calls import ToolCall
from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import xml
from dialectfp.tools import EMPTY, Toolset, ToolSpec
from dialectfp.transcript import AssistantTurn, Outcome, ResultsTurn, SystemTurn, Turn, UserTurn
from tests.strategies import FRAGMENTS, arguments

NAMES = st.text(min_size=1, max_size=12).filter(lambda name: bool(name.strip())) | st.sampled_from(
    ["lookup_tide", "functions.x", "a:0", "tool_call", "mcp__a-b__c"]
)
MARKERS = st.sampled_from(["tool_call", "call", "my-tag", "a.b:c"])


@given(
    MARKERS,
    st.lists(st.tuples(NAMES, arguments), min_size=1, max_size=3, unique_by=lambda pair: pair[0]),
    st.booleans(),
)
def test_what_is_written_can_be_read(marker: str, wanted: list[tuple[str, dict[str, object]]], offered: bool) -> None:
    """For any tools and any JSON arguments, alone or in a row, with prose around."""
    dialect = xml(marker)
    toolset = Toolset.of(ToolSpec(name) for name, _ in wanted).unwrap() if offered else EMPTY
    calls = tuple(ToolCall(name, values) for name, values in wanted)  # type: ignore[arg-type]  # the strategy makes JSON
    text = "Now.\n" + "\n".join(dialect.syntax.write(toolset, call) for call in calls) + "\nDone."
    reading = dialect.syntax.read(toolset, receive(dialect, text)).unwrap()
    assert reading.calls == calls
    assert [repr(call.arguments) for call in reading.calls] == [repr(call.arguments) for call in calls]
    assert reading.faults == ()
    assert reading.visible.split() == ["Now.", "Done."]


BODIES = st.text(max_size=20) | st.lists(st.sampled_from([*FRAGMENTS, "</tool_result>", "<tool_result "])).map("".join)


@given(MARKERS, st.lists(st.tuples(st.text(max_size=12), BODIES), max_size=3))
def test_envelopes_hold_exactly_their_outcomes(marker: str, given_outcomes: list[tuple[str, str]]) -> None:
    """No name and no body opens or closes an envelope."""
    text = xml(marker).envelope.wrap([Outcome(name, body) for name, body in given_outcomes]).content
    assert text.count("</tool_result>") == len(given_outcomes)
    assert text.count("<tool_result ") == len(given_outcomes)


TEXTS = st.text(max_size=6)
CALLS = st.builds(ToolCall, NAMES, arguments)
TURNS: st.SearchStrategy[Turn] = (
    st.builds(SystemTurn, TEXTS)
    | st.builds(UserTurn, TEXTS)
    | st.builds(AssistantTurn, TEXTS, st.lists(CALLS, max_size=2).map(tuple))
    | st.builds(ResultsTurn, st.lists(st.builds(Outcome, NAMES, TEXTS), max_size=2).map(tuple))
)


@given(st.lists(TURNS, max_size=8))
def test_replay_alternates_and_is_never_empty(history: list[Turn]) -> None:
    """Whatever history it was given."""
    messages = xml().replay.messages(EMPTY, history)
    roles = [message.role for message in messages]
    assert "system" not in roles[1:]
    spoken = [role for role in roles if role != "system"]
    assert all(one != other for one, other in pairwise(spoken))
    assert all(message.content.strip() for message in messages)
