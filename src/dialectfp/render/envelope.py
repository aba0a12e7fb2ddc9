"""Results in their envelope. Tools control their names and output, so neither may pass for structure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from dialectfp.transcript import Outcome

__all__ = ["RESULTS_HEADER", "enveloped"]

RESULTS_HEADER = "[Tool results]"

_ATTRIBUTE = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def enveloped(marker: str, outcomes: Iterable[Outcome]) -> str:
    """Write outcomes in order, each in a ``<tool_result>``, below one header line.

    In a body only a ``<`` that opens ``<tool_result``, ``<tool_call`` or the dialect's own tag is rewritten, so code
    in it stays readable. This keeps boundaries whole; it is no defence against instructions in a tool's output.
    """
    return "\n".join((RESULTS_HEADER, *(_one(marker, outcome) for outcome in outcomes)))


def _one(marker: str, outcome: Outcome) -> str:
    name = outcome.tool.translate(_ATTRIBUTE)
    written = "" if outcome.id is None else f' id="{outcome.id.translate(_ATTRIBUTE)}"'
    body = _boundary(marker).sub("&lt;", outcome.text)
    return f'<tool_result name="{name}"{written} status="{outcome.status}">\n{body}\n</tool_result>'


@cache
def _boundary(marker: str) -> re.Pattern[str]:
    """Match the ``<`` of the tags that a body may not open or close. A cache of a pure function."""
    names = "|".join(re.escape(name) for name in dict.fromkeys(("tool_result", "tool_call", marker)))
    # Names are compared in ASCII, since "ſ" is no "s"; but any whitespace ends one, as it does for a reader.
    return re.compile(rf"<(?=/?(?:{names})(?:(?u:\s)|[>/]|\Z))", re.IGNORECASE | re.ASCII)
