"""Failures reported in the field, rebuilt as inputs (``field.jsonl``), each with its right answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet
from returns.result import Success

from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import xml
from dialectfp.faults import kind_of
from dialectfp.outcome import cases
from dialectfp.parse.arguments_text import read_arguments
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.stream import collect, feed, flush, read, start
from dialectfp.tools import Toolset

Case = dict[str, Any]

CASES: list[Case] = [
    json.loads(line) for line in (Path(__file__).parent / "field.jsonl").read_text("utf-8").splitlines()
]

#: Cases that an issue to come will read, or whose `alt` is what the default policy picks, with the reason.
NOT_YET = {
    "section-markers-lost-prefix-glued": "with its opener lost the header is text; what follows is shown",
    "glm-markup-inside-json": "a string that never closes is reported as truncated, whatever took over inside it",
}


def unfolded(value: object) -> object:
    """Spell out ``{"$repeat": [piece, count]}``."""
    if isinstance(value, dict):
        if "$repeat" in value:
            piece, count = value["$repeat"]
            return str(piece) * int(count)
        return {key: unfolded(item) for key, item in value.items()}
    return [unfolded(item) for item in value] if isinstance(value, list) else value


def pieces_of(case: Case) -> list[str]:
    if "chunks" in case:
        return list(case["chunks"])
    text = case.get("text", "".join(piece * count for piece, count in case.get("text_recipe", [])))
    size = case.get("chunk_size", len(text) or 1)
    return [text[low : low + size] for low in range(0, len(text), size)]


def answer(case: Case, pieces: list[str]) -> tuple[list[Case], str | None, set[str]]:
    """Read the case: its calls, its visible text, and the kinds of its faults."""
    toolset = Toolset.from_openai(case["tools"]).unwrap()
    text = "".join(pieces)
    if "args_of" in case:
        match cases(read_arguments(toolset, case["args_of"], text, complete=case.get("finish_reason") != "length")):
            case Success(calls):
                return [{"name": call.name, "arguments": call.arguments} for call in calls], None, set()
            case failure:
                return [], None, {kind_of(failure.failure())}
    reason = case.get("finish_reason")
    prefilled = case.get("thinking_prefilled", False)
    reply = receive(xml(), text, finish_reason=reason, thinking_prefilled=prefilled)
    # A call that doesn't fit is wanted beside its fault.
    policy = ReadPolicy(arguments="shape_then_report") if case["stage"] == "validate" else READ_POLICY
    whole = read(toolset, reply, policy).unwrap()
    state, steps = start(toolset, policy, thinking_prefilled=prefilled), []
    for piece in pieces:
        state, step = feed(state, piece)
        steps.append(step)
    assert collect(reply, [*steps, flush(state, reason)]) == whole
    found = [
        {"name": call.name, "arguments": call.arguments} | ({"id": call.id} if call.id else {}) for call in whole.calls
    ]
    return found, whole.visible, {kind_of(fault) for fault in whole.faults}


def fits(expect: Case, found: tuple[list[Case], str | None, set[str]], *, exact: bool) -> bool:
    calls, text, kinds = found
    wanted: list[Case] = json.loads(json.dumps(unfolded(expect["calls"])))
    if [{key: call.get(key) for key in want} for call, want in zip(calls, wanted, strict=False)] != wanted:
        return False
    if len(calls) != len(wanted) or (expect["error"] is not None and expect["error"] not in kinds):
        return False
    shown = expect.get("text")
    return shown is None or text is None or (text == shown if exact else text.strip() == shown.strip())


def in_scope() -> list[ParameterSet]:
    """List the cases of the grammars that are read, those not yet right marked so."""
    return [
        pytest.param(
            case,
            id=case["id"],
            marks=[pytest.mark.xfail(reason=NOT_YET[case["id"]], strict=True)] if case["id"] in NOT_YET else [],
        )
        for case in CASES
    ]


@pytest.mark.parametrize("case", in_scope())
def test_the_right_answer(case: Case) -> None:
    found = answer(case, pieces_of(case))
    right = [case["expect"], *case.get("alt", [])]
    assert any(fits(expect, found, exact=case.get("text_exact", False)) for expect in right), found
    for wrong in case.get("forbid", []):
        assert unfolded(wrong) not in found[0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cut_anywhere(case: Case) -> None:
    text = "".join(pieces_of(case))
    if "args_of" not in case and len(text) < 2_000:
        assert answer(case, list(text)) == answer(case, [text])
