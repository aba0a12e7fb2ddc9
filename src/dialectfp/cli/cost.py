"""``dialectfp cost``: what a tool set costs in each dialect, in tokens."""

from __future__ import annotations

from collections.abc import Callable, Sized
from importlib import import_module, resources
from typing import Annotated, Final, TypeAlias, cast

from cyclopts import Parameter
from msgspec import Struct

from dialectfp.calls import ToolCall
from dialectfp.cli.files import Unusable, as_line, print_out, read_tools
from dialectfp.cli.speaking import DIALECT_NAMES, Said, speaking
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.tool_schemas import followed, is_array, is_object, members_of, schema_of, types_of
from dialectfp.tools import EMPTY, Toolset

__all__ = ["Cost", "cost", "costs", "mistral", "typical_call"]

Count: TypeAlias = Callable[[str], int]
"""Counts the tokens of a text."""

#: Mistral's vocabulary of November 2024, which its package ships: no network.
_VOCABULARY: Final = "tekken_240911.json"
_DEPTH: Final = 4


class Cost(Struct, frozen=True):
    """What one dialect costs: tokens of its prompt, and of a typical call, the mean over the tools."""

    dialect: str
    catalogue: int
    call: float


def cost(
    tools: str,
    *,
    tokenizer: str | None = None,
    marker: str | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> int:
    """Count what a tool set costs in each dialect: tokens of the catalogue, and of a typical call.

    Parameters
    ----------
    tools
        A JSON file of the tools offered, in the shape of OpenAI, Anthropic or MCP.
    tokenizer
        What counts: "module:name" of a callable that gives a text's tokens, or their number. Unless given, Mistral's,
        which needs the extra "cost".
    marker
        The tag around a call: "tool_call" unless given.
    json
        Print one JSON object a line.
    """
    toolset = read_tools(tools)
    if not toolset.specs:
        message = f"{tools} holds no tools"
        raise Unusable(message)
    found = costs(toolset, _plugged(tokenizer) if tokenizer is not None else mistral(), marker)
    if json:
        for row in found:
            print_out(f"{as_line({'dialect': row.dialect, 'catalogue': row.catalogue, 'call': row.call})}\n")
        return 0
    print_out(f"{len(toolset.specs)} tools, tokens of\n\ndialect      catalogue          a typical call\n")
    first = found[0]
    for row in found:
        of_catalogue, of_call = row.catalogue / first.catalogue, row.call / first.call
        print_out(f"{row.dialect:<12} {row.catalogue:>9,} {of_catalogue:>6.0%}     {row.call:>9.1f} {of_call:>6.0%}\n")
    return 0


def costs(toolset: Toolset, count: Count, marker: str | None = None) -> tuple[Cost, ...]:
    """Count, for each dialect, the tokens of its prompt and the mean of its calls, JSON's first."""
    calls = [typical_call(toolset, name) for name in toolset.specs]
    found: list[Cost] = []
    for name in DIALECT_NAMES:
        chosen = speaking(name, marker)
        chosen.read(EMPTY, Said(()))
        written = sum(count(chosen.write(toolset, call)) for call in calls)
        found.append(Cost(name, count(chosen.prompt(toolset)), written / len(calls)))
    return tuple(found)


def typical_call(toolset: Toolset, name: str) -> ToolCall:
    """Make a call of a tool: every required argument and the first optional one, plain values that fit their types."""
    root, layout = toolset.specs[name].parameters, toolset.layout[name]
    required = sum(parameter.required for parameter in layout)
    sent = layout[: required + 1]
    return ToolCall(name, {parameter.name: _value(root, parameter.schema, _DEPTH) for parameter in sent})


def _value(root: JsonObject, schema: JsonObject, deep: int) -> Json:
    schema = followed(root, schema)
    for stated in ("const", "default"):
        if schema.get(stated) is not None:
            return schema[stated]
    for listed in ("examples", "enum"):
        values = schema.get(listed)
        if is_array(values) and values:
            return values[0]
    for union in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(union)
        if is_array(branches) and branches and deep:
            return _value(root, schema_of(branches[0]), deep - 1)
    return _of_type(root, schema, types_of(root, schema), deep)


def _of_type(root: JsonObject, schema: JsonObject, types: frozenset[str], deep: int) -> Json:
    if "string" in types:
        return "Saint-Malo"
    if "integer" in types:
        return 42
    if "number" in types:
        return 4.2
    if "boolean" in types:
        return True
    if "array" in types and deep:
        items = schema.get("items")
        return [_value(root, items if is_object(items) else {}, deep - 1)]
    if "object" in types and deep:
        listed, properties = schema.get("required"), members_of(schema.get("properties"))
        keys = [key for key in properties if not is_array(listed) or key in listed]
        return {key: _value(root, schema_of(properties[key]), deep - 1) for key in keys}
    return None


def _plugged(name: str) -> Count:
    """Give a tokenizer by its name. Raises Unusable."""
    module, _, attribute = name.partition(":")
    try:
        tokens: object = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        message = f"no tokenizer {name!r}: give module:name of a callable"
        raise Unusable(message) from error
    if not callable(tokens):
        message = f"the tokenizer {name!r} can't be called"
        raise Unusable(message)
    counted = cast("Callable[[str], object]", tokens)  # cast: what it gives is looked at below

    def count(text: str) -> int:
        found = counted(text)
        if isinstance(found, int):
            return found
        if isinstance(found, Sized):
            return len(found)
        message = f"the tokenizer {name!r} gives neither tokens nor their number"
        raise Unusable(message)

    return count


def mistral() -> Count:
    """Give the tokenizer of the extra. Raises ModuleNotFoundError without it."""
    from mistral_common.tokens.tokenizers.tekken import Tekkenizer

    with resources.as_file(resources.files("mistral_common").joinpath("data", _VOCABULARY)) as file:
        tokenizer = Tekkenizer.from_file(file)

    def count(text: str) -> int:
        return len(tokenizer.encode(text, bos=False, eos=False))

    return count
