"""claude-invoke: ``<invoke name="…">`` with a ``<parameter name="…">`` for each argument, inside ``<function_calls>``.

Claude's form as text, with or without its namespace, and models that imitate it; MiniMax M2, Step3, dots and Muse use
the same inner tags in wrappers of their own. Values are verbatim; lists and objects are JSON.
"""

from __future__ import annotations

from typing import Final

from dialectfp.parse.grammar.pythonic import call_lines
from dialectfp.parse.machine import Grammar, Mark, Opened, Place, hide
from dialectfp.parse.params import ParamBlock, ParamTags
from dialectfp.parse.section import Section
from dialectfp.repair.raw import spec_named

__all__ = ["CLAUDE_INVOKE"]

_ID: Final = "claude-invoke"
_NAMESPACE: Final = r"(?:(?:antml|atem|steptml):)?"
_QUOTE: Final = r"[\"']?"
_INVOKE: Final = rf"<{_NAMESPACE}invoke\s{{1,8}}name\s{{0,4}}=\s{{0,4}}{_QUOTE}(?P<name>[^\"'<>\n]{{1,128}}){_QUOTE}\s{{0,8}}(?P<empty>/?)>"
_SECTION: Final = r"(?:function_calls|minimax:tool_call|dots_function_call)"
_CLOSE: Final = rf"</{_NAMESPACE}invoke\s{{0,4}}>"
_OTHER_SECTION: Final = r"</?[a-z_:]{0,24}calls?>"

TAGS: Final = ParamTags(
    _ID,
    rf"<{_NAMESPACE}parameter\s{{1,8}}name\s{{0,4}}=\s{{0,4}}{_QUOTE}(?P<key>[^\"'<>\n]{{1,128}}){_QUOTE}[^<>\n]{{0,64}}>",
    rf"</{_NAMESPACE}parameter\s{{0,4}}>",
    _CLOSE,
    rf"<{_NAMESPACE}invoke\s|{_OTHER_SECTION}",
    tail=_OTHER_SECTION.replace("/?", "/"),
)


def _invoke(place: Place) -> Opened:
    """Without a section around it only an offered tool is called."""
    name = place.found["name"].strip()
    if spec_named(place.toolset, name) is None and not place.before.rstrip().endswith((">", "]")):
        return None
    return ParamBlock(TAGS, name, place.stop, empty=bool(place.found["empty"]))


_LINES: Final = (call_lines(rf"</{_NAMESPACE}{_SECTION}>"),)


def _section(place: Place) -> Opened:
    return Section(_ID, place.stop, place.before, place.toolset, _LINES)


def _unknown_section(place: Place) -> Opened:
    """A misspelt section is one if an invoke tag follows."""
    return Section(_ID, place.stop, place.before, place.toolset, inner=rf"<{_NAMESPACE}invoke\s")


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(_INVOKE, _invoke, ends_thought=True),
        Mark(rf"<{_NAMESPACE}{_SECTION}>", _section, ends_thought=True),
        Mark(rf"</{_NAMESPACE}{_SECTION}>", hide),
        Mark(r"<t[a-z]{2,12}_calls>|<f[a-z]{2,12}_calls>", _unknown_section),
        Mark(rf"</{_NAMESPACE}(?:invoke|parameter)\s{{0,4}}>", hide),
    )


CLAUDE_INVOKE: Final = Grammar(_ID, _marks)
