"""The XML dialect: JSON in a tag."""

from __future__ import annotations

from typing import Final

from dialectfp.dialects.record import Bound, Catalogue, Dialect, Envelope, Replay, Syntax
from dialectfp.dialects.text import (
    Speech,
    ask_for_call,
    begin,
    messages,
    prompt_text,
    read_reply,
    say_parallel,
    wrap,
    write_call,
)
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.reading import Prompt
from dialectfp.render.protocol import JSON
from dialectfp.tags import Xml
from dialectfp.tools import Toolset

__all__ = ["XML", "xml"]


def xml(marker: str = "tool_call", policy: ReadPolicy = READ_POLICY) -> Dialect[Xml]:
    """Give the dialect whose calls stand between ``<marker>`` and ``</marker>``.

    All four parts take the tag from here. It is a choice of the host, since a model whose vocabulary holds
    ``<tool_call>`` as one token may never write it untrained. A marker that is no tag name (letters, digits, ``_``,
    ``-``, ``.``, ``:``, at most 64 characters) makes reading fail with UnusableMarker.
    """
    speech = Speech(marker, policy, "json", JSON)
    return Dialect[Xml](
        "xml",
        marker,
        Catalogue(Bound(_render, speech), Bound(ask_for_call, speech), Bound(say_parallel, speech)),
        Syntax(Bound(read_reply, speech), Bound(write_call, speech), Bound(begin, speech)),
        Envelope(Bound(wrap, speech)),
        Replay(Bound(messages, speech)),
    )


def _render(speech: Speech, toolset: Toolset) -> Prompt[Xml]:
    return Prompt(prompt_text(speech, toolset))


XML: Final[Dialect[Xml]] = xml()
"""The XML dialect with its usual tag, ``tool_call``."""
