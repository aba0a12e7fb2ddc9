"""JSON Schemas as type expressions of Python and TypeScript, short enough for a prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from dialectfp.jsontypes import Json, JsonObject
from dialectfp.render.jsontext import json_text
from dialectfp.tool_schemas import followed, is_array, is_object, members_of, schema_of

__all__ = ["python_literal", "python_type", "typescript_type"]

#: Types within types are written so deep; below, only what kind of value it is.
_DEPTH: Final = 5
_WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|true|false|null')
_WORDS: Final = {"true": "True", "false": "False", "null": "None"}
_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*")


class _Language(Struct, frozen=True):
    """How a language writes types. Formats are filled with the types inside."""

    words: dict[str, str]
    anything: str
    array: str
    record: str
    literals: str
    python: bool


_PYTHON: Final = _Language(
    {
        "string": "str",
        "integer": "int",
        "number": "float",
        "boolean": "bool",
        "null": "None",
        "array": "list",
        "object": "dict",
    },
    "Any",
    "list[{}]",
    "dict[str, {}]",
    "Literal[{}]",
    python=True,
)
_TYPESCRIPT: Final = _Language(
    {
        "string": "string",
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "null": "null",
        "array": "any[]",
        "object": "object",
    },
    "any",
    "{}[]",
    "Record<string, {}>",
    "{}",
    python=False,
)


def python_type(root: JsonObject, schema: JsonObject) -> str:
    """Write a schema, whose references lead into ``root``, as a Python type: ``Literal["a", "b"] | None``.

    Objects are written with their keys, ``{"x": int, "y": NotRequired[str]}``, as TypedDict words them.
    """
    return _written(_PYTHON, root, schema, _DEPTH)


def typescript_type(root: JsonObject, schema: JsonObject) -> str:
    """Write a schema, whose references lead into ``root``, as a TypeScript type: ``"a" | "b" | null``."""
    return _written(_TYPESCRIPT, root, schema, _DEPTH)


def python_literal(value: Json) -> str:
    """Write a value as a Python literal on one line, with JSON's strings, which are Python's too."""
    return _WORD.sub(lambda found: _WORDS.get(found[0], found[0]), json_text(value))


def _written(language: _Language, root: JsonObject, schema: JsonObject, deep: int) -> str:
    schema = _merged(root, followed(root, schema))
    parts = list(dict.fromkeys(_alternatives(language, root, schema, deep)))
    if schema.get("nullable") is True:
        parts = [part for part in parts if part != language.words["null"]] + [language.words["null"]]
    return language.anything if language.anything in parts else " | ".join(parts)


def _alternatives(language: _Language, root: JsonObject, schema: JsonObject, deep: int) -> Iterable[str]:
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if is_array(values) and values and not any(isinstance(value, (dict, list)) for value in values):
        return _literals(language, values)
    for union in ("anyOf", "oneOf"):
        branches = schema.get(union)
        if is_array(branches) and branches:
            if not deep:
                return [language.anything]
            return [_written(language, root, schema_of(branch), deep - 1) for branch in branches]
    named = schema.get("type")
    names = [named] if isinstance(named, str) else list(named) if is_array(named) else _kinds(schema)
    return [_one(language, root, schema, str(name), deep) for name in names] or [language.anything]


def _literals(language: _Language, values: Iterable[Json]) -> list[str]:
    if language.python:
        return [language.literals.format(", ".join(map(python_literal, values)))]
    return [json_text(value) for value in values]


def _kinds(schema: JsonObject) -> list[str]:
    """Tell what an untyped schema is of, by its keywords."""
    if "properties" in schema or is_object(schema.get("additionalProperties")):
        return ["object"]
    return ["array"] if "items" in schema else []


def _one(language: _Language, root: JsonObject, schema: JsonObject, name: str, deep: int) -> str:
    items, properties, others = (
        schema.get("items"),
        members_of(schema.get("properties")),
        schema.get("additionalProperties"),
    )
    if name == "array" and is_object(items) and items and deep:
        inner = _written(language, root, items, deep - 1)
        return language.array.format(f"({inner})" if " | " in inner and not language.python else inner)
    if name == "object" and properties and deep:
        return _object(language, root, schema, deep)
    if name == "object" and is_object(others) and others and deep:
        return language.record.format(_written(language, root, others, deep - 1))
    return language.words.get(name, language.anything)


def _object(language: _Language, root: JsonObject, schema: JsonObject, deep: int) -> str:
    listed = schema.get("required")
    required = set(listed) if is_array(listed) else set[Json]()
    fields: list[str] = []
    for key, value in members_of(schema.get("properties")).items():
        inner = _written(language, root, schema_of(value), deep - 1)
        if language.python:
            fields.append(f"{json_text(key)}: {inner if key in required else f'NotRequired[{inner}]'}")
        else:
            name = key if _IDENTIFIER.fullmatch(key) else json_text(key)
            fields.append(f"{name}{'' if key in required else '?'}: {inner}")
    return f"{{{', '.join(fields)}}}"


def _merged(root: JsonObject, schema: JsonObject) -> JsonObject:
    """Take the parts of an ``allOf`` together, their properties and required keys joined."""
    every = schema.get("allOf")
    if not is_array(every) or not every:
        return schema
    merged: dict[str, Json] = {}
    properties: dict[str, Json] = {}
    required: list[Json] = []
    for part in (*(followed(root, schema_of(part)) for part in every), schema):
        merged.update(part)
        properties.update(members_of(part.get("properties")))
        listed = part.get("required")
        required += listed if is_array(listed) else ()
    del merged["allOf"]
    return {
        **merged,
        **({"properties": properties} if properties else {}),
        **({"required": required} if required else {}),
    }
