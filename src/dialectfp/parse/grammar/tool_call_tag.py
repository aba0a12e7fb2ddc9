"""The tag that most families write around a call, in every spelling; several grammars differ only in its body."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["CLOSER", "OPENER", "PIPED", "canonical", "damaged_closer", "damaged_opener", "family"]

_SUFFIX: Final = r"(?::\w{1,16})?"
OPENER: Final = rf"<tool_call{_SUFFIX}>"
"""As it should be; Hunyuan's checkpoints add a suffix of their own."""
CLOSER: Final = rf"</tool_call{_SUFFIX}>"

_PIPES: Final = r"[\s|｜]{0,4}"
_WORDS: Final = r"tool[_ -]?call"
_ATTRIBUTES: Final = rf"{_SUFFIX}(?:\s[^<>{{}}\[\]\n]{{0,120}})?"

PIPED: Final = rf"<\s*(?:[|｜]\s*)?{_WORDS}\s*[|｜]\s*>"
"""A piped opener closes as well: ``<|tool_call|>…<|tool_call|>``, and ``…<tool_call|>``."""


def canonical(marker: str) -> str:
    """Give the pattern of a dialect's own opener, spelled exactly."""
    return f"<{re.escape(marker)}>"


def family(marker: str) -> str:
    """Give the pattern of any spelling of the tag, opening or closing, under a dialect's marker.

    A group ``close`` is empty in an opener. A marker of the host's own isn't loosened by separators: nobody trained a
    model to damage it so.
    """
    return rf"<{_PIPES}(?P<close>/?){_PIPES}(?i:{_words(marker)}){_ATTRIBUTES}{_PIPES}>"


def _words(marker: str) -> str:
    return _WORDS if re.fullmatch(_WORDS, marker) else f"{_WORDS}|{re.escape(marker)}"


def damaged_opener(marker: str, bracket: str) -> str:
    """Give the pattern of an opener that swallowed the beginning of its call: ``<tool_call name(``."""
    return rf"<(?i:{_words(marker)})\s{{1,4}}(?P<name>\w[\w.:/-]{{0,127}})\s{{0,2}}{bracket}"


def damaged_closer(marker: str, bracket: str) -> str:
    """Give the pattern of what ends such a call behind its last bracket: the opener's ``>``, or the closer."""
    closer = family(marker).replace("(?P<close>/?)", "/")
    return rf"{bracket}\s{{0,4}}(?P<close>/?>|{closer})|{family(marker).replace('(?P<close>/?)', '')}"
