"""gemma4 and functiongemma: ``call:name{key:<|"|>text<|"|>,n:1}`` between markers of their own.

Strings stand between quote tokens, verbatim; keys are bare, and everything else is JSON. Small damage is common:
parentheses for braces, other quotes, the name twice. Sources: Google's prompt formatting pages for Gemma 4 and
FunctionGemma.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from dialectfp.faults import MalformedArguments, MalformedCall, TruncatedArguments
from dialectfp.jsontypes import Json
from dialectfp.parse.machine import (
    Around,
    Bodied,
    Body,
    Closed,
    Decoded,
    Grammar,
    Mark,
    More,
    Opened,
    Place,
    Progress,
    RawCall,
    Thought,
    Window,
    hide,
)
from dialectfp.parse.patterns import compiled, held_from
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.json import Broken, load_object
from dialectfp.repair.raw import spec_named, typed
from dialectfp.tools import Toolset, ToolSpec

__all__ = ["FUNCTIONGEMMA", "GEMMA4", "GEMMA4_BODY"]

_HEADER: Final = re.compile(
    r"\s*(?:call)?\s*:?\s*(?P<name>[^\s:{}()<>]{1,128})\s*(?::\s*[^\s:{}()<>]{1,128}\s*)?(?P<open>[{(])"
)
_NAMED: Final = re.compile(r"\s*(?:call)?\s*:?\s*([^\s:{}()<>]{1,128})\s*(?::\s*[^\s:{}()<>]{1,128}\s*)?[{(]")
#: The quote token of the JSON repair, which Gemma 4's is.
_TOKEN: Final = '<|"|>'
_MORE: Final = re.compile(r",\s*[^\W\d][\w -]*:")
#: ``key: value`` where the value is neither quoted nor JSON.
_RAW_VALUE: Final = re.compile(r"\s*\{\s*(?P<key>[^\W\d][\w-]*)\s*[:=]\s*(?P<value>.*?)\s*\}\s*", re.DOTALL)


class Family(Struct, frozen=True):
    """A family's markers, as patterns, and its quote token."""

    grammar: str
    opener: str
    closer: str
    quote: str


class GemmaCall(Struct, frozen=True):
    """One call being followed: quote tokens hide the closer."""

    family: Family
    body: int
    quoted: bool = False
    ended: Literal["closed", "stopped", "cut"] = "closed"

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return self.family.grammar

    def named(self, begun: str, start: int, _toolset: Toolset) -> str:
        """Read the name in front of the arguments."""
        found = _NAMED.match(begun, max(0, self.body - start))
        return found[1] if found else ""

    def advance(self, window: Window, at: int) -> Progress:
        """Pass over quoted text to the closer, or to what shows that it is missing."""
        text, base, quote = window.text, window.base, re.escape(self.family.quote)
        quoted = self.quoted
        while True:
            every = quote if quoted else f"{quote}|{self.family.closer}|{self.family.opener}|{TURN_TOKEN}"
            found = compiled(every).search(text, at)
            if found is None:
                if not window.final:
                    return More(GemmaCall(self.family, self.body, quoted), base + held_from(every, text, at))
                return Closed(GemmaCall(self.family, self.body, ended="cut"), base + len(text))
            if found[0] == self.family.quote:
                quoted, at = not quoted, found.end()
            elif compiled(self.family.closer).match(found[0]):
                return Closed(self, base + found.end())
            else:
                return Closed(GemmaCall(self.family, self.body, ended="stopped"), base + found.start())

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the name and the arguments, by the tolerant JSON reader."""
        grammar, start, stop = self.family.grammar, around.start, around.stop
        body = block[self.body - start :]
        closer = compiled(rf"(?:{self.family.closer})\s*\Z").search(body)
        body = (body[: closer.start()] if closer else body).replace(self.family.quote, _TOKEN).strip()
        header = _HEADER.match(body)
        cut = self.ended == "cut"
        if header is None:
            return ((TruncatedArguments if cut or not body else MalformedCall)(start, stop, grammar),)
        inner = body[header.start("open") :]
        if header["open"] == "(":
            inner = f"{{{inner[1:].rstrip().removesuffix(')')}}}"
        whole = not cut or (around.complete and inner.endswith("}"))
        loaded = load_object(inner, complete=not cut or around.complete)
        if not isinstance(loaded, Broken) and isinstance(loaded.value, dict) and whole:
            return (RawCall(header["name"], loaded.value, None, tuple(r for r in loaded.repairs if r not in _USUAL)),)
        if cut:
            return (TruncatedArguments(start, stop, grammar),)
        raw = _raw(inner, spec_named(around.toolset, header["name"]))
        if raw is not None:
            return (RawCall(header["name"], raw, None, ("quote",)),)
        return (MalformedArguments(start, stop, grammar, self.body),)


#: Damage of JSON, but how this family writes.
_USUAL: Final = frozenset({"quote", "key"})


def _raw(inner: str, spec: ToolSpec | None) -> dict[str, Json] | None:
    """Read one argument whose value is bare text: to the end of the arguments, if the schema wants a string."""
    found = _RAW_VALUE.fullmatch(inner)
    if found is None or spec is None or _TOKEN in inner or _MORE.search(found["value"]):
        return None
    value = typed(spec, found["key"], found["value"].replace(_TOKEN, "").strip("\"'"))
    return {found["key"]: value} if isinstance(value, str) else None


_GEMMA4: Final = Family("gemma4", r"<\|tool_call>", r"<tool_call\|>", _TOKEN)
_FUNCTION: Final = Family("functiongemma", r"<start_function_call>", r"<end_function_call>", "<escape>")


def _call4(found: re.Match[str], base: int, _toolset: Toolset) -> Bodied:
    return GemmaCall(_GEMMA4, base + found.start())


GEMMA4_BODY: Final = Body(r"call\s{0,4}:|:\s{0,4}[^\W\d]", _call4)
"""The body of a ``<|tool_call>``, which is a damaged spelling of another family's tag as well."""


def _call270(place: Place) -> Opened:
    return GemmaCall(_FUNCTION, place.stop)


def _think(_place: Place) -> Opened:
    return Thought(r"<channel\|>")


def _marks4(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(r"<\|channel>thought", _think),
        Mark(r"<channel\|>", hide),
    )


def _marks270(_marker: str) -> tuple[Mark, ...]:
    return Mark(_FUNCTION.opener, _call270, ends_thought=True), Mark(_FUNCTION.closer, hide)


GEMMA4: Final = Grammar("gemma4", _marks4, thought=r"<channel\|>")
FUNCTIONGEMMA: Final = Grammar("functiongemma", _marks270)
