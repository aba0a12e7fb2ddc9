"""From raw calls to tool calls: names resolved, arguments shaped, faults told apart."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from dialectfp.calls import Repaired, ToolCall
from dialectfp.faults import AmbiguousTool, SchemaEcho, TextFault, UnknownTool
from dialectfp.jsontypes import JsonObject
from dialectfp.parse.machine import Around, RawCall
from dialectfp.repair.arguments import shape
from dialectfp.repair.name import Ambiguous, Known, resolve
from dialectfp.tools import Toolset
from dialectfp.validate import argument_faults

__all__ = ["Outcome", "resolved"]


class Outcome(Struct, frozen=True):
    """What became of one call in a block: the call, what is wrong with it, and whether it is to be handed on."""

    call: ToolCall | None
    faults: tuple[TextFault, ...] = ()
    refused: bool = False

    @property
    def fault(self) -> TextFault | None:
        """The first fault."""
        return self.faults[0] if self.faults else None


def resolved(items: Iterable[RawCall | TextFault], grammar: str, around: Around) -> tuple[Outcome, ...]:
    """Resolve each call's name among the offered tools, and bring its arguments to shape."""
    return tuple([_resolved(i, grammar, around) if isinstance(i, RawCall) else Outcome(None, (i,)) for i in items])


def _resolved(raw: RawCall, grammar: str, around: Around) -> Outcome:
    start, stop, toolset = around.start, around.stop, around.toolset
    repairs = tuple(map(Repaired, raw.repairs)) if raw.repairs else ()
    if not toolset.specs:
        return Outcome(ToolCall(raw.name, raw.arguments, grammar, start, stop, raw.id, repairs))
    if raw.name in toolset.specs:
        return _fitted(raw, raw.name, repairs, grammar, around)
    name = resolve(toolset.names, raw.name)
    if not isinstance(name, Known):
        call = ToolCall(raw.name, raw.arguments, grammar, start, stop, raw.id, repairs)
        refused = around.policy.unknown_tool == "report"
        if isinstance(name, Ambiguous):
            return Outcome(call, (AmbiguousTool(start, stop, grammar, name.candidates),), refused)
        return Outcome(call, (UnknownTool(start, stop, grammar, name.nearest),), refused)
    if name.repaired:
        repairs = (*repairs, Repaired("name", "/name"))
    return _fitted(raw, name.name, repairs, grammar, around)


def _fitted(raw: RawCall, name: str, repairs: tuple[Repaired, ...], grammar: str, around: Around) -> Outcome:
    start, stop, toolset, how = around.start, around.stop, around.toolset, around.policy.arguments
    arguments = raw.arguments
    if dict in map(type, arguments.values()) and _repeats_schema(toolset, name, arguments):
        return Outcome(None, (SchemaEcho(start, stop, grammar),))
    if how == "pass_through" or toolset.validators[name].is_valid(arguments):
        return Outcome(ToolCall(name, arguments, grammar, start, stop, raw.id, repairs))
    if how != "require_as_written":
        arguments, shaped = shape(toolset, name, arguments)
        repairs += shaped
    call = ToolCall(name, arguments, grammar, start, stop, raw.id, repairs)
    faults = argument_faults(toolset, call)
    return Outcome(call, faults, bool(faults) and how != "shape_then_report")


def _repeats_schema(toolset: Toolset, tool: str, arguments: JsonObject) -> bool:
    """Tell whether an argument is the very schema of its parameter, copied where a value belongs."""
    return any(
        bool(parameter.schema) and parameter.schema == arguments.get(parameter.name)
        for parameter in toolset.layout[tool]
    )
