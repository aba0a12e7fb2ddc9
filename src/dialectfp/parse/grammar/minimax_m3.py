"""minimax-m3: every tag is prefixed by ``]<]minimax[>[``, parameters are elements named after the argument, and nest.

Lists are ``<item>`` children or repeated names; leaves are raw and typed by the schema. Source: vLLM's MiniMax M3
parser and the model's chat template.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from dialectfp.faults import MalformedCall, TruncatedArguments
from dialectfp.jsontypes import Json, JsonObject
from dialectfp.parse.machine import (
    Around,
    Closed,
    Decoded,
    Grammar,
    Mark,
    More,
    Opened,
    Place,
    Progress,
    RawCall,
    Window,
    hide,
)
from dialectfp.parse.patterns import compiled, held_from
from dialectfp.repair.raw import spec_named, typed_by
from dialectfp.tools import Toolset, property_schema

__all__ = ["MINIMAX_M3"]

_ID: Final = "minimax-m3"
_PREFIX: Final = r"\]<\]minimax\[>\[\s{0,4}"
_INVOKE: Final = rf"{_PREFIX}<invoke\s{{1,4}}name\s{{0,2}}=\s{{0,2}}[\"']?(?P<name>[^\"'<>\n]{{1,128}})[\"']?\s{{0,4}}>"
_END: Final = rf"{_PREFIX}</inv(?:oke)>"
_SECTION: Final = rf"{_PREFIX}</?tool_call>"
_TAG: Final = re.compile(rf"{_PREFIX}<(?P<close>/?)(?P<name>[^<>\s/]{{1,128}})\s*(?P<empty>/?)>")
_DEPTH: Final = 64


class MinimaxCall(Struct, frozen=True):
    """One invoke block being followed."""

    name: str
    body: int
    ended: Literal["closed", "stopped", "cut"] = "closed"

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return _ID

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Give the opener's name."""
        return self.name

    def advance(self, window: Window, at: int) -> Progress:
        """Find the end: only prefixed tags are structure, so a bare tag in a value is data."""
        every = f"{_END}|{_SECTION}|{_INVOKE.replace('?P<name>', '?:')}"
        found = compiled(f"(?P<end>{_END})|{every}").search(window.text, at)
        if found is None:
            if not window.final:
                return More(self, window.base + held_from(every, window.text, at))
            return Closed(MinimaxCall(self.name, self.body, "cut"), window.base + len(window.text))
        if found["end"]:
            return Closed(self, window.base + found.end())
        return Closed(MinimaxCall(self.name, self.body, "stopped"), window.base + found.start())

    def decode(self, block: str, around: Around) -> Decoded:
        """Build the arguments from the elements."""
        if self.ended == "cut":
            return (TruncatedArguments(around.start, around.stop, _ID),)
        spec = spec_named(around.toolset, self.name)
        tree = _tree(block[self.body - around.start :])
        if tree is None:
            return (MalformedCall(around.start, around.stop, _ID),)
        root: JsonObject = spec.parameters if spec is not None else {}
        arguments = {
            key: _value(nodes, property_schema(spec, key) if spec is not None else None, root)
            for key, nodes in tree.items()
        }
        return (RawCall(self.name, arguments),)


class _Node(Struct):
    """An element: its own text, and its children by name."""

    text: str = ""
    children: dict[str, list[_Node]] = {}


def _tree(body: str) -> dict[str, list[_Node]] | None:
    """Build the elements with a stack of their own; None if they nest too deep or cross."""
    root = _Node(children={})
    stack: list[tuple[str, _Node]] = [("", root)]
    at = 0
    for tag in _TAG.finditer(body):
        name, node = stack[-1]
        node.text += body[at : tag.start()]
        at = tag.end()
        if tag["close"]:
            if tag["name"] == "invoke":
                break
            if name != tag["name"]:
                return None
            stack.pop()
            continue
        if len(stack) >= _DEPTH:
            return None
        child = _Node(children={})
        node.children.setdefault(tag["name"], []).append(child)
        if not tag["empty"]:
            stack.append((tag["name"], child))
    return root.children if len(stack) == 1 else None


def _value(nodes: list[_Node], schema: JsonObject | None, root: JsonObject, depth: int = 0) -> Json:
    """Give a parameter's value; a repeated name is a list."""
    if len(nodes) > 1:
        return [_one(node, _items(schema), root, depth) for node in nodes]
    return _one(nodes[0], schema, root, depth)


def _one(node: _Node, schema: JsonObject | None, root: JsonObject, depth: int) -> Json:
    if set(node.children) == {"item"} and not node.text.strip():
        return [_one(item, _items(schema), root, depth + 1) for item in node.children["item"]]
    if node.children:
        inner = schema.get("properties") if schema else None
        known = inner if isinstance(inner, dict) else {}
        return {key: _value(nodes, _schema(known.get(key)), root, depth + 1) for key, nodes in node.children.items()}
    if not node.text.strip() and schema is not None and schema.get("type") in {"array", "object"}:
        return [] if schema.get("type") == "array" else {}
    return typed_by(schema, root, node.text)


def _items(schema: JsonObject | None) -> JsonObject | None:
    return _schema(schema.get("items")) if schema else None


def _schema(value: Json) -> JsonObject | None:
    return value if isinstance(value, dict) else None


def _invoke(place: Place) -> Opened:
    return MinimaxCall(place.found["name"].strip(), place.stop)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return Mark(_INVOKE, _invoke, ends_thought=True), Mark(rf"{_SECTION}|{_END}", hide)


MINIMAX_M3: Final = Grammar(_ID, _marks)
