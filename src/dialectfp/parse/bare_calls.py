"""A reply that is nothing but calls in the dialect's own syntax, without the tags: small models drop them.

Nothing marks such a call, so every character must belong to a complete call of an offered tool, one surrounding fence,
blanks and turn tokens aside; anything less is prose.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from dialectfp.parse.grammar.code_call import CODE_HEAD, CODE_ID, read_code
from dialectfp.parse.grammar.p_format import SLOTS_HEAD, SLOTS_ID, read_positional
from dialectfp.parse.literals import Brackets, follow_brackets
from dialectfp.parse.machine import Again, Around, Closed, Decoded, More, Progress, RawCall, Refused, Window, stepped
from dialectfp.parse.patterns import compiled, may_begin, skip
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.raw import spec_named
from dialectfp.tools import Toolset

__all__ = ["BareCalls", "CallSyntax", "bare_calls"]

CallSyntax: TypeAlias = Literal["json", "positional", "code"]
"""How a dialect writes a call between its tags; the last two are read without the tags as well."""

_FENCE: Final = r"```[`]{0,13}[ \t]{0,4}[\w+-]{0,16}[ \t]{0,4}\r?\n\s{0,16}"
_HEADS: Final = {"positional": SLOTS_HEAD + r"(?:\s{0,4}\d|\s{0,4}\])", "code": CODE_HEAD}
#: What may stand between two calls, and behind the last one.
_BETWEEN: Final = rf"(?:[\s;]|```|{TURN_TOKEN})*"
_ESCAPED_OR_END: Final = r"\\[\s\S]|(?P<end>\]+)"


class BareCalls(Struct, frozen=True):
    """A reply being followed while it can still be nothing but calls."""

    syntax: Literal["positional", "code"]
    toolset: Toolset
    #: Where the first call begins, where the one at hand does, and where the last whole one ended.
    first: int
    start: int
    stop: int = -1
    inside: bool = True
    brackets: Brackets = Brackets()

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return CODE_ID if self.syntax == "code" else SLOTS_ID

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Tell nothing before the reply ends."""
        return ""

    def advance(self, window: Window, at: int) -> Progress:
        """Follow a call to its bracket, then see what comes behind it."""
        return stepped(self, window, at)

    def step(self, window: Window, at: int) -> Progress | Again:
        """Follow one call, or what stands behind one."""
        return self._call(window, at) if self.inside else self._between(window, at)

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the calls; None, which is prose, unless every one of them binds."""
        text = block[self.first - around.start : self.stop - around.start]
        if self.syntax == "code":
            items = read_code(text, self.first, around, ended=False)
        else:
            items = tuple(
                item for call in _slot_calls(text) for item in read_positional(call, around, ended=False) or ()
            )
        calls = [item for item in items or () if isinstance(item, RawCall)]
        return tuple(calls) if calls and len(calls) == len(items or ()) else None

    def _call(self, window: Window, at: int) -> Progress | Again:
        text, base = window.text, window.base
        at = max(at, self.start - base)
        if self.syntax == "code":
            closed, at, brackets = follow_brackets(self.brackets, text, at, final=window.final)
        else:
            (closed, at), brackets = _slots_end(text, at, final=window.final), self.brackets
        if closed:
            return Again(self._with(stop=base + at, inside=False), at)
        return Refused(self.first) if window.final else More(self._with(brackets=brackets), base + at)

    def _between(self, window: Window, at: int) -> Progress | Again:
        text, base = window.text, window.base
        end = at
        at = skip(_BETWEEN, text, at)
        if at == len(text):
            return Closed(self, base + at) if window.final else More(self, base + end)
        head = compiled(_HEADS[self.syntax]).match(text, at)
        if head is not None and at > end and spec_named(self.toolset, head["name"]) is not None:
            return Again(self._with(start=base + at, inside=True), at)
        if not window.final and head is None and may_begin(f"(?:{_HEADS[self.syntax]}|{TURN_TOKEN}|```)", text, at):
            return More(self, base + end)
        return Refused(self.first)

    def _with(
        self,
        *,
        start: int | None = None,
        stop: int | None = None,
        inside: bool | None = None,
        brackets: Brackets | None = None,
    ) -> BareCalls:
        return BareCalls(
            self.syntax,
            self.toolset,
            self.first,
            self.start if start is None else start,
            self.stop if stop is None else stop,
            self.inside if inside is None else inside,
            Brackets() if brackets is None else brackets,
        )


def _slot_calls(text: str) -> Iterator[str]:
    """Split calls in a row, what stands between them aside."""
    at = 0
    while at < len(text):
        _, end = _slots_end(text, at, final=True)
        yield text[at:end]
        at = skip(_BETWEEN, text, end)


def _slots_end(text: str, at: int, *, final: bool) -> tuple[bool, int]:
    """Find the end of a positional call: whether it is there, and where; or how far is settled."""
    for found in compiled(_ESCAPED_OR_END).finditer(text, at):
        at = found.end()
        if found["end"]:
            settled = final or at < len(text)
            return settled, at if settled else found.start()
    return False, len(text) - (text.endswith("\\") and at < len(text))


def bare_calls(
    syntax: Literal["positional", "code"], toolset: Toolset, window: Window, at: int
) -> BareCalls | Literal["hold"] | None:
    """Begin such a reply at index ``at``: "hold" if more text must tell, None if it is none."""
    text = window.text
    head = f"(?:{_FENCE})?{_HEADS[syntax]}"
    found = compiled(head).match(text, at)
    if found is None:
        return "hold" if not window.final and may_begin(head, text, at) else None
    if spec_named(toolset, found["name"]) is None:
        return None
    first = skip(f"(?:{_FENCE})?", text, at)
    return BareCalls(syntax, toolset, window.base + first, window.base + first)
