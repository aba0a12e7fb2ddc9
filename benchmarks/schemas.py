"""Real tool definitions and calls in every dialect: what survives, and what it costs in tokens.

Run in an environment of its own: pip install -e '.[cli,cost]' && pip install --no-deps bfcl-eval &&
python benchmarks/schemas.py

Every tool definition of the Berkeley leaderboard's data files is rendered, and every ground-truth call is written and
read back. Types that the files spell their own way (``dict``, ``float``, Java's) are put into JSON Schema first; of the
answers allowed for an argument the first one that is sent counts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from dialectfp import ReadPolicy, ToolCall, Toolset, pformat, python, receive, typescript, xml
from dialectfp.cli.cost import mistral
from dialectfp.parse.literals import Unread, read_calls
from dialectfp.render.catalogue import json_catalogue, positional_catalogue, python_catalogue, typescript_catalogue

DATA = Path(str(distribution("bfcl-eval").locate_file("bfcl_eval/data")))
#: Some ground truths break their own schemas, which is not what is looked at here.
AS_WRITTEN = ReadPolicy(arguments="pass_through")
DIALECTS = {
    "xml": xml(policy=AS_WRITTEN),
    "pformat": pformat(policy=AS_WRITTEN),
    "python": python(policy=AS_WRITTEN),
    "typescript": typescript(policy=AS_WRITTEN),
}
CATALOGUES = {
    "xml": json_catalogue,
    "pformat": positional_catalogue,
    "python": python_catalogue,
    "typescript": typescript_catalogue,
}
TYPES = {
    "dict": "object", "hashmap": "object", "float": "number", "double": "number", "long": "integer", "short": "integer",
    "byte": "integer", "bigint": "integer", "tuple": "array", "list": "array", "arraylist": "array", "set": "array",
    "queue": "array", "stack": "array", "char": "string", "bool": "boolean", "int": "integer",
}  # fmt: skip
KNOWN = {"object", "number", "integer", "array", "string", "boolean", "null"}


def normalised(schema: Any) -> Any:
    """Spell a schema's types as JSON Schema does; a type that it doesn't know is any."""
    if isinstance(schema, list):
        return [normalised(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: normalised(value) for key, value in schema.items()}
    named = found.get("type")
    if isinstance(named, str):
        kind = TYPES.get(named.lower(), named.lower())
        found = {key: value for key, value in found.items() if key != "type"} | (
            {"type": kind} if kind in KNOWN else {}
        )
    if isinstance(found.get("required"), bool):
        del found["required"]
    return found


def lines(file: Path) -> Iterator[Any]:
    """Read a file of JSON lines, or of one JSON array."""
    text = file.read_text("utf-8")
    yield from (
        json.loads(text) if text.lstrip().startswith("[") else map(json.loads, filter(str.strip, text.split("\n")))
    )


def chosen(answer: Any) -> Any:
    """Take the first of the answers that the files allow, inside objects too."""
    if isinstance(answer, dict):
        return {key: chosen(first(value)) for key, value in answer.items() if first(value) != ""}
    return [chosen(item) for item in answer] if isinstance(answer, list) else answer


def first(values: Any) -> Any:
    """Give the first answer that isn't ""; "" means that the argument may be left out."""
    if not isinstance(values, list) or not values:
        return values
    return next((value for value in values if value != ""), "")


def written(truth: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the calls of a ground truth: objects of allowed answers, or Python in strings, over several turns."""
    if isinstance(truth, dict):
        for name, arguments in truth.items():
            if isinstance(arguments, dict):
                yield name, {key: chosen(first(value)) for key, value in arguments.items() if first(value) != ""}
    elif isinstance(truth, list):
        for item in truth:
            yield from written(item)
    elif isinstance(truth, str):
        calls = read_calls(truth)
        for call in () if isinstance(calls, Unread) else calls:
            if all(keyword for keyword, _ in call.arguments):
                yield call.name, dict(call.arguments)


def questions() -> Iterator[tuple[list[Any], list[tuple[str, dict[str, Any]]]]]:
    """Give each question's tools and ground-truth calls."""
    documented = {file.stem: list(lines(file)) for file in (DATA / "multi_turn_func_doc").glob("*.json")}
    every = [tool for tools in documented.values() for tool in tools]
    for folder, answers in (
        (DATA, DATA / "possible_answer"),
        (DATA / "unused_datasets" / "question", DATA / "unused_datasets" / "possible_answer"),
    ):
        # The file on prompt formats has no questions of its own.
        for file in sorted(set(folder.glob("BFCL*.json")) - set(folder.glob("*format_sensitivity.json"))):
            truths = {}
            if (answers / file.name).exists():
                truths = {row["id"]: row.get("ground_truth", []) for row in lines(answers / file.name)}
            for row in lines(file):
                if "id" in row:
                    yield (
                        row.get("function") or (every if "multi_turn" in file.name else []),
                        list(written(truths.get(row["id"], []))),
                    )


def main() -> None:
    """Print what survives and what it costs."""
    count = mistral()
    definitions: dict[str, Any] = {}
    calls: dict[str, tuple[str, dict[str, Any], str]] = {}
    refused, foreign = 0, 0
    for raw, truth in questions():
        tools = raw if isinstance(raw, list) else [raw]
        own = {}
        for tool in tools:
            spec = {**tool, "parameters": normalised(tool.get("parameters", {}))}
            key = json.dumps([spec["name"], spec.get("description"), spec["parameters"]], sort_keys=True)
            definitions.setdefault(key, spec)
            own[spec["name"]] = key
        for name, arguments in truth:
            if name in own:
                calls.setdefault(json.dumps([own[name], arguments], sort_keys=True), (name, arguments, own[name]))
            else:
                foreign += 1
    tokens: dict[str, Counter[str]] = {name: Counter() for name in DIALECTS}
    toolsets: dict[str, Toolset] = {}
    for key, spec in definitions.items():
        made = Toolset.from_openai(
            [{"name": spec["name"], "description": spec.get("description", ""), "parameters": spec["parameters"]}]
        )
        toolset = made.value_or(None)
        if toolset is None:
            refused += 1
            continue
        toolsets[key] = toolset
        for name, catalogue in CATALOGUES.items():
            tokens[name]["catalogue"] += count(catalogue(toolset))
    print(
        f"{len(definitions):,} tool definitions, {refused} refused as no JSON Schema; {len(calls):,} calls, {foreign} of tools that their question doesn't offer"
    )
    survived, own_form, lost = Counter[str](), Counter[str](), Counter[str]()
    for name, arguments, key in calls.values():
        if key not in toolsets:
            continue
        toolset = toolsets[key]
        for dialect_name, dialect in DIALECTS.items():
            text = dialect.syntax.write(toolset, ToolCall(name, arguments))
            tokens[dialect_name]["call"] += count(text)
            own_form[dialect_name] += not text.startswith("<tool_call>\n")
            reading = dialect.syntax.read(toolset, receive(dialect, text)).unwrap()
            same = [json.dumps([c.name, c.arguments], sort_keys=True) for c in reading.calls] == [
                json.dumps([name, arguments], sort_keys=True)
            ]
            survived[dialect_name] += same
            if not same:
                lost[
                    f"{dialect_name}: {name} {json.dumps(arguments)[:120]} -> {[c.arguments for c in reading.calls]}"[
                        :300
                    ]
                ] += 1
    print(f"{'dialect':12}{'read back':>12}{'own syntax':>12}{'catalogue tokens':>20}{'call tokens':>16}")
    for name in DIALECTS:
        listed, called = tokens[name]["catalogue"], tokens[name]["call"]
        print(
            f"{name:12}{survived[name]:>12,}{own_form[name]:>12,}{listed:>13,} {listed / tokens['xml']['catalogue']:>6.1%}"
            f"{called:>9,} {called / tokens['xml']['call']:>6.1%}"
        )
    for line in sorted(lost):
        print("not read back:", line)


if __name__ == "__main__":
    main()
