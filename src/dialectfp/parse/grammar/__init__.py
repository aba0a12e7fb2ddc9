"""The grammars: one file each, and `GRAMMARS`, the table of them all."""

from __future__ import annotations

from typing import Final

from dialectfp.parse.grammar.bare_json import BARE_JSON
from dialectfp.parse.grammar.hermes_json import HERMES_JSON
from dialectfp.parse.grammar.tag_variants import TAG_VARIANTS
from dialectfp.parse.machine import Grammar

__all__ = ["GRAMMARS"]

GRAMMARS: Final[tuple[Grammar, ...]] = (
    HERMES_JSON,
    TAG_VARIANTS,
    BARE_JSON,
)
"""Every grammar. Where two could own one mark, the earlier one does."""
