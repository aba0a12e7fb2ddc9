"""The README is true: its program runs and prints what it says, and its test command is the one that CI runs."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
from pathlib import Path

import dialectfp

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_program_runs() -> None:
    program = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "README.md", "exec"), {})  # noqa: S102 - our own README
    assert printed.getvalue().splitlines() == [
        "Let me see. ",
        "lookup_tide {'port': 'Ayr'} (Repaired(kind='comma', path=''),)",
        "[]",
    ]


def test_the_package_docstring_is_true() -> None:
    assert doctest.testmod(dialectfp).failed == 0


def test_ci_runs_the_same_tests() -> None:
    assert "python -m pytest\n" in README
    assert "\npython -m pytest ||" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_every_grammar_is_in_the_table() -> None:
    from dialectfp.parse.grammar import GRAMMARS

    assert [grammar.id for grammar in GRAMMARS if f"`{grammar.id}`" not in README] == []
