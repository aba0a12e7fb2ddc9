"""The type of a JSON value, as the library reads and writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

__all__ = ["Json", "JsonObject"]

if TYPE_CHECKING:
    Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
    """A JSON value. Arrays and objects are typed read-only, since readings are shared and never mutated."""
else:
    # msgspec evaluates annotations and knows no recursive type: to it, JSON is anything.
    Json = Any

JsonObject: TypeAlias = Mapping[str, Json]
"""A JSON object, such as a call's arguments or a tool's schema."""
