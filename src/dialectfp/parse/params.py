"""Blocks of parameter tags: ``<opener name><parameter key>value</parameter>…</closer>``, in any family's spelling.

Values are raw text. A closer inside a value is data unless what follows it makes sense as the end of the value, and a
missing closer is made up for by the next tag that begins a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from dialectfp.faults import MalformedArguments, MalformedCall, TruncatedArguments
from dialectfp.jsontypes import Json
from dialectfp.parse.json_extent import JsonExtent, follow, wake_of
from dialectfp.parse.machine import Around, Closed, Decoded, More, Progress, RawCall, Window
from dialectfp.parse.patterns import NEVER, compiled, held_from, may_begin, skip
from dialectfp.repair.json import Broken, load_object
from dialectfp.repair.raw import spec_named, typed
from dialectfp.tools import Toolset, ToolSpec

__all__ = ["ParamBlock", "ParamTags"]

#: Blanks between a closer and what must follow it.
_BLANK: Final = r"\s{0,256}"
#: The same, in characters.
_PATIENCE: Final = 256
_ENVELOPES: Final = ("arguments", "args", "parameters", "params", "input")


class ParamTags(Struct, frozen=True):
    """A family's tags, as patterns. Those of ``param`` have a group ``key``, and may have one ``string`` or ``type``."""

    grammar: str
    param: str
    param_close: str
    #: Closes the call.
    close: str
    #: Ends the call as well, without being part of it: the next call's opener, or the section's closer.
    stop: str
    #: One newline on each side of a value belongs to the tags.
    framed: bool = False
    #: Blanks around a value don't count.
    trimmed: bool = False
    #: The next parameter's opener ends a value wherever it stands, not only at the beginning of a line.
    inline: bool = False
    #: What is taken off a value besides, such as CDATA, by its text and its opener's groups.
    value: Callable[[str, Mapping[str, str]], str] | None = None
    #: The section's closer, which belongs to the block of the call before it.
    tail: str = NEVER


class ParamBlock(Struct, frozen=True):
    """One call being followed."""

    tags: ParamTags
    #: The name as written, and where the body begins.
    name: str
    body: int
    id: str | None = None
    #: The key of a first parameter whose opener is damaged, so that the body begins with its value.
    first: str = ""
    #: The tag closed itself.
    empty: bool = False
    phase: Literal["start", "body", "value", "json"] = "start"
    extent: JsonExtent = JsonExtent()
    #: A parameter or a JSON body was seen.
    seen: bool = False
    #: How the block ended: by its closer, by what can only follow it, between values at the end of the reply, or cut.
    ended: Literal["closed", "stopped", "open", "cut"] = "closed"

    @property
    def grammar(self) -> str:
        """Name the grammar that the block's calls come through."""
        return self.tags.grammar

    def named(self, _begun: str, _start: int, _toolset: Toolset) -> str:
        """Give the opener's name."""
        return self.name

    def advance(self, window: Window, at: int) -> Progress:
        """Follow the tags; a value goes on until a closer that makes sense."""
        text, base = window.text, window.base
        if self.empty:
            return self._closed(window, at, at)
        machine = self
        while True:
            if machine.phase == "start":
                at = skip(r"\s*", text, at)
                if at == len(text) and not window.final:
                    return More(machine, base + at)
                opened = text.startswith("{", at)
                machine = machine._with(phase="json" if opened else "body", extent=JsonExtent())
            if machine.phase == "json":
                seen, at, extent = follow(machine.extent, text, at, base)
                if seen == "more" and not window.final:
                    wake = wake_of(extent, settled=at == len(text))
                    return More(machine._with(extent=extent), base + at, wake)
                machine = machine._with(phase="body", seen=True)
                continue
            step = (
                _value_end(self.tags, text, at, final=window.final)
                if machine.phase == "value"
                else _next_tag(self.tags, text, at, final=window.final)
            )
            if step is None:
                return machine._end_of_text(window)
            kind, start, stop = step
            if kind == "hold":
                return More(machine, base + start)
            if kind == "param":
                machine, at = machine._with(phase="value", seen=True), stop
            elif kind == "end":
                machine, at = machine._with(phase="body"), stop
            elif kind == "stop":
                return Closed(machine._with(ended="stopped"), base + start)
            else:
                return machine._closed(window, start, stop)

    def _closed(self, window: Window, start: int, stop: int) -> Progress:
        """Take the section's closer along, if it comes next."""
        text, base = window.text, window.base
        if self.tags.tail == NEVER:
            return Closed(self, base + stop)
        rest = skip(_BLANK, text, stop)
        if (
            not window.final
            and rest - stop < _PATIENCE
            and (rest == len(text) or may_begin(self.tags.tail, text, rest))
        ):
            return More(self, base + start)
        found = compiled(self.tags.tail).match(text, rest)
        return Closed(self, base + (found.end() if found else stop))

    def _end_of_text(self, window: Window) -> Progress:
        ended: Literal["open", "cut"] = "open" if self.phase == "body" and self.seen else "cut"
        return Closed(self._with(ended=ended), window.base + len(window.text))

    def decode(self, block: str, around: Around) -> Decoded:
        """Read the parameters, each typed by the tool's schema. None for a bare block of a tool that isn't offered."""
        tags, start, stop = self.tags, around.start, around.stop
        spec = spec_named(around.toolset, self.name)
        if self.ended == "cut" or (self.ended == "open" and not around.complete):
            return (TruncatedArguments(start, stop, tags.grammar),)
        if self.ended == "stopped" and not self.seen:
            return (MalformedCall(start, stop, tags.grammar),)
        body = block[self.body - start :]
        if compiled(r"\s*\{").match(body) and not compiled(tags.param).search(body):
            loaded = load_object(body[: _last_brace(body)])
            if isinstance(loaded, Broken) or not isinstance(loaded.value, dict):
                return (MalformedArguments(start, stop, tags.grammar, self.body),)
            return (RawCall(self.name, loaded.value, self.id, loaded.repairs),)
        arguments: dict[str, Json] = {}
        found = _parameters(tags, body, self.first)
        for attributes, low, high in found:
            key = attributes["key"].strip()
            if not key or "<" in key:
                return (MalformedCall(start, stop, tags.grammar),)
            arguments[key] = _value(tags, spec, attributes, body[low:high])
        if len(arguments) == 1 and spec is not None:
            key, value = next(iter(arguments.items()))
            inner = _unwrapped(value) if key in _ENVELOPES and not _declares(around, spec.name, key) else None
            if inner is not None:
                return (RawCall(self.name, inner, self.id, ("wrapper",)),)
        if not found and body.strip() and not _only_tags(tags, body):
            return (MalformedCall(start, stop, tags.grammar),)
        return (RawCall(self.name, arguments, self.id),)

    def _with(
        self,
        *,
        phase: Literal["start", "body", "value", "json"] | None = None,
        extent: JsonExtent | None = None,
        ended: Literal["closed", "stopped", "open", "cut"] | None = None,
        seen: bool | None = None,
    ) -> ParamBlock:
        return ParamBlock(
            self.tags,
            self.name,
            self.body,
            self.id,
            self.first,
            self.empty,
            self.phase if phase is None else phase,
            self.extent if extent is None else extent,
            self.seen if seen is None else seen,
            self.ended if ended is None else ended,
        )


_Step: TypeAlias = tuple[Literal["param", "end", "close", "stop", "hold"], int, int]


def _next_tag(tags: ParamTags, text: str, at: int, *, final: bool) -> _Step | None:
    """Find the next tag between values. None at the end of the reply."""
    pattern = compiled(f"(?P<param_>{tags.param})|(?P<close_>{tags.close})|(?P<stop_>{tags.stop})")
    found = pattern.search(text, at)
    if found is None:
        if final:
            return None
        return "hold", held_from(f"{tags.param}|{tags.close}|{tags.stop}", text, at), at
    return _kind(found), found.start(), found.end()


def _kind(found: re.Match[str]) -> Literal["param", "close", "stop"]:
    if found["param_"] is not None:
        return "param"
    return "close" if found["close_"] is not None else "stop"


def _value_end(tags: ParamTags, text: str, at: int, *, final: bool) -> _Step | None:
    """Find where a value ends: at its closer if a tag or the end follows, else at a tag that shows it was left out."""
    every = f"(?P<end_>{tags.param_close})|(?P<param_>{tags.param})|(?P<close_>{tags.close})|(?P<stop_>{tags.stop})"
    after = compiled(f"{_BLANK}(?:{tags.param}|{tags.param_close}|{tags.close}|{tags.stop}|\\Z)")
    following = compiled(f"{_BLANK}(?:{tags.stop}|{tags.close}|\\Z)")
    look = at
    while found := compiled(every).search(text, look):
        start, stop = found.start(), found.end()
        rest = skip(_BLANK, text, stop)
        undecided = not final and (
            rest == len(text) or may_begin(f"{tags.param}|{tags.param_close}|{tags.close}|{tags.stop}", text, rest)
        )
        if found["end_"] is not None:
            if undecided:
                return "hold", start, start
            if after.match(text, stop):
                return "end", start, stop
        elif found["param_"] is not None:
            if tags.inline or text[at:start].endswith("\n"):
                return "end", start, start
        else:
            if undecided:
                return "hold", start, start
            if following.match(text, stop):
                return "end", start, start
        look = start + 1
    if final:
        return None
    return "hold", held_from(f"{tags.param_close}|{tags.param}|{tags.close}|{tags.stop}", text, at), at


def _parameters(tags: ParamTags, body: str, first: str) -> list[tuple[dict[str, str], int, int]]:
    """List the parameters of a whole body: the groups of each opener, and where its value begins and ends."""
    found: list[tuple[dict[str, str], int, int]] = []
    at, attributes = 0, {"key": first} if first else None
    while True:
        if attributes is None:
            step = _next_tag(tags, body, at, final=True)
            opener = compiled(tags.param).match(body, step[1]) if step is not None and step[0] == "param" else None
            if opener is None:
                return found
            attributes, at = opener.groupdict(default=""), opener.end()
        end = _value_end(tags, body, at, final=True)
        if end is None:
            found.append((attributes, at, at + len(body[at:].rstrip())))
            return found
        # Where the closer was left out, the blanks before the next tag are layout.
        low, high = end[1], end[2]
        found.append((attributes, at, at + len(body[at:low].rstrip()) if low == high else low))
        at, attributes = end[2], None


def _value(tags: ParamTags, spec: ToolSpec | None, attributes: Mapping[str, str], text: str) -> Json:
    key = attributes["key"].strip()
    if tags.framed:
        text = text.removeprefix("\r").removeprefix("\n")
        text = text.removesuffix("\n").removesuffix("\r") if text.endswith("\n") else text
    if tags.trimmed:
        text = text.strip()
    if tags.value is not None:
        text = tags.value(text, attributes)
    if attributes.get("string") == "true":
        return _as_wanted(spec, key, text)
    if attributes.get("string") == "false":
        return typed(None, key, text)
    return typed(spec, key, text)


def _as_wanted(spec: ToolSpec | None, key: str, text: str) -> Json:
    """Text that the model tagged as a string stays one, unless the schema wants a structure and the text is one."""
    found = typed(spec, key, text) if spec is not None else text
    return found if isinstance(found, (dict, list)) else text


def _unwrapped(value: Json) -> dict[str, Json] | None:
    loaded = load_object(value) if isinstance(value, str) else None
    if loaded is not None and not isinstance(loaded, Broken) and isinstance(loaded.value, dict):
        return loaded.value
    return value if isinstance(value, dict) else None


def _declares(around: Around, tool: str, key: str) -> bool:
    return any(parameter.name == key for parameter in around.toolset.layout[tool])


def _only_tags(tags: ParamTags, body: str) -> bool:
    return compiled(rf"(?:\s|{tags.close}|{tags.stop}|{tags.param_close})*").fullmatch(body) is not None


def _last_brace(body: str) -> int:
    return body.rfind("}") + 1 or len(body)
