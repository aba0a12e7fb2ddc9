"""No public name reveals Any, and importing the package stays light."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import dialectfp

ROOT = Path(__file__).parents[2]


def test_every_exported_symbol_has_a_known_type() -> None:
    """As a host's checker sees the installed package."""
    run = subprocess.run(
        [sys.executable, "-m", "pyright", "--verifytypes", "dialectfp", "--ignoreexternal"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
    )
    assert "Type completeness score: 100%" in run.stdout, run.stdout
    assert re.search(r"With unknown type: 0", run.stdout)


def test_all_is_sorted_and_true() -> None:
    names = dialectfp.__all__
    assert all(hasattr(dialectfp, name) for name in names)
    assert len(set(names)) == len(names)


def test_importing_brings_in_nothing_heavy() -> None:
    """Validators, terminals and command lines are imported where they are used."""
    code = "import sys, dialectfp; print([m for m in ('jsonschema_rs', 'rich', 'cyclopts', 'difflib') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
