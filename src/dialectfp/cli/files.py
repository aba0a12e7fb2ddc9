"""What the commands read, and how they say that it is unusable."""

from __future__ import annotations

import json
import re
import sys
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec
from returns.result import Success

from dialectfp.faults import HostFault, describe
from dialectfp.jsontypes import Json
from dialectfp.outcome import cases
from dialectfp.tools import EMPTY, Toolset

__all__ = [
    "Example",
    "Unusable",
    "as_line",
    "check_files",
    "example",
    "example_names",
    "print_out",
    "read_text",
    "read_tools",
    "said",
    "source_of",
    "toolset_of",
]

_BOM: Final = "\ufeff"
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Unusable(Exception):  # noqa: N818 - it says what the input is
    """Input that can't be used; the message is the one line that the user reads."""


class Example(msgspec.Struct, frozen=True):
    """A real reply, shipped with the package."""

    model: str
    question: str
    marker: str
    finish_reason: str
    text: str
    tools: list[msgspec.Raw]


def read_text(file: str) -> str:
    """Read a file, or standard input for ``-``, exactly. Raises Unusable."""
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode()
    except UnicodeDecodeError as error:
        message = f"{file} is not UTF-8 (byte {error.start})"
        raise Unusable(message) from error
    except OSError as error:
        message = f"{file}: {error.strerror or 'unreadable'}"
        raise Unusable(message) from error
    except ValueError as error:
        message = f"{file!r} is no file name"
        raise Unusable(message) from error


def read_tools(file: str | None) -> Toolset:
    """Read a file of tools in the shape of OpenAI, Anthropic or MCP; no file is no tools. Raises Unusable."""
    if file is None:
        return EMPTY
    return toolset_of(read_text(file).removeprefix(_BOM), file)


def toolset_of(text: str, source: str) -> Toolset:
    """Index tools given as JSON text. Raises Unusable, naming the source."""
    try:
        raw: object = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        message = f"{source} is no JSON"
        raise Unusable(message) from error
    match cases(Toolset.from_json(raw)):
        case Success(toolset):
            return toolset
        case failure:
            message = f"{source}: {said(failure.failure())}"
            raise Unusable(message)


def said(fault: HostFault) -> str:
    """Put a host's fault into one line."""
    return " ".join(describe(fault).split())


def example_names() -> list[str]:
    """List the examples that the package ships."""
    folder = resources.files("dialectfp.cli").joinpath("examples")
    return sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))


def example(name: str) -> Example:
    """Give one of the shipped examples. Raises Unusable."""
    if name not in example_names():
        message = f"there is no example {name!r}; there are: {', '.join(example_names())}"
        raise Unusable(message)
    file = resources.files("dialectfp.cli").joinpath("examples", f"{name}.json")
    return msgspec.json.decode(file.read_bytes(), type=Example)


def as_line(value: Json) -> str:
    """Write JSON on one line that UTF-8 can always encode: lone surrogates as escapes, all else as it is."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=dict)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def check_files(command: str, file: tuple[str, ...]) -> None:
    """Refuse more than one file, and options that don't exist. Raises Unusable."""
    for name in file:
        if name.startswith("-") and name != "-":
            message = (
                f"unknown option {name}; `dialectfp {command} --help` lists them (a file of that name is ./{name})"
            )
            raise Unusable(message)
    if len(file) > 1:
        message = f"one FILE at a time, not {len(file)}"
        raise Unusable(message)


def source_of(file: tuple[str, ...], hint: str) -> str:
    """Give the file to read, or ``-`` if standard input is there to be read. Raises Unusable, with a hint."""
    source = file[0] if file else "-"
    if source == "-" and sys.stdin is None:
        message = "standard input is closed"
        raise Unusable(message)
    if not file and sys.stdin.isatty():
        raise Unusable(hint)
    return source


def print_out(text: str) -> None:
    """Write to standard output at once; what its encoding lacks is escaped. Raises Unusable if it is closed."""
    if sys.stdout is None:
        message = "standard output is closed"
        raise Unusable(message)
    sys.stdout.buffer.write(text.encode(errors="backslashreplace"))
    sys.stdout.buffer.flush()
