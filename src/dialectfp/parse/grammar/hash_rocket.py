"""hash-rocket: ``[TOOL_CALL]{tool => "name", args => { --key "value" --count 3 }}[/TOOL_CALL]``.

MiniMax through some hosts. Quoted values are strings, anything else is typed by the schema; JSON between the same tags
is read as such.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.faults import MalformedCall
from dialectfp.jsontypes import Json
from dialectfp.parse.enclosed import Enclosed
from dialectfp.parse.machine import Around, Decoded, Grammar, Mark, Opened, Place, RawCall
from dialectfp.parse.objects import decode_body
from dialectfp.parse.patterns import skip
from dialectfp.repair.json import Loaded, strict
from dialectfp.repair.raw import spec_named, typed

__all__ = ["HASH_ROCKET"]

_ID: Final = "hash-rocket"
_OUTER: Final = re.compile(
    r"\s*\{\s*tool\s*=>\s*[\"'](?P<name>[^\"'\n]{1,128})[\"']\s*(?:,\s*args\s*=>\s*\{(?P<flags>.*)\}\s*)?\}\s*",
    re.DOTALL,
)
_FLAG: Final = re.compile(r"\s*--(?P<key>[\w.-]{1,128})(?:\s+|\s*=\s*)")
#: What isn't quoted goes on to the next flag.
_PLAIN: Final = re.compile(r"(?:(?!\s+--[\w.-]+[\s=]).)*", re.DOTALL)


def _read(_name: str, body: str, around: Around) -> Decoded:
    found = _OUTER.fullmatch(body)
    if found is None:
        inner = body.strip()
        if inner.startswith(('{"', "[")):
            return decode_body(body, around.start, _ID, around, ended=True)
        return (MalformedCall(around.start, around.stop, _ID),)
    arguments = _flags(found["flags"] or "", found["name"], around)
    if arguments is None:
        return (MalformedCall(around.start, around.stop, _ID),)
    return (RawCall(found["name"], arguments),)


def _flags(text: str, name: str, around: Around) -> dict[str, Json] | None:
    spec = spec_named(around.toolset, name)
    arguments: dict[str, Json] = {}
    at = 0
    while (at := skip(r"[\s,]*", text, at)) < len(text):
        flag = _FLAG.match(text, at)
        if flag is None:
            return None
        quoted = strict(text, flag.end()) if text.startswith('"', flag.end()) else None
        if isinstance(quoted, Loaded):
            arguments[flag["key"]], at = quoted.value, quoted.stop
            continue
        plain = _PLAIN.match(text, flag.end())
        at = plain.end() if plain else len(text)
        arguments[flag["key"]] = typed(spec, flag["key"], text[flag.end() : at].strip())
    return arguments


def _call(place: Place) -> Opened:
    return Enclosed(_ID, place.stop, r"\[/TOOL_CALL\]", _read, quoted=True)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(r"\[TOOL_CALL\]", _call, ends_thought=True),)


HASH_ROCKET: Final = Grammar(_ID, _marks)
