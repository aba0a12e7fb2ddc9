"""The fixtures of canitoolcall, a neutral suite for readers of tool calls: every one, in batch and in every cutting.

Its checks are made here on our own result types. Text is compared after stripping outer blanks, as the suite's
``soft-v1`` does: families disagree on who owns the blank line before a call, and our visible text is never trimmed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping

import pytest
from _pytest.mark.structures import ParameterSet
from canitoolcall.fixtures import default_fixtures_dir
from msgspec import Struct

from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML
from dialectfp.jsontypes import Json
from dialectfp.reading import FinishReason, Reading, Reply
from dialectfp.stream import collect, feed, flush, read, start
from dialectfp.tags import Xml
from dialectfp.tools import Toolset


class Expected(Struct, frozen=True):
    """What a right reader returns."""

    content: str | None = None
    reasoning_content: str | None = None
    tool_calls: list[Mapping[str, Json]] = []


class Fixture(Struct, frozen=True):
    """One raw output, and its right reading; none is expected of cut output."""

    id: str
    models: list[str]
    tools: list[Mapping[str, Json]]
    raw_output: str
    tags: list[str]
    expected: Expected | None = None
    generation_prompt: str | None = None
    thinking: bool | None = None


#: Models whose chat template opens the thought in the prompt, unless thinking is off: a fact that a caller states.
OPENED_BY_TEMPLATE = ("GLM-4.7", "GLM-5.3", "Kimi-K2.6", "Kimi-K3")
OPENERS = ("<think>", "[THINK]", "<|open|>think")

#: Fixtures that we read otherwise, with the reason.
READ_OTHERWISE = {
    "gpt-oss/llamacpp-builtin-python-recipient": "code for a built-in tool on the analysis channel is kept as a thought",
    "kimi/k2i-vllm-noise-between-markers": "text inside a section that holds no call yet is shown, not dropped",
    "gpt-oss/harmony-marker-in-reasoning": "a channel marker inside a thought ends it, as it does for the model's server",
    "kimi/k3-bug-response-only-completion": "the template opened the thought, and the text never closes it",
}

FIXTURES = [
    Fixture(**{key: value for key, value in json.loads(line).items() if key in Fixture.__struct_fields__ and key != "expected"},
            expected=Expected(**json.loads(line)["expected"]) if "expected" in json.loads(line) else None)
    for file in sorted(default_fixtures_dir().glob("*/*.jsonl"))
    for line in file.read_text("utf-8").splitlines()
]  # fmt: skip


def prefilled(fixture: Fixture) -> bool:
    """Tell whether the text begins inside a thought."""
    if (fixture.generation_prompt or "").rstrip().endswith(OPENERS):
        return True
    by_template = fixture.thinking is not False and fixture.models[0].endswith(OPENED_BY_TEMPLATE)
    return by_template and not fixture.raw_output.lstrip().startswith(OPENERS)


def reply_of(fixture: Fixture) -> Reply[Xml]:
    reason: FinishReason = "length" if "truncated" in fixture.tags else "stop"
    return receive(XML, fixture.raw_output, finish_reason=reason, thinking_prefilled=prefilled(fixture))


def streamed(fixture: Fixture, toolset: Toolset, pieces: list[str]) -> Reading[Xml]:
    reply = reply_of(fixture)
    state, steps = start(toolset, thinking_prefilled=reply.thinking_prefilled), []
    for piece in pieces:
        state, step = feed(state, piece)
        steps.append(step)
    return collect(reply, [*steps, flush(state, reply.finish_reason)])


def cuttings(text: str, seed: str) -> dict[str, list[str]]:
    """Cut a text as a server may: at once, by characters, and by random pieces."""
    draw = random.Random(seed)  # noqa: S311 - a fixed sequence, not a secret
    found = {"one": [text], "characters": list(text)}
    for name in ("random 1", "random 2"):
        pieces, at = list[str](), 0
        while at < len(text):
            size = draw.randint(1, 24)
            pieces.append(text[at : at + size])
            at += size
        found[name] = pieces
    return found


def params() -> list[ParameterSet]:
    return [
        pytest.param(
            fixture,
            id=fixture.id,
            marks=[pytest.mark.xfail(strict=True, reason=READ_OTHERWISE[fixture.id])] if fixture.id in READ_OTHERWISE else [],
        )
        for fixture in FIXTURES
    ]  # fmt: skip


def plain(text: str | None) -> str:
    return (text or "").strip()


@pytest.mark.parametrize("fixture", params())
def test_fixture(fixture: Fixture) -> None:
    toolset = Toolset.from_openai(fixture.tools).unwrap()
    whole = read(toolset, reply_of(fixture)).unwrap()
    calls = [{"name": call.name, "arguments": call.arguments} for call in whole.calls]
    if fixture.expected is None:
        assert calls == []
    else:
        wanted = [{"name": call["name"], "arguments": call["arguments"]} for call in fixture.expected.tool_calls]
        assert json.dumps(calls, sort_keys=True) == json.dumps(wanted, sort_keys=True)
        assert plain(whole.visible) == plain(fixture.expected.content)
        assert plain(whole.reasoning) == plain(fixture.expected.reasoning_content)
    for name, pieces in cuttings(fixture.raw_output, fixture.id).items():
        assert streamed(fixture, toolset, pieces) == whole, name


def test_the_suite_is_all_here() -> None:
    assert len(FIXTURES) >= 469
