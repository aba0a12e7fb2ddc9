"""What the type checkers refuse and accept, line by line.

* ``rejected/``: the refused lines equal the marked ones. A mark ends its line:
  ``# reject: CODE`` (mypy with that code, and pyright), ``# reject-mypy: CODE`` (mypy only) or
  ``# reject-pyright`` (pyright only). Several codes are separated by commas.
* ``accepted/``: nothing is refused, under the project's own settings.
* ``host/``: nothing is refused in a strict host that has neither the plugin nor the stubs.

A checker runs in a process of its own, since mypy raises the recursion limit of the one it's in.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
import pytest

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
PROJECT: Final = ("accepted", "rejected")
HOST: Final = ("host",)
MARK: Final = re.compile(r"# reject(?:-(?P<checker>mypy|pyright))?(?:: (?P<codes>[a-z-]+(?:, [a-z-]+)*))?$")

Line: TypeAlias = tuple[str, int, str]
"""File, line and mypy's code; pyright's rules have other names, so its code is always empty."""


class MypyError(msgspec.Struct):
    """A line of ``mypy --output json``."""

    file: str
    line: int
    severity: str
    message: str
    code: str | None


class Position(msgspec.Struct, frozen=True):
    """A place in a file; the first line is 0."""

    line: int


class Range(msgspec.Struct, frozen=True):
    """Where a diagnostic stands."""

    start: Position


class PyrightError(msgspec.Struct):
    """A diagnostic of ``pyright --outputjson``."""

    file: str
    severity: str
    message: str
    range: Range = Range(Position(0))
    rule: str = ""


class PyrightSummary(msgspec.Struct):
    """What pyright counted."""

    files: int = msgspec.field(name="filesAnalyzed")


class PyrightReport(msgspec.Struct):
    """The output of ``pyright --outputjson``."""

    summary: PyrightSummary
    diagnostics: tuple[PyrightError, ...] = msgspec.field(name="generalDiagnostics")


def files(folders: tuple[str, ...]) -> list[Path]:
    return [file for folder in folders for file in sorted((HERE / folder).glob("*.py"))]


def place(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


def marked(folders: tuple[str, ...], checker: str) -> set[Line]:
    return {
        (place(file), number, code if checker == "mypy" else "")
        for file in files(folders)
        if file.parent.name == "rejected"
        for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if (mark := MARK.search(text)) and mark["checker"] in {None, checker}
        for code in (mark["codes"] or "").split(", ")
    }


def output(*command: str) -> str:
    # MYPYPATH would bring our stubs into the host's check.
    env = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, cwd=ROOT, env=env, check=False
    )
    assert done.returncode in {0, 1}, done.stdout + done.stderr  # 1: it found errors; more: it broke
    return done.stdout


def mypy(folders: tuple[str, ...], cache: Path) -> dict[Line, str]:
    config = HERE / "host/mypy.ini" if folders == HOST else ROOT / "mypy.ini"
    options = ("--config-file", str(config), "--cache-dir", str(cache), "--output", "json")
    lines = output("mypy", *options, *map(str, files(folders))).splitlines()
    errors = [msgspec.json.decode(line, type=MypyError) for line in lines if line.startswith("{")]
    return {(place(Path(e.file)), e.line, e.code or ""): e.message for e in errors if e.severity == "error"}


def pyright(folders: tuple[str, ...], _cache: Path) -> dict[Line, str]:
    project = HERE / "host" if folders == HOST else HERE
    out = output("pyright", "--outputjson", "--pythonpath", sys.executable, "--project", str(project))
    report = msgspec.json.decode(out, type=PyrightReport)
    assert report.summary.files == len(files(folders))
    return {
        (place(Path(e.file)), e.range.start.line + 1, ""): f"{e.message} ({e.rule})"
        for e in report.diagnostics
        if e.severity == "error"
    }


@pytest.mark.parametrize("check", [mypy, pyright], ids=lambda check: check.__name__)
@pytest.mark.parametrize("folders", [PROJECT, HOST], ids="+".join)
def test_the_refused_lines_are_the_marked_ones(
    check: Callable[[tuple[str, ...], Path], dict[Line, str]], folders: tuple[str, ...], tmp_path: Path
) -> None:
    refused = check(folders, tmp_path)
    expected = marked(folders, check.__name__)
    wrong = [f"refused: {line} {message}" for line, message in refused.items() if line not in expected]
    wrong += [f"accepted: {line}" for line in expected - refused.keys()]
    assert not wrong, "\n".join(sorted(wrong))
