"""The command line as a user meets it: output, exit codes, one line for what is unusable."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from dialectfp.cli.files import example_names
from dialectfp.cli.main import run
from tests.strategies import CALL, TOOLS

TAGGED = f"<tool_call>{CALL}</tool_call>"


def dialectfp(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", "from dialectfp.cli.main import main; main()", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


@pytest.fixture
def tools(tmp_path: Path) -> str:
    file = tmp_path / "tools.json"
    file.write_text(json.dumps(TOOLS))
    return str(file)


def test_json_is_one_object(tools: str) -> None:
    done = dialectfp("read", "-", "--tools", tools, "--json", stdin=f"Hi {TAGGED}".encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == {
        "visible": "Hi ",
        "reasoning": "",
        "calls": [
            {
                "name": "lookup_tide",
                "arguments": {"port": "Ayr", "hours": 6},
                "grammar": "hermes-json",
                "start": 3,
                "stop": 3 + len(TAGGED),
                "repairs": [],
            }
        ],
        "unoffered": [],
        "faults": [],
        "segments": [{"kind": "prose", "start": 0, "stop": 3}, {"kind": "called", "start": 3, "stop": 3 + len(TAGGED)}],
    }


def test_text_says_what_became_of_everything(tools: str, tmp_path: Path) -> None:
    reply = tmp_path / "reply.txt"
    reply.write_text(f"\x1b[31mHi {TAGGED[:-14]},}}</tool_call><tool_call>{{")
    done = dialectfp("read", str(reply), "--tools", tools)
    out = done.stdout.decode()
    assert done.returncode == 0
    assert "\x1b" not in out
    for shown in ("\\x1b[31mHi", "called", "unterminated", "lookup_tide", "comma", "truncated_arguments", "cut off"):
        assert shown in out


LINES: list[tuple[dict[str, object] | str, str]] = [
    ({"text": TAGGED, "tools": TOOLS, "id": 7}, "lookup_tide"),
    ({"chunks": ["<tool_c", f"all>{CALL}</tool_", "call>"], "tools": TOOLS}, "lookup_tide"),
    ({"text": f"<call>{CALL}</call>", "marker": "call"}, "lookup_tide"),
    ({"text": CALL, "policy": {"bare_json": "off"}}, ""),
    ({"text": f"x {TAGGED}</think>", "thinking_prefilled": True}, ""),
    ({"text": f"<tool_call>{CALL[:-1]}", "finish_reason": "length"}, "truncated_arguments"),
    ({"text": "a\ud800"}, ""),
    ("garbage", "line 8 is no JSON"),
    ({"id": "x"}, "line 9 needs either text or chunks"),
    ({"text": 5, "id": [1]}, "line 10: Expected `str`, got `int` - at `$.text`"),
    ({"text": "", "tools": [{"name": "a"}, {"name": "a"}]}, "line 11: tools: Two tools are named 'a'."),
    ({"text": "", "policy": {"bare_json": "maybe"}}, "line 12: Invalid enum value 'maybe' - at `$.policy.bare_json`"),
    ({"text": "", "policy": {"grammars": ["klingon"]}}, "line 13: The policy's field 'grammars' names something that doesn't exist."),
    ({"text": "", "marker": "a b"}, "line 14: The marker (3 characters) is no tag name"),
]  # fmt: skip


def test_jsonl_answers_every_line_in_order() -> None:
    lines = [line if isinstance(line, str) else json.dumps(line) for line, _ in LINES]
    done = dialectfp("read", "--jsonl", stdin="\n".join(lines).encode())
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr, len(answers)) == (0, b"", len(LINES))
    for (line, expected), answer in zip(LINES, answers, strict=True):
        said = json.dumps([answer.get("error"), [c["name"] for c in answer.get("calls", [])], answer.get("faults")])
        assert expected in said.replace("\\\\", "\\"), answer
        if isinstance(line, dict) and "id" in line:
            assert answer["id"] == line["id"]


UNUSABLE = [
    ["read", "missing.txt"],
    ["read", "."],
    ["read", "bad.bin"],
    ["read", "ok.txt", "--tools", "bad.bin"],
    ["read", "ok.txt", "--tools", "ok.txt"],
    ["read", "ok.txt", "--tools", "twice.json"],
    ["read", "ok.txt", "--tools", "no_schema.json"],
    ["read", "ok.txt", "--marker", "a b"],
    ["read", "ok.txt", "--dialect", "klingon"],
    ["read", "ok.txt", "--bogus"],
    ["read", "ok.txt", "--json", "--jsonl"],
    ["read", "missing.jsonl", "--jsonl"],
    ["read", "--example", "nope"],
    ["write"],
]


@pytest.mark.parametrize("arguments", UNUSABLE, ids=" ".join)
def test_unusable_input_is_one_clear_line(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ok.txt").write_text("hi")
    (tmp_path / "bad.bin").write_bytes(b"\xff\xfe")
    (tmp_path / "twice.json").write_text('[{"name": "a"}, {"name": "a"}]')
    (tmp_path / "no_schema.json").write_text('[{"name": "a", "parameters": {"type": "strin"}}]')
    assert run(arguments) == 2
    out, err = capfdbinary.readouterr()
    assert out == b""
    assert err.startswith(b"dialectfp: ")
    assert err.count(b"\n") == 1


@pytest.mark.parametrize(("reply", "code"), [(TAGGED, 0), ("<tool_call>{", 1)])
def test_strict_exits_with_one_at_faults(reply: str, code: int) -> None:
    assert dialectfp("read", "--json", "--strict", stdin=reply.encode()).returncode == code
    assert dialectfp("read", "--jsonl", "--strict", stdin=json.dumps({"text": reply}).encode()).returncode == code


@pytest.mark.parametrize("name", example_names())
def test_every_example_runs(name: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["read", "--example", name]) == 0
    assert run(["read", "--example", name, "--json"]) == 0
    assert b"was asked" in capfdbinary.readouterr().out


def test_a_reader_that_leaves_is_no_error() -> None:
    """As in ``dialectfp … | head -1``."""
    line = json.dumps({"text": "x" * 1000}) + "\n"
    command = f"{sys.executable} -c 'from dialectfp.cli.main import main; main()' read --jsonl | head -1"
    done = subprocess.run(command, shell=True, input=(line * 2000).encode(), capture_output=True, check=False)  # noqa: S602 - a pipe is the point
    assert done.stderr == b""
