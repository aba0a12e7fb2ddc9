"""deepseek-v3 and deepseek-v31: calls between ``<｜tool▁call▁begin｜>`` and ``<｜tool▁call▁end｜>``, in a section.

V3 and R1 write ``function``, a separator, the name, and the arguments in a json fence; V3.1 the name, the separator
and plain JSON. Both orders are told by the header. Step3 has the same marks with ASCII underscores around an invoke
tag, which is read as such. Source: the chat templates of those models.
"""

from __future__ import annotations

import re
from typing import Final

from dialectfp.parse.headed import HeadedCalls, HeadedJson, Header
from dialectfp.parse.machine import Grammar, Mark, Opened, Place, hide
from dialectfp.parse.section import Section
from dialectfp.tools import Toolset

__all__ = ["DEEPSEEK"]

_ID: Final = "deepseek-v3"
_BAR: Final = r"\s{0,2}[|｜]\s{0,2}"
_GAP: Final = r"[▁_ ]"
_BEGIN: Final = rf"<{_BAR}tool{_GAP}call{_GAP}begin{_BAR}>"
_END: Final = rf"<{_BAR}tool{_GAP}call{_GAP}end{_BAR}>"
_SECTION: Final = rf"<{_BAR}tool{_GAP}calls{_GAP}begin{_BAR}>"
_SECTION_END: Final = rf"<{_BAR}tool{_GAP}calls{_GAP}end{_BAR}>"
_SEPARATOR: Final = re.compile(rf"<{_BAR}tool{_GAP}sep{_BAR}>")
_NAME: Final = re.compile(r"\s*([^\s`<>{]{1,128})\s*(?:```\w*|json)?\s*")


def _header(_toolset: Toolset, text: str) -> Header | None:
    """Read ``function<sep>NAME`` or ``NAME<sep>``; the fence's opener may follow."""
    left, *rest = _SEPARATOR.split(text)
    right = rest[0] if rest else ""
    kind = left.strip().lower()
    found = _NAME.fullmatch(right if kind in {"function", "functions", "tool"} and right.strip() else left)
    return Header(found[1]) if found else None


CALLS: Final = HeadedCalls(_ID, _END, rf"{_BEGIN}|{_SECTION}|{_SECTION_END}", _header)


def _call(place: Place) -> Opened:
    return HeadedJson(CALLS, place.stop)


def _section(place: Place) -> Opened:
    return Section(_ID, place.stop, place.before, place.toolset, special=True)


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_BEGIN, _call, ends_thought=True),
        Mark(_SECTION, _section, ends_thought=True),
        Mark(f"{_SECTION_END}|{_END}|{_SEPARATOR.pattern}", hide),
    )


DEEPSEEK: Final = Grammar(_ID, _marks)
