"""Every marker of a model family stands in one file, and every mark is made so that it can be searched for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import dialectfp
from dialectfp.parse import protected, turns
from dialectfp.parse.grammar import GRAMMARS
from dialectfp.parse.machine import Mark
from dialectfp.parse.patterns import REACH, alternatives, beginnings

PACKAGE = Path(dialectfp.__file__).parent
#: What looks like a marker: a word in angle brackets or brackets, pipes and bars allowed.
MARKER = re.compile(r"(?<!\?P)</?\\?[|｜]?[A-Za-z][\w:▁-]{2,}(?:\\?[|｜][\w▁]+)?\\?[|｜]?>|\\?\[/?[A-Z][A-Z_]{3,}\\?\]")
MARKS: list[Mark] = [
    *(mark for grammar in GRAMMARS for mark in grammar.marks("call")), *protected.MARKS, *turns.MARKS
]  # fmt: skip


def strings_of(file: Path) -> set[str]:
    """Collect a module's string constants, docstrings aside."""
    tree = ast.parse(file.read_text("utf-8"))
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    }


def test_a_marker_stands_in_one_file() -> None:
    homes: dict[str, set[str]] = {}
    for file in (PACKAGE / "parse").rglob("*.py"):
        for text in strings_of(file):
            for marker in MARKER.findall(text):
                homes.setdefault(marker.replace("\\", ""), set()).add(file.name)
    shared = {marker: files for marker, files in homes.items() if len(files) > 1}
    assert shared == {}


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: mark.pattern[:40])
def test_a_mark_begins_with_its_anchor_and_ends_with_what_it_needs(mark: Mark) -> None:
    anchor = mark.pattern[1] if mark.pattern[0] == "\\" else mark.pattern[0]
    for branch in alternatives(mark.pattern):
        assert branch.startswith((anchor, f"\\{anchor}"))
        assert not branch.endswith(("?", "*", "+", "}"))
    assert re.fullmatch(beginnings(mark.pattern), anchor)


def test_no_mark_outgrows_the_reach() -> None:
    """Quantifiers are bounded, so a held back end is too."""
    for mark in MARKS:
        assert not re.search(r"(?<!\\)[*+](?![?+]*\])", re.sub(r"\[[^\]]*\]", "c", mark.pattern)), mark.pattern
        assert sum(int(high) for high in re.findall(r",(\d+)\}", mark.pattern)) < REACH
