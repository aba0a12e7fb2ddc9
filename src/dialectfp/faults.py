"""What can go wrong, as frozen values: the model's text (`TextFault`) or the host's program (`HostFault`).

A fault carries its kind, where it is, lengths, and names that the *host* offered; never a character that the
model wrote, so it may be logged at any level. `describe` puts it into words. Spans count characters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, assert_never

from msgspec import Struct

__all__ = [
    "AmbiguousTool",
    "ArgumentFault",
    "ArgumentsNotObject",
    "BadSchema",
    "BadToolSpec",
    "BindingProblem",
    "CallInOpenReasoning",
    "DuplicateTool",
    "ExtraData",
    "Fault",
    "HostFault",
    "InvalidValue",
    "InventedCall",
    "MalformedArguments",
    "MalformedCall",
    "MissingRequired",
    "NoToolName",
    "NotLiteral",
    "SchemaEcho",
    "TextFault",
    "TooDeep",
    "TruncatedArguments",
    "TypeMismatch",
    "UnboundArguments",
    "UnknownTool",
    "UnusableMarker",
    "UnusablePolicy",
    "describe",
    "kind_of",
]


class _InText(Struct, frozen=True, tag_field="kind", gc=False):
    """A fault of the model's text: ``start`` and ``stop`` are characters of the reply."""

    start: int
    stop: int


class MalformedCall(_InText, frozen=True, tag="malformed_call", gc=False):
    """A block of a known grammar whose body is no call."""

    grammar: str


class MalformedArguments(_InText, frozen=True, tag="malformed_arguments", gc=False):
    """A call whose arguments can't be read without guessing; ``at`` is the character where it shows."""

    grammar: str
    at: int


class ArgumentsNotObject(_InText, frozen=True, tag="arguments_not_object", gc=False):
    """A call whose arguments are a value, but no object."""

    grammar: str


class TruncatedArguments(_InText, frozen=True, tag="truncated_arguments", gc=False):
    """A call that began and was cut off; it is never completed."""

    grammar: str


class TooDeep(_InText, frozen=True, tag="too_deep", gc=False):
    """Arguments nested deeper than `dialectfp.repair.json.MAX_DEPTH` levels."""

    grammar: str


class NoToolName(_InText, frozen=True, tag="no_tool_name", gc=False):
    """A call-shaped object without a name, or whose name is no string."""

    grammar: str


class SchemaEcho(_InText, frozen=True, tag="schema_echo", gc=False):
    """The catalogue quoted back: the ``arguments`` are a tool's schema."""

    grammar: str


class InventedCall(_InText, frozen=True, tag="invented_call", gc=False):
    """A call that the model wrote past the end of its own turn."""

    grammar: str


class CallInOpenReasoning(_InText, frozen=True, tag="call_in_open_reasoning", gc=False):
    """A call inside a thought that never closed, under the policy that leaves it there."""

    grammar: str


class UnknownTool(_InText, frozen=True, tag="unknown_tool"):
    """A call of a tool that was not offered; ``nearest`` are the offered names most like it."""

    grammar: str
    nearest: tuple[str, ...] = ()


class AmbiguousTool(_InText, frozen=True, tag="ambiguous_tool"):
    """A damaged name that fits several offered tools equally well: ``candidates``."""

    grammar: str
    candidates: tuple[str, ...] = ()


class NotLiteral(_InText, frozen=True, tag="not_literal", gc=False):
    """Calls as code that hold more than literals, such as a variable or an operator; ``at`` is where it shows."""

    grammar: str
    at: int


BindingProblem: TypeAlias = Literal[
    "slot_no_number",
    "slot_out_of_range",
    "slot_without_value",
    "stray_bracket",
    "too_many_values",
    "value_after_keyword",
    "unknown_argument",
    "repeated_argument",
]
"""Why arguments can't be given to parameters. ``slot_no_number``: a slot's number is missing or no number.
``slot_out_of_range``: the tool has no such slot. ``slot_without_value``: numbers and values don't add up.
``stray_bracket``: a bracket at a value's edge may be one of the call's. ``too_many_values``: more values by position
than parameters. ``value_after_keyword``: a value by position behind one by name. ``unknown_argument``: the tool has no
parameter of that name. ``repeated_argument``: one given twice."""


class UnboundArguments(_InText, frozen=True, tag="unbound_arguments"):
    """A call of the offered ``tool`` whose arguments don't fit its parameters; nothing is guessed."""

    grammar: str
    tool: str
    problem: BindingProblem


class _InArguments(_InText, frozen=True):
    """A fault of a call's arguments: ``path`` is a JSON pointer into them, with ``*`` for keys of the model's own."""

    grammar: str
    tool: str
    path: str


class TypeMismatch(_InArguments, frozen=True, tag="type_mismatch"):
    """A value of another type than the schema ``wanted``."""

    wanted: tuple[str, ...]


class MissingRequired(_InArguments, frozen=True, tag="missing_required"):
    """An object, the arguments themselves if ``path`` is empty, without something that it must have."""


class ExtraData(_InArguments, frozen=True, tag="extra_data"):
    """An object with a key that the schema forbids."""


class InvalidValue(_InArguments, frozen=True, tag="invalid_value"):
    """A value that breaks the schema's ``keyword``, such as ``enum`` or ``maximum``."""

    keyword: str


ArgumentFault: TypeAlias = TypeMismatch | MissingRequired | ExtraData | InvalidValue
"""Everything that validation can find."""


TextFault: TypeAlias = (
    MalformedCall
    | MalformedArguments
    | ArgumentsNotObject
    | TruncatedArguments
    | TooDeep
    | NoToolName
    | SchemaEcho
    | InventedCall
    | CallInOpenReasoning
    | UnknownTool
    | AmbiguousTool
    | NotLiteral
    | UnboundArguments
    | TypeMismatch
    | MissingRequired
    | ExtraData
    | InvalidValue
)
"""Everything the model's text can have wrong."""


class _InHost(Struct, frozen=True, tag_field="kind"):
    """A fault of the host's program."""


class BadToolSpec(_InHost, frozen=True, tag="bad_tool_spec"):
    """The ``index``-th tool given (from 0) isn't of the announced shape; ``path`` says where in it."""

    index: int
    path: str


class BadSchema(_InHost, frozen=True, tag="bad_schema"):
    """The parameters of ``tool`` are no JSON Schema of an object; ``path`` is a JSON pointer into it."""

    tool: str
    path: str = ""


class DuplicateTool(_InHost, frozen=True, tag="duplicate_tool"):
    """Two tools share the name ``tool``."""

    tool: str


class UnusableMarker(_InHost, frozen=True, tag="unusable_marker"):
    """A dialect's marker that is no tag name: ``length`` is its length in characters."""

    length: int


class UnusablePolicy(_InHost, frozen=True, tag="unusable_policy"):
    """A policy whose ``field`` holds nothing the reader knows, such as a grammar that doesn't exist."""

    field: Literal["grammars"]


HostFault: TypeAlias = BadToolSpec | BadSchema | DuplicateTool | UnusableMarker | UnusablePolicy
"""Everything the host's own program can have wrong."""

Fault: TypeAlias = TextFault | HostFault


def kind_of(fault: Fault) -> str:
    """Name the fault's kind, as it stands in JSON: ``"malformed_call"``."""
    return str(type(fault).__struct_config__.tag)


_PROBLEMS: Final[Mapping[BindingProblem, str]] = {
    "slot_no_number": "a slot has no number",
    "slot_out_of_range": "a slot's number is out of range",
    "slot_without_value": "slot numbers and values don't add up",
    "stray_bracket": "a bracket at the edge of a value has no partner",
    "too_many_values": "there are more values than parameters",
    "value_after_keyword": "a value without a name stands behind one with a name",
    "unknown_argument": "an argument has a name that the tool doesn't know",
    "repeated_argument": "an argument is given twice",
}


def describe(fault: Fault) -> str:  # noqa: C901, PLR0911, PLR0912 - one flat case per fault is the clearest form
    """Put a fault into one sentence for a person, without any of the model's text."""
    match fault:
        case MalformedCall(grammar=grammar):
            return f"A {grammar} block was opened, but its body is no call."
        case MalformedArguments(grammar=grammar, at=at):
            return f"The arguments of a {grammar} call can't be read without guessing (at character {at})."
        case ArgumentsNotObject(grammar=grammar):
            return f"The arguments of a {grammar} call are not an object."
        case TruncatedArguments(grammar=grammar):
            return f"A {grammar} call was cut off before its end."
        case TooDeep(grammar=grammar):
            return f"A {grammar} call is nested too deeply."
        case NoToolName(grammar=grammar):
            return f"A {grammar} call names no tool."
        case SchemaEcho(grammar=grammar):
            return f"A {grammar} block repeats a tool's schema instead of calling it."
        case InventedCall(grammar=grammar):
            return f"A {grammar} call stands after the end of the model's own turn."
        case CallInOpenReasoning(grammar=grammar):
            return f"A {grammar} call stands inside a thought that never closed."
        case UnknownTool(grammar=grammar, nearest=nearest):
            hint = f" Most alike: {', '.join(nearest)}." if nearest else ""
            return f"A {grammar} call names a tool that was not offered.{hint}"
        case AmbiguousTool(grammar=grammar, candidates=candidates):
            return f"A {grammar} call's tool name could be any of: {', '.join(candidates)}."
        case NotLiteral(grammar=grammar, at=at):
            return f"A {grammar} block holds more than calls with literal values (at character {at})."
        case UnboundArguments(grammar=grammar, tool=tool, problem=problem):
            return f"The arguments of a {grammar} call don't fit {tool!r}: {_PROBLEMS[problem]}."
        case TypeMismatch(tool=tool, path=path, wanted=wanted):
            return (
                f"A call of {tool!r} has a value of the wrong type at {path or '/'}: {' or '.join(wanted)} is wanted."
            )
        case MissingRequired(tool=tool, path=path):
            return f"A call of {tool!r} lacks something required at {path or '/'}."
        case ExtraData(tool=tool, path=path):
            return f"A call of {tool!r} has a key that isn't allowed at {path or '/'}."
        case InvalidValue(tool=tool, path=path, keyword=keyword):
            return f"A call of {tool!r} has a value at {path or '/'} that breaks the schema's {keyword!r}."
        case BadToolSpec(index=index, path=path):
            return f"Tool number {index + 1} is not a tool definition (at {path or '/'})."
        case BadSchema(tool=tool, path=path):
            return f"The parameters of tool {tool!r} are no JSON Schema of an object (at {path or '/'})."
        case DuplicateTool(tool=tool):
            return f"Two tools are named {tool!r}."
        case UnusableMarker(length=length):
            return f"The marker ({length} characters) is no tag name: letters, digits, '_', '-', '.' and ':' only."
        case UnusablePolicy(field=field):
            return f"The policy's field {field!r} names something that doesn't exist."
        case _:
            assert_never(fault)
