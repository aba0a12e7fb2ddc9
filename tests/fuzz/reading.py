"""Coverage-guided fuzzing of scan and repair. Run: python -m tests.fuzz.reading -max_total_time=60.

An input is a policy byte and text made of marker fragments and raw bytes. Anything raised is a finding, and so is an
input that takes longer than libFuzzer's ``-timeout``.
"""

from __future__ import annotations

import sys
from typing import Protocol

import atheris

with atheris.instrument_imports(include=["dialectfp"]):
    from dialectfp import XML, ReadPolicy, Toolset, read_arguments, receive
    from dialectfp.parse.bare_calls import CallSyntax
    from dialectfp.parse.grammar import GRAMMARS
    from dialectfp.stream import collect, feed, flush, read, start

TOOLS = Toolset.from_openai(
    [
        {
            "name": "lookup_tide",
            "parameters": {"properties": {"port": {"type": "string"}, "hours": {"type": "integer"}}},
        },
        {"name": "save_note", "parameters": {"properties": {"tags": {"type": "array"}, "body": {"type": "string"}}}},
    ]
).unwrap()
#: Whole markers reach further than single bytes do.
FRAGMENTS = [
    *(part for grammar in GRAMMARS for mark in grammar.marks("call") for part in mark.pattern.replace("\\", "").split("|")[:2]),
    '{"name": "lookup_tide", "arguments": {"port": "', '"}}', "</tool_call>", "<tool_call>", "<call>", "lookup_tide", "<think>",
    "</think>", "lookup_tide(", "save_note[0|", 'port="', "|", ")", "\\", "`", "# ", "```json\n", "\n```", "<|im_end|>", '\\"', "\n", "{", "}", "[", "]", "'", ":", ",",
]  # fmt: skip


SYNTAXES: tuple[CallSyntax, ...] = ("json", "positional", "code")


class Provider(Protocol):
    """What we use of atheris's provider, which comes without types."""

    def remaining_bytes(self) -> int: ...
    def ConsumeIntInRange(self, low: int, high: int, /) -> int: ...  # noqa: N802 - named by atheris
    def ConsumeUnicode(self, count: int, /) -> str: ...  # noqa: N802 - named by atheris


def text_of(data: Provider) -> str:
    """Make a reply of up to forty fragments and stretches of characters."""
    parts = list[str]()
    while data.remaining_bytes() and len(parts) < 40:
        choice = data.ConsumeIntInRange(0, len(FRAGMENTS) + 8)
        parts.append(FRAGMENTS[choice] if choice < len(FRAGMENTS) else data.ConsumeUnicode(8))
    return "".join(parts)


def one(raw: bytes) -> None:
    """Read a reply whole and in two pieces, and as arguments: nothing raises, and both ways agree."""
    data = atheris.FuzzedDataProvider(raw)
    policy = ReadPolicy(
        bare_json=("whole", "leading", "off")[data.ConsumeIntInRange(0, 2)],
        open_reasoning=("call", "reasoning")[data.ConsumeIntInRange(0, 1)],
        invented_call=("report", "call")[data.ConsumeIntInRange(0, 1)],
    )
    syntax = SYNTAXES[data.ConsumeIntInRange(0, 2)]
    cut = data.ConsumeProbability()
    text = text_of(data)
    reply = receive(XML, text)
    whole = read(TOOLS, reply, policy, syntax=syntax).unwrap()
    assert "".join(text[segment.start : segment.stop] for segment in whole.segments) == text
    at = int(cut * len(text))
    state, first = feed(start(TOOLS, policy, syntax=syntax), text[:at])
    state, second = feed(state, text[at:])
    assert collect(reply, (first, second, flush(state))) == whole
    read_arguments(TOOLS, "save_note", text)


def main() -> None:
    """Hand over to libFuzzer."""
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
