"""Promises 1, 2 and 5 of the reader, on any text at all."""

from __future__ import annotations

import copy

from hypothesis import example, given
from hypothesis import strategies as st

from dialectfp.calls import ToolCall
from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import xml
from dialectfp.policy import ReadPolicy
from dialectfp.reading import FinishReason, Reading, Reply
from dialectfp.segments import Called
from dialectfp.stream import CallClosed, CallOpened, State, Step, collect, feed, flush, read, start
from dialectfp.tags import Xml
from tests.strategies import CALL, NOTE, TOOLS, TOOLSET, cut, texts

POLICIES = st.builds(
    ReadPolicy,
    bare_json=st.sampled_from(["whole", "leading", "off"]),
    open_reasoning=st.sampled_from(["call", "reasoning"]),
    fenced_call=st.sampled_from(["example", "call"]),
    invented_call=st.sampled_from(["report", "call"]),
    unknown_tool=st.sampled_from(["report", "call"]),
)
REASONS = st.sampled_from([None, "stop", "length"])
MARKERS = st.sampled_from(["tool_call", "call"])


def reply_of(text: str, finish_reason: FinishReason | None = None, *, thinking_prefilled: bool = False) -> Reply[Xml]:
    return receive(xml(), text, finish_reason=finish_reason, thinking_prefilled=thinking_prefilled)


def streamed(pieces: list[str], reply: Reply[Xml], policy: ReadPolicy, marker: str) -> tuple[Reading[Xml], list[Step]]:
    state: State = start(TOOLSET, policy, marker=marker, thinking_prefilled=reply.thinking_prefilled)
    steps: list[Step] = []
    for piece in pieces:
        state, step = feed(state, piece)
        steps.append(step)
    steps.append(flush(state, reply.finish_reason))
    return collect(reply, steps), steps


@given(texts, POLICIES, REASONS, st.booleans(), MARKERS)
def test_segments_partition_the_reply(
    text: str, policy: ReadPolicy, reason: FinishReason | None, prefilled: bool, marker: str
) -> None:
    """Joining the segments' source gives back the reply, exactly."""
    reading = read(TOOLSET, reply_of(text, reason, thinking_prefilled=prefilled), policy, marker).unwrap()
    assert "".join(text[segment.start : segment.stop] for segment in reading.segments) == text
    edges = [0, *(segment.stop for segment in reading.segments)]
    assert [segment.start for segment in reading.segments] == edges[:-1]
    assert edges[-1] == len(text)
    spans = {(segment.start, segment.stop) for segment in reading.segments if isinstance(segment, Called)}
    assert {(call.start, call.stop) for call in (*reading.calls, *reading.refused)} <= spans


@given(st.data(), texts, POLICIES, REASONS, st.booleans(), MARKERS)
def test_stream_is_batch(
    data: st.DataObject, text: str, policy: ReadPolicy, reason: FinishReason | None, prefilled: bool, marker: str
) -> None:
    """Any cutting gives the same reading, and what was shown on the way is what is visible in the end."""
    reply = reply_of(text, reason, thinking_prefilled=prefilled)
    whole = read(TOOLSET, reply, policy, marker).unwrap()
    reading, steps = streamed(data.draw(cut(text)), reply, policy, marker)
    assert reading == whole
    assert "".join(step.visible for step in steps) == whole.visible
    assert "".join(step.reasoning for step in steps) == whole.reasoning


@given(texts, POLICIES, REASONS, st.booleans())
@example(f"<tool_call>{CALL}</tool_call>", ReadPolicy(), None, False)
@example(f"<think>x<tool_call>{NOTE}</tool_call>", ReadPolicy(), None, False)
def test_one_character_at_a_time(text: str, policy: ReadPolicy, reason: FinishReason | None, prefilled: bool) -> None:
    """The finest cutting there is."""
    reply = reply_of(text, reason, thinking_prefilled=prefilled)
    reading, _ = streamed(list(text), reply, policy, "tool_call")
    assert reading == read(TOOLSET, reply, policy).unwrap()


@given(st.data(), texts)
def test_a_state_may_be_fed_twice(data: st.DataObject, text: str) -> None:
    """Feeding leaves the state as it was, so a stream can be forked and resumed."""
    state = start(TOOLSET)
    for piece in data.draw(cut(text)):
        once = feed(state, piece)
        feed(state, "<tool_call>{")
        assert feed(state, piece) == once
        state = once[0]


@given(texts)
def test_inputs_are_not_mutated(text: str) -> None:
    """Reading changes neither the tools nor the reply."""
    before = copy.deepcopy((TOOLS, TOOLSET.specs))
    reply = reply_of(text)
    read(TOOLSET, reply)
    assert (TOOLS, TOOLSET.specs) == before
    assert reply.text == text


@given(texts)
def test_visible_text_is_never_taken_back(text: str) -> None:
    """What a prefix has shown stays shown, whatever follows it."""
    state, shown = start(TOOLSET), ""
    whole = read(TOOLSET, reply_of(text)).unwrap().visible
    for character in text:
        state, step = feed(state, character)
        shown += step.visible
        assert whole.startswith(shown)


@given(st.data(), texts, POLICIES, MARKERS)
def test_calls_are_announced_once_and_then_closed(
    data: st.DataObject, text: str, policy: ReadPolicy, marker: str
) -> None:
    """The events pair up, name the call that comes, and are the same however the text is cut."""
    reply = reply_of(text)
    whole = [event for step in streamed([text], reply, policy, marker)[1] for event in step.events]
    reading, steps = streamed(data.draw(cut(text)), reply, policy, marker)
    events = [event for step in steps for event in step.events]
    assert events == whole
    assert [type(event) for event in events] == [CallOpened, CallClosed] * (len(events) // 2)
    closed = [event.outcome for event in events if isinstance(event, CallClosed)]
    assert [outcome for outcome in closed if isinstance(outcome, ToolCall)] == [
        call for call in reading.calls if call in closed
    ]
    for opened, ended in zip(events[::2], events[1::2], strict=True):
        assert isinstance(opened, CallOpened)
        assert isinstance(ended, CallClosed)
        if isinstance(ended.outcome, ToolCall):
            assert (opened.grammar, opened.name) == (ended.outcome.grammar, ended.outcome.name)
