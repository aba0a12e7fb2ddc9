"""Actions: ``Action: tool`` and ``Action Input: …`` (react), or ``Action:`` and a fence of JSON (command-r-fence).

Nothing but an offered tool makes a line that begins with ``Action:`` a call. What a ReAct model writes behind
``Observation:`` is no longer its own turn. Sources: the prompts of LangChain and LlamaIndex; the chat template of
Command R+ (``tool_name`` and ``parameters``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from dialectfp.calls import RepairKind
from dialectfp.faults import TruncatedArguments
from dialectfp.jsontypes import Json
from dialectfp.parse.json_extent import JsonExtent, follow, wake_of
from dialectfp.parse.literals import LiteralCall, Unread, read_calls
from dialectfp.parse.machine import (
    Around,
    Closed,
    Decoded,
    Grammar,
    Mark,
    More,
    Opened,
    Place,
    Progress,
    RawCall,
    Refused,
    Window,
    begins_line,
)
from dialectfp.parse.patterns import compiled, held_from, may_begin, skip
from dialectfp.parse.turns import TURN_TOKEN
from dialectfp.repair.json import Loaded, load_object, load_values
from dialectfp.repair.name import Known, resolve
from dialectfp.repair.raw import only_argument, spec_named
from dialectfp.tools import Toolset

__all__ = ["COMMAND_R_FENCE", "REACT"]

_REACT: Final = "react"
_COMMAND_R: Final = "command-r-fence"

#: An action's line is no longer than this.
_LONGEST: Final = 256
_FENCE_LINE: Final = r"```[ \t]{0,4}(?:json|JSON)?[ \t]{0,4}\r?\n"
_FENCE: Final = rf"\s{{0,16}}{_FENCE_LINE}"
_FENCE_END: Final = r"\s{0,16}```"
#: What may stand before an input.
_GAP: Final = r"[ \t]{0,16}(?:\r?\n[ \t]{0,16})?"
_INPUT: Final = r"[ \t]{0,16}\r?\n\s{0,16}Action[ \t]Input(?:[ \t]\d{1,2})?:"
#: What ends an input that is no JSON.
_NEXT: Final = rf"\n[ \t]{{0,16}}(?:Observation|Thought|Action|Final Answer|Answer)(?:[ \t]\d{{1,2}})?:|{TURN_TOKEN}"
_OBSERVATION: Final = r"\s{0,16}Observation(?:[ \t]\d{1,2})?:"
_NAME: Final = re.compile(
    r"[\s`\"'*\[(]*(?:(?:call(?: for)?|use|functions\.)\s*)?[`\"'\[]*(?P<name>[^\W\d][\w./:-]{0,127})(?P<rest>.*)",
    re.DOTALL,
)
#: What may stand around a name, or around a call of it.
_AROUND_CALL: Final = " \t\r\n`\"'*]"
_DECORATION: Final = f"{_AROUND_CALL})."
#: Pseudo tools: the model answers instead of calling.
_ANSWERS: Final = frozenset({"directly_answer", "directly-answer"})


class Action(Struct, frozen=True):
    """One action being followed."""

    body: int
    toolset: Toolset
    grammar: str = _REACT
    phase: Literal["name", "json", "text", "fence", "closing", "damaged", "after"] = "name"
    name: str = ""
    #: Where the input begins and ends; -1 if there is none.
    first: int = -1
    stop: int = -1
    extent: JsonExtent = JsonExtent()

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Give the name, once its input has begun."""
        return self.name if self.first >= 0 else ""

    def advance(self, window: Window, at: int) -> Progress:
        """Follow the name's line, the input's, and what tells that the input is over."""
        match self.phase:
            case "name":
                return self._name(window)
            case "json":
                return self._json(window, at, self.extent)
            case "text":
                return self._text(window, at)
            case "fence":
                return self._fence(window, at, self.extent)
            case "closing":
                return self._closing(window, at)
            case "damaged":
                return self._damaged(window, at)
            case "after":
                return self._after(window, at)

    def _name(self, window: Window) -> Progress:
        text, base = window.text, window.base
        begin = self.body - base
        fence = compiled(_FENCE).match(text, begin)
        if fence is not None:
            return self._opened(window, fence.end())
        if not window.final and may_begin(_FENCE, text, begin):
            return More(self, self.body)
        end = text.find("\n", begin)
        if end < 0 and not window.final and len(text) - begin < _LONGEST and self._may_name(text[begin:]):
            return More(self, self.body)
        end = len(text) if end < 0 else end
        name = _tool(text[begin:end], self.toolset)
        if not name:
            return Refused(self.body)
        machine = self._with(name=name)
        found = compiled(_INPUT).match(text, end - (text[end - 1 : end] == "\r"))
        if found is None:
            if not window.final and may_begin(_INPUT, text, end):
                return More(self, self.body)
            return Closed(machine, base + end)
        at = skip(rf"(?:{_FENCE_LINE})?", text, skip(_GAP, text, found.end()))
        if not window.final and (at == len(text) or may_begin(_FENCE, text, at)):
            return More(self, self.body)
        machine = machine._with(first=base + at)
        if text.startswith("{", at):
            return machine._json(window, at, JsonExtent())
        return machine._text(window, at)

    def _opened(self, window: Window, at: int) -> Progress:
        """Behind a fence's line JSON must come, or the line says nothing."""
        text, base = window.text, window.base
        at = skip(r"\s{0,16}", text, at)
        if at == len(text) and not window.final:
            return More(self, self.body)
        if not text.startswith(("{", "["), at):
            return Refused(self.body)
        return self._with(grammar=_COMMAND_R, first=base + at)._fence(window, at, JsonExtent())

    def _may_name(self, line: str) -> bool:
        """Tell whether an unfinished line can still name a tool: what follows the name is nothing, or a call's bracket."""
        found = _NAME.match(line)
        rest = found["rest"].strip(_DECORATION) if found else ""
        if found is None or not found["rest"]:
            return True
        return rest[:1] in {"", "("} and spec_named(self.toolset, found["name"].rstrip(".:/-")) is not None

    def _json(self, window: Window, at: int, extent: JsonExtent) -> Progress:
        seen, at, extent = follow(extent, window.text, at, window.base)
        if seen == "more" and not window.final:
            wake = wake_of(extent, settled=at == len(window.text))
            return More(self._with(phase="json", extent=extent), window.base + at, wake)
        if seen != "value":
            return self._text(window, at)
        return self._with(phase="after", stop=window.base + at)._after(window, at)

    def _text(self, window: Window, at: int) -> Progress:
        text, base = window.text, window.base
        found = compiled(_NEXT).search(text, at)
        if found is None and not window.final:
            return More(self._with(phase="text"), base + held_from(_NEXT, text, at))
        stop = len(text) if found is None else found.start()
        return self._with(phase="after", stop=base + stop)._after(window, stop)

    def _fence(self, window: Window, at: int, extent: JsonExtent) -> Progress:
        """Follow the JSON first, the fence's end second; that may be missing."""
        seen, at, extent = follow(extent, window.text, at, window.base)
        if seen == "more" and not window.final:
            wake = wake_of(extent, settled=at == len(window.text))
            return More(self._with(phase="fence", extent=extent), window.base + at, wake)
        if seen != "value":
            return self._damaged(window, at)
        return self._with(phase="closing", stop=window.base + at)._closing(window, at)

    def _closing(self, window: Window, at: int) -> Progress:
        found = compiled(_FENCE_END).match(window.text, at)
        if found is None and not window.final and may_begin(_FENCE_END, window.text, at):
            return More(self, self.stop)
        return Closed(self, window.base + (found.end() if found else at))

    def _damaged(self, window: Window, at: int) -> Progress:
        """Find the fence's end, whatever quotes say."""
        text, base, every = window.text, window.base, f"{_FENCE_END}|{TURN_TOKEN}"
        found = compiled(every).search(text, at)
        if found is None and not window.final:
            return More(self._with(phase="damaged"), base + held_from(every, text, at))
        stop = len(text) if found is None else found.start()
        end = found.end() if found is not None and found[0].endswith("`") else stop
        return Closed(self._with(stop=base + stop), base + end)

    def _after(self, window: Window, at: int) -> Progress:
        """An observation behind the input is the host's to write."""
        text, base = window.text, window.base
        fence = compiled(_FENCE_END).match(text, at)
        if fence is not None and not text[fence.end() : fence.end() + 1].isalnum():
            at = fence.end()
        found = compiled(_OBSERVATION).match(text, at)
        if found is not None:
            return Closed(self, base + at, past_turn=True)
        if not window.final and may_begin(f"{_FENCE_END}|{_OBSERVATION}", text, at):
            return More(self, self.stop)
        return Closed(self, base + at)

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the input; a name without one is a call only of a tool that takes nothing."""
        if self.grammar == _COMMAND_R:
            return self._actions(block, around)
        if self.first < 0:
            written = read_calls(block[self.body - around.start :].strip(_AROUND_CALL))
            if not isinstance(written, Unread) and len(written) == 1:
                return self._written(written[0], around)
            return None if around.toolset.layout[self.name] else (RawCall(self.name, {}),)
        text = block[self.first - around.start : self.stop - around.start].strip()
        if text.startswith("{"):
            loaded = load_object(text, complete=around.complete)
            if isinstance(loaded, Loaded) and isinstance(loaded.value, dict):
                return (RawCall(self.name, loaded.value, None, loaded.repairs),)
            return None if around.complete else (TruncatedArguments(around.start, around.stop, _REACT),)
        if not around.complete:
            return (TruncatedArguments(around.start, around.stop, _REACT),)
        text = text.removesuffix("```").strip()
        if not text and around.toolset.layout[self.name]:
            return None
        if not text or text in {"None", "null", "{}"}:
            return (RawCall(self.name, {}),)
        if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]:
            text = text[1:-1]
        return (RawCall(self.name, only_argument(around.toolset, self.name, text, "input")),)

    def _written(self, call: LiteralCall, around: Around) -> Decoded:
        """Take a call written as code: one value for the tool's only parameter, or arguments by name."""
        match call.arguments:
            case (("", value),):
                only = only_argument(around.toolset, self.name, str(value), "input")
                key = next(iter(only))
                return (RawCall(self.name, {key: only[key] if isinstance(value, str) else value}),)
            case arguments if all(keyword for keyword, _ in arguments):
                return (RawCall(self.name, dict(arguments), None, call.repairs),)
            case _:
                return None

    def _actions(self, block: str, around: Around) -> Decoded:
        body = block[self.first - around.start : self.stop - around.start]
        values, broken = load_values(body, complete=around.complete or block.endswith("`"))
        if broken is not None:
            return None
        items: list[Json] = []
        for loaded in values:
            several = isinstance(loaded.value, Sequence) and not isinstance(loaded.value, str)
            items += loaded.value if several and isinstance(loaded.value, list) else [loaded.value]
        repairs: tuple[RepairKind, ...] = tuple(repair for loaded in values for repair in loaded.repairs)
        calls: list[RawCall] = []
        for item in items:
            name, arguments = _keys(item)
            if name in _ANSWERS:
                continue
            if not isinstance(resolve(around.toolset.names, name), Known):
                return None
            if not isinstance(arguments, Mapping):
                arguments = only_argument(around.toolset, name, str(arguments), "input") if arguments else {}
            calls.append(RawCall(name, arguments, None, repairs))
        return tuple(calls)

    def _with(
        self,
        *,
        grammar: str | None = None,
        phase: Literal["name", "json", "text", "fence", "closing", "damaged", "after"] | None = None,
        name: str | None = None,
        first: int | None = None,
        stop: int | None = None,
        extent: JsonExtent | None = None,
    ) -> Action:
        return Action(
            self.body,
            self.toolset,
            self.grammar if grammar is None else grammar,
            self.phase if phase is None else phase,
            self.name if name is None else name,
            self.first if first is None else first,
            self.stop if stop is None else stop,
            self.extent if extent is None else extent,
        )


def _tool(line: str, toolset: Toolset) -> str:
    """Give the offered tool that an action's line names; "" if it says anything else."""
    found = _NAME.fullmatch(line.strip())
    if found is None:
        return ""
    rest = found["rest"].strip(_DECORATION)
    called = rest.startswith("(") and found["rest"].strip(_AROUND_CALL).endswith(")")
    spec = spec_named(toolset, found["name"].rstrip(".:/-"))
    return spec.name if spec is not None and (not rest or called) else ""


def _keys(item: Json) -> tuple[str, Json]:
    if isinstance(item, Mapping):
        for name, arguments in (("tool_name", "parameters"), ("action", "action_input"), ("name", "arguments")):
            written = item.get(name)
            if isinstance(written, str):
                return written, item.get(arguments)
    return "", None


def _action(place: Place) -> Opened:
    return Action(place.stop, place.toolset) if place.first or begins_line(place.before) else None


def _marks(_marker: str) -> tuple[Mark, ...]:
    return (Mark(r"Action(?:[ \t]\d{1,2})?:", _action),)


REACT: Final = Grammar(_REACT, _marks)
COMMAND_R_FENCE: Final = Grammar(_COMMAND_R, _marks)
