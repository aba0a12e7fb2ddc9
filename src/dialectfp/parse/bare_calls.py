"""A reply that is nothing but calls in the dialect's own syntax, without the tags: small models drop them.

Nothing marks such a call, so every character must belong to a complete call of an offered tool, one surrounding fence,
blanks and turn tokens aside; anything less is prose.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from dialectfp.parse.grammar.code_call import CODE_HEAD, CODE_ID, read_code
from dialectfp.parse.grammar.p_format import SLOTS_HEAD, SLOTS_ID, read_positional
from dialectfp.parse.literals import Brackets, follow_brackets
from dialectfp.parse.machine import Around, Closed, Decoded, More, Progress, RawCall, Refused, Window
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
    #: Where each whole call began and ended, and where the one at hand begins.
    calls: tuple[tuple[int, int], ...]
    start: int
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
        return self._call(window, at) if self.inside else self._between(window, at)

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the calls; None, which is prose, unless every one of them binds."""
        found: list[RawCall] = []
        for low, high in self.calls:
            text = block[low - around.start : high - around.start]
            if self.syntax == "code":
                items = read_code(text, low, around, ended=False)
            else:
                items = read_positional(text, around, ended=False)
            for item in items or ():
                if not isinstance(item, RawCall):
                    return None
                found.append(item)
        return tuple(found) or None

    def _call(self, window: Window, at: int) -> Progress:
        text, base = window.text, window.base
        at = max(at, self.start - base)
        if self.syntax == "code":
            closed, at, brackets = follow_brackets(self.brackets, text, at, final=window.final)
        else:
            (closed, at), brackets = _slots_end(text, at, final=window.final), self.brackets
        if not closed:
            return Refused(self._first()) if window.final else More(self._with(brackets=brackets), base + at)
        whole = self._with(calls=(*self.calls, (self.start, base + at)), inside=False)
        return whole._between(window, at)

    def _between(self, window: Window, at: int) -> Progress:
        text, base = window.text, window.base
        end = at
        at = skip(_BETWEEN, text, at)
        if at == len(text):
            return Closed(self, base + at) if window.final else More(self, base + end)
        head = compiled(_HEADS[self.syntax]).match(text, at)
        if head is not None and at > end and spec_named(self.toolset, head["name"]) is not None:
            return self._with(start=base + at, inside=True)._call(window, at)
        if not window.final and head is None and may_begin(f"(?:{_HEADS[self.syntax]}|{TURN_TOKEN}|```)", text, at):
            return More(self, base + end)
        return Refused(self._first())

    def _first(self) -> int:
        return self.calls[0][0] if self.calls else self.start

    def _with(
        self,
        *,
        calls: tuple[tuple[int, int], ...] | None = None,
        start: int | None = None,
        inside: bool | None = None,
        brackets: Brackets | None = None,
    ) -> BareCalls:
        return BareCalls(
            self.syntax,
            self.toolset,
            self.calls if calls is None else calls,
            self.start if start is None else start,
            self.inside if inside is None else inside,
            Brackets() if brackets is None else brackets,
        )


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
    return BareCalls(syntax, toolset, (), window.base + first)
