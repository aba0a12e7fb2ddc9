"""p-format: positional calls, ``name[0|first|2|third]``, in a ``<tool_call>``.

Any model that is taught it; none is trained on it. Slots are numbered in the layout of the catalogue: required ones
first, then optional ones by name. What doesn't add up is refused, never guessed.
"""

from __future__ import annotations

from typing import Final

from dialectfp.faults import MalformedCall, TruncatedArguments
from dialectfp.parse.binding import bind_slots
from dialectfp.parse.grammar.tool_call_tag import damaged_closer, damaged_opener
from dialectfp.parse.machine import Around, Body, Decoded, Grammar, Mark
from dialectfp.parse.tagged_text import TextForm, damaged_tag, tagged_body, unwrapped_text
from dialectfp.slots import read_slots

__all__ = ["P_FORMAT", "SLOTS_HEAD", "SLOTS_ID", "read_positional", "slots_body"]

SLOTS_ID: Final = "p-format"
SLOTS_HEAD: Final = r"(?P<name>\w[\w.:/-]{0,127})\s{0,2}\["
"""The beginning of a call, up to its bracket."""


def read_positional(body: str, around: Around, *, ended: bool) -> Decoded:
    """Read a block that is one call, or its fault. ``ended`` says that the block is whole."""
    call = read_slots(unwrapped_text(body))
    if call is None:
        return ((MalformedCall if ended else TruncatedArguments)(around.start, around.stop, SLOTS_ID),)
    return (bind_slots(call, SLOTS_ID, around),)


def _read(body: str, _start: int, around: Around, ended: bool) -> Decoded:  # noqa: FBT001 - a form's reader has no names
    return read_positional(body, around, ended=ended)


def slots_body(mark: str) -> Body:
    """Give the body of a tag whose spellings ``mark`` matches."""
    form = TextForm(SLOTS_ID, mark, _read, quoted=False)
    return tagged_body(form, rf"`{{0,1}}{SLOTS_HEAD}")


def _marks(marker: str) -> tuple[Mark, ...]:
    form = TextForm(SLOTS_ID, damaged_closer(marker, r"\]"), _read, quoted=False, kept=1)
    return (damaged_tag(form, damaged_opener(marker, r"\[")),)


P_FORMAT: Final = Grammar(SLOTS_ID, _marks)
