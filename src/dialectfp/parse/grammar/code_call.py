"""code-call: calls as Python or TypeScript write them, ``name("a", b=1)`` or ``name({a: 1})``, in a ``<tool_call>``.

Any model that is prompted with signatures; each spelling is read under either dialect. All of a block's calls count or
none: literals only, in the layout of the catalogue. A block may also be the tag's own attributes, as small models write
it: ``<tool_call name(…)>``.
"""

from __future__ import annotations

from typing import Final

from dialectfp.faults import NotLiteral, TruncatedArguments
from dialectfp.parse.binding import bind_calls
from dialectfp.parse.grammar.tool_call_tag import damaged_closer, damaged_opener
from dialectfp.parse.literals import Unread, read_calls
from dialectfp.parse.machine import Around, Body, Decoded, Grammar, Mark
from dialectfp.parse.tagged_text import TextForm, damaged_tag, tagged_body, unwrapped_text

__all__ = ["CODE_CALL", "CODE_HEAD", "CODE_ID", "code_body", "read_code"]

CODE_ID: Final = "code-call"
CODE_HEAD: Final = (
    r"(?:(?:const|let|var)\s{1,4})?(?:[^\W\d]\w{0,63}\s{0,4}(?::\s{0,4}[\w.<>\[\] |]{1,64})?=\s{0,4})?(?:await\s{1,4})?"
    r"(?P<name>\w[\w.:/-]{0,127})\s{0,2}\("
)
"""The beginning of a call, up to its bracket."""
_COMMENTS: Final = r"(?:(?:#|//)[^\n]{0,120}\n\s{0,16}){0,4}"


def read_code(body: str, start: int, around: Around, *, ended: bool) -> Decoded:
    """Read a block of calls, which begins at ``start`` of the reply: all of them, or the fault of the first that isn't.

    ``ended`` says that the block is whole, so that brackets missing at its end may be added.
    """
    text = unwrapped_text(body)
    calls = read_calls(text, mend=ended)
    if isinstance(calls, Unread):
        if not ended and calls.at == len(text):
            return (TruncatedArguments(around.start, around.stop, CODE_ID),)
        return (NotLiteral(around.start, around.stop, CODE_ID, start + max(0, body.find(text)) + calls.at),)
    bound = bind_calls(calls, CODE_ID, around)
    return bound if isinstance(bound, tuple) else (bound,)


def _read(body: str, start: int, around: Around, ended: bool) -> Decoded:  # noqa: FBT001 - a form's reader has no names
    return read_code(body, start, around, ended=ended)


def code_body(mark: str) -> Body:
    """Give the body of a tag whose spellings ``mark`` matches."""
    form = TextForm(CODE_ID, mark, _read, quoted=True)
    return tagged_body(form, rf"`{{0,1}}{_COMMENTS}{CODE_HEAD}")


def _marks(marker: str) -> tuple[Mark, ...]:
    form = TextForm(CODE_ID, damaged_closer(marker, r"\)"), _read, quoted=True, kept=1)
    return (damaged_tag(form, damaged_opener(marker, r"\(")),)


CODE_CALL: Final = Grammar(CODE_ID, _marks)
