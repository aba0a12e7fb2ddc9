"""The XML dialect: JSON in a tag."""

from __future__ import annotations

from typing import Final

from dialectfp.dialects.record import Dialect
from dialectfp.dialects.text import Speech, prompt_text, text_dialect
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
    return text_dialect("xml", speech, _render)


def _render(speech: Speech, toolset: Toolset) -> Prompt[Xml]:
    return Prompt(prompt_text(speech, toolset))


XML: Final[Dialect[Xml]] = xml()
"""The XML dialect with its usual tag, ``tool_call``."""
