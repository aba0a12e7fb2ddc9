"""The JSON Schemas of tools: copied, followed through their references, and compiled.

Nothing is ever fetched: a schema that refers to what isn't in it is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NoReturn, Protocol

from msgspec import Struct
from typing_extensions import TypeIs, override

from dialectfp.jsontypes import Json, JsonObject

__all__ = [
    "ANY_TYPE",
    "NotJson",
    "Validator",
    "Validators",
    "Violation",
    "compiled",
    "copied",
    "followed",
    "is_array",
    "is_object",
    "members_of",
    "pointed",
    "pointer",
    "schema_fault",
    "schema_of",
    "types_of",
]


class Violation(Protocol):
    """One place where a value doesn't fit a schema."""

    @property
    def instance_path(self) -> Sequence[str | int]:
        """Keys and indices that lead to the place in the value."""
        ...

    @property
    def schema_path(self) -> Sequence[str | int]:
        """Keys and indices that lead to the keyword that the value breaks; the last key names it."""
        ...


class Validator(Protocol):
    """A compiled schema."""

    def is_valid(self, instance: Json, /) -> bool:
        """Tell whether a value fits."""
        ...

    def iter_errors(self, instance: Json, /) -> Iterator[Violation]:
        """Give every violation, in the schema's order."""
        ...


# ── reading ──

#: References that lead to references are followed so far.
_REFERENCES: Final = 16
#: Alternatives within alternatives are looked into so far.
_ALTERNATIVES: Final = 3


def followed(root: JsonObject, schema: JsonObject) -> JsonObject:
    """Follow a schema's reference within ``root``: to the empty schema where it leads nowhere, or in a circle."""
    for _ in range(_REFERENCES):
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return schema
        schema = pointed(root, reference) or {}
    return {}


ANY_TYPE: Final = frozenset({"null", "integer", "number", "boolean", "object", "array", "string"})
"""What a schema allows that says nothing of types."""


def types_of(root: JsonObject, schema: JsonObject, deep: int = _ALTERNATIVES) -> frozenset[str]:
    """List the JSON types that a schema allows, through references into ``root``, unions, ``enum`` and ``const``."""
    schema = followed(root, schema)
    if not deep:
        return ANY_TYPE
    allowed = ANY_TYPE
    named, values = schema.get("type"), schema.get("enum")
    if isinstance(named, str):
        allowed = frozenset((named,))
    elif is_array(named):
        allowed = frozenset(name for name in named if isinstance(name, str))
    if is_array(values):
        allowed &= frozenset[str]().union(*map(_type_of, values))
    if "const" in schema:
        allowed &= _type_of(schema["const"])
    if schema.get("nullable") is True:
        allowed |= {"null"}
    for union in ("anyOf", "oneOf"):
        branches = schema.get(union)
        if is_array(branches) and branches:
            allowed &= frozenset[str]().union(*(types_of(root, schema_of(branch), deep - 1) for branch in branches))
    every = schema.get("allOf")
    for part in every if is_array(every) else ():
        allowed &= types_of(root, schema_of(part), deep - 1)
    return allowed or ANY_TYPE


def _type_of(value: Json) -> frozenset[str]:
    match value:
        case bool():
            return frozenset({"boolean"})
        case int():
            return frozenset({"integer", "number"})
        case float():
            return frozenset({"number"})
        case str():
            return frozenset({"string"})
        case None:
            return frozenset({"null"})
        case _:
            return frozenset({"object" if is_object(value) else "array"})


def schema_of(value: Json) -> JsonObject:
    """Read a schema as an object: true, or none at all, allows anything; false allows nothing."""
    return value if is_object(value) else {"not": {}} if value is False else {}


def pointed(schema: JsonObject, reference: str) -> JsonObject | None:
    """Give what a reference such as ``#/$defs/port`` points at within a schema; None if nothing."""
    if not reference.startswith("#"):
        return None
    place: Json = schema
    for step in reference[1:].split("/")[1:]:
        key = _PERCENT.sub(_unquoted, step).replace("~1", "/").replace("~0", "~")
        if is_object(place) and key in place:
            place = place[key]
        elif is_array(place) and _INDEX.fullmatch(key) and int(key) < len(place):
            place = place[int(key)]
        else:
            return None
    return schema_of(place) if isinstance(place, bool) or is_object(place) else None


_INDEX: Final = re.compile(r"[0-9]{1,9}")
#: References stand in URIs, where any character may be written as its UTF-8 bytes.
_PERCENT: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


def _unquoted(found: re.Match[str]) -> str:
    return bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace")


# ── compiling ──


class Validators(Mapping[str, Validator]):
    """Compiled schemas by name, each made when it is first looked up. The schemas must have no fault."""

    def __init__(self, schemas: Mapping[str, JsonObject]) -> None:
        self._schemas = schemas
        self._compiled: dict[str, Validator] = {}

    @override
    def __getitem__(self, name: str) -> Validator:
        if name not in self._compiled:
            self._compiled[name] = compiled(self._schemas[name])
        return self._compiled[name]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._schemas)

    @override
    def __len__(self) -> int:
        return len(self._schemas)


def compiled(schema: JsonObject) -> Validator:
    """Compile a schema that has no fault."""
    import jsonschema_rs

    # Its own meta-validation fetches a draft it doesn't know; compiling asks the retriever alone.
    return jsonschema_rs.validator_for(dict(schema), retriever=_refuse)


def schema_fault(schema: JsonObject) -> str | None:
    """Tell where a schema is no JSON Schema of an object, as a JSON pointer; None if it is one.

    Checked are its draft's own schema, its patterns, its references, and that it allows an object.
    """
    path = _uncompilable(schema)
    if path is not None:
        rest = {key: value for key, value in schema.items() if key != "$schema"}
        unknown_draft = not path and len(rest) < len(schema) and _uncompilable(rest) is None
        return "/$schema" if unknown_draft else path
    wanted = followed(schema, schema).get("type", "object")
    if wanted == "object" or (is_array(wanted) and "object" in wanted):
        return None
    return "/type" if "type" in schema else "/$ref"


def _uncompilable(schema: JsonObject) -> str | None:
    import jsonschema_rs

    try:
        compiled(schema)
    except jsonschema_rs.ValidationError as error:
        return pointer(error.instance_path)
    except (ValueError, jsonschema_rs.ReferencingError):
        return ""
    return None


def _refuse(uri: str) -> NoReturn:
    raise ValueError(uri)


# ── copying ──

#: Schemas nested deeper are refused: the validator's own limit is near.
_DEEPEST: Final = 120


class NotJson(Struct, frozen=True):
    """A value that is no JSON, or is nested too deeply; ``path`` is a JSON pointer to the place."""

    path: str


def copied(value: object) -> Json | NotJson:
    """Copy a JSON value into plain dicts and lists, tuples and mappings of any type included."""
    return _copied(value, ())


def _copied(value: object, path: tuple[str | int, ...]) -> Json | NotJson:
    # One function with plain loops, so that a level costs one frame.
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else NotJson(pointer(path))
    if isinstance(value, str):
        return value if value.isascii() or _encodes(value) else NotJson(pointer(path))
    if len(path) >= _DEEPEST or not (is_object(value) or is_array(value)):
        return NotJson(pointer(path))
    if is_object(value):
        members: dict[str, Json] = {}
        for key, item in value.items():
            # The mapping came from outside: its keys may be anything.
            member = _copied(item, (*path, key)) if _is_key(key) else NotJson(pointer(path))
            if isinstance(member, NotJson):
                return member
            members[key] = member
        return members
    elements: list[Json] = []
    for index, item in enumerate(value):
        element = _copied(item, (*path, index))
        if isinstance(element, NotJson):
            return element
        elements.append(element)
    return elements


def _is_key(key: object) -> bool:
    return isinstance(key, str) and (key.isascii() or _encodes(key))


def _encodes(text: str) -> bool:
    """Tell a text from one with half a surrogate pair in it."""
    return not re.search("[\ud800-\udfff]", text)


def pointer(path: Iterable[str | int]) -> str:
    """Write a path as a JSON pointer."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def is_object(value: object) -> TypeIs[JsonObject]:
    """Tell whether a value is an object, as far as its type says."""
    return isinstance(value, Mapping)


def members_of(value: Json) -> JsonObject:
    """Give an object's members; none if the value is no object."""
    return value if is_object(value) else {}


def is_array(value: object) -> TypeIs[Sequence[Json]]:
    """Tell whether a value is an array."""
    return isinstance(value, (list, tuple))
