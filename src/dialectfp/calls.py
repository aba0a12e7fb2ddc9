"""The tool call, and the record of what was repaired on it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from typing_extensions import override

from dialectfp.jsontypes import JsonObject

__all__ = ["JsonRepair", "RepairKind", "Repaired", "ToolCall"]

JsonRepair: TypeAlias = Literal[
    "fence",
    "marker",
    "quote",
    "control_character",
    "escape",
    "comma",
    "closer",
    "key",
    "literal",
    "comment",
    "braces",
    "colon",
    "trailing",
]
"""``fence``: a code fence around the text was taken off. ``marker``: a leaked token or tag. ``quote``: other quotes
than ``"``, or one unescaped inside a string. ``control_character``: raw in a string. ``escape``: a backslash that
escapes nothing stays as it is. ``comma``: missing, doubled or trailing. ``closer``: missing, or of the wrong kind.
``key``: without quotes. ``literal``: ``True``, ``None`` and the like. ``comment``. ``braces``: doubled, ``{{…}}``.
``colon``: written ``=`` or ``=>``. ``trailing``: something that belongs to nothing stood after the value."""

RepairKind: TypeAlias = JsonRepair | Literal["name", "alias", "wrapper", "stringified", "listed", "choice", "spelling"]
"""What was repaired: damage of the JSON text, or a damaged tool ``name``; ``alias``: arguments under another key;
``wrapper``: arguments one level too deep; ``stringified``: a value written as a string of itself; ``listed``: one value
where a list is wanted; ``choice``: an allowed value in another case; ``spelling``: a parameter's name in another
spelling, and ``path`` is where its value is now."""


class Repaired(Struct, frozen=True, gc=False):
    """One repair made while reading a call. ``path`` says where: ``""`` the whole call, ``"/name"``, ``"/limit"``."""

    kind: RepairKind
    path: str = ""


class ToolCall(Struct, frozen=True, eq=False):
    """A tool call: the tool's name, and its arguments as a JSON object.

    ``grammar``, ``start``, ``stop`` (characters of the reply) and ``repairs`` tell where the call was read; they are
    no part of what is asked for, so equality compares ``name``, ``arguments`` and ``id`` only. ``id`` is what the
    text itself said, None if it said none: the library mints no ids.
    """

    name: str
    arguments: JsonObject
    grammar: str = ""
    start: int = 0
    stop: int = 0
    id: str | None = None
    repairs: tuple[Repaired, ...] = ()

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ToolCall):
            return NotImplemented
        return self.name == other.name and self.id == other.id and self.arguments == other.arguments

    @override
    def __hash__(self) -> int:
        # Arguments are JSON and may hold lists, which have no hash: equal calls still share this one.
        return hash((self.name, self.id))
