"""Arguments held against their tool's JSON Schema, and typed decoding for hosts that have structs of their own."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final, TypeVar

import msgspec
from returns.result import Failure, Result, Success

from dialectfp.calls import ToolCall
from dialectfp.faults import ArgumentFault, ExtraData, InvalidValue, MissingRequired, TypeMismatch
from dialectfp.jsontypes import Json
from dialectfp.tool_schemas import Violation, is_array, is_object, pointer
from dialectfp.tools import Toolset

__all__ = ["argument_faults", "decode_as"]

T = TypeVar("T")

#: So many faults are told of one call.
_MOST: Final = 8
_AT: Final = re.compile(r" - at `\$(.*)`\Z")


def argument_faults(toolset: Toolset, call: ToolCall) -> tuple[ArgumentFault, ...]:
    """Tell what in a call of an offered tool doesn't fit its schema: at most eight faults, in the schema's order.

    Empty for arguments that fit, and for a tool that isn't offered. Faults: TypeMismatch, MissingRequired, ExtraData,
    InvalidValue.
    """
    spec = toolset.specs.get(call.name)
    if spec is None:
        return ()
    validator = toolset.validators[call.name]
    if validator.is_valid(call.arguments):
        return ()
    found = islice(validator.iter_errors(call.arguments), _MOST)
    return tuple(dict.fromkeys(_fault(spec.parameters, violation, call) for violation in found))


def _fault(root: Json, violation: Violation, call: ToolCall) -> ArgumentFault:
    steps = tuple(violation.schema_path)
    where, path = (call.start, call.stop, call.grammar, call.name), _path(violation, steps)
    wanted = root
    for step in steps:
        wanted = wanted.get(str(step)) if is_object(wanted) else None
    match steps[-1] if steps else "":
        case "type":
            return TypeMismatch(*where, path, tuple(map(str, wanted)) if is_array(wanted) else (str(wanted),))
        case "required":
            return MissingRequired(*where, path)
        case "additionalProperties" | "unevaluatedProperties":
            return ExtraData(*where, path)
        case keyword:
            return InvalidValue(*where, path, str(keyword))


def _path(violation: Violation, steps: tuple[str | int, ...]) -> str:
    """Write the place as a JSON pointer. A key that the schema doesn't declare is the model's: ``*`` stands for it."""
    declared = {str(steps[at + 1]) for at, step in enumerate(steps[:-1]) if step == "properties"}
    return pointer(step if isinstance(step, int) or step in declared else "*" for step in violation.instance_path)


def decode_as(call: ToolCall, wanted: type[T]) -> Result[T, ArgumentFault]:
    """Decode a call's arguments as a host's own type, such as a msgspec struct.

    Fails with TypeMismatch, MissingRequired, ExtraData or InvalidValue; ``path`` names the type's own fields.
    """
    try:
        return Success(msgspec.convert(call.arguments, wanted))
    except msgspec.ValidationError as error:
        return Failure(_undecodable(str(error), call))


def _undecodable(message: str, call: ToolCall) -> ArgumentFault:
    """Take apart what msgspec says. Its messages name types and fields, never values."""
    where, found = (call.start, call.stop, call.grammar, call.name), _AT.search(message)
    path = (found[1] if found else "").replace("[...]", "/*").replace(".", "/")
    path = re.sub(r"\[(\d+)\]", r"/\1", path)
    expected = re.match(r"Expected `([^`]*)`, got `", message)
    if expected:
        return TypeMismatch(*where, path, tuple(expected[1].split(" | ")))
    if message.startswith("Object missing required field"):
        return MissingRequired(*where, path)
    if message.startswith("Object contains unknown field"):
        return ExtraData(*where, path)
    return InvalidValue(*where, path, "type")
