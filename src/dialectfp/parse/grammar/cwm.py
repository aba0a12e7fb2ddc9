"""cwm: ``<tool: label>``, a line with the tool's name and the rest, and ``</tool>``.

The rest is a JSON object, or text for the tool's only parameter, or else for ``command``. Source: the parser of a fork
of vLLM for Code World Models.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.enclosed import Enclosed
from dialectfp.parse.machine import Around, Decoded, Grammar, Mark, Opened, Place, RawCall
from dialectfp.repair.json import Broken, load_object
from dialectfp.repair.raw import only_argument

__all__ = ["CWM"]

_ID: Final = "cwm"
_BODY: Final = re.compile(r"\s*(?P<name>[^\s{}()<>]{1,128})(?P<rest>.*)", re.DOTALL)


def _read(_name: str, body: str, around: Around) -> Decoded:
    found = _BODY.fullmatch(body)
    if found is None:
        return None
    rest = found["rest"].strip()
    if not rest:
        return (RawCall(found["name"], {}),)
    loaded = load_object(rest) if rest.startswith("{") else Broken("not_object", 0)
    if isinstance(loaded, Broken) or not isinstance(loaded.value, dict):
        return (RawCall(found["name"], only_argument(around.toolset, found["name"], rest, "command")),)
    return (RawCall(found["name"], loaded.value, None, loaded.repairs),)


def _call(place: Place) -> Opened:
    return Enclosed(_ID, place.stop, r"</tool>", _read, quoted=True)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(r"<tool:[ \t]{0,4}[^<>\n]{1,64}>\r?\n", _call, ends_thought=True),)


CWM: Final = Grammar(_ID, _marks)
