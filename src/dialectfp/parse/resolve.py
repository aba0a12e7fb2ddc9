"""From raw calls to tool calls: names resolved, arguments shaped, faults told apart."""

from __future__ import annotations

from collections.abc import Iterable

from dialectfp.calls import Repaired, ToolCall
from dialectfp.faults import AmbiguousTool, SchemaEcho, TextFault, UnknownTool
from dialectfp.jsontypes import JsonObject
from dialectfp.parse.machine import Around, RawCall
from dialectfp.repair.arguments import shape
from dialectfp.repair.name import Ambiguous, Known, resolve
from dialectfp.tools import Toolset

__all__ = ["resolved"]


def resolved(
    items: Iterable[RawCall | TextFault], grammar: str, around: Around
) -> tuple[tuple[ToolCall, ...], tuple[TextFault, ...], tuple[ToolCall, ...]]:
    """Give the calls to hand on, the faults, and the calls of tools that were not offered."""
    calls: list[ToolCall] = []
    faults: list[TextFault] = []
    unoffered: list[ToolCall] = []
    for item in items:
        if not isinstance(item, RawCall):
            faults.append(item)
            continue
        call, fault = _resolved(item, grammar, around)
        if fault is None:
            calls.append(call)
        elif isinstance(fault, SchemaEcho):
            faults.append(fault)
        else:
            faults.append(fault)
            (unoffered if around.policy.unknown_tool == "report" else calls).append(call)
    return tuple(calls), tuple(faults), tuple(unoffered)


def _resolved(raw: RawCall, grammar: str, around: Around) -> tuple[ToolCall, TextFault | None]:
    start, stop, toolset = around.start, around.stop, around.toolset
    repairs = tuple(map(Repaired, raw.repairs)) if raw.repairs else ()
    if not toolset.specs:
        return ToolCall(raw.name, raw.arguments, grammar, start, stop, raw.id, repairs), None
    name = Known(raw.name, repaired=False) if raw.name in toolset.specs else resolve(toolset.names, raw.name)
    if not isinstance(name, Known):
        call = ToolCall(raw.name, raw.arguments, grammar, start, stop, raw.id, repairs)
        if isinstance(name, Ambiguous):
            return call, AmbiguousTool(start, stop, grammar, name.candidates)
        return call, UnknownTool(start, stop, grammar, name.nearest)
    if dict in map(type, raw.arguments.values()) and _repeats_schema(toolset, name.name, raw.arguments):
        call = ToolCall(name.name, raw.arguments, grammar, start, stop, raw.id, repairs)
        return call, SchemaEcho(start, stop, grammar)
    arguments, shaped = shape(toolset, name.name, raw.arguments)
    if name.repaired:
        shaped = (Repaired("name", "/name"), *shaped)
    return ToolCall(name.name, arguments, grammar, start, stop, raw.id, (*repairs, *shaped)), None


def _repeats_schema(toolset: Toolset, tool: str, arguments: JsonObject) -> bool:
    """Tell whether an argument is the very schema of its parameter, copied where a value belongs."""
    return any(
        bool(parameter.schema) and parameter.schema == arguments.get(parameter.name)
        for parameter in toolset.layout[tool]
    )
