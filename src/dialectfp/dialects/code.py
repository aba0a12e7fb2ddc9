"""The code dialects: calls as Python or TypeScript in a tag, listed by their signatures. Each reads the other's calls."""

from __future__ import annotations

from typing import Final

from dialectfp.dialects.record import Dialect
from dialectfp.dialects.text import Speech, prompt_text, text_dialect
from dialectfp.policy import READ_POLICY, ReadPolicy
from dialectfp.reading import Prompt
from dialectfp.render import protocol
from dialectfp.render.calls import python_calls, typescript_calls
from dialectfp.tags import Python, TypeScript
from dialectfp.tools import Toolset

__all__ = ["PYTHON", "TYPESCRIPT", "python", "typescript"]


def python(marker: str = "tool_call", policy: ReadPolicy = READ_POLICY) -> Dialect[Python]:
    """Give the dialect whose calls are Python between ``<marker>`` and ``</marker>``: literals only, never evaluated.

    A call that Python's form can't say (a null at the top level, a name that is none) is written as JSON in the same
    tag. The marker is as for `dialectfp.xml`.
    """
    speech = Speech(marker, policy, "code", protocol.PYTHON, python_calls)
    return text_dialect("python", speech, _render_python)


def typescript(marker: str = "tool_call", policy: ReadPolicy = READ_POLICY) -> Dialect[TypeScript]:
    """Give the dialect whose calls are TypeScript between ``<marker>`` and ``</marker>``; else like `python`."""
    speech = Speech(marker, policy, "code", protocol.TYPESCRIPT, typescript_calls)
    return text_dialect("typescript", speech, _render_typescript)


def _render_python(speech: Speech, toolset: Toolset) -> Prompt[Python]:
    return Prompt(prompt_text(speech, toolset))


def _render_typescript(speech: Speech, toolset: Toolset) -> Prompt[TypeScript]:
    return Prompt(prompt_text(speech, toolset))


PYTHON: Final[Dialect[Python]] = python()
"""The Python dialect with its usual tag, ``tool_call``."""

TYPESCRIPT: Final[Dialect[TypeScript]] = typescript()
"""The TypeScript dialect with its usual tag, ``tool_call``."""
