"""The arguments of a call that came by itself, as the text of a provider's structured channel."""

from __future__ import annotations

from collections.abc import Mapping

from returns.result import Failure, Result, Success

from dialectfp.calls import ToolCall
from dialectfp.faults import ArgumentsNotObject, MalformedArguments, TextFault, TooDeep, TruncatedArguments
from dialectfp.parse.machine import Around, RawCall
from dialectfp.parse.resolve import resolved
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.repair.json import Broken, Loaded, load_values
from dialectfp.tools import Toolset

__all__ = ["read_arguments"]

_GRAMMAR = "native"


def read_arguments(
    toolset: Toolset, tool: str, text: str, policy: ReadPolicy = READ_POLICY, *, complete: bool = True
) -> Result[tuple[ToolCall, ...], TextFault]:
    """Read the arguments text of one call of ``tool``: one call, or one for each whole object in a row.

    An empty text is a call without arguments. ``complete`` False says that the text was cut off by a limit, so nothing
    missing is balanced. Fails with MalformedArguments, TruncatedArguments, ArgumentsNotObject, TooDeep, UnknownTool or
    AmbiguousTool; spans count characters of ``text``.
    """
    stop = len(text)
    values, broken = load_values(text, complete=complete) if text.strip() else ((Loaded({}, stop, ()),), None)
    if broken is not None:
        return Failure(_fault(broken, stop))
    raw = [RawCall(tool, loaded.value, None, loaded.repairs) for loaded in values if isinstance(loaded.value, Mapping)]
    if len(raw) != len(values):
        return Failure(ArgumentsNotObject(0, stop, _GRAMMAR))
    outcomes = resolved(raw, _GRAMMAR, Around(toolset, policy, 0, stop, complete))
    faults = [outcome.fault for outcome in outcomes if outcome.fault is not None]
    return Failure(faults[0]) if faults else Success(tuple(o.call for o in outcomes if o.call is not None))


def _fault(broken: Broken, stop: int) -> TextFault:
    match broken.kind:
        case "truncated":
            return TruncatedArguments(0, stop, _GRAMMAR)
        case "too_deep":
            return TooDeep(0, stop, _GRAMMAR)
        case "not_object":
            return ArgumentsNotObject(0, stop, _GRAMMAR)
        case "malformed" | "empty":
            return MalformedArguments(0, stop, _GRAMMAR, broken.at)
