"""Bringing arguments to the shape that a tool's schema wants: only towards validity, each change on the record.

The schema's own validator says what is wrong and where. A change is tried there, and kept only if nothing is wrong at
its place any more; arguments that are valid as written pass unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, TypeAlias

from msgspec import Struct

from dialectfp.calls import Repaired, RepairKind
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.repair.json import Loaded, lenient
from dialectfp.repair.raw import typed_by
from dialectfp.tool_schemas import (
    Validator,
    Violation,
    compiled,
    is_array,
    is_object,
    members_of,
    pointer,
    schema_fault,
)
from dialectfp.tools import NameIndex, Toolset

__all__ = ["shape"]

Path: TypeAlias = tuple[str | int, ...]
Candidate: TypeAlias = tuple[RepairKind, Json]
"""A repair, and the value that its place would have."""

#: Keys that models wrap all arguments in.
_WRAPPERS: Final = ("arguments", "args", "parameters", "params", "param", "input", "properties")
#: A repair may show what else is wrong inside: so often the whole is looked at again.
_ROUNDS: Final = 8
#: More violations than this are not looked at.
_VIOLATIONS: Final = 10_000
#: Alternatives are tried within alternatives so deep.
_DEPTH: Final = 3


class _Change(Struct, frozen=True):
    """What was done at a place: the value as written, the last candidate, its kind, and how many were tried."""

    written: Json
    value: Json
    kind: RepairKind
    tried: int


class _Against(Struct, frozen=True):
    """What arguments are held against: a schema, and its alternatives as far as they were compiled."""

    validator: Validator
    root: JsonObject
    deep: int
    branches: dict[int, Validator | None]


def shape(toolset: Toolset, tool: str, arguments: JsonObject) -> tuple[JsonObject, tuple[Repaired, ...]]:
    """Undo what models do to arguments: values as strings of themselves, wrappers, single values for lists, spellings.

    Gives the arguments, the same object if nothing changed, and what was repaired. What can't be repaired stays as
    written, for validation to refuse: no value is invented, and none is dropped.
    """
    validator = toolset.validators[tool]
    if validator.is_valid(arguments):
        return arguments, ()
    mended, repairs = _mended(_Against(validator, toolset.specs[tool].parameters, _DEPTH, {}), arguments)
    return (mended, repairs) if repairs and is_object(mended) else (arguments, ())


def _mended(against: _Against, whole: Json) -> tuple[Json, tuple[Repaired, ...]]:
    """Change every place that is wrong, round by round, and take back what didn't make its place valid."""
    made: dict[Path, _Change] = {}
    names: list[Repaired] = []
    for _ in range(_ROUNDS):
        changes: dict[Path, Json] = {}
        for path, violation in _violations(against, whole):
            if path in changes:
                continue
            value = _value_at(whole, path)
            keys = _keys(against.root, violation, value, path) if is_object(value) else None
            if keys is not None:
                changes[path] = keys[0]
                names += keys[1]
                continue
            change = _next(against, violation, value, made.get(path))
            if change is not None:
                made[path] = change
                changes[path] = change.value
        if not changes:
            break
        whole = _replaced(whole, _outermost(changes))
    wrong = {path[:size] for path, _ in _violations(against, whole) for size in range(len(path) + 1)}
    whole = _replaced(whole, _outermost({path: change.written for path, change in made.items() if path in wrong}))
    kept = [Repaired(change.kind, pointer(path)) for path, change in made.items() if path not in wrong]
    return whole, (*names, *kept)


def _violations(against: _Against, whole: Json) -> Iterator[tuple[Path, Violation]]:
    """Give what is wrong, and where: a key that is a number in digits comes as a number from the validator."""
    for violation in islice(against.validator.iter_errors(whole), _VIOLATIONS):
        place, path = whole, list[str | int]()
        for step in violation.instance_path:
            path.append(str(step) if is_object(place) else step)
            place = _member(place, step)
        yield tuple(path), violation


def _next(against: _Against, violation: Violation, value: Json, last: _Change | None) -> _Change | None:
    """Try the next candidate at a place."""
    written, tried = (value, 0) if last is None else (last.written, last.tried)
    found = next(islice(_candidates(against, tuple(violation.schema_path), written), tried, None), None)
    return None if found is None else _Change(written, found[1], found[0], tried + 1)


def _keys(root: JsonObject, violation: Violation, value: JsonObject, path: Path) -> tuple[Json, list[Repaired]] | None:
    """Put an object's keys right: take a wrapper off all the arguments, or spell names as declared."""
    steps = tuple(violation.schema_path)
    wanted, keyword = _pointed(root, steps), steps[-1] if steps else ""
    if not path:
        inner = _unwrapped(members_of(root.get("properties")), value)
        if inner is not None:
            return inner, [Repaired("wrapper")]
    declared = members_of(_member(_pointed(root, steps[:-1]), "properties"))
    match keyword:
        case "required":
            names = _spelled(
                [name for name in wanted if isinstance(name, str)] if is_array(wanted) else [], declared, value
            )
        case "additionalProperties" | "unevaluatedProperties" if wanted is False:
            names = _spelled(list(declared), declared, value)
        case _:
            return None
    if not names:
        return None
    renamed = {names.get(key, key): item for key, item in value.items()}
    return renamed, [Repaired("spelling", pointer((*path, name))) for name in names.values()]


def _candidates(against: _Against, steps: Path, value: Json) -> Iterator[Candidate]:
    """Give what the value could have meant, the likeliest first."""
    wanted, keyword = _pointed(against.root, steps), steps[-1] if steps else ""
    match keyword:
        case "type":
            yield from _retyped([str(name) for name in wanted] if is_array(wanted) else [str(wanted)], value)
        case "enum" if is_array(wanted):
            yield from _listed(wanted, value)
        case "const":
            yield from _listed((wanted,), value)
        case "anyOf" | "oneOf" if is_array(wanted) and against.deep:
            for branch in wanted:
                if is_object(branch):
                    yield from _by_branch(against, branch, value)
        case _:
            pass


def _retyped(names: Sequence[str], value: Json) -> Iterator[Candidate]:
    if isinstance(value, str):
        found = typed_by({"type": [name for name in names if name != "string"]}, {}, value)
        if not isinstance(found, str):
            yield "stringified", found
    if "array" in names and not is_array(value):
        yield "listed", [value]


def _listed(allowed: Sequence[Json], value: Json) -> Iterator[Candidate]:
    """Find the one allowed value that differs in case and outer blanks only, or that was written as a string."""
    if isinstance(value, str):
        word = value.strip().casefold()
        alike = [item for item in allowed if isinstance(item, str) and item.casefold() == word]
        if len(alike) == 1:
            yield "choice", alike[0]
        typed = typed_by({"type": ["integer", "number", "boolean", "null"]}, {}, value)
        if not isinstance(typed, str) and typed in allowed:
            yield "stringified", typed


def _by_branch(against: _Against, branch: JsonObject, value: Json) -> Iterator[Candidate]:
    """Repair a value as one alternative wants it."""
    around = {key: against.root[key] for key in ("$defs", "definitions", "$schema") if key in against.root}
    schema: JsonObject = {**around, "type": "object", "properties": {"value": branch}}
    # The branch stands in the tool's schema, which outlives the call, so its identity is its own.
    if id(branch) not in against.branches:
        against.branches[id(branch)] = compiled(schema) if schema_fault(schema) is None else None
    validator = against.branches[id(branch)]
    if validator is not None:
        mended, repairs = _mended(_Against(validator, schema, against.deep - 1, against.branches), {"value": value})
        if repairs and is_object(mended):
            yield repairs[0].kind, mended["value"]


def _spelled(wanted: Sequence[str], declared: JsonObject, value: JsonObject) -> dict[str, str]:
    """Pair undeclared keys with missing names that differ from them in case and separators only, one with one."""
    missing, strange = [name for name in wanted if name not in value], [key for key in value if key not in declared]
    names, keys = NameIndex.of(missing).spelled, NameIndex.of(strange).spelled
    return {
        found[0]: names[spelling][0]
        for spelling, found in keys.items()
        if len(found) == len(names.get(spelling, ())) == 1
    }


def _unwrapped(declared: JsonObject, value: JsonObject) -> JsonObject | None:
    """Take a wrapper off all the arguments, unless the tool declares that key or knows nothing of what is in it."""
    if len(value) != 1:
        return None
    ((key, inner),) = value.items()
    if key not in _WRAPPERS or key in declared:
        return None
    if isinstance(inner, str):
        loaded = lenient(inner)
        inner = loaded.value if isinstance(loaded, Loaded) and not inner[loaded.stop :].strip() else inner
    return inner if is_object(inner) and not declared.keys().isdisjoint(inner) else None


def _pointed(root: Json, steps: Sequence[str | int]) -> Json:
    """Give what a violation's path points at in the schema; null if nothing."""
    place = root
    for step in steps:
        place = _member(place, step)
    return place


def _value_at(whole: Json, path: Path) -> Json:
    for step in path:
        whole = _member(whole, step)
    return whole


def _member(place: Json, step: str | int) -> Json:
    if is_object(place):
        return place.get(str(step))
    if is_array(place) and str(step).isdigit() and int(step) < len(place):
        return place[int(step)]
    return None


def _outermost(changes: Mapping[Path, Json]) -> dict[Path, Json]:
    """Leave out changes inside other changes."""
    return {
        path: value for path, value in changes.items() if not any(path[:size] in changes for size in range(len(path)))
    }


def _replaced(whole: Json, changes: Mapping[Path, Json]) -> Json:
    """Give the whole with other values at some places; nothing is changed in place."""
    if not changes:
        return whole
    if () in changes:
        return changes[()]
    below: dict[str | int, dict[Path, Json]] = {}
    for path, value in changes.items():
        below.setdefault(path[0], {})[path[1:]] = value
    if is_object(whole):
        return {key: _replaced(item, below.get(key, {})) for key, item in whole.items()}
    if is_array(whole):
        return [_replaced(item, below.get(place, {})) for place, item in enumerate(whole)]
    return whole
