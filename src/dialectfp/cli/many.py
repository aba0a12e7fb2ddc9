"""``--jsonl``: one reply a line in, one reading a line out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from math import isfinite
from typing import IO, Final, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType

from dialectfp.cli.files import Unusable, toolset_of
from dialectfp.cli.speaking import DialectName, Said, speaking
from dialectfp.jsontypes import Json
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.reading import FinishReason, Reading
from dialectfp.tags import Tag
from dialectfp.tools import Toolset
from dialectfp.views.plain import as_json

__all__ = ["read_lines"]


class _Line(Struct, frozen=True):
    """One input line."""

    text: str | UnsetType = UNSET
    chunks: list[str] | UnsetType = UNSET
    tools: msgspec.Raw | UnsetType = UNSET
    policy: ReadPolicy | None = None
    marker: str | None = None
    finish_reason: str | None = None
    thinking_prefilled: bool = False
    id: msgspec.Raw | UnsetType = UNSET


_TOOLSETS: Final = 64


def read_lines(
    lines: IO[bytes], toolset: Toolset, dialect: DialectName, marker: str | None
) -> Iterator[tuple[dict[str, Json], bool]]:
    """Read each line, in order, one at a time: its output object, and whether it has faults.

    A line that can't be read gives an object with ``error``.
    """
    cached = lru_cache(_TOOLSETS)(_toolset)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            asked = _decoded(line)
            tools = toolset if asked.tools is UNSET else cached(bytes(asked.tools))
            reading = _reading(asked, tools, dialect, marker)
            yield {**_id_of(asked.id), **as_json(reading)}, bool(reading.faults)
        except Unusable as error:
            yield {**_id_in(line), "error": f"line {number}{error}"}, True


def _toolset(text: bytes) -> Toolset:
    return toolset_of(text.decode(), ": tools")


def _decoded(line: bytes) -> _Line:
    """Decode a line. Python's decoder does it, since msgspec's takes no lone surrogates."""
    try:
        raw = _loaded(line)
    except UnicodeDecodeError as error:
        message = " is not UTF-8"
        raise Unusable(message) from error
    except (ValueError, RecursionError) as error:
        message = " is no JSON"
        raise Unusable(message) from error
    try:
        asked = _converted(raw)
    except UnicodeEncodeError as error:
        message = ": a lone surrogate where a word of the command is expected"
        raise Unusable(message) from error
    except (msgspec.ValidationError, RecursionError) as error:
        message = f": {error}".splitlines()[0]
        raise Unusable(message) from error
    if (asked.text is UNSET) == (asked.chunks is UNSET):
        message = " needs either text or chunks"
        raise Unusable(message)
    return asked


def _loaded(line: bytes) -> object:
    """Decode JSON without Python's own additions to it: NaN, and numbers that overflow to infinity."""
    raw: object = json.loads(line.decode(), parse_constant=_finite, parse_float=_finite)
    return raw


def _finite(written: str) -> float:
    number = float(written)
    if not isfinite(number):
        raise ValueError(written)
    return number


def _converted(raw: object) -> _Line:
    if not isinstance(raw, dict):
        message = "Expected `object`"
        raise msgspec.ValidationError(message)
    given = cast("dict[str, object]", raw)  # cast: JSON's keys are strings
    # Kept as JSON text: tools are the key of a cache, and an id is handed back as it came.
    kept: dict[str, object] = {
        key: msgspec.Raw(json.dumps(given[key]).encode()) for key in ("tools", "id") if key in given
    }
    return msgspec.convert({**given, **kept}, _Line)


def _reading(asked: _Line, toolset: Toolset, dialect: DialectName, marker: str | None) -> Reading[Tag]:
    chosen = speaking(dialect, marker if asked.marker is None else asked.marker, asked.policy or READ_POLICY)
    reason: FinishReason = "length" if asked.finish_reason == "length" else "stop"
    streamed = asked.chunks is not UNSET
    pieces = asked.chunks if asked.chunks is not UNSET else [] if asked.text is UNSET else [asked.text]
    try:
        return chosen.read(toolset, Said(pieces, streamed, reason, asked.thinking_prefilled))
    except Unusable as error:
        message = f": {error}"
        raise Unusable(message) from error


def _id_of(raw: msgspec.Raw | UnsetType) -> dict[str, Json]:
    return {} if raw is UNSET else {"id": json.loads(bytes(raw))}


def _id_in(line: bytes) -> dict[str, Json]:
    try:
        raw = _loaded(line)
    except (ValueError, RecursionError):
        return {}
    # cast: JSON's keys are strings, and its values JSON.
    return {"id": cast("dict[str, Json]", raw)["id"]} if isinstance(raw, dict) and "id" in raw else {}
