"""From JSON values to calls: the shapes in which models wrap a name and its arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dialectfp.calls import RepairKind
from dialectfp.faults import (
    ArgumentsNotObject,
    MalformedArguments,
    MalformedCall,
    NoToolName,
    SchemaEcho,
    TextFault,
    TooDeep,
    TruncatedArguments,
)
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.parse.machine import Around, Decoded, RawCall
from dialectfp.repair.json import Broken, Loaded, load_object, load_values, repeats_a_key, strict

__all__ = ["ARGUMENT_KEYS", "calls_of", "decode_body", "is_json", "unwrapped"]

#: Where a call's arguments stand, the canonical key first. Behind a marker any of them counts.
ARGUMENT_KEYS: Final = ("arguments", "args", "parameters", "params", "input")
#: Keys beside a call's name and arguments that say nothing about either.
_SIBLINGS: Final = frozenset({"name", "type", "id", "index", "tool_call_id", "call_id", "description", "strict"})
#: The keys of a call as it should be.
_PLAIN: Final = frozenset({"name", "arguments"})
_ID_KEYS: Final = ("id", "tool_call_id", "call_id")
_SCHEMA_KEYS: Final = frozenset({"type", "$ref", "enum", "const", "anyOf", "oneOf", "allOf", "properties", "items"})


def decode_body(
    body: str,
    start: int,
    grammar: str,
    around: Around,
    *,
    ended: bool,
    written_id: str | None = None,
    keyed: bool = False,
) -> Decoded:
    """Read the calls in a block's body, which begins at ``start`` of the reply.

    Gives calls and faults in order, nothing for an empty body. ``ended`` says that the body is whole; ``written_id``
    is the one the tag carried, for a body of one call.
    """
    if not body.strip():
        return () if ended else (TruncatedArguments(around.start, around.stop, grammar),)
    if around.policy.duplicate_key == "malformed" and repeats_a_key(body):
        return (MalformedCall(around.start, around.stop, grammar),)
    values, broken = load_values(body, complete=ended or around.complete)
    if not ended and values and _cut_before_arguments(values[-1]):
        values, broken = values[:-1], Broken("truncated", len(body))
    if keyed:
        values = tuple(Loaded(_named(loaded.value), loaded.stop, loaded.repairs) for loaded in values)
    found = [item for value in values for item in calls_of(value, grammar, around)]
    if broken is not None:
        found.append(_fault(body, start, grammar, around, broken, ended=ended))
    if written_id is not None and len(found) == 1 and isinstance(found[0], RawCall) and found[0].id is None:
        call = found[0]
        return (RawCall(call.name, call.arguments, written_id, call.repairs),)
    return tuple(found)


def _named(value: Json) -> Json:
    """Turn ``{name: arguments}``, or an array of such, into calls."""
    if isinstance(value, list):
        return [_named(item) for item in value]
    if isinstance(value, Mapping) and len(value) == 1:
        name, arguments = next(iter(value.items()))
        return {"name": name, "arguments": arguments}
    return value


def _cut_before_arguments(loaded: Loaded) -> bool:
    """Tell whether a value that had to be balanced at the end of the reply may have lost its arguments."""
    value = unwrapped(loaded.value)
    return "closer" in loaded.repairs and isinstance(value, Mapping) and not any(key in value for key in ARGUMENT_KEYS)


def _fault(body: str, start: int, grammar: str, around: Around, broken: Broken, *, ended: bool) -> TextFault:
    if broken.kind == "truncated" and not ended:
        return TruncatedArguments(around.start, around.stop, grammar)
    if broken.kind == "too_deep" and body.lstrip().startswith("{"):
        return TooDeep(around.start, around.stop, grammar)
    if '"name"' in body[: broken.at]:
        return MalformedArguments(around.start, around.stop, grammar, start + broken.at)
    return MalformedCall(around.start, around.stop, grammar)


def calls_of(loaded: Loaded, grammar: str, around: Around) -> tuple[RawCall | TextFault, ...]:
    """Read the calls in one value: a call, an array of calls, or an envelope around them."""
    value: Json = loaded.value
    if isinstance(value, dict) and value.keys() == _PLAIN:
        name, arguments = value["name"], value["arguments"]
        if isinstance(name, str) and isinstance(arguments, dict) and name and "properties" not in arguments:
            return (RawCall(name, arguments, None, loaded.repairs),)
    for _ in range(_LAYERS):
        inner = unwrapped(value)
        if inner is value:
            break
        value = inner
    if isinstance(value, Mapping):
        return (_call(value, grammar, around, loaded.repairs),)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(_call(unwrapped(item), grammar, around, loaded.repairs) for item in value)
    return (MalformedCall(around.start, around.stop, grammar),)


#: A call may stand in ``{"tool_calls": [{"function": {…}}]}``: so many layers, and no more.
_LAYERS: Final = 3


def unwrapped(value: Json) -> Json:
    """Take one wrapper off: ``{"tool_calls": […]}``, ``{"function": {"name": …}}``, ``{"tool_call": {…}}``."""
    if not isinstance(value, Mapping):
        return value
    for key in ("tool_calls", "tool_call", "function_call"):
        inner = value.get(key)
        if "name" not in value and isinstance(inner, (Mapping, list)):
            return inner
    function = value.get("function")
    if "name" not in value and isinstance(function, Mapping) and "name" in function:
        kept = {key: value[key] for key in _ID_KEYS if key in value and key not in function}
        return {**function, **kept} if kept else function
    return value


def _call(value: Json, grammar: str, around: Around, repairs: tuple[RepairKind, ...]) -> RawCall | TextFault:
    start, stop = around.start, around.stop
    if not isinstance(value, Mapping):
        return MalformedCall(start, stop, grammar)
    name = value.get("name")
    if not isinstance(name, str) or not name.strip():
        return NoToolName(start, stop, grammar)
    arguments, more = _arguments(value, grammar, around)
    if not isinstance(arguments, Mapping):
        return arguments
    if is_echo(arguments):
        return SchemaEcho(start, stop, grammar)
    written = next((value[key] for key in _ID_KEYS if isinstance(value.get(key), str)), None)
    return RawCall(name, arguments, written if isinstance(written, str) else None, repairs + more)


def _arguments(
    value: JsonObject, grammar: str, around: Around
) -> tuple[JsonObject | TextFault, tuple[RepairKind, ...]]:
    start, stop = around.start, around.stop
    key = next((key for key in ARGUMENT_KEYS if key in value), None)
    found = None if key is None else value[key]
    alias: tuple[RepairKind, ...] = ("alias",) if key not in {None, "arguments"} else ()
    if isinstance(found, str) and found.strip():
        loaded = load_object(found, complete=True)
        match loaded:
            case Broken(kind="not_object"):
                return ArgumentsNotObject(start, stop, grammar), ()
            case Broken(kind="too_deep"):
                return TooDeep(start, stop, grammar), ()
            case Broken():
                return MalformedArguments(start, stop, grammar, start), ()
            case Loaded(value=inner, repairs=inside):
                if not isinstance(inner, Mapping):
                    return ArgumentsNotObject(start, stop, grammar), ()
                return inner, (*alias, "stringified", *inside)
    if found is None or found == "" or (isinstance(found, str) and not found.strip()):
        return _beside(value, around, alias)
    if not isinstance(found, Mapping):
        return ArgumentsNotObject(start, stop, grammar), ()
    if not found:
        beside, wrapped = _beside(value, around, alias)
        return (beside, wrapped) if beside else (found, alias)
    filled = _filled_in(found)
    return (filled, (*alias, "wrapper")) if filled is not None else (found, alias)


def _beside(
    value: JsonObject, around: Around, alias: tuple[RepairKind, ...]
) -> tuple[JsonObject, tuple[RepairKind, ...]]:
    """Arguments written beside the name, when the offered tool declares every one of them."""
    beside = {key: item for key, item in value.items() if key not in _SIBLINGS and key not in ARGUMENT_KEYS}
    spec = around.toolset.specs.get(str(value.get("name")))
    if not beside or spec is None:
        return {}, alias
    declared = {parameter.name for parameter in around.toolset.layout[spec.name]}
    return (beside, (*alias, "wrapper")) if beside.keys() <= declared else ({}, alias)


def is_echo(arguments: JsonObject) -> bool:
    """Tell whether the arguments are a tool's schema quoted back: ``type``, and ``properties`` of schemas."""
    properties = arguments.get("properties")
    if arguments.get("type") != "object" or not isinstance(properties, Mapping):
        return False
    return not properties or any(_is_schema(item) for item in properties.values())


def _filled_in(arguments: JsonObject) -> JsonObject | None:
    """Values filled in under ``properties`` of a copied schema are arguments in a wrapper."""
    properties = arguments.get("properties")
    if arguments.get("type") != "object" or not isinstance(properties, Mapping) or not properties:
        return None
    return None if any(_is_schema(item) for item in properties.values()) else properties


def _is_schema(value: Json) -> bool:
    return isinstance(value, Mapping) and (not value or not _SCHEMA_KEYS.isdisjoint(value))


def is_json(text: str) -> bool:
    """Tell whether a text, blanks around it aside, is one strict JSON value."""
    loaded = strict(text)
    return isinstance(loaded, Loaded) and not text[loaded.stop :].strip()
