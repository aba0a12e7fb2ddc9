"""harmony: messages of a header and a body, ``<|start|>assistant<|channel|>commentary to=functions.N<|message|>{…}<|call|>``.

gpt-oss; Muse frames its messages alike. The recipient stands in the role's part of the header or in the channel's; the
prompt holds ``<|start|>assistant`` and ``<|call|>`` is a stop token, so both are often missing. A message is a call if
it is sent to a function and its body is a JSON object, whatever its channel; one to ``user`` is text, whatever it
quotes. Sources: openai/harmony, docs/format.md; vLLM's parser of Muse.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec import Struct

from dialectfp.faults import ArgumentsNotObject, MalformedArguments, TruncatedArguments
from dialectfp.parse.headed import HeadedCalls, HeadedJson, NamedBefore
from dialectfp.parse.json_extent import OPENED, JsonExtent, follow, wake_of
from dialectfp.parse.machine import (
    HIDDEN,
    Around,
    Became,
    Behind,
    Closed,
    Decoded,
    Grammar,
    Hidden,
    Mark,
    More,
    Opened,
    Opening,
    PastTurn,
    Place,
    Progress,
    RawCall,
    Refused,
    Spoken,
    Thought,
    Window,
    begins_line,
    hide,
)
from dialectfp.parse.objects import is_json
from dialectfp.parse.patterns import compiled, held_from, may_begin, skip
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.json import Broken, load_object
from dialectfp.repair.raw import spec_named
from dialectfp.tools import Toolset

__all__ = ["HARMONY"]

_ID: Final = "harmony"
_START: Final = r"<\|start\|>"
_CHANNEL: Final = r"<\|channel\|>"
_MESSAGE: Final = r"<\|message\|>"
_CONSTRAIN: Final = r"<\|constrain\|>"
_END: Final = r"<\|(?:call|end|return)\|>"
#: Ends a message as well, without being part of it.
_NEXT: Final = rf"{_START}|{_CHANNEL}"
_THOUGHT: Final = rf"{_END}|(?P<next>{_NEXT})"
_THINK: Final = Thought(_THOUGHT)
#: Muse ends its messages with turn tokens.
_MESSAGE_END: Final = rf"{_THOUGHT}|{TURN_TOKEN}"
_SPEAK: Final = Spoken(_MESSAGE_END)
_SELF: Final = Thought(_MESSAGE_END)
#: A server took the special tokens off: channels are words glued to their text.
_OPENING: Final = Opening("analysis", r"[A-Z]", Thought(r"assistant(?:final|(?P<next>commentary))", "a"))

#: A header is no longer than this.
_LONGEST: Final = 512
_CHANNELS: Final = r"(?:analysis|commentary|final)"
_TO: Final = r"to\s?=\s?(?P<name>[^\s<{]{0,200})"
_RECIPIENT: Final = re.compile(_TO)
_SPACE: Final = r"\s*+"
_OPTIONAL_TO: Final = rf"(?:{_SPACE}{_TO.replace('?P<name>', '?:')})?"
_TYPE: Final = rf"{_SPACE}(?:{_CONSTRAIN})?{_SPACE}\w{{0,32}}"
#: A header as the format has it, a doubled channel marker and a missing role aside.
_TIDY: Final = re.compile(
    rf"(?:{_START})?{_SPACE}(?:assistant)?{_SPACE}(?:{_CHANNELS})?{_OPTIONAL_TO}{_TYPE}"
    rf"(?:{_CHANNEL}{_SPACE}(?:{_CHANNELS})?{_OPTIONAL_TO}{_TYPE})*{_SPACE}"
)
_TIDY_PART: Final = re.compile(rf"{_SPACE}(?P<channel>{_CHANNELS}){_OPTIONAL_TO}{_TYPE}{_SPACE}")
_BEGUN: Final = rf"\s{{0,8}}(?:assistant|{_CHANNELS}|to=|<\||functions?\.)"
_WORD: Final = re.compile(_CHANNELS)
_HEAD_WORDS: Final = rf"(?:{_START})?(?:\s{{0,8}}assistant)?(?:{_CHANNEL})?\s{{0,8}}(?:(?P<channel>{_CHANNELS})\b)?"
_CUT_TOKEN: Final = re.compile(r"<(?:\|\w{0,12}\|?)?\Z")
_ROLE: Final = re.compile(r"<\|start\|>\s{0,8}(?P<role>[\w.:/-]{0,128})")
_HEADER_END: Final = rf"(?P<message>{_MESSAGE})|(?P<brace>\{{)|(?P<end>{_END})|(?P<start>{_START})|{TURN_TOKEN}"
_FENCE: Final = r"```[ \t]*\w*[ \t]*\r?\n\s*"

_FUNCTIONS: Final = re.compile(r"(?:functions?|tools)\.(?=.)")
#: Recipients that are the platform's own tools, or nobody. Source: docs/format.md.
_BUILT_IN: Final = re.compile(r"(?:python|browser|container)(?:\.\w*)?")
_NOBODY: Final = frozenset({"", "assistant", "user", "all", "self"})
_OTHER_ROLES: Final = frozenset({"user", "system", "developer", "tool", "function", "functions"})


class _Head(Struct, frozen=True):
    """What a header says."""

    channel: str
    recipient: str
    #: It is another's message: a turn of the user, or a tool's result.
    foreign: bool
    tidy: bool


def _read(head: str, toolset: Toolset) -> _Head:
    """Read a header; of two channels the first whole one counts, and a message to ``assistant`` is to nobody."""
    role = _ROLE.match(head)
    name = role["role"] if role else ""
    foreign = name in _OTHER_ROLES or (
        not name.startswith("assistant")
        and (bool(_FUNCTIONS.match(name) or _BUILT_IN.fullmatch(name)) or name in toolset.specs)
    )
    channel = ""
    for part in head.split("<|channel|>")[1:]:
        found = _TIDY_PART.fullmatch(part)
        to = _RECIPIENT.search(part)
        if found and (to is None or to["name"] != "assistant"):
            channel = found["channel"]
            break
    if not channel:
        words = _WORD.findall(head)
        channel = words[-1] if words else ""
    recipients = [found["name"] for found in _RECIPIENT.finditer(head) if found["name"] != "assistant"]
    return _Head(channel, recipients[0] if recipients else "", foreign, _TIDY.fullmatch(head) is not None)


def _function(recipient: str, toolset: Toolset) -> str:
    """Give the function that a recipient names; "" if it is no function."""
    prefixed = _FUNCTIONS.match(recipient)
    name = recipient[prefixed.end() :] if prefixed else recipient
    if name in toolset.specs:
        return name
    if prefixed is None and (recipient in _NOBODY or _BUILT_IN.fullmatch(recipient)):
        return ""
    for glued in ("json", "code"):
        if name.removesuffix(glued) in toolset.specs:
            return name.removesuffix(glued)
    return name


def _calls(name: str) -> HeadedCalls:
    return HeadedCalls(_ID, _END, _NEXT, NamedBefore(name))


class HarmonyMessage(Struct, frozen=True):
    """One message being followed, until it is known to be a call, or what channel it is on."""

    #: Where the header begins, and where its first mark ends.
    start: int
    body: int
    toolset: Toolset
    #: The header stands where messages begin, so that even a damaged one is a header.
    placed: bool
    phase: Literal["head", "payload", "raw"] = "head"
    #: The function's name, and the message's channel.
    name: str = ""
    channel: str = ""
    #: Where the payload begins; -1 if there is none.
    payload: int = -1
    #: The payload's end, once the message is closed.
    stop: int = -1
    #: The reply ended within the message.
    cut: bool = False

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return _ID

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Tell nothing before the payload begins: until then the message may be none."""
        return ""

    def advance(self, window: Window, at: int) -> Progress:
        """Follow the header to its end, then see what the payload is."""
        match self.phase:
            case "head":
                return self._head(window)
            case "payload":
                return self._payload(window, at)
            case "raw":
                return self._raw(window, at)

    def decode(self, block: str, around: Around) -> Decoded:
        """Read a payload that is no object: nothing is an empty one."""
        start, stop = around.start, around.stop
        payload = block[self.payload - start : self.stop - start].strip() if self.payload >= 0 else ""
        if not payload:
            needs = any(parameter.required for parameter in around.toolset.layout.get(self.name, ()))
            if self.cut and (needs or self.payload < 0 or not around.complete):
                return (TruncatedArguments(start, stop, _ID),)
            return (RawCall(self.name, {}),)
        if is_json(payload):
            return (ArgumentsNotObject(start, stop, _ID),)
        if self.cut and not around.complete:
            return (TruncatedArguments(start, stop, _ID),)
        return (MalformedArguments(start, stop, _ID, self.payload),)

    def _head(self, window: Window) -> Progress:
        text, base = window.text, window.base
        low, at = self.start - base, self.body - base
        limit = min(len(text), low + _LONGEST)
        if not self.placed and not compiled(_BEGUN).match(text, at) and not may_begin(_BEGUN, text, at):
            return Refused(self.body)
        while found := compiled(_HEADER_END).search(text, at, limit):
            head = _read(text[low : found.start()], self.toolset)
            if found["brace"]:
                name = _function(head.recipient, self.toolset)
                if head.tidy and name and not head.foreign:
                    return self._to(name, head.channel, base + found.start())._payload(window, found.start())
                at = found.end()
                continue
            if not head.tidy and not self.placed:
                return Refused(self.body)
            if head.foreign:
                return Became(PastTurn(), base + found.end() if found["message"] else self.body)
            if found["message"]:
                return self._message(window, head, found.end())
            return self._bodiless(window, head, found)
        if len(text) < low + _LONGEST and not window.final:
            return More(self, self.start)
        return self._cut_off(window, _read(_CUT_TOKEN.sub("", text[low:limit]), self.toolset))

    def _cut_off(self, window: Window, head: _Head) -> Progress:
        """Decide on a header that the reply ends in, or that is too long for one."""
        text, base = window.text, window.base
        if not head.tidy or len(text) >= self.start - base + _LONGEST:
            return self._damaged(text, base, head)
        if head.foreign:
            return Became(PastTurn(), self.body)
        name = _function(head.recipient, self.toolset)
        if name:
            return Closed(self._to(name, head.channel, -1, cut=True), base + len(text))
        return Became(HIDDEN, base + len(text))

    def _message(self, window: Window, head: _Head, at: int) -> Progress:
        """Decide on a message whose header is whole."""
        stop = window.base + at
        name = _function(head.recipient, self.toolset)
        if name:
            return self._to(name, head.channel, stop)._payload(window, at)
        if head.channel == "analysis" or _BUILT_IN.fullmatch(head.recipient):
            return Became(_THINK, stop)
        if head.recipient == "self":
            return Became(_SELF, stop)
        if head.recipient == "user":
            return Became(_SPEAK, stop)
        return Became(Hidden(speaks=head.channel == "final"), stop)

    def _bodiless(self, window: Window, head: _Head, found: re.Match[str]) -> Progress:
        """Decide on a header that something else follows than its message: furniture, unless words stand in it."""
        base = window.base
        name = _function(head.recipient, self.toolset)
        if found["end"] and head.tidy and name:
            machine = self._to(name, head.channel, base + found.start())
            return Closed(machine._with(stop=base + found.start()), base + found.end())
        if found["start"] or head.tidy:
            return Became(HIDDEN, base + found.start())
        return self._damaged(window.text, base, head)

    def _damaged(self, text: str, base: int, head: _Head) -> Progress:
        """Take what a header begins with off a body whose mark is missing."""
        if not self.placed:
            return Refused(self.body)
        if head.foreign:
            return Became(PastTurn(), self.body)
        found = compiled(_HEAD_WORDS).match(text, self.start - base)
        stop = max(self.body, base + found.end()) if found else self.body
        return Became(_THINK if found and found["channel"] == "analysis" else HIDDEN, stop)

    def _payload(self, window: Window, at: int) -> Progress:
        text, base = window.text, window.base
        at = skip(rf"\s*(?:{_FENCE})?", text, at)
        if at == len(text):
            if window.final:
                return Closed(self._with(stop=base + at, cut=True), base + at)
            return More(self, self.payload)
        if text[at] == "{":
            return HeadedJson(_calls(self.name), base + at).advance(window, at)
        found = compiled(rf"(?P<end>{_END})|{_NEXT}|{TURN_TOKEN}").match(text, at)
        if found is not None:
            return Closed(self._with(stop=base + at), base + (found.end() if found["end"] else at))
        if not window.final and may_begin(rf"{_END}|{_NEXT}|{TURN_TOKEN}|{_FENCE}", text, at):
            return More(self, self.payload)
        if text[at] == "<":
            return Became(HIDDEN, self.payload)
        if self.channel == "analysis":
            return Became(_THINK, self.payload)
        return self._with(phase="raw")._raw(window, at)

    def _raw(self, window: Window, at: int) -> Progress:
        text, base = window.text, window.base
        every = rf"{_NEXT}|{TURN_TOKEN}"
        found = compiled(f"(?P<end>{_END})|{every}").search(text, at)
        if found is None:
            if window.final:
                return Closed(self._with(stop=base + len(text), cut=True), base + len(text))
            return More(self, base + held_from(f"{_END}|{every}", text, at))
        return Closed(self._with(stop=base + found.start()), base + (found.end() if found["end"] else found.start()))

    def _to(self, name: str, channel: str, payload: int, *, cut: bool = False) -> HarmonyMessage:
        return HarmonyMessage(
            self.start, self.body, self.toolset, self.placed, "payload", name, channel, payload, payload, cut
        )

    def _with(
        self, *, phase: Literal["payload", "raw"] | None = None, stop: int | None = None, cut: bool = False
    ) -> HarmonyMessage:
        return HarmonyMessage(
            self.start, self.body, self.toolset, self.placed, phase or self.phase, self.name, self.channel,
            self.payload, self.stop if stop is None else stop, cut,
        )  # fmt: skip


class StrippedCall(Struct, frozen=True):
    """A call whose special tokens a server took off: ``commentary to=functions.N json{…}``."""

    name: str
    #: Where the object begins.
    body: int
    extent: JsonExtent = OPENED

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return _ID

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Tell nothing before the object is whole: until then it may be text."""
        return ""

    def advance(self, window: Window, at: int) -> Progress:
        """Follow the object; one that doesn't end is text, all that was followed."""
        text, base = window.text, window.base
        seen, at, extent = follow(self.extent, text, at, base)
        if seen == "value":
            return Closed(self, base + at)
        if seen == "stray" or window.final:
            return Refused(base + (at if seen == "stray" else len(text)))
        wake = wake_of(extent, settled=at == len(text))
        return More(StrippedCall(self.name, self.body, extent), base + at, wake)

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the object."""
        loaded = load_object(block[self.body - around.start :])
        if isinstance(loaded, Broken) or not isinstance(loaded.value, dict):
            return (MalformedArguments(around.start, around.stop, _ID, self.body),)
        return (RawCall(self.name, loaded.value, None, loaded.repairs),)


_NAME: Final = r"[\w.:/-]{1,100}"
_STRIPPED: Final = rf"=functions\.(?P<name>{_NAME})[ \t]{{0,4}}(?:(?:json|code)[ \t]{{0,4}})?\{{"
_LEAD: Final = rf"[ \t]{{0,8}}(?:assistant)?[ \t]{{0,2}}(?:{_CHANNELS})?[ \t]{{0,2}}to"
#: A header that begins without a mark, since the prompt holds ``<|start|>assistant``.
_HEADLESS: Final = rf"{_LEAD}=[\w.:/-]{{1,100}}[ \t]{{0,4}}(?:(?:json|code)[ \t]{{0,4}})?"
_MARKED: Final = rf"{_CHANNEL}|{_CONSTRAIN}|{_MESSAGE}"


def _message(place: Place) -> Opened:
    """Open a message at its first mark, or at the recipient that stands before it."""
    line, start = place.line_before()
    if start >= 0 and not compiled(_START).fullmatch(place.found[0]) and compiled(_HEADLESS).fullmatch(line):
        return Behind(HarmonyMessage(start, place.start, place.toolset, placed=True), start)
    placed = begins_line(place.before) or place.before.rstrip().endswith(">")
    if compiled(rf"{_CONSTRAIN}|{_MESSAGE}").fullmatch(place.found[0]):
        return HIDDEN if placed else None
    return HarmonyMessage(place.start, place.stop, place.toolset, placed)


def _stripped(place: Place) -> Opened:
    line, start = place.line_before()
    if start < 0 or not compiled(_LEAD).fullmatch(line):
        return None
    name = _function(f"functions.{place.found['name']}", place.toolset)
    spec = spec_named(place.toolset, name)
    return Behind(StrippedCall(spec.name, place.stop - 1), start) if spec is not None else None


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (
        Mark(rf"{_START}|{_CHANNEL}", _message, ends_thought=True),
        Mark(rf"{_CONSTRAIN}|{_MESSAGE}", _message),
        Mark(_END, hide),
        Mark(_STRIPPED, _stripped),
    )


_HEADS: Final = rf"(?:{_HEADLESS}(?:{_MARKED})|{_LEAD}{_STRIPPED})"

HARMONY: Final = Grammar(_ID, _marks, lead=_HEADS, thought=_THOUGHT, opening=_OPENING)
