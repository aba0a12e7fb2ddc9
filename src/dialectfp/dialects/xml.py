"""The XML dialect: JSON in a tag."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from msgspec import Struct
from returns.result import Result

from dialectfp.calls import ToolCall
from dialectfp.dialects.record import Bound, Catalogue, Dialect, Envelope, Replay, Syntax
from dialectfp.faults import HostFault
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.reading import Prompt, Reading, Reply
from dialectfp.render.calls import tagged_json
from dialectfp.render.envelope import enveloped
from dialectfp.render.protocol import tagged_json_prompt
from dialectfp.replay.text import text_replay
from dialectfp.stream import State, read, start
from dialectfp.tags import Xml
from dialectfp.tools import Toolset
from dialectfp.transcript import Message, Outcome, Turn

__all__ = ["XML", "xml"]


class _Ways(Struct, frozen=True):
    """What reading needs to know of the dialect."""

    marker: str
    policy: ReadPolicy


def xml(marker: str = "tool_call", policy: ReadPolicy = READ_POLICY) -> Dialect[Xml]:
    """Give the dialect whose calls stand between ``<marker>`` and ``</marker>``.

    All four parts take the tag from here. It is a choice of the host, since a model whose vocabulary holds
    ``<tool_call>`` as one token may never write it untrained. A marker that is no tag name (letters, digits, ``_``,
    ``-``, ``.``, ``:``, at most 64 characters) makes reading fail with UnusableMarker.
    """
    ways = _Ways(marker, policy)
    return Dialect[Xml](
        "xml",
        marker,
        Catalogue(Bound(_render, marker)),
        Syntax(Bound(_read, ways), Bound(_write, marker), Bound(_start, ways)),
        Envelope(Bound(_wrap, marker)),
        Replay(Bound(_messages, marker)),
    )


def _render(marker: str, toolset: Toolset) -> Prompt[Xml]:
    return Prompt(tagged_json_prompt(marker, toolset))


def _read(ways: _Ways, toolset: Toolset, reply: Reply[Xml]) -> Result[Reading[Xml], HostFault]:
    return read(toolset, reply, ways.policy, ways.marker)


def _write(marker: str, _toolset: Toolset, call: ToolCall) -> str:
    return tagged_json(marker, call)


def _start(ways: _Ways, toolset: Toolset, thinking_prefilled: bool) -> State:  # noqa: FBT001 - the field's type has no names
    return start(toolset, ways.policy, marker=ways.marker, thinking_prefilled=thinking_prefilled)


def _wrap(marker: str, outcomes: Sequence[Outcome]) -> Message:
    return Message("user", enveloped(marker, outcomes))


def _messages(marker: str, _toolset: Toolset, history: Sequence[Turn]) -> tuple[Message, ...]:
    return text_replay(partial(tagged_json, marker), partial(enveloped, marker), history)


XML: Final[Dialect[Xml]] = xml()
"""The XML dialect with its usual tag, ``tool_call``."""
