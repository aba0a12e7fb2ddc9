"""How a reading is shown: as plain data, and as text that no reply can turn against the terminal."""

from __future__ import annotations

import io
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from dialectfp import XML, Reading, ToolCall, Toolset, Xml, receive
from dialectfp.calls import Repaired
from dialectfp.faults import TruncatedArguments, UnknownTool
from dialectfp.segments import Called, Prose, Unterminated
from dialectfp.views.plain import as_json, call_as_json, fault_as_json
from dialectfp.views.text import as_text, printable
from tests.strategies import CALL, TOOLS

TOOLSET = Toolset.from_json(TOOLS).unwrap()


def read(text: str) -> Reading[Xml]:
    return XML.syntax.read(TOOLSET, receive(XML, text)).unwrap()


def shown(reading: Reading[Xml], *, width: int = 80, terminal: bool = False) -> str:
    file = io.StringIO()
    Console(file=file, width=width, force_terminal=terminal, highlight=False).print(as_text(reading))
    return file.getvalue()


# ── plain ──


def test_a_call_has_an_id_only_where_the_text_had_one() -> None:
    assert "id" not in call_as_json(ToolCall("f", {}))
    assert call_as_json(ToolCall("f", {}, id="c1"))["id"] == "c1"


def test_repairs_are_kind_and_path() -> None:
    call = ToolCall("f", {}, repairs=(Repaired("comma", ""), Repaired("stringified", "/a")))
    assert call_as_json(call)["repairs"] == [{"kind": "comma", "path": ""}, {"kind": "stringified", "path": "/a"}]


def test_a_fault_keeps_all_its_fields() -> None:
    told = fault_as_json(UnknownTool(1, 2, "hermes-json", ("a", "b")))
    assert json.loads(json.dumps(told)) == {
        "kind": "unknown_tool",
        "start": 1,
        "stop": 2,
        "grammar": "hermes-json",
        "nearest": ["a", "b"],
    }


def test_calls_of_tools_not_offered_stand_apart() -> None:
    told = as_json(read('<tool_call>{"name": "zzz", "arguments": {"a": 1}}</tool_call>'))
    assert told["calls"] == []
    assert told["refused"] == [
        {"name": "zzz", "arguments": {"a": 1}, "grammar": "hermes-json", "start": 0, "stop": 61, "repairs": []}
    ]


@given(st.text())
def test_segments_in_json_partition_the_reply(text: str) -> None:
    reading = read(text)
    told = json.loads(json.dumps(as_json(reading)))
    assert "".join(text[segment["start"] : segment["stop"]] for segment in told["segments"]) == text
    assert told["visible"] == reading.visible


# ── text ──


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain 漢字 é", "plain 漢字 é"),
        ("\x1b[31m", "\\x1b[31m"),
        ("a\nb", "a\nb"),
        ("\r\t\0\x9b", "\\r\\t\\x00\\x9b"),
        ("\u202e\u200b\u2028\ufeff", "\\u202e\\u200b\\u2028\\ufeff"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text: str, escaped: str) -> None:
    assert printable(text) == escaped


@given(st.text(st.characters(codec=None), max_size=30))
def test_nothing_unprintable_reaches_the_output(text: str) -> None:
    call = ToolCall(text, {text: text}, id=text, repairs=(Repaired("comma", text),))
    end = len(text)
    reading: Reading[Xml] = Reading(text, (Prose(0, end), Called(end, end, (call,))), (), (call,), (call,))
    out = shown(reading)
    assert {unicodedata.category(c) for c in out if c != "\n"}.isdisjoint({"Cc", "Cf", "Cs", "Zl", "Zp"})
    out.encode()


def test_markup_of_the_view_itself_is_only_text() -> None:
    assert "[bold red]x[/] :smile:" in shown(read("[bold red]x[/] :smile:"))


def test_a_long_segment_loses_its_middle() -> None:
    out = shown(read("a" * 5_000 + "b" * 5_000))
    assert "[... 9400 characters not shown ...]" in out
    assert len(out) < 7_000


def test_line_ends_at_the_edges_are_shown() -> None:
    out = shown(read(f"Hi\n<tool_call>{CALL}</tool_call>\n\n"))
    assert "Hi\\n\\n\\n" in out
    assert "\\n\\n" in out


def test_an_empty_reply_shows_nothing() -> None:
    out = shown(read(""))
    assert "nothing" in out
    assert "Segments (0, of 0 characters)" in out


def test_arguments_are_pretty_and_repairs_named() -> None:
    call = ToolCall("f", {"a": {"b": "</c>"}}, "g", 3, 9, "c1", (Repaired("comma"), Repaired("stringified", "/a")))
    out = shown(Reading("", (), (), (call,)))
    for line in ('"a": {', '"b": "</c>"', "c1", "3-9", "comma, stringified at /a"):
        assert line in out


def test_a_fault_is_described() -> None:
    fault = TruncatedArguments(0, 4, "hermes-json")
    out = shown(Reading("abcd", (Unterminated(0, 4, fault),), (fault,), ()))
    assert "truncated_arguments" in out
    assert "was cut off before its end." in out


@pytest.mark.parametrize("width", [20, 41, 80])
def test_wide_characters_stay_within_the_width(width: int) -> None:
    from rich.cells import cell_len

    out = shown(read(f"漢字e\u0301🇫🇷 {'漢' * 300}<tool_call>{CALL}</tool_call>"), width=width)
    assert max(cell_len(line) for line in out.split("\n")) <= width


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    reading = read(f"Hi <tool_call>{CALL}</tool_call>")
    assert "\x1b[32m" in shown(reading, terminal=True)
    assert "\x1b" not in shown(reading)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[32m" not in shown(reading, terminal=True)
