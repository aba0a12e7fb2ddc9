"""Writing, prompting and counting from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dialectfp.cli.main import run
from tests.strategies import TOOLS

CALLS = [
    {"name": "lookup_tide", "arguments": {"port": "Ayr", "hours": 6}},
    {"name": "save_note", "arguments": {"body": "", "tags": ["a|b"]}},
]
JSONL = "\n".join(map(json.dumps, CALLS)) + "\n\n"
WRITTEN = {
    "xml": ['<tool_call>\n{"name": "lookup_tide", "arguments": {"port": "Ayr", "hours": 6}}\n</tool_call>', '<tool_call>\n{"name": "save_note", "arguments": {"body": "", "tags": ["a|b"]}}\n</tool_call>'],
    "pformat": ["<tool_call>lookup_tide[0|Ayr|1|6]</tool_call>", '<tool_call>\n{"name": "save_note", "arguments": {"body": "", "tags": ["a|b"]}}\n</tool_call>'],
    "python": ['<tool_call>lookup_tide(port="Ayr", hours=6)</tool_call>', '<tool_call>save_note(body="", tags=["a|b"])</tool_call>'],
    "typescript": ['<tool_call>lookup_tide("Ayr", 6)</tool_call>', '<tool_call>save_note("", ["a|b"])</tool_call>'],
}  # fmt: skip


def dialectfp(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from dialectfp.cli.main import main; main()", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, encoding="utf-8")


@pytest.fixture
def tools(tmp_path: Path) -> str:
    file = tmp_path / "tools.json"
    file.write_text(json.dumps(TOOLS))
    return str(file)


@pytest.mark.parametrize("dialect", WRITTEN)
def test_calls_are_written_and_read_back(dialect: str, tools: str) -> None:
    done = dialectfp("write", "--dialect", dialect, "--tools", tools, stdin=JSONL)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "\n".join(WRITTEN[dialect]) + "\n")
    lines = dialectfp("write", "--dialect", dialect, "--tools", tools, "--json", "-", stdin=JSONL).stdout.splitlines()
    assert [json.loads(line) for line in lines] == [{"text": text} for text in WRITTEN[dialect]]
    read = dialectfp("read", "--dialect", dialect, "--tools", tools, "--json", stdin=done.stdout)
    calls = json.loads(read.stdout)["calls"]
    assert [{"name": call["name"], "arguments": call["arguments"]} for call in calls] == CALLS


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["write"], "x\n", 'dialectfp: -, line 1: no JSON object with a "name" and an object "arguments"\n'),
        (["write"], '{"name": "f"}\n{"arguments": {}}', 'dialectfp: -, line 2: no JSON object with a "name" and an object "arguments"\n'),
        (["write", "a", "b"], "", "dialectfp: one FILE at a time, not 2\n"),
        (["write", "--marker", "a b"], "", "dialectfp: The marker (3 characters) is no tag name: letters, digits, '_', '-', '.' and ':' only.\n"),
        (["write", "--dialect", "lisp"], "", 'dialectfp: Invalid value "lisp" for --dialect. Choose from: "xml", "pformat", "python", "typescript".\n'),
        (["cost", "TOOLS", "--tokenizer", "nowhere"], "", "dialectfp: no tokenizer 'nowhere': give module:name of a callable\n"),
        (["cost", "TOOLS", "--tokenizer", "math:pi"], "", "dialectfp: the tokenizer 'math:pi' can't be called\n"),
    ],
)  # fmt: skip
def test_what_is_unusable_is_said_in_one_line(arguments: list[str], stdin: str, message: str, tools: str) -> None:
    done = dialectfp(*[tools if argument == "TOOLS" else argument for argument in arguments], stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


@pytest.mark.parametrize("dialect", WRITTEN)
def test_the_prompt(dialect: str, tools: str) -> None:
    done = dialectfp("prompt", "--dialect", dialect, "--tools", tools, "--marker", "call")
    assert (done.returncode, done.stderr) == (0, "")
    assert "<call>" in done.stdout
    assert "<tool_call>" not in done.stdout
    assert "lookup_tide" in done.stdout


def test_costs_with_a_plugged_tokenizer(tools: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["cost", tools, "--tokenizer", "builtins:len", "--json"]) == 0
    rows = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [row["dialect"] for row in rows] == ["xml", "pformat", "python", "typescript"]
    assert all(rows[0]["catalogue"] > row["catalogue"] and rows[0]["call"] > row["call"] for row in rows[1:])


def test_costs_in_a_table(tools: str) -> None:
    """With the vocabulary of the extra: no network."""
    done = dialectfp("cost", tools)
    assert (done.returncode, done.stderr) == (0, "")
    head, *rows = [line for line in done.stdout.splitlines() if line]
    assert head == "2 tools, tokens of"
    assert rows[1].split()[:1] + rows[1].split()[2:3] == ["xml", "100%"]
    assert len(rows) == 5
