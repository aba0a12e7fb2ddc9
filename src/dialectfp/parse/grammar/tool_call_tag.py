"""The tag that most families write around a call, in every spelling; several grammars differ only in its body."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["CLOSER", "OPENER", "PIPED", "canonical", "family"]

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
    words = _WORDS if re.fullmatch(_WORDS, marker) else f"{_WORDS}|{re.escape(marker)}"
    return rf"<{_PIPES}(?P<close>/?){_PIPES}(?i:{words}){_ATTRIBUTES}{_PIPES}>"
