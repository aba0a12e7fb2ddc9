"""The grammars: one file each, and `GRAMMARS`, the table of them all."""

from __future__ import annotations

from typing import Final

from dialectfp.parse.grammar.actions import COMMAND_R_FENCE, REACT
from dialectfp.parse.grammar.apertus import APERTUS
from dialectfp.parse.grammar.bare_json import BARE_JSON
from dialectfp.parse.grammar.brackets import BRACKETS
from dialectfp.parse.grammar.claude_invoke import CLAUDE_INVOKE
from dialectfp.parse.grammar.code_call import CODE_CALL
from dialectfp.parse.grammar.cohere_action import COHERE_ACTION
from dialectfp.parse.grammar.cwm import CWM
from dialectfp.parse.grammar.deepseek import DEEPSEEK
from dialectfp.parse.grammar.dsml import DSML
from dialectfp.parse.grammar.functionary import FUNCTIONARY
from dialectfp.parse.grammar.gemma4 import FUNCTIONGEMMA, GEMMA4
from dialectfp.parse.grammar.glm_arg import GLM_ARG
from dialectfp.parse.grammar.glm_lines import GLM_LINES
from dialectfp.parse.grammar.harmony import HARMONY
from dialectfp.parse.grammar.hash_rocket import HASH_ROCKET
from dialectfp.parse.grammar.hermes_json import HERMES_JSON
from dialectfp.parse.grammar.inkling import INKLING
from dialectfp.parse.grammar.json_tags import JSON_TAGS
from dialectfp.parse.grammar.k2_horizon import K2_HORIZON
from dialectfp.parse.grammar.kimi_k2 import KIMI_K2
from dialectfp.parse.grammar.kimi_k3 import KIMI_K3
from dialectfp.parse.grammar.llama3_json import LLAMA3_JSON
from dialectfp.parse.grammar.minicpm5 import MINICPM5
from dialectfp.parse.grammar.minimax_m3 import MINIMAX_M3
from dialectfp.parse.grammar.mistral import MISTRAL
from dialectfp.parse.grammar.named_tags import NAMED_TAGS
from dialectfp.parse.grammar.p_format import P_FORMAT
from dialectfp.parse.grammar.plamo3 import PLAMO3
from dialectfp.parse.grammar.pythonic import LFM2, PYTHONIC
from dialectfp.parse.grammar.qwen3_coder import QWEN3_CODER
from dialectfp.parse.grammar.qwen_agent import QWEN_AGENT
from dialectfp.parse.grammar.solar import SOLAR
from dialectfp.parse.grammar.tag_variants import TAG_VARIANTS
from dialectfp.parse.machine import Grammar

__all__ = ["GRAMMARS"]

GRAMMARS: Final[tuple[Grammar, ...]] = (
    CODE_CALL,
    P_FORMAT,
    HERMES_JSON,
    QWEN3_CODER,
    GLM_ARG,
    K2_HORIZON,
    *JSON_TAGS,
    CLAUDE_INVOKE,
    DSML,
    KIMI_K2,
    DEEPSEEK,
    MISTRAL,
    MINICPM5,
    APERTUS,
    BRACKETS,
    LLAMA3_JSON,
    MINIMAX_M3,
    QWEN_AGENT,
    SOLAR,
    GEMMA4,
    FUNCTIONGEMMA,
    LFM2,
    PYTHONIC,
    TAG_VARIANTS,
    HARMONY,
    KIMI_K3,
    COHERE_ACTION,
    FUNCTIONARY,
    INKLING,
    GLM_LINES,
    CWM,
    HASH_ROCKET,
    PLAMO3,
    REACT,
    COMMAND_R_FENCE,
    NAMED_TAGS,
    BARE_JSON,
)
"""Every grammar. Where two could own one mark, the earlier one does."""
