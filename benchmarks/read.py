"""What reading costs beside the least that any reader must do.

Run: python benchmarks/read.py

The floor, measured in the same run on the same text: `str.find` for ``<``, ``[`` and the backtick, and one JSON
``raw_decode``. Absolute times on shared machines are noise; the ratios are the result.
"""

from __future__ import annotations

import json
import random
import timeit
from collections.abc import Callable

from dialectfp.dialects.record import receive
from dialectfp.dialects.xml import XML
from dialectfp.stream import feed, flush, read, start
from dialectfp.tools import Toolset

WORDS = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "is",
    "that",
    "for",
    "it",
    "as",
    "was",
    "with",
    "be",
    "by",
    "on",
    "not",
    "he",
    "at",
    "are",
    "this",
    "have",
    "from",
    "or",
    "an",
    "they",
    "which",
    "one",
    "you",
    "all",
    "there",
    "would",
    "their",
    "we",
    "him",
    "been",
    "has",
    "when",
    "who",
    "will",
    "no",
    "more",
    "if",
    "out",
    "so",
    "up",
    "what",
    "its",
    "about",
    "than",
    "into",
    "them",
    "can",
    "only",
]
CALL = '<tool_call>\n{"name": "lookup_tide", "arguments": {"port": "Saint-Malo", "hours": 6}}\n</tool_call>'
TOOLS = Toolset.from_openai(
    [
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
        }
    ]
).unwrap()
DECODER = json.JSONDecoder()
PIECE = 4


def prose(size: int) -> str:
    """Make ``size`` characters of words and line ends, the same every time."""
    draw = random.Random(size)  # noqa: S311 - a fixed sequence, not a secret
    text, words = 0, list[str]()
    while text < size:
        words.append(draw.choice(WORDS) + ("\n" if draw.random() < 0.07 else " "))
        text += len(words[-1])
    return "".join(words)[:size]


def micros(work: Callable[[], object], number: int) -> float:
    """Give the best of seven rounds, in microseconds."""
    return min(timeit.repeat(work, number=number, repeat=7)) / number * 1e6


def floor(text: str) -> None:
    """Do the least that any reader does."""
    text.find("<")
    text.find("[")
    text.find("`")
    DECODER.raw_decode(text, text.find("{"))


def batch(name: str, text: str, number: int) -> None:
    """Print one line: reading a text whole."""
    reply = receive(XML, text)
    least = micros(lambda: floor(text), number)
    took = micros(lambda: read(TOOLS, reply), number)
    calls = len(read(TOOLS, reply).unwrap().calls)
    print(f"{name:34}{len(text):>9,} ch {least:>9.1f} µs {took:>10.1f} µs {took / least:>8.1f} x   {calls} calls")


def streamed(name: str, text: str) -> None:
    """Print one line: reading a text in pieces of four characters."""
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]

    def run() -> None:
        state = start(TOOLS)
        for piece in pieces:
            state, _ = feed(state, piece)
        flush(state)

    took = micros(run, 3)
    print(f"{name:34}{len(text):>9,} ch {took / len(pieces):>9.2f} µs a piece")


def growth(name: str, unit: str) -> None:
    """Print one line: a hostile text of one megabyte, and what four times the text costs."""
    times: list[float] = []
    for size in (250_000, 1_000_000):
        reply = receive(XML, (unit * (size // len(unit) + 1))[:size])
        times.append(min(timeit.repeat(lambda reply=reply: read(TOOLS, reply), number=1, repeat=2)))
    print(f"{name:34}{times[1] * 1e3:>9.0f} ms for 1 MB, {times[1] / times[0]:>5.1f} x for 4 x the text")


def main() -> None:
    """Print all the tables."""
    print("batch                                    text     floor         read        ratio")
    for kilobytes in (1, 10, 100):
        batch(f"prose and one call, {kilobytes} KB", prose(kilobytes * 1000) + CALL, 200)
    markup = "".join(f"{word} <p>{word}</p> " for word in prose(40_000).split())
    batch("HTML-heavy and one call", markup[:100_000] + CALL, 5)
    batch("200 calls", "\n".join([CALL] * 200), 5)
    print("\nstream, pieces of 4 characters")
    for kilobytes in (1, 10, 100):
        streamed(f"prose and one call, {kilobytes} KB", prose(kilobytes * 1000) + CALL)
    for kilobytes in (1, 10, 100):
        body = json.dumps({"name": "lookup_tide", "arguments": {"port": prose(kilobytes * 1000)}})
        streamed(f"one long string, {kilobytes} KB", f"<tool_call>\n{body}\n</tool_call>")
    print("\nhostile text, batch")
    for name, unit in HOSTILE.items():
        growth(name, unit)
    for name, text in (("fake closers in one string", "</tool_call>"), ("fake openers in one string", "<tool_call>{")):
        body = json.dumps({"name": "lookup_tide", "arguments": {"port": text * (1_000_000 // len(text))}})
        reply = receive(XML, f"<tool_call>{body}</tool_call>")
        took = min(timeit.repeat(lambda reply=reply: read(TOOLS, reply), number=1, repeat=2))
        print(f"{name:34}{took * 1e3:>9.0f} ms for 1 MB, {len(read(TOOLS, reply).unwrap().calls)} call")


HOSTILE = {
    "<tool_call>": "<tool_call>",
    "{": "{",
    "[": "[",
    '"': '"',
    "backtick": "`",
    "backslash": "\\",
    "<tool_call>{": "<tool_call>{",
    '<tool_call>{"': '<tool_call>{"',
    "<tool_call>{'": "<tool_call>{'",
    "escaped quotes around closers": '\\"</tool_call><tool_call>{',
    "<think>": "<think>",
    "thoughts with calls": "<think><tool_call>{}</tool_call>",
    "fences": "```python\n",
    "<": "<",
    "blanks": " ",
}


if __name__ == "__main__":
    main()
