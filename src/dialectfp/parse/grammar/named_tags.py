"""named-tag: ``<tool><parameter>value</parameter></tool>``, the tags named after the tool and its parameters.

Agents that teach XML by example, and GLM and DeepSeek through routers. The body may also be a JSON object, or text for
a tool's only parameter. Read only for an offered tool whose tag begins a line, with its closer and with nothing in it
but declared parameters: anything else is text.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.jsontypes import Json
from dialectfp.parse.enclosed import Enclosed
from dialectfp.parse.machine import Around, Decoded, Grammar, Mark, Opened, Place, RawCall
from dialectfp.parse.patterns import compiled, skip
from dialectfp.repair.json import Loaded, load_object
from dialectfp.repair.raw import typed

__all__ = ["NAMED_TAGS"]

_ID: Final = "named-tag"


def _call(place: Place) -> Opened:
    name = place.found["name"]
    before = place.before
    begins = not before or before.endswith("\n") or (place.first and before.endswith(">"))
    if name not in place.toolset.specs or not begins:
        return None
    return Enclosed(_ID, place.stop, rf"</{re.escape(name)}[ \t]{{0,4}}>", _read, name, prose=True)


def _read(name: str, body: str, around: Around) -> Decoded:
    arguments = _arguments(body, name, around)
    return None if arguments is None else (arguments,)


def _arguments(body: str, name: str, around: Around) -> RawCall | None:
    if not body.strip():
        return RawCall(name, {})
    declared = [parameter.name for parameter in around.toolset.layout[name]]
    if body.lstrip().startswith("{"):
        loaded = load_object(body)
        if isinstance(loaded, Loaded) and isinstance(loaded.value, dict) and loaded.value.keys() <= set(declared):
            return RawCall(name, loaded.value, None, loaded.repairs)
    elements = _elements(body, name, declared, around)
    if elements is not None:
        return RawCall(name, elements)
    if len(declared) != 1 or body.lstrip().startswith(f"<{declared[0]}>"):
        return None
    return RawCall(name, {declared[0]: typed(around.toolset.specs[name], declared[0], _unframed(body))})


def _elements(body: str, name: str, declared: list[str], around: Around) -> dict[str, Json] | None:
    """Read an element for each argument. A value ends at its closer before another declared element or the end."""
    spec, keys = around.toolset.specs[name], "|".join(map(re.escape, declared))
    arguments: dict[str, Json] = {}
    opener = compiled(rf"<(?P<key>{keys})>") if declared else None
    at = 0
    while (at := skip(r"\s*", body, at)) < len(body):
        found = opener.match(body, at) if opener is not None else None
        if found is None or found["key"] in arguments:
            return None
        key = found["key"]
        closer = re.compile(rf"</{re.escape(key)}>(?=\s*(?:<(?:{keys})>|\Z))").search(body, found.end())
        if closer is None:
            return None
        arguments[key] = typed(spec, key, _unframed(body[found.end() : closer.start()]))
        at = closer.end()
    return arguments


def _unframed(text: str) -> str:
    """Take off the line ends that set a value apart from its tags."""
    return text.removeprefix("\n").removesuffix("\n") if text.startswith("\n") and len(text) > 1 else text


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(r"<(?<![^\n>]<)(?P<name>[^\W\d][\w.-]{0,63})>", _call, apart=True),)


NAMED_TAGS: Final = Grammar(_ID, _marks)
