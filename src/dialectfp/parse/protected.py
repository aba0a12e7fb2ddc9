"""Spans that are never calls: code fences with a language, and thoughts."""

from __future__ import annotations

from typing import Final

from dialectfp.parse.machine import Fence, Mark, Opened, Place, Thought, hide

__all__ = ["ANY_THOUGHT", "FENCE_CLOSER", "MARKS", "THOUGHTS"]

FENCE_CLOSER: Final = r"\n[ \t]{0,16}```[`]{0,13}"
"""A closing fence stands alone on its line."""

_TAGS: Final = r"think|thinking|thought|thoughts|reasoning|scratch_pad|seed:think|mm:think"

#: Openers and closers of thoughts. Sources: the chat templates of Qwen3, DeepSeek R1, GLM-4.5, Seed-OSS, MiniMax,
#: Magistral, Kimi k1.5.
_PAIRS: Final = (
    (rf"<(?:{_TAGS})>", rf"</(?:{_TAGS})>"),
    (r"\[THINK\]", r"\[/THINK\]"),
    (r"◁think▷", r"◁/think▷"),
)

ANY_THOUGHT: Final = "|".join(closer for _, closer in _PAIRS)
"""A closer of any thought, for a reply that begins inside one."""


def _fence(place: Place) -> Opened:
    ticks = place.found[0]
    return Fence(len(ticks) - len(ticks.lstrip("`")))


def _thought(opener: str, closer: str) -> tuple[Mark, Mark]:
    def begin(_place: Place) -> Opened:
        return Thought(closer)

    return Mark(opener, begin), Mark(closer, hide)


THOUGHTS: Final = tuple(mark for opener, closer in _PAIRS for mark in _thought(opener, closer))
"""Openers of thoughts, and their orphan closers."""

MARKS: Final = (Mark(r"```[`]{0,13}[ \t]{0,4}[\w+#.-]{1,32}[^\n`]{0,120}\n", _fence), *THOUGHTS)
"""The same, with fences."""
