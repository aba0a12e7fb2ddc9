"""Turn tokens: where the model's own turn ends, and where somebody else's begins."""

from __future__ import annotations

from typing import Final

from dialectfp.parse.machine import Mark, Opened, PastTurn, Place, begins_line, hide

__all__ = ["MARKS", "TURN_TOKEN"]

#: Ends of a turn or of the text, as special tokens written out. Sources: the chat templates of Qwen, Llama 3, Phi,
#: Gemma, DeepSeek, GLM, Granite, GPT-2 and their relatives.
TURN_TOKEN: Final = (
    r"<\|im_end\|>|<\|eot_id\|>|<\|eom_id\|>|<\|endoftext\|>|<\|end_of_text\|>|<\|eo[tm]\|>|<\|end_of_turn\|>"
    r"|<\|end_of_msg\|>|<end_of_turn>|<turn\|>|<eos>|<｜end▁of▁sentence｜>|<\|end▁of▁sentence\|>|<\|END_OF_TURN_TOKEN\|>"
)

#: Openers of the model's own turn.
_OWN: Final = (
    r"<\|im_start\|>assistant|<\|start_header_id\|>assistant<\|end_header_id\|>|<start_of_turn>model"
    r"|<｜Assistant｜>"
)

#: Openers of another's turn, and results that only a host writes.
_OTHERS: Final = (
    r"<\|im_start\|>\s{0,4}(?:user|system|tool|function|human|observation|environment|ipython)"
    r"|<\|start_header_id\|>\s{0,4}(?:user|system|tool|function|ipython)"
    r"|<start_of_turn>\s{0,4}(?:user|tool|system)"
    r"|<\|(?:user|observation|system|tool_response|USER_TOKEN|SYSTEM_TOKEN)\|>|<\|tool_response>"
    r"|<｜User｜>|<｜tool▁outputs▁begin｜>"
    r"|<tool_response>|<tool_result(?:\s[^<>\n]{0,120})?>|<function_results>"
)


def _past(place: Place) -> Opened:
    """Talk about such a token stands within a line; the token itself begins one, or follows another token."""
    return PastTurn() if begins_line(place.before) or place.before.endswith((">", "]")) else None


MARKS: Final = (
    Mark(TURN_TOKEN, hide),
    Mark(_OWN, hide),
    Mark(_OTHERS, _past),
    Mark(r"\[INST\]", _past),
    Mark(r"\[Tool results\][ \t]{0,4}\n", _past),
)
