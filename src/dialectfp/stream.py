"""Reading a reply as it comes: a pure state machine. Reading it whole is feeding it once and flushing.

`start` gives a state, `feed` takes a piece of text and gives the next state and what the piece settled, `flush` settles
the rest. Text is held back only while it can still become markup, and nothing released is ever taken back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from returns.result import Failure, Result, Success

from dialectfp.calls import ToolCall
from dialectfp.faults import (
    CallInOpenReasoning,
    HostFault,
    InventedCall,
    TextFault,
    TruncatedArguments,
    UnusableMarker,
    UnusablePolicy,
)
from dialectfp.parse.bare_calls import BareCalls, CallSyntax, bare_calls
from dialectfp.parse.grammar import GRAMMARS
from dialectfp.parse.grammar.bare_json import LABEL, BareJson
from dialectfp.parse.machine import (
    LINE,
    LOOK_BACK,
    NAMED_WITHIN,
    QUIET_NEVER,
    Around,
    Behind,
    Closed,
    Fence,
    Hidden,
    Machine,
    More,
    PastTurn,
    Place,
    Recall,
    Refused,
    Shortcut,
    Spoken,
    Thought,
    Window,
)
from dialectfp.parse.marks import Anchor, Anchors, Marks, first_mark, held, marks, owner
from dialectfp.parse.objects import calls_of, is_json
from dialectfp.parse.patterns import REACH, compiled, held_from, skip
from dialectfp.parse.protected import FENCE_CLOSER
from dialectfp.parse.resolve import Outcome, resolved
from dialectfp.parse.rope import EMPTY, Rope, added, joined
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.reading import FinishReason, Reading, Reply
from dialectfp.repair.raw import spec_named
from dialectfp.segments import (
    Called,
    Example,
    Furniture,
    Invented,
    Malformed,
    Prose,
    Reasoning,
    Segment,
    Unterminated,
)
from dialectfp.tags import D
from dialectfp.tools import Toolset

__all__ = ["CallClosed", "CallEvent", "CallOpened", "State", "Step", "collect", "feed", "flush", "read", "start"]


class CallOpened(Struct, frozen=True, tag_field="kind", tag="call_opened"):
    """A call has begun, and this is its tool: as offered, or as written if none such is."""

    grammar: str
    name: str


class CallClosed(Struct, frozen=True, tag_field="kind", tag="call_closed"):
    """The call that was opened last has ended: with the call, or with what is wrong instead."""

    outcome: ToolCall | TextFault


CallEvent: TypeAlias = CallOpened | CallClosed


class Step(Struct, frozen=True):
    """What one piece of text settled.

    ``segments`` continue those of the step before: two neighbours of one kind that touch are one segment.
    """

    visible: str = ""
    reasoning: str = ""
    segments: tuple[Segment, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    faults: tuple[TextFault, ...] = ()
    refused: tuple[ToolCall, ...] = ()
    #: Calls beginning and ending, in order. An opened call is always closed.
    events: tuple[CallEvent, ...] = ()


class _Text(Struct, frozen=True, gc=False):
    """Outside every span."""


class _Thinking(Struct, frozen=True):
    """Inside a thought. Once a call may have begun in it, at ``start``, the text waits in ``rope``."""

    closer: str
    start: int = -1
    before: str = ""
    rope: Rope = EMPTY
    #: The closer's first character, if it is no anchor.
    sign: str = ""


class _Speaking(Struct, frozen=True):
    """Inside text for the user that holds no calls."""

    closer: str


class _Fenced(Struct, frozen=True, gc=False):
    """Inside a protected fence."""

    ticks: int


class _Block(Struct, frozen=True):
    """Inside a block that began at ``start``; its text so far is in ``rope``."""

    machine: Machine
    start: int
    #: The last characters before ``start``.
    before: str = ""
    rope: Rope = EMPTY
    #: The call was announced.
    named: bool = False


_Mode: TypeAlias = _Text | _Thinking | _Speaking | _Fenced | _Block
#: Segments that are really part of something else: an invented turn, or a thought that may have ended.
_Fold: TypeAlias = Literal["", "invented", "thought", "kept"]

_TEXT: Final = _Text()
_NOTHING: Final = Step()


class State(Struct, frozen=True):
    """Where reading has got to. Opaque: made by `start` and `feed`, and safe to keep or to feed twice."""

    table: Marks
    toolset: Toolset
    policy: ReadPolicy
    mode: _Mode = _TEXT
    #: Where the unsettled text begins, and that text.
    base: int = 0
    held: str = ""
    #: The last characters before ``held``.
    before: str = ""
    #: While all text is settled, a piece without any of these characters changes nothing but positions.
    wake: frozenset[str] = QUIET_NEVER
    #: A reply of nothing but JSON may still begin here.
    fresh: bool = True
    #: Nothing visible has been said yet.
    silent: bool = True
    fold: _Fold = ""
    #: The closers that the rest of the reply is known not to hold.
    unclosed: frozenset[str] = frozenset()


def start(
    toolset: Toolset,
    policy: ReadPolicy = READ_POLICY,
    *,
    marker: str = "tool_call",
    syntax: CallSyntax = "json",
    thinking_prefilled: bool = False,
) -> State:
    """Give the state before the first character.

    ``marker`` is the dialect's tag, and ``syntax`` how it writes a call. ``thinking_prefilled`` says that the prompt opened the reasoning block, so the
    text begins inside it.
    """
    return _begun(marks(policy, marker, syntax), toolset, policy, thinking_prefilled=thinking_prefilled)


def _begun(table: Marks, toolset: Toolset, policy: ReadPolicy, *, thinking_prefilled: bool) -> State:
    mode = _Thinking(table.any_thought) if thinking_prefilled else _TEXT
    return State(table, toolset, policy, mode, fresh=table.bare or table.syntax != "json")


def feed(state: State, piece: str) -> tuple[State, Step]:
    """Take the next piece of the reply: the next state, and what is settled now. Never raises on any text."""
    if state.wake and not state.held and (state.wake.isdisjoint(piece) or _ends_a_line(state, piece)):
        return _pass(state, piece)
    run = _Run(state, state.held + piece, final=False, complete=True)
    run.go()
    return run.state(), run.step()


def _ends_a_line(state: State, piece: str) -> bool:
    """Tell whether a piece changes nothing although it ends a line, since no offered tool's name begins the next."""
    table = state.table
    if state.wake is not table.line_signs or not table.signs.isdisjoint(piece):
        return False
    begin = piece.rfind("\n") + 1
    if begin == len(piece) or piece[begin] in state.toolset.initials:
        return False
    return table.lead is None or table.lead.fullmatch(piece, begin) is None


def flush(state: State, finish_reason: FinishReason | None = None) -> Step:
    """Settle what is left at the end of the reply. With ``finish_reason`` "length", nothing cut is completed."""
    run = _Run(state, state.held, final=True, complete=finish_reason != "length")
    run.go()
    return run.step()


def read(
    toolset: Toolset,
    reply: Reply[D],
    policy: ReadPolicy = READ_POLICY,
    marker: str = "tool_call",
    syntax: CallSyntax = "json",
) -> Result[Reading[D], HostFault]:
    """Read a whole reply: what `feed` and `flush` give, as one value.

    Fails only by the host's own doing: UnusableMarker if ``marker`` is no tag name, UnusablePolicy if the policy
    names a grammar that doesn't exist. What the text has wrong stands in the reading.
    """
    table = _usable(policy, marker, syntax)
    if not isinstance(table, Marks):
        return Failure(table)
    begun = _begun(table, toolset, policy, thinking_prefilled=reply.thinking_prefilled)
    # Feeding all and flushing is one run in which nothing need be held back.
    run = _Run(begun, reply.text, final=True, complete=reply.finish_reason != "length", whole=True)
    run.go()
    return Success(run.reading(reply))


#: A tag name, but not the one that results come back in.
_MARKER: Final = r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}"


@lru_cache(64)
def _usable(policy: ReadPolicy, marker: str, syntax: CallSyntax) -> Marks | HostFault:
    """Give a policy's table of marks, or what is wrong with it. A cache of a pure function: both hardly ever change."""
    if not compiled(_MARKER).fullmatch(marker) or marker.lower() == "tool_result":
        return UnusableMarker(len(marker))
    if policy.grammars is not None and not policy.grammars <= {grammar.id for grammar in GRAMMARS}:
        return UnusablePolicy("grammars")
    return marks(policy, marker, syntax)


def collect(reply: Reply[D], steps: Iterable[Step]) -> Reading[D]:
    """Join the steps of a reply, fed and flushed, to its reading."""
    segments: list[Segment] = []
    calls: list[ToolCall] = []
    faults: list[TextFault] = []
    refused: list[ToolCall] = []
    for step in steps:
        for segment in step.segments:
            _append(segments, segment)
        calls += step.calls
        faults += step.faults
        refused += step.refused
    return Reading(reply.text, tuple(segments), tuple(faults), tuple(calls), tuple(refused))


def _append(segments: list[Segment], segment: Segment) -> None:
    last = segments[-1] if segments else None
    if (
        last is None
        or last.stop != segment.start
        or type(last) is not type(segment)
        or not isinstance(segment, _JOINED)
    ):
        segments.append(segment)
    else:
        segments[-1] = type(segment)(last.start, segment.stop)


_JOINED: Final = (Prose, Example, Reasoning, Furniture, Invented)


def _pass(state: State, piece: str) -> tuple[State, Step]:
    """Let a piece through that can't change the mode. The hot path of a stream: no search, no scan."""
    if not piece:
        return state, _NOTHING
    mode, begin = state.mode, state.base
    end = begin + len(piece)
    fresh, silent = state.fresh, state.silent
    if isinstance(mode, _Block):
        mode, step = _Block(mode.machine, mode.start, mode.before, added(mode.rope, piece), mode.named), _NOTHING
    elif isinstance(mode, _Thinking) and mode.start >= 0:
        mode, step = _Thinking(mode.closer, mode.start, mode.before, added(mode.rope, piece), mode.sign), _NOTHING
    elif state.fold == "invented":
        step = Step(segments=(Invented(begin, end),))
    elif isinstance(mode, _Thinking):
        step = Step("", piece, (Reasoning(begin, end),))
    elif isinstance(mode, _Fenced):
        step = Step(piece, "", (Example(begin, end),))
    else:
        step = Step(piece, "", (Prose(begin, end),))
    before = (state.before + piece)[-LOOK_BACK:]
    wake, fold, unclosed = state.wake, state.fold, state.unclosed
    return State(
        state.table, state.toolset, state.policy, mode, end, "", before, wake, fresh, silent, fold, unclosed
    ), step


class _Run:
    """One call of `feed` or `flush`: the text at hand, and what it settles. Lives only inside that call."""

    __slots__ = (
        "at",
        "base",
        "before",
        "block_from",
        "calls",
        "complete",
        "eager",
        "events",
        "faults",
        "final",
        "fold",
        "found",
        "found_enders",
        "fresh",
        "matched",
        "mode",
        "origin",
        "reasoning",
        "refused",
        "searched",
        "searched_enders",
        "segments",
        "silent",
        "text",
        "unclosed",
        "visible",
        "wake",
        "whole",
    )  # fmt: skip

    def __init__(self, origin: State, text: str, *, final: bool, complete: bool, whole: bool = False) -> None:
        self.origin = origin
        self.text = text
        self.base = origin.base
        self.at = 0
        self.before = origin.before
        self.final = final
        #: A flawless block may be read past its machine. Off once one wasn't flawless: the strict decoder may have
        #: looked at all of the text, so a run affords one failure.
        self.eager = whole and origin.policy.duplicate_key == "last"
        #: The reply is at hand whole, so nobody asks what became visible on the way.
        self.whole = whole
        self.complete = complete
        self.mode = origin.mode
        self.fresh = origin.fresh
        self.silent = origin.silent
        self.fold: _Fold = origin.fold
        self.unclosed: frozenset[str] = origin.unclosed
        self.wake = QUIET_NEVER
        #: Where the text begins that belongs to the open block and isn't in its rope.
        self.block_from = 0
        #: Where each anchor stands next in the text that was searched, or its next mark.
        self.searched: str | None = None
        self.found: _Found = {}
        #: The same for the marks that end a thought.
        self.searched_enders: str | None = None
        self.found_enders: _Found = {}
        #: The mark last found for an anchor.
        self.matched: dict[Anchor, re.Match[str]] = {}
        self.visible: list[str] = []
        self.reasoning: list[str] = []
        self.segments: list[Segment] = []
        self.calls: list[ToolCall] = []
        self.faults: list[TextFault] = []
        self.refused: list[ToolCall] = []
        self.events: list[CallEvent] = []

    def state(self) -> State:
        origin, at = self.origin, self.at
        before = (self.before + self.text[max(0, at - LOOK_BACK) : at])[-LOOK_BACK:]
        wake = self.wake if at == len(self.text) else QUIET_NEVER
        return State(
            origin.table, origin.toolset, origin.policy, self.mode, self.base + at, self.text[at:], before, wake,
            self.fresh, self.silent, self.fold, self.unclosed,
        )  # fmt: skip

    def step(self) -> Step:
        return Step(
            "".join(self.visible), "".join(self.reasoning), tuple(self.segments), tuple(self.calls),
            tuple(self.faults), tuple(self.refused), tuple(self.events),
        )  # fmt: skip

    def reading(self, reply: Reply[D]) -> Reading[D]:
        return Reading(reply.text, tuple(self.segments), tuple(self.faults), tuple(self.calls), tuple(self.refused))

    def go(self) -> None:
        """Go on until the text at hand is settled, or more is needed."""
        again = True
        while again:
            mode = self.mode
            if isinstance(mode, _Text):
                again = not (self.final and self.at == len(self.text)) and self._text()
            elif isinstance(mode, _Block):
                again = self._block(mode)
            elif isinstance(mode, _Thinking):
                again = self._thinking(mode)
            elif isinstance(mode, _Speaking):
                again = self._speaking(mode)
            else:
                again = self._fenced(mode)

    # ── text ──

    def _text(self) -> bool:
        if self.at == self.base == 0 and self.text[:1] in self.origin.table.opening_signs:
            begun = self._opening()
            if begun is not None:
                return begun
        if self.silent and self.text[self.at : self.at + 1].isspace():
            self._say(skip(r"\s*", self.text, self.at))
        if self.fresh and not self.fold:
            begun = self._bare()
            if begun is not None:
                return begun
        text, table, low = self.text, self.origin.table, self.at
        if low < len(text):
            if self.searched is not text:
                self.searched = text
                anchors = table.plain_anchors if text.isascii() else table.anchors
                self.found = _present(anchors, text, low)
            waiting = len(text) if self.final else held(table.anchors, text, low)
            while (nearest := self._nearest(self.found, low)) is not None:
                anchor, match = nearest
                if match.start() > waiting:
                    break
                if self._opened(anchor, match):
                    return True
                low = max(self.at, match.start() + 1)
        if self.final:
            self._last_words()
            return False
        self._say(min(held(table.anchors, text, self.at), self._held_line()))
        self.wake = QUIET_NEVER if self.fresh else self._signs()
        return False

    def _nearest(self, found: _Found, low: int) -> tuple[Anchor, re.Match[str]] | None:
        """Find the nearest mark from index ``low`` on: an anchor is looked at only when it is the nearest itself."""
        text = self.text
        while found:
            nearest = min(found, key=found.__getitem__) if len(found) > 1 else next(iter(found))
            first = found[nearest]
            match = self.matched.get(nearest)
            if match is not None and match.string is text and match.start() == first >= low:
                return nearest, match
            match = first_mark(nearest, text, max(low, first))
            if match is None:
                del found[nearest]
                continue
            found[nearest], self.matched[nearest] = match.start(), match
            if match.start() == first:
                return nearest, match
        return None

    def _held_line(self) -> int:
        """Give the index of the last line while it may still be a call that only its name marks; else the text's end."""
        text, table = self.text, self.origin.table
        begin = text.rfind("\n", max(0, self.at - 1, len(text) - LINE)) + 1
        if begin == 0 and not self.silent and (self.at > 0 or not (self.before.endswith("\n") or self.base == 0)):
            return len(text)
        begin = max(begin, self.at)
        line = text[begin:]
        if len(line) > LINE:
            return len(text)
        if table.lead is not None and table.lead.fullmatch(line):
            return begin
        word = compiled(r"[ \t]{0,8}([\w.-]*)").match(line) if table.lines else None
        if word is None:
            return len(text)
        name, rest = word[1], line[word.end() :]
        specs = self.origin.toolset.specs
        if not rest:
            possible = any(spec.startswith(name) for spec in specs)
        else:
            possible = name in specs and compiled(r"/(?:[^\W\d]\w{0,63})?").fullmatch(rest) is not None
        return begin if possible else len(text)

    def _signs(self) -> frozenset[str]:
        """What can begin a mark: anchors, and, where tools may be called by a line, the end of a line."""
        table = self.origin.table
        if table.lead is None and not (table.lines and self.origin.toolset.specs):
            return table.signs
        return QUIET_NEVER if self.silent or self._before(self.at).endswith("\n") else table.line_signs

    def _last_words(self) -> None:
        """At the end of the reply, a special token that was cut is furniture; any other beginning of a mark is text."""
        text = self.text
        if self.at == len(text):
            return
        cut = text.rfind("<", max(self.at, len(text) - REACH))
        if cut >= 0 and compiled(_CUT_TOKEN).match(text, cut):
            cut = held(self.origin.table.anchors, text, self.at)
            if compiled(_CUT_TOKEN).match(text, cut):
                self._say(cut)
                self._put(Furniture(self.base + cut, self.base + len(text)))
                self.at = len(text)
        self._say(len(text))

    def _opened(self, anchor: Anchor, match: re.Match[str]) -> bool:
        """Open what a mark opens. False if reading goes on in the same mode."""
        mark, named = owner(anchor, match)
        first, stop, base = match.start(), match.end(), self.base
        if (self.text[first - 1] if first else self.before[-1:]) == "`" and anchor.sign != "`":
            return False
        if self.eager and mark.shortcut is not None and self._flawless(mark.shortcut, first, stop):
            return True
        before = self._before(first)
        opened = mark.open(Place(named, before, base, self.origin.toolset, self.at, self.before, self.silent))
        if opened is None:
            return False
        if isinstance(opened, Behind):
            first, opened = opened.start - base, opened.machine
            before = self._before(first)
        self._say(first)
        if not isinstance(opened, (Hidden, PastTurn, Thought, Spoken, Fence)):
            self.block_from = first
            self.at = stop
            self.mode = _Block(opened, base + first, before)
        elif not isinstance(opened, Fence):
            self._pass_over(opened, stop)
            return self.fresh or isinstance(opened, (Thought, Spoken))
        else:
            self._put(Example(base + first, base + stop - 1))
            self.at = stop - 1
            self.fresh = self.silent = False
            self.mode = _Fenced(opened.ticks)
        return True

    def _flawless(self, shortcut: Shortcut, first: int, stop: int) -> bool:
        """Read a block at once. False if it isn't flawless, and has to be followed."""
        seen = shortcut.flawless(self.text, stop)
        if seen is None:
            self.eager = False
            return False
        loaded, end = seen
        grammar, begin = shortcut.grammar, self.base + first
        around = Around(self.origin.toolset, self.origin.policy, begin, self.base + end, self.complete)
        self._say(first)
        self._settle(begin, self.base + end, resolved(calls_of(loaded, grammar, around), grammar, around))
        self.at, self.fresh = end, False
        return True

    def _pass_over(self, opened: Hidden | PastTurn | Thought | Spoken, stop: int) -> None:
        """Take the text up to index ``stop`` as furniture, which opens what it says."""
        if isinstance(opened, PastTurn) and self.origin.policy.invented_call == "report":
            self.fold = "invented"
        self.fresh = self.fresh and not (isinstance(opened, Hidden) and opened.speaks)
        self._put(Furniture(self.base + self.at, self.base + stop))
        self.at = stop
        match opened:
            case Thought(closer, sign):
                self.mode = _Thinking(closer, sign=sign)
            case Spoken(closer):
                self.mode = _Speaking(closer)
            case _:
                self.mode = _TEXT

    def _before(self, first: int) -> str:
        before = self.text[max(0, first - LOOK_BACK) : first]
        return before if len(before) == LOOK_BACK else (self.before + before)[-LOOK_BACK:]

    def _opening(self) -> bool | None:
        """Take off what a reply begins with where its special tokens are lost; the answer is as `_bare` gives it."""
        text = self.text
        for opening in self.origin.table.openings:
            words = opening.words
            if text.startswith(words) and compiled(opening.follow).match(text, len(words)):
                self._pass_over(opening.opened, len(words))
                return True
            if not self.final and text and len(text) <= len(words) and words.startswith(text):
                return False
        return None

    def _bare(self) -> bool | None:
        """Begin a block without a mark where the reply's first character allows one.

        True if one began, False if more text must tell, None if none can begin here.
        """
        text, at = self.text, self.at
        if at == len(text):
            return None
        sign, syntax = text[at], self.origin.table.syntax
        if syntax != "json" and sign not in "{[":
            calls = bare_calls(syntax, self.origin.toolset, Window(text, self.base, self.final), at)
            if calls is not None:
                return calls != "hold" and self._begin(calls)
        if not self.origin.table.bare:
            return None
        if sign == "[":
            for first, anchor in self.origin.table.anchors:
                if first == sign and anchor.pattern.match(text, at):
                    return None
            if not self.final and held(self.origin.table.anchors, text, at) == at:
                return False
        elif sign not in "{`":
            if text.find("{", at, at + LABEL) < 0 and (self.final or len(text) - at > LABEL):
                return None
            word = _WORD.match(text, at)
            if word is None:
                return None
            if not self._may_label(word[0], whole=word.end() < len(text) or self.final):
                return None
            if word.end() == len(text) and not self.final:
                return False
        return self._begin(BareJson())

    def _begin(self, machine: Machine) -> bool:
        """Begin a block here."""
        self.block_from = self.at
        self.mode = _Block(machine, self.base + self.at, self._before(self.at))
        return True

    def _may_label(self, word: str, *, whole: bool) -> bool:
        """Tell whether the reply's first word can be a label before JSON: an offered tool's name, in any framing."""
        specs = self.origin.toolset.specs
        if whole:
            return word in _LABEL_WORDS or word in specs or word.removeprefix("functions.") in specs
        return any(label.startswith(word) for name in specs for label in (name, f"functions.{name}", *_LABEL_WORDS))

    def _say(self, stop: int) -> None:
        """Release text up to index ``stop`` as prose."""
        if stop > self.at:
            if self.silent and not (self.text[self.at].isspace() and self.text[self.at : stop].isspace()):
                self.fresh = self.silent = False
            self._put(Prose(self.base + self.at, self.base + stop))
            self.at = stop

    def _put(self, segment: Segment) -> None:
        """Add a segment, as part of what it is folded into."""
        begin, end = segment.start, segment.stop
        match self.fold:
            case "":
                pass
            case "invented":
                segment = Invented(begin, end)
            case "thought" if isinstance(segment, (Prose, Example)):
                segment = Reasoning(begin, end)
            case "kept" if not isinstance(segment, Furniture):
                segment = Reasoning(begin, end)
            case "thought" | "kept":
                pass
        if self.whole:
            pass
        elif isinstance(segment, (Prose, Example)):
            self.visible.append(self.text[begin - self.base : end - self.base])
        elif isinstance(segment, Reasoning):
            self.reasoning.append(self.text[begin - self.base : end - self.base])
        _append(self.segments, segment)

    # ── blocks ──

    def _block(self, mode: _Block) -> bool:
        progress = mode.machine.advance(Window(self.text, self.base, self.final), self.at)
        if isinstance(progress, Closed):
            self._close(mode, progress)
            return True
        if isinstance(progress, More):
            settled = progress.settled - self.base
            rope = mode.rope
            if settled > self.block_from:
                rope = added(rope, self.text[self.block_from : settled])
            self.at, self.wake = settled, progress.wake
            named = mode.named or self._announced(mode, progress.machine, rope)
            self.mode = _Block(progress.machine, mode.start, mode.before, rope, named)
            return False
        if isinstance(progress, Recall):
            self._recall(mode, progress.back)
            self.mode = _Block(progress.machine, mode.start, mode.before, EMPTY, mode.named)
            return True
        if isinstance(progress, Refused):
            self._recall(mode, mode.start)
            self.mode, self.fresh = _TEXT, False
            self._say(progress.resume - self.base)
            return True
        self._recall(mode, mode.start)
        self._pass_over(progress.opened, progress.stop - self.base)
        return True

    def _recall(self, mode: _Block | _Thinking, back: int) -> None:
        """Have the text again from position ``back`` of the reply, out of the rope if need be."""
        if mode.rope is not EMPTY:
            self.text = joined(mode.rope) + self.text[self.block_from :]
            self.base = mode.start
            self.before = mode.before
            self.block_from = 0
        self.at = back - self.base

    def _close(self, mode: _Block, closed: Closed) -> None:
        self._recall(mode, mode.start)
        begin, end = mode.start, closed.stop
        block = self.text[self.at : end - self.base]
        # A limit cuts the end of the reply only.
        complete = self.complete or end < self.base + len(self.text)
        around = Around(self.origin.toolset, self.origin.policy, begin, end, complete)
        items = closed.machine.decode(block, around)
        self.mode, self.fresh = _TEXT, False
        if items is None:
            # JSON that is no call is an answer, and markup inside its strings is data; anything else is read again,
            # but for the mark's anchor, so that the mark isn't found again.
            if is_json(block):
                self._say(end - self.base)
            elif not isinstance(closed.machine, (BareJson, BareCalls)):
                self._say(self.at + 1)
            return
        outcomes = resolved(items, closed.machine.grammar, around)
        if not self.whole and self.fold not in _SILENT:
            self._tell(outcomes, mode, closed.machine, block)
        self._settle(begin, end, outcomes)
        if closed.past_turn and not self.fold and self.origin.policy.invented_call == "report":
            self.fold = "invented"
        self.at = end - self.base

    def _announced(self, mode: _Block, machine: Machine, rope: Rope) -> bool:
        """Say that a call has begun, once its tool is known."""
        if self.fold in _SILENT or len(rope.pieces) > 1 or len(rope.end) > NAMED_WITHIN:
            return False
        name = machine.named(joined(rope)[:NAMED_WITHIN], mode.start, self.origin.toolset)
        if name:
            self.events.append(CallOpened(machine.grammar, self._offered(name)))
        return bool(name)

    def _offered(self, written: str) -> str:
        spec = spec_named(self.origin.toolset, written)
        return spec.name if spec is not None else written

    def _settle(self, begin: int, end: int, outcomes: tuple[Outcome, ...]) -> None:
        """Add what a block gave: its calls in order, and what was wrong."""
        calls = tuple([outcome.call for outcome in outcomes if outcome.call is not None])
        if self.fold == "invented":
            self.faults += [InventedCall(begin, end, call.grammar) for call in calls]
            self._put(Invented(begin, end))
            return
        if self.fold == "kept":
            self.faults += [CallInOpenReasoning(begin, end, call.grammar) for call in calls]
            self._put(Reasoning(begin, end))
            return
        self.fold = ""
        fault: TextFault | None = None
        for outcome in outcomes:
            if outcome.faults:
                self.faults += outcome.faults
                fault = fault or outcome.fault
            if outcome.call is not None:
                (self.refused if outcome.refused else self.calls).append(outcome.call)
        self.silent = self.silent and not calls and fault is None
        if calls:
            self._put(Called(begin, end, calls))
        elif fault is None:
            self._put(Furniture(begin, end))
        elif isinstance(fault, TruncatedArguments):
            self._put(Unterminated(begin, end, fault))
        else:
            self._put(Malformed(begin, end, fault))

    def _tell(self, outcomes: tuple[Outcome, ...], mode: _Block, machine: Machine, block: str) -> None:
        """Say that calls have ended, and that they had begun if that wasn't said yet."""
        opened = mode.named
        for outcome in outcomes:
            call = outcome.call
            if call is None and not opened:
                name = machine.named(block[:NAMED_WITHIN], mode.start, self.origin.toolset)
                if not name or outcome is not outcomes[0]:
                    continue
                self.events.append(CallOpened(machine.grammar, self._offered(name)))
            elif call is not None and not opened:
                self.events.append(CallOpened(machine.grammar, call.name))
            opened = False
            ended = outcome.fault if call is None or outcome.refused else call
            if ended is not None:
                self.events.append(CallClosed(ended))

    # ── thoughts ──

    def _thinking(self, mode: _Thinking) -> bool:
        if mode.start >= 0:
            return self._draft(mode)
        text, at, closer = self.text, self.at, mode.closer
        end = None if closer in self.unclosed else compiled(closer).search(text, at)
        if end is not None:
            self._think(end.start())
            self._end_thought(end)
            return True
        enders = self.origin.table.enders
        if self.searched_enders is not text:
            self.searched_enders = text
            self.found_enders = _present(enders, text, at)
        nearest = self._nearest(self.found_enders, at)
        if nearest is not None:
            self._think(nearest[1].start())
            self.block_from = self.at
            self.mode = _Thinking(closer, self.base + self.at, self._before(self.at), EMPTY, mode.sign)
            return True
        if not self.final:
            self._think(min(held(enders, text, at), held_from(closer, text, at)))
            self.wake = self._closing_signs(mode)
            return False
        self._think(len(text))
        return False

    def _closing_signs(self, mode: _Thinking) -> frozenset[str]:
        signs = self.origin.table.signs
        return signs | {mode.sign} if mode.sign else signs

    def _draft(self, mode: _Thinking) -> bool:
        """Wait for the closer behind what looks like a call: with it, all was a thought; without, the thought ended."""
        text, closer = self.text, mode.closer
        end = None if closer in self.unclosed else compiled(closer).search(text, self.at)
        if end is not None:
            shift = end.start() - self.block_from
            self._recall(mode, mode.start)
            self._think(self.at + len(joined(mode.rope)) + shift)
            self._end_thought(end)
            return True
        if not self.final:
            settled = held_from(closer, text, self.at)
            rope = added(mode.rope, text[self.block_from : settled]) if settled > self.block_from else mode.rope
            self.at, self.wake = settled, self._closing_signs(mode)
            self.mode = _Thinking(closer, mode.start, mode.before, rope, mode.sign)
            return False
        self._recall(mode, mode.start)
        self.mode = _TEXT
        self.unclosed |= {closer}
        if not self.fold:
            self.fold = "thought" if self.origin.policy.open_reasoning == "call" else "kept"
        return True

    def _end_thought(self, end: re.Match[str]) -> None:
        """Go on in the text behind a closer, or before what only ends the thought."""
        width = 0 if end.lastgroup == "next" else end.end() - end.start()
        if width:
            self._put(Furniture(self.base + self.at, self.base + self.at + width))
        self.at += width
        self.mode = _TEXT

    def _think(self, stop: int) -> None:
        if stop > self.at:
            self._put(Reasoning(self.base + self.at, self.base + stop))
            self.at = stop

    # ── text for the user only ──

    def _speaking(self, mode: _Speaking) -> bool:
        end = compiled(mode.closer).search(self.text, self.at)
        if end is not None:
            self._say(end.start())
            self._end_thought(end)
            return True
        self._say(len(self.text) if self.final else held_from(mode.closer, self.text, self.at))
        self.wake = QUIET_NEVER if self.silent else self.origin.table.signs
        return False

    # ── fences ──

    def _fenced(self, mode: _Fenced) -> bool:
        text, look = self.text, self.at
        while True:
            found = compiled(FENCE_CLOSER).search(text, look)
            if found is None:
                break
            look = found.end()
            ticks = len(found[0]) - len(found[0].rstrip("`"))
            if ticks < mode.ticks:
                continue
            rest = skip(r"[ \t]*", text, look)
            if rest == len(text) and not self.final:
                self._show(found.start())
                return False
            if rest == len(text) or text[rest] in "\r\n":
                self._show(look)
                self.mode = _TEXT
                return True
        self._show(len(text) if self.final else held_from(FENCE_CLOSER, text, self.at))
        self.wake = _FENCE_WAKE
        return False

    def _show(self, stop: int) -> None:
        if stop > self.at:
            self._put(Example(self.base + self.at, self.base + stop))
            self.at = stop


_Found: TypeAlias = dict[Anchor, int]


def _present(anchors: Anchors, text: str, low: int) -> _Found:
    """Find where each anchor stands first; those that don't are looked for no more."""
    found: _Found = {}
    for sign, anchor in anchors:
        if sign in text:
            place = text.find(sign, low)
            if place >= 0:
                found[anchor] = place
    return found


#: What only a special token begins with.
_CUT_TOKEN: Final = r"</?[|｜][^\W\d]"
#: Labels that are no names: Gemma's, Phi-4-mini's and DeepSeek's.
_LABEL_WORDS: Final = ("call", "functools", "function")
_WORD: Final = re.compile(r"[^\W\d][\w.-]*")
#: Folds whose calls are none.
_SILENT: Final = frozenset({"invented", "kept"})
_FENCE_WAKE: Final = frozenset("\n")
