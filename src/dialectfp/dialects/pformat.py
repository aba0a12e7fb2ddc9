"""The P-Format dialect: positional slots in a tag, ``name[0|first|2|third]``, at a fraction of JSON's tokens."""

from __future__ import annotations

from typing import Final

from dialectfp.dialects.record import Dialect
from dialectfp.dialects.text import Speech, prompt_text, text_dialect
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.reading import Prompt
from dialectfp.render.calls import positional_calls
from dialectfp.render.protocol import POSITIONAL
from dialectfp.tags import PFormat
from dialectfp.tools import Toolset

__all__ = ["PFORMAT", "pformat"]


def pformat(marker: str = "tool_call", policy: ReadPolicy = READ_POLICY) -> Dialect[PFormat]:
    r"""Give the dialect whose calls are slots between ``<marker>`` and ``</marker>``.

    Slots are numbered as the catalogue prints them: required parameters first, in the schema's order, then optional
    ones by name. A call with anything that slots can't say (an empty string, a null, a key that isn't declared) is
    written as JSON in the same tag. The marker is as for `dialectfp.xml`.
    """
    speech = Speech(marker, policy, "positional", POSITIONAL, positional_calls)
    return text_dialect("pformat", speech, _render)


def _render(speech: Speech, toolset: Toolset) -> Prompt[PFormat]:
    return Prompt(prompt_text(speech, toolset))


PFORMAT: Final[Dialect[PFormat]] = pformat()
"""The P-Format dialect with its usual tag, ``tool_call``."""
