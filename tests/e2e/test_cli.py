"""The command line as a user meets it: output, exit codes, one line for what is unusable."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dialectfp.cli.files import example_names, toolset_of
from dialectfp.cli.main import run
from dialectfp.tools import EMPTY, Toolset
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
        "refused": [],
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
    ["read", "ok.txt", "--jsonl", "--marker", "a b"],
    ["read", "ok.txt", "--jsonl", "--stream", "3"],
    ["read", "ok.txt", "--jsonl", "--example"],
    ["read", "--bogus", "ok.txt"],
    ["read", "-x"],
    ["read", "ok.txt", "ok.txt"],
    ["read", "ok.txt", "--stream", "0"],
    ["read", "ok.txt", "--stream", "x"],
    ["read", "ok.txt", "--stream", "2", "--marker", "a b"],
    ["read", "ok.txt", "--tools", "number.json"],
    ["read", "ok.txt", "--tools", "missing.json"],
    ["read", "ok.txt", "--tools", "."],
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
    (tmp_path / "number.json").write_text("3")
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


def test_an_unknown_option_is_called_one(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["read", "--bogus", "reply.txt"]) == 2
    assert b"unknown option --bogus" in capfdbinary.readouterr().err


@pytest.mark.parametrize("name", example_names())
@pytest.mark.parametrize("piece", ["1", "7", "100000"])
def test_a_stream_reads_like_the_whole(name: str, piece: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["read", "--example", name, "--json"]) == 0
    whole = capfdbinary.readouterr().out
    assert run(["read", "--example", name, "--json", "--stream", piece]) == 0
    assert capfdbinary.readouterr().out == whole


def test_the_first_example_has_something_to_teach(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["read", "--example"]) == 0
    out = capfdbinary.readouterr().out
    for shown in (b"called", b"invented", b"Calls (1)", b"invented_call"):
        assert shown in out
    assert run(["read", "--example", "--strict"]) == 1


def test_examples_are_listed(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["read", "--example", "list"]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert [line.split()[0] for line in lines] == example_names()


@pytest.mark.parametrize(("reason", "kind"), [("length", "truncated_arguments"), ("whatever", None), (None, None)])
def test_only_length_says_that_a_reply_was_cut(
    reason: str | None, kind: str | None, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    reply = tmp_path / "reply.txt"
    reply.write_text(f"<tool_call>{CALL[:-1]}")
    given = [] if reason is None else ["--finish-reason", reason]
    assert run(["read", str(reply), "--json", *given]) == 0
    faults = json.loads(capfdbinary.readouterr().out)["faults"]
    assert [fault["kind"] for fault in faults] == ([kind] if kind else [])


def test_thinking_may_be_prefilled(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    reply = tmp_path / "reply.txt"
    reply.write_text("so</think>Hi")
    assert run(["read", str(reply), "--json", "--thinking-prefilled"]) == 0
    answer = json.loads(capfdbinary.readouterr().out)
    assert (answer["reasoning"], answer["visible"]) == ("so", "Hi")


def test_a_byte_order_mark_is_dropped_from_tools_and_kept_in_a_reply(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    tools, reply = tmp_path / "tools.json", tmp_path / "reply.txt"
    tools.write_bytes(b"\xef\xbb\xbf" + json.dumps(TOOLS).encode())
    reply.write_bytes(b"\xef\xbb\xbfHi")
    assert run(["read", str(reply), "--tools", str(tools), "--json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["visible"] == "\ufeffHi"


def test_the_reply_is_read_exactly(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """Without a newline translated or added."""
    reply = tmp_path / "reply.txt"
    reply.write_bytes("a\r\nb\rc\u2028\n".encode())
    assert run(["read", str(reply), "--json"]) == 0
    assert json.loads(capfdbinary.readouterr().out)["visible"] == "a\r\nb\rc\u2028\n"


def test_an_id_that_json_cant_hold_stops_no_other_line() -> None:
    done = dialectfp("read", "--jsonl", "--strict", stdin=b'{"text": "", "id": 1e999}\n{"text": "b", "id": 2}\n')
    first, second = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr, set(first), second["id"]) == (1, b"", {"error"}, 2)


def test_text_in_a_pipe_is_plain() -> None:
    out = dialectfp("read", "--example").stdout.decode()
    assert "\x1b" not in out
    assert [line for line in out.split("\n") if line != line.rstrip(" ")] == []


def test_any_output_encoding_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = dialectfp("read", stdin="漢字 é".encode())
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("extra", ["cyclopts", "rich.console"])
def test_a_missing_extra_is_one_line(
    extra: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setitem(sys.modules, extra, None)
    assert run(["read", "--example"]) == 2
    err = capfdbinary.readouterr().err
    assert b"pip install 'dialectfp[cli]'" in err
    assert err.count(b"\n") == 1


def test_importing_the_package_imports_no_extra() -> None:
    program = "import sys, dialectfp; sys.exit(any(name in sys.modules for name in ('rich', 'cyclopts')))"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


posix = pytest.mark.skipif(os.name != "posix", reason="terminals and signals of POSIX")


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    """Run a script in which ``dialectfp`` is the command."""
    start = f"dialectfp() {{ '{sys.executable}' -c 'from dialectfp.cli.main import main; main()' \"$@\"; }}\n"
    return subprocess.run(["sh", "-c", start + script], capture_output=True, check=False)  # noqa: S607 - any sh


@posix
@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("dialectfp read <&-", 2),
        ("dialectfp read --example >&-", 2),
        ("dialectfp read --example 2>&- >&-", 2),
        ("test ! -c /dev/full && exit 2; dialectfp read --example > /dev/full", 2),
        ('test ! -c /dev/full && exit 2; echo \'{"text": ""}\' | dialectfp read --jsonl > /dev/full', 2),
    ],
)
def test_closed_and_full_streams_leave_no_traceback(script: str, code: int) -> None:
    done = shell(script)
    assert done.returncode == code
    assert done.stderr.count(b"\n") <= 1


@posix
def test_a_terminal_without_a_file_gets_a_hint() -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from dialectfp.cli.main import main; main()", "read"]
    done = subprocess.run(command, stdin=theirs, capture_output=True, check=False)
    os.close(ours)
    os.close(theirs)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert b"read --example" in done.stderr


@posix
def test_an_interrupt_is_quiet() -> None:
    command = [sys.executable, "-c", "from dialectfp.cli.main import main; main()", "read", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"text": ""}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")


def test_a_line_that_cant_be_decoded_keeps_its_id_and_stops_no_other() -> None:
    lines = [
        b'{"text": "", "policy": {"bare_json": "\\ud800"}, "id": 1}',
        b'{"text": 3, "id": "x\\ud800"}',
        b'{"text": "", "marker": "", "id": 3}',
        b'{"text": NaN, "id": 4}',
        b'{"text": "a</b>", "id": 5}',
    ]
    done = dialectfp("read", "--jsonl", stdin=b"\n".join(lines))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer.get("id") for answer in answers] == [1, "x\ud800", 3, None, 5]
    assert ["error" in answer for answer in answers] == [True, True, True, True, False]
    assert b'"a</b>"' in done.stdout


def test_equal_tools_are_indexed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from dialectfp.cli import many

    indexed: list[str] = []

    def counted(text: str, source: str) -> Toolset:
        indexed.append(source)
        return toolset_of(text, source)

    monkeypatch.setattr(many, "toolset_of", counted)
    line = json.dumps({"text": TAGGED, "tools": TOOLS}).encode() + b"\n"
    answers = [answer for answer, _ in many.read_lines(io.BytesIO(line * 5), EMPTY, "xml", None)]
    assert (len(answers), len(indexed)) == (5, 1)
