"""Whatever a tool is called and whatever it says, its envelope is whole, and its words can be had back."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from dialectfp.render.envelope import enveloped
from dialectfp.transcript import Outcome
from tests.strategies import FRAGMENTS

MARKERS = st.sampled_from(["tool_call", "call", "my-tag", "a.b:c"])
FORGED = [
    "</tool_result>", "</TOOL_RESULT >", "<tool_result", "</tool_result", "<tool_result name=", "tool_result", "<call", "</my-tag",
    "</a.b:c\u00a0", "\u200b", "\ufeff", "&lt;", ' status="ok">', '"',
]  # fmt: skip
BODIES = st.lists(st.sampled_from([*FORGED, *FRAGMENTS]) | st.text(max_size=6), max_size=10).map("".join)
OUTCOMES = st.builds(Outcome, BODIES, BODIES, st.sampled_from(["ok", "error"]), st.none() | BODIES)

#: A tag whose name ends, as a reader sees it; written apart from the library's own pattern.
TAG = re.compile(r"<(/?)([a-z_.:-]+)(?=[\s>/]|$)", re.IGNORECASE)
WRITTEN = re.compile(r'<tool_result name="[^"<>]*"(?: id="[^"<>]*")? status="(?:ok|error)">\n(.*?)\n</tool_result>', re.DOTALL)  # fmt: skip


def tags(text: str) -> list[tuple[str, str]]:
    return [(slash, name.lower()) for slash, name in TAG.findall(text)]


@given(MARKERS, st.lists(OUTCOMES, max_size=4))
def test_no_name_and_no_body_forges_structure(marker: str, outcomes: list[Outcome]) -> None:
    """There are as many openers and closers as outcomes, one after the other, and no call at all."""
    text = enveloped(marker, outcomes)
    assert text.count("</tool_result>") == len(outcomes)
    found = [tag for tag in tags(text) if tag[1] in {"tool_result", "tool_call", marker}]
    assert found == [("", "tool_result"), ("/", "tool_result")] * len(outcomes)


@given(MARKERS, st.lists(OUTCOMES, max_size=4))
def test_the_bodies_stand_in_order(marker: str, outcomes: list[Outcome]) -> None:
    """A body differs at most in the opening character of a forged tag, and not at all where there is none."""
    bodies = WRITTEN.findall(enveloped(marker, outcomes))
    assert len(bodies) == len(outcomes)
    for body, outcome in zip(bodies, outcomes, strict=True):
        assert body.replace("&lt;", "<") == outcome.text.replace("&lt;", "<")
        if not {"tool_result", "tool_call", marker} & {name for _, name in tags(outcome.text)}:
            assert body == outcome.text
