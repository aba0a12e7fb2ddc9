"""Texts that models could write: prose, markup whole and torn, calls good and bad, in any order."""

from __future__ import annotations

import json
from itertools import pairwise

from hypothesis import strategies as st

from dialectfp.tools import Toolset

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "lookup_tide",
            "parameters": {
                "type": "object",
                "properties": {"port": {"type": "string"}, "hours": {"type": "integer"}},
                "required": ["port"],
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "save_note",
            "parameters": {
                "type": "object",
                "properties": {"body": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}},
            },
        },
    },
]
TOOLSET: Toolset = Toolset.from_openai(TOOLS).unwrap()

CALL = json.dumps({"name": "lookup_tide", "arguments": {"port": "Ayr", "hours": 6}})
NOTE = json.dumps({"name": "save_note", "arguments": {"body": "ends </tool_call> `here`\n", "tags": ["a", "[b"]}})

FRAGMENTS = [
    "<tool_call>", "</tool_call>", "<tool_call>\n", "\n</tool_call>", "<call>", "</call>", "<|tool_call|>", "<tool_call|>",
    '< TOOL-CALL id="c1">', "<toolcall>", "<invoke>", "</invoke>", "```tool_call\n", "```json\n", "```python\n", "```\n", "\n```", "`",
    "<think>", "</think>", "[THINK]", "[/THINK]", "<|im_end|>", "<|im_start|>user\n", "<|im_start|>assistant\n", "</s>",
    "<tool_response>", "[Tool results]\n", CALL, NOTE, CALL[:30], NOTE[:-3], "{", "}", "[", "]", '"', "'", "\\", '\\"', ",", ":",
    '{"name":', '"arguments":', '{"name": "lookup_tide"', "lookup_tide", "lookup_tide:\n", "lookup_tide(", "<", "</", "<|", "<p>", "</p>", "\n", " ", "\n\n", "\r\n",
    "\nAction: ", "Action:\n```json\n", "\nAction Input: ", "Observation:", "<lookup_tide>", "</lookup_tide>", "<port>", "</port>",
    "<tool: x>\n", "</tool>", "[TOOL_CALL]", "[/TOOL_CALL]", '{tool => "save_note", args => {--body "x"}}', "[unused11]", "[unused12]",
    "<function_calls>\n", "</function_calls>", "save_note()", "function ", "json ", "analysisWe ", "assistantfinal", "assistantcommentary to=functions.save_note ", "<|start|>assistant to=user<|message|>", "<|eot|>", ">>>save_note\n", ">>>all\n", "\nfunctions.save_note:0", "<|tool_call_argument_begin|>", "<|plamo:begin_tool_request:plamo|>",
    "Sure. ", "é", "｜", "▁", "🌊", "\u2028", "\ud800", "\x00", "args:{",
]  # fmt: skip

texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=14).map("".join)
"""Replies made of fragments, most of them damaged."""

json_values: st.SearchStrategy[object] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(min_value=-(2**80), max_value=2**80)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | st.sampled_from(FRAGMENTS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
"""Any JSON value, markup inside strings included."""

arguments = st.dictionaries(st.text(max_size=8), json_values, max_size=5)
"""Any JSON object."""


@st.composite
def cut(draw: st.DrawFn, text: str) -> list[str]:
    """Cut a text into pieces, empty ones included."""
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    edges = [0, *places, len(text)]
    return [text[low:high] for low, high in pairwise(edges)]
