"""JSON as text that survives every reader between here and the model."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final, cast

from dialectfp.jsontypes import Json, JsonObject

__all__ = ["json_text", "safe"]

#: Lone surrogates can't be encoded; ``<|`` and ``</`` begin control tokens and closers for readers that don't know JSON.
_UNSAFE: Final = re.compile("[\ud800-\udfff]|<(?=[|/\uff5c])")


def json_text(value: Json, *, unsafe: str = "") -> str:
    r"""Write a value on one line, with non-ASCII as it is.

    A ``<`` before ``|``, ``/`` or ``unsafe`` (a tag name, in any case) can only stand in a string, and is written
    ``\u003c`` there: the same value, and no marker in the text.
    """
    text = json.dumps(value, ensure_ascii=False, default=_plain, allow_nan=False)
    pattern = _unsafe(unsafe)
    return pattern.sub(_escaped, text) if pattern.search(text) else text


def safe(text: str, unsafe: str) -> bool:
    """Tell whether a text holds nothing that `json_text` would have to escape."""
    return _unsafe(unsafe).search(text) is None


def _unsafe(marker: str) -> re.Pattern[str]:
    return re.compile(f"{_UNSAFE.pattern}|<(?={re.escape(marker)})", re.IGNORECASE) if marker else _UNSAFE


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _plain(value: object) -> object:
    """Give the plain form of any other mapping or sequence that stands for an object or an array."""
    if isinstance(value, Mapping):
        return dict(cast("JsonObject", value))  # cast: only JSON is written
    if isinstance(value, Sequence):
        return list(cast("Sequence[Json]", value))  # cast: as above
    raise TypeError(type(value).__name__)
