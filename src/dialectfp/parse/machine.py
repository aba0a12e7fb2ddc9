"""What the stream asks of a grammar: a mark opens a block, a machine follows it, and its text decodes to calls.

Positions in this module count characters of the whole reply, so they mean the same however the text was cut.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal, Protocol, TypeAlias

from msgspec import Struct

from dialectfp.calls import RepairKind
from dialectfp.faults import TextFault
from dialectfp.jsontypes import JsonObject
from dialectfp.parse.patterns import NEVER
from dialectfp.policy import ReadPolicy
from dialectfp.repair.json import Loaded
from dialectfp.tools import Toolset

__all__ = [
    "HIDDEN",
    "LINE",
    "LOOK_BACK",
    "NAMED_WITHIN",
    "QUIET_NEVER",
    "Again",
    "Around",
    "Became",
    "Behind",
    "Bodied",
    "Body",
    "Closed",
    "Decoded",
    "Fence",
    "Grammar",
    "Hidden",
    "Machine",
    "Mark",
    "More",
    "Opened",
    "Opening",
    "PastTurn",
    "Place",
    "Progress",
    "RawCall",
    "Recall",
    "Refused",
    "Shortcut",
    "Spoken",
    "Steps",
    "Thought",
    "Window",
    "begins_line",
    "hide",
    "stepped",
]

QUIET_NEVER: Final[frozenset[str]] = frozenset()

#: How far back in its line a mark may look.
LINE: Final = 200

NAMED_WITHIN: Final = 1024
"""A call whose name isn't known within so many characters of its opener is announced when it ends."""

LOOK_BACK: Final = 16
"""How many characters before a mark may decide what it is."""


class Window(Struct, frozen=True, gc=False):
    """The part of a reply that can be looked at: ``text`` begins at character ``base`` of the reply."""

    text: str
    base: int
    #: Nothing follows ``text``.
    final: bool


class RawCall(Struct, frozen=True):
    """A call as the text says it, before its name is resolved and its arguments are shaped."""

    name: str
    arguments: JsonObject
    id: str | None = None
    repairs: tuple[RepairKind, ...] = ()


class Around(Struct, frozen=True):
    """What decoding knows besides the block's text."""

    toolset: Toolset
    policy: ReadPolicy
    #: Where the block stands in the reply.
    start: int
    stop: int
    #: The reply was not cut off by a token limit.
    complete: bool


Decoded: TypeAlias = "tuple[RawCall | TextFault, ...] | None"
"""A block's calls and faults in order; empty for a block that holds nothing; None if it is prose after all."""


class More(Struct, frozen=True):
    """The block goes on. Text before ``settled`` needn't be looked at again.

    ``wake`` are the characters that can change anything while all the text is settled; a piece without them is
    passed by unseen. Empty means that every piece must be looked at.
    """

    machine: Machine
    settled: int
    wake: frozenset[str] = QUIET_NEVER


class Closed(Struct, frozen=True):
    """The block ends at ``stop``; ``machine`` decodes it."""

    machine: Machine
    stop: int
    #: What follows is no longer the model's own turn.
    past_turn: bool = False


class Recall(Struct, frozen=True):
    """The text is needed again from ``back`` on, for ``machine``. At most once a block, or cost isn't linear."""

    machine: Machine
    back: int


class Refused(Struct, frozen=True):
    """No block after all: what stands before ``resume`` is prose, and reading goes on there."""

    resume: int


class Became(Struct, frozen=True):
    """The block was a header: furniture up to ``stop``, and from there on what ``opened`` says."""

    opened: Hidden | Thought | Spoken | PastTurn
    stop: int


Progress: TypeAlias = "More | Closed | Recall | Refused | Became"


class Machine(Protocol):
    """A block being followed: an immutable state, advanced by text."""

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        ...

    def named(self, begun: str, start: int, toolset: Toolset, /) -> str:
        """Name the tool that the block's first call will be of, as soon as its text so far tells; "" until then.

        ``begun`` is the block's text from its opener at ``start`` of the reply, `NAMED_WITHIN` characters at most.
        """
        ...

    def advance(self, window: Window, at: int, /) -> Progress:
        """Follow the block through ``window.text`` from index ``at``."""
        ...

    def decode(self, block: str, around: Around, /) -> Decoded:
        """Read the text of the whole block, from its opener to ``Closed.stop``."""
        ...


class Steps(Protocol):
    """A machine that follows its block step by step, so that a thousand values in a row nest no calls."""

    def step(self, window: Window, at: int, /) -> Progress | Again:
        """Follow one part of the block."""
        ...


class Again(Struct, frozen=True):
    """One part ended at index ``at``, and another begins there."""

    machine: Steps
    at: int


def stepped(machine: Steps, window: Window, at: int) -> Progress:
    """Follow a block through all its steps."""
    while True:
        found = machine.step(window, at)
        if not isinstance(found, Again):
            return found
        machine, at = found.machine, found.at


class Hidden(Struct, frozen=True):
    """The mark is furniture and opens nothing.

    ``speaks`` says that what follows is addressed to the user, so that JSON in it is an answer and no call.
    """

    speaks: bool = False


HIDDEN: Final = Hidden()


class Thought(Struct, frozen=True):
    """The mark opens a thought, which ends at a match of ``closer``.

    A match of a group ``next`` in it ends the thought without being part of it. ``sign`` is what the closer begins with
    where that is no mark's anchor.
    """

    closer: str
    sign: str = ""


class Spoken(Struct, frozen=True):
    """The mark opens text for the user, in which nothing is a call, up to a match of ``closer`` as for a thought."""

    closer: str


class Fence(Struct, frozen=True, gc=False):
    """The mark opens a protected code fence of ``ticks`` backticks."""

    ticks: int


class Behind(Struct, frozen=True):
    """The mark's block began before the mark, at ``start`` of the reply, in text that is still held."""

    machine: Machine
    start: int


class PastTurn(Struct, frozen=True):
    """From this mark on, the text is no longer the model's own turn."""


Opened: TypeAlias = Machine | Behind | Hidden | Thought | Spoken | Fence | PastTurn | None
"""What a mark turns out to be in its place; None is prose."""


class Place(Struct, frozen=True):
    """Where a mark was found: its match, up to `LOOK_BACK` characters before it, and what is offered."""

    found: re.Match[str]
    before: str
    base: int
    toolset: Toolset
    #: Text before this index of ``found.string`` is settled.
    settled: int = 0
    #: The last characters before ``found.string``.
    context: str = ""
    #: Nothing visible was said before ``settled``.
    fresh: bool = False

    @property
    def start(self) -> int:
        """The mark's first character in the reply."""
        return self.base + self.found.start()

    @property
    def stop(self) -> int:
        """The character after the mark."""
        return self.base + self.found.end()

    @property
    def first(self) -> bool:
        """Nothing visible stands before the mark in the whole reply."""
        return self.fresh and self.settled == self.found.start()

    def line_before(self) -> tuple[str, int]:
        """Give the mark's line before it, and where that begins in the reply; -1 if it is settled already."""
        text, at = self.found.string, self.found.start()
        begin = text.rfind("\n", max(0, at - LINE), at) + 1
        if self.fresh and begin <= self.settled:
            return (text[self.settled : at], self.base + self.settled) if at - self.settled <= LINE else ("", -1)
        if begin == 0 and (at > LINE or (self.base > 0 and not self.context.endswith("\n"))):
            return "", -1
        return text[begin:at], self.base + begin if begin >= self.settled else -1


def begins_line(before: str) -> bool:
    """Tell whether a mark begins its line, blanks aside, by the last `LOOK_BACK` characters before it."""
    line = before.rstrip(" \t")
    return line.endswith("\n") or (not line and len(before) < LOOK_BACK)


def hide(_place: Place) -> Opened:
    """Open nothing: the mark is furniture wherever it stands."""
    return HIDDEN


class Shortcut(Protocol):
    """Reads a flawless block at once, to what following it would come to."""

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        ...

    def flawless(self, text: str, at: int, /) -> tuple[Loaded, int] | None:
        """Give the JSON value behind a mark that ends at index ``at``, and the index behind the block."""
        ...


class Mark(Struct, frozen=True):
    """A marker: its pattern begins with its anchor, one literal character, and `beginnings` must understand it.

    Nothing optional may stand at the pattern's end: what a mark is must not depend on the text behind it.
    """

    pattern: str
    open: Callable[[Place], Opened]
    #: In a thought that never closes, this mark ends it.
    ends_thought: bool = False
    #: So many texts begin like this mark that it is looked for by itself, not to burden the others of its anchor.
    apart: bool = False
    #: A way past ``open``, for a whole reply.
    shortcut: Shortcut | None = None


class Bodied(Machine, Protocol):
    """A machine that says where it begins to follow, in the reply."""

    @property
    def body(self) -> int:
        """The first character that the machine looks at."""
        ...


class Body(Struct, frozen=True):
    """What a tag's body may begin with instead of JSON: ``open`` gives the machine that follows it.

    Asked with the match of ``pattern``, where the matched text begins in the reply, and what is offered.
    """

    pattern: str
    open: Callable[[re.Match[str], int, Toolset], Bodied]


class Opening(Struct, frozen=True):
    """How a reply may begin whose special tokens a server took off: ``words``, with a match of ``follow`` behind them."""

    words: str
    #: One character.
    follow: str
    opened: Thought


class Grammar(Struct, frozen=True):
    """One way of writing calls: its id, and its marks under a dialect's marker."""

    id: str
    marks: Callable[[str], tuple[Mark, ...]]
    #: "marked": by its marks. "line": by its marks, behind an offered tool's name that begins a line. "whole": tried
    #: where a reply begins, since it has no mark.
    found_by: Literal["marked", "line", "whole"] = "marked"
    #: What may stand between the beginning of a line and a mark that counts it in (`Behind`), that mark included: such
    #: a line is held until the mark comes. No longer than `LINE`.
    lead: str = NEVER
    #: The closer of the grammar's thoughts, for a reply that begins inside one.
    thought: str = NEVER
    opening: Opening | None = None
