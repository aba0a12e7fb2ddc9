"""From arguments by position or keyword to arguments by name, in the layout that the catalogue printed."""

from __future__ import annotations

from collections.abc import Sequence

from dialectfp.calls import RepairKind
from dialectfp.faults import (
    AmbiguousTool,
    BindingProblem,
    SchemaEcho,
    TextFault,
    UnboundArguments,
    UnknownTool,
)
from dialectfp.jsontypes import Json
from dialectfp.parse.literals import LiteralCall
from dialectfp.parse.machine import Around, RawCall
from dialectfp.parse.objects import ARGUMENT_KEYS
from dialectfp.repair.name import Ambiguous, Known, resolve
from dialectfp.repair.raw import typed
from dialectfp.slots import SlotCall, placeholder
from dialectfp.tool_schemas import types_of
from dialectfp.tools import Parameter, ToolSpec

__all__ = ["bind_calls", "bind_slots"]


def bind_calls(
    calls: Sequence[LiteralCall], grammar: str, around: Around, *, nulls: bool = False
) -> tuple[RawCall, ...] | TextFault:
    """Bind all the calls of a block: positional values in layout order, then keywords. One that doesn't fit refuses all.

    A null at the top level is an argument that wasn't sent, unless ``nulls``. Fails with UnknownTool, AmbiguousTool or UnboundArguments; a
    single call that names all its arguments needs no layout, so its unknown tool is left for the resolver to report.
    """
    bound: list[RawCall] = []
    for call in calls:
        found = _tool(call.name, grammar, around)
        if isinstance(found, ToolSpec):
            raw = _bound(call, found, around)
            if not isinstance(raw, RawCall):
                return UnboundArguments(around.start, around.stop, grammar, found.name, raw)
        elif all(keyword for keyword, _ in call.arguments) and (len(calls) == 1 or not around.toolset.specs):
            raw = RawCall(call.name, dict(call.arguments), None, call.repairs)
        else:
            return found
        bound.append(raw if nulls else _without_nulls(raw))
    return tuple(bound)


def _without_nulls(raw: RawCall) -> RawCall:
    sent = {name: value for name, value in raw.arguments.items() if value is not None}
    return RawCall(raw.name, sent, None, raw.repairs)


def _tool(name: str, grammar: str, around: Around) -> ToolSpec | UnknownTool | AmbiguousTool:
    resolved = resolve(around.toolset.names, name)
    if isinstance(resolved, Known):
        return around.toolset.specs[resolved.name]
    if isinstance(resolved, Ambiguous):
        return AmbiguousTool(around.start, around.stop, grammar, resolved.candidates)
    return UnknownTool(around.start, around.stop, grammar, resolved.nearest)


def _bound(call: LiteralCall, spec: ToolSpec, around: Around) -> RawCall | BindingProblem:
    layout = around.toolset.layout[spec.name]
    declared = {parameter.name for parameter in layout}
    arguments, wrapped = _unwrapped(call, spec, layout)
    repairs: tuple[RepairKind, ...] = (*call.repairs, "wrapper") if wrapped else call.repairs
    named: dict[str, Json] = {}
    keywords = False
    for place, (keyword, value) in enumerate(arguments):
        if not keyword and keywords:
            return "value_after_keyword"
        if not keyword and place >= len(layout):
            return "too_many_values"
        keywords = bool(keyword)
        name = keyword or layout[place].name
        if name not in declared:
            return "unknown_argument"
        if name in named:
            return "repeated_argument"
        named[name] = value
    return RawCall(call.name, named, None, repairs)


def _unwrapped(
    call: LiteralCall, spec: ToolSpec, layout: Sequence[Parameter]
) -> tuple[Sequence[tuple[str, Json]], bool]:
    """Take a single object for the arguments, and a wrapper copied from a signature off; the flag tells of the latter."""
    if len(call.arguments) != 1:
        return call.arguments, False
    ((keyword, value),) = call.arguments
    if not isinstance(value, dict):
        return call.arguments, False
    declared = {parameter.name for parameter in layout}
    if keyword in declared or (keyword and keyword not in ARGUMENT_KEYS):
        return call.arguments, False
    fits = bool(layout) and "object" in types_of(spec.parameters, layout[0].schema)
    if value.keys() <= declared or not (fits or len(layout) == 1):
        return tuple(value.items()), bool(keyword)
    return (call.arguments, False) if keyword else ((("", value),), False)


def bind_slots(call: SlotCall, grammar: str, around: Around) -> RawCall | TextFault:
    """Bind a call's slots by the layout, and type each value by its schema.

    An empty value is an argument that wasn't sent, and of a slot given twice the last counts. Fails with UnknownTool,
    AmbiguousTool, UnboundArguments, or SchemaEcho if a value is the catalogue's own placeholder.
    """
    spec = _tool(call.name, grammar, around)
    if not isinstance(spec, ToolSpec):
        return spec
    start, stop, layout = around.start, around.stop, around.toolset.layout[spec.name]
    if call.problem is not None:
        return UnboundArguments(start, stop, grammar, spec.name, call.problem)
    arguments: dict[str, Json] = {}
    for slot, text in call.slots:
        if slot >= len(layout):
            return UnboundArguments(start, stop, grammar, spec.name, "slot_out_of_range")
        name = layout[slot].name
        arguments.pop(name, None)
        if text == placeholder(name):
            return SchemaEcho(start, stop, grammar)
        if text:
            arguments[name] = typed(spec, name, text)
    return RawCall(call.name, arguments, None)
