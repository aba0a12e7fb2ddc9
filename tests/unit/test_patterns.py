"""The pattern of every beginning of a pattern."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialectfp.parse.marks import Anchors, held, marks
from dialectfp.parse.patterns import alternatives, beginnings
from dialectfp.policy import READ_POLICY

PATTERNS = ["abc", "a[bc]{1,2}d", "a(?:bc|d){0,2}e", "a(?i:Bc)d", r"<\|x\|>|<y>", "(?P<n>a?)bc", "a{3}b", "ab*c+d"]


@given(st.sampled_from(PATTERNS), st.data())
def test_beginnings_are_what_can_be_completed(pattern: str, data: st.DataObject) -> None:
    """Every prefix of a match is a beginning."""
    whole = data.draw(st.from_regex(pattern, fullmatch=True))
    for stop in range(len(whole) + 1):
        assert re.fullmatch(beginnings(pattern), whole[:stop])


@pytest.mark.parametrize(
    ("pattern", "text"), [("abc", "abd"), ("abc", "abcd"), ("a[bc]{1,2}d", "abbb"), (r"<\|x\|>|<y>", "<|y")]
)
def test_nothing_else_is(pattern: str, text: str) -> None:
    assert not re.fullmatch(beginnings(pattern), text)


@pytest.mark.parametrize("pattern", ["(?=a)b", "a(?!b)", "a)"])
def test_other_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=re.escape(pattern)):
        beginnings(pattern)


def test_alternatives_are_split_at_the_outermost_bars() -> None:
    assert alternatives(r"a(?:b|c)|[|]d|\|e") == [r"a(?:b|c)", "[|]d", r"\|e"]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("a <", 2),
        ("a <tool_ca", 2),
        ("a < b", 5),
        ("a <1", 4),
        ("<tool_call id='x", 0),
        ("a <<", 3),
        ("``", 0),
        ("[THI", 0),
    ],
)
def test_the_end_is_held_while_it_can_become_a_mark(text: str, at: int) -> None:
    anchors: Anchors = marks(READ_POLICY, "call", "json").anchors
    assert held(anchors, text, 0) == at
