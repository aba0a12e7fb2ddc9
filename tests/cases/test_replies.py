"""What real models wrote under the positional and code dialects: what is read, and what is refused for which reason."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dialectfp import pformat, python, typescript
from dialectfp.calls import ToolCall
from dialectfp.dialects.record import Dialect, receive
from dialectfp.faults import UnboundArguments, kind_of
from dialectfp.reading import FinishReason
from dialectfp.stream import collect, feed, flush
from dialectfp.tools import Toolset

FOLDER = Path(__file__).parent / "replies"
TOOLSETS = {
    name: Toolset.from_openai(json.loads((FOLDER / f"tools-{name}.json").read_text("utf-8"))).unwrap()
    for name in ("easy", "hard")
}
# Any: the dialects differ by group, and none is mixed with another.
MAKERS: Mapping[str, Callable[[str], Dialect[Any]]] = {"pformat": pformat, "python": python, "typescript": typescript}


class Intended(msgspec.Struct, frozen=True):
    """The call that the question asks for: strings in lower case, perhaps only a part of the value."""

    name: str
    arguments: dict[str, Any]


class Answer(msgspec.Struct, frozen=True):
    """One reply."""

    id: str
    model: str
    dialect: str
    marker: str
    example_shown: bool
    tools: str
    text: str
    finish_reason: str
    intended: Intended | None = None


ANSWERS = [msgspec.json.decode(line, type=Answer) for line in (FOLDER / "replies.jsonl").read_bytes().splitlines()]

#: Model, dialect, marker, whether an example was shown and which tools; then how many replies, how many with a call,
#: how many with the intended one, and what was refused.
SUMMARY: Mapping[tuple[str, str, str, bool, str], tuple[int, int, int, dict[str, int]]] = {
    ("qwen15", "pformat", "call", True, "easy"): (20, 20, 19, {}),
    ("qwen15", "pformat", "tool_call", True, "easy"): (20, 17, 16, {}),
    # Asked without an example, the model numbered no slots: prose, as it stands without a tag.
    ("qwen15", "pformat", "tool_call", False, "easy"): (20, 0, 0, {}),
    ("qwen15", "python", "call", True, "easy"): (20, 20, 19, {}),
    ("qwen15", "python", "tool_call", True, "easy"): (20, 20, 19, {}),
    ("qwen15", "python", "tool_call", False, "easy"): (20, 20, 20, {}),
    ("qwen05", "pformat", "call", True, "easy"): (
        20,
        8,
        8,
        {"slot_without_value": 6, "slot_no_number": 4, "missing_required": 2},
    ),
    ("qwen05", "pformat", "tool_call", True, "easy"): (20, 6, 4, {"type_mismatch": 2, "missing_required": 2}),
    ("qwen05", "python", "call", True, "easy"): (20, 20, 20, {}),
    ("qwen05", "python", "tool_call", True, "easy"): (20, 10, 10, {}),
    ("qwen05", "pformat", "call", False, "hard"): (24, 4, 0, {"malformed_call": 1}),
    ("qwen05", "python", "call", False, "hard"): (24, 5, 0, {"too_many_values": 1}),
    ("qwen05", "typescript", "call", False, "hard"): (24, 10, 0, {}),
}


def is_intended(call: ToolCall, intended: Intended) -> bool:
    def fits(wanted: object, found: object) -> bool:
        return isinstance(found, str) and wanted in found.lower() if isinstance(wanted, str) else found == wanted

    return call.name == intended.name and all(
        fits(value, call.arguments.get(key)) for key, value in intended.arguments.items()
    )


@pytest.mark.parametrize("group", SUMMARY, ids=lambda group: "-".join(map(str, group)))
def test_what_is_read_and_what_is_refused(group: tuple[str, str, str, bool, str]) -> None:
    answers = [a for a in ANSWERS if (a.model, a.dialect, a.marker, a.example_shown, a.tools) == group]
    dialect = MAKERS[group[1]](group[2])
    toolset = TOOLSETS[group[4]]
    called = right = 0
    refused = Counter[str]()
    for answer in answers:
        reason: FinishReason = "length" if answer.finish_reason == "length" else "stop"
        reply = receive(dialect, answer.text, finish_reason=reason)
        reading = dialect.syntax.read(toolset, reply).unwrap()
        called += bool(reading.calls)
        right += answer.intended is not None and any(is_intended(call, answer.intended) for call in reading.calls)
        refused.update(
            fault.problem if isinstance(fault, UnboundArguments) else kind_of(fault) for fault in reading.faults
        )
        state, steps = dialect.syntax.start(toolset, False), []
        for character in answer.text:
            state, step = feed(state, character)
            steps.append(step)
        assert collect(reply, [*steps, flush(state, reason)]) == reading
    assert (len(answers), called, right, dict(refused)) == SUMMARY[group]


def test_every_reply_is_counted() -> None:
    assert sum(count for count, *_ in SUMMARY.values()) == len(ANSWERS)
