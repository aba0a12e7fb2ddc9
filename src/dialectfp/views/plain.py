"""A reading as JSON: the shape that ``dialectfp read --json`` prints."""

from __future__ import annotations

from typing import TypeVar, cast

import msgspec

from dialectfp.calls import ToolCall
from dialectfp.faults import TextFault
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.reading import Reading
from dialectfp.segments import kind_of_segment
from dialectfp.tags import Tag

__all__ = ["as_json", "call_as_json", "fault_as_json"]

D = TypeVar("D", bound=Tag)


def as_json(reading: Reading[D]) -> dict[str, Json]:
    """Give ``visible``, ``reasoning``, ``calls``, ``refused``, ``faults`` and ``segments``, spans in characters."""
    return {
        "visible": reading.visible,
        "reasoning": reading.reasoning,
        "calls": [call_as_json(call) for call in reading.calls],
        "refused": [call_as_json(call) for call in reading.refused],
        "faults": [fault_as_json(fault) for fault in reading.faults],
        "segments": [
            {"kind": kind_of_segment(segment), "start": segment.start, "stop": segment.stop}
            for segment in reading.segments
        ],
    }


def call_as_json(call: ToolCall) -> JsonObject:
    """Give a call's fields; ``id`` only where the text had one."""
    fields: dict[str, Json] = {
        "name": call.name,
        "arguments": call.arguments,
        "grammar": call.grammar,
        "start": call.start,
        "stop": call.stop,
        "repairs": [{"kind": repaired.kind, "path": repaired.path} for repaired in call.repairs],
    }
    return fields if call.id is None else {**fields, "id": call.id}


def fault_as_json(fault: TextFault) -> JsonObject:
    """Give a fault's ``kind``, ``start``, ``stop`` and whatever else it carries."""
    # cast: a struct becomes an object.
    return cast("JsonObject", msgspec.to_builtins(fault))
