"""Replies as each family's template writes them, for the tests only: one writer a grammar."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from dialectfp.jsontypes import Json, JsonObject

Call: TypeAlias = tuple[str, JsonObject]
Writer: TypeAlias = Callable[[Sequence[Call]], str]


def dumped(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def bare(value: Json) -> str:
    """Write a string as it is, anything else as JSON."""
    return value if isinstance(value, str) else dumped(value)


def whole(call: Call) -> str:
    return dumped({"name": call[0], "arguments": call[1]})


def around(opener: str, closer: str, between: str = "\n") -> Writer:
    def write(calls: Sequence[Call]) -> str:
        return between.join(f"{opener}{whole(call)}{closer}" for call in calls)

    return write


def array(opener: str, closer: str) -> Writer:
    def write(calls: Sequence[Call]) -> str:
        return f"{opener}[{', '.join(map(whole, calls))}]{closer}"

    return write


def tags(
    opener: str, param: str, closer: str, *, before: str = "", after: str = "", value: Callable[[Json], str] = bare
) -> Writer:
    """Write parameter tags: ``opener`` formats the name, ``param`` key and value."""

    def write(calls: Sequence[Call]) -> str:
        blocks = [
            opener.format(name=name)
            + "".join(
                param.format(key=k, value=value(v), string=str(isinstance(v, str)).lower()) for k, v in args.items()
            )
            + closer.format(name=name)
            for name, args in calls
        ]
        return before + "".join(blocks) + after

    return write


def headed(head: str, tail: str, *, before: str = "", after: str = "") -> Writer:
    def write(calls: Sequence[Call]) -> str:
        blocks = (head.format(name=name, index=i) + dumped(args) + tail for i, (name, args) in enumerate(calls))
        return before + "".join(blocks) + after

    return write


def apertus(calls: Sequence[Call]) -> str:
    return f"<|tools_prefix|>{dumped([{name: args} for name, args in calls])}<|tools_suffix|>"


def bracket(calls: Sequence[Call]) -> str:
    return "\n".join(f"[Calling tool: {name}({dumped(args)})]" for name, args in calls)


def lines(calls: Sequence[Call]) -> str:
    return "\n".join(f"{name}/{dumped(args)}" for name, args in calls)


def literal(value: Json) -> str:
    """Write a value as Python writes it, with JSON's quoting."""
    match value:
        case None | bool():
            return str(value)
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case dict():
            return f"{{{', '.join(f'{dumped(key)}: {literal(item)}' for key, item in value.items())}}}"
        case _:
            return dumped(value)


def python_calls(calls: Sequence[Call]) -> str:
    written = (f"{name}({', '.join(f'{k}={literal(v)}' for k, v in args.items())})" for name, args in calls)
    return f"[{', '.join(written)}]"


def code(calls: Sequence[Call]) -> str:
    return "\n".join(f"<tool_call>\n{python_calls([call])[1:-1]}\n</tool_call>" for call in calls)


def lfm2(calls: Sequence[Call]) -> str:
    return f"<|tool_call_start|>{python_calls(calls)}<|tool_call_end|>"


def quoted_with(quote: str) -> Callable[[Json], str]:
    """Write values with bare keys, and strings between two copies of one token."""

    def write(value: Json) -> str:
        match value:
            case str():
                return f"{quote}{value}{quote}"
            case list():
                return f"[{','.join(map(write, value))}]"
            case dict():
                return f"{{{','.join(f'{key}:{write(item)}' for key, item in value.items())}}}"
            case _:
                return dumped(value)

    return write


def gemma(opener: str, quote: str, closer: str) -> Writer:
    value = quoted_with(quote)

    def write(calls: Sequence[Call]) -> str:
        return "".join(f"{opener}call:{name}{value(args)}{closer}" for name, args in calls)

    return write


#: What each of minimax-m3's tags begins with.
M3 = "]<]minimax[>["


def m3_element(name: str, value: Json) -> str:
    match value:
        case list():
            inner = "".join(m3_element("item", item) for item in value)
        case dict():
            inner = "".join(m3_element(key, item) for key, item in value.items())
        case _:
            inner = bare(value)
    return f"{M3}<{name}>{inner}{M3}</{name}>"


def minimax_m3(calls: Sequence[Call]) -> str:
    blocks = [
        f'{M3}<invoke name="{name}">{"".join(m3_element(k, v) for k, v in args.items())}{M3}</invoke>'
        for name, args in calls
    ]
    return f"{M3}<tool_call>\n{''.join(blocks)}{M3}</tool_call>"


def kimi_k3(calls: Sequence[Call]) -> str:
    def kind(value: Json) -> str:
        kinds = {str: "string", bool: "boolean", list: "array", dict: "object", type(None): "null"}
        return kinds.get(type(value), "number")

    blocks = [
        f'<|open|>call tool="{name}" index="{index}"<|sep|>'
        + "".join(
            f'<|open|>argument key="{k}" type="{kind(v)}"<|sep|>{bare(v)}<|close|>argument<|sep|>'
            for k, v in args.items()
        )
        + "<|close|>call<|sep|>"
        for index, (name, args) in enumerate(calls, 1)
    ]
    return f"<|open|>tools<|sep|>{''.join(blocks)}<|close|>tools<|sep|>"


def actions(opener: str, closer: str, *, ids: bool) -> Writer:
    """Write Cohere's array of actions."""

    def write(calls: Sequence[Call]) -> str:
        found = [
            ({"tool_call_id": str(index)} if ids else {}) | {"tool_name": name, "parameters": args}
            for index, (name, args) in enumerate(calls)
        ]
        return f"{opener}{json.dumps(found, indent=4, ensure_ascii=False)}{closer}"

    return write


def inkling(calls: Sequence[Call]) -> str:
    return "".join(
        f"<|message_model|><|content_invoke_tool_json|>{dumped({'name': name, 'args': args})}<|end_message|>"
        for name, args in calls
    )


def hash_rocket(calls: Sequence[Call]) -> str:
    blocks = (
        f'[TOOL_CALL]\n{{tool => "{name}", args => {{\n'
        + "".join(f"  --{key} {dumped(value)}\n" for key, value in args.items())
        + "}}\n[/TOOL_CALL]"
        for name, args in calls
    )
    return "\n".join(blocks)


WRITERS: Mapping[str, Writer] = {
    "hermes-json": around("<tool_call>\n", "\n</tool_call>"),
    "tag-variants": around("<|tool_call|>", "<|tool_call|>"),
    "bare-json": lambda calls: "\n".join(map(whole, calls)),
    "qwen3-coder": tags(
        "<tool_call>\n<function={name}>\n", "<parameter={key}>\n{value}\n</parameter>\n", "</function>\n</tool_call>\n"
    ),
    "glm-arg": tags("<tool_call>{name}", "<arg_key>{key}</arg_key><arg_value>{value}</arg_value>", "</tool_call>"),
    "claude-invoke": tags(
        '<invoke name="{name}">\n',
        '<parameter name="{key}">{value}</parameter>\n',
        "</invoke>\n",
        before="<function_calls>\n",
        after="</function_calls>",
    ),
    "dsml": tags(
        '<｜DSML｜invoke name="{name}">\n',
        '<｜DSML｜parameter name="{key}" string="{string}">{value}</｜DSML｜parameter>\n',
        "</｜DSML｜invoke>\n",
        before="<｜DSML｜tool_calls>\n",
        after="</｜DSML｜tool_calls>",
    ),
    "deepseek-v3": headed(
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>{name}\n```json\n",
        "\n```<｜tool▁call▁end｜>",
        before="<｜tool▁calls▁begin｜>",
        after="<｜tool▁calls▁end｜>",
    ),
    "kimi-k2": headed(
        "<|tool_call_begin|>functions.{name}:{index}<|tool_call_argument_begin|>",
        "<|tool_call_end|>",
        before="<|tool_calls_section_begin|>",
        after="<|tool_calls_section_end|>",
    ),
    "mistral-array": array("[TOOL_CALLS]", ""),
    "mistral-name": headed("[TOOL_CALLS]{name}[ARGS]", ""),
    "minicpm5": tags('<function name="{name}">', '<param name="{key}">{value}</param>', "</function>"),
    "llama3-json": lambda calls: "<|python_tag|>" + "; ".join(dumped({"name": n, "parameters": a}) for n, a in calls),
    "apertus": apertus,
    "solar": headed("<|tool_call:begin|>id{index}<|tool_call:name|>{name}<|tool_call:args|>", "<|tool_call:end|>"),
    "qwen-agent": headed("✿FUNCTION✿: {name}\n✿ARGS✿: ", "\n"),
    "bracket-call": bracket,
    "glm-lines": lines,
    "nemotron-toolcall": array("<TOOLCALL>", "</TOOLCALL>"),
    "tool-calls-array": array("<tool_calls>", "</tool_calls>"),
    "longcat": around("<longcat_tool_call>", "</longcat_tool_call>"),
    "iquest": around("<iquest_tool_call>", "</iquest_tool_call>"),
    "granite": around("<function_call>", ""),
    "qwen25-coder": array("<tools>\n", "\n</tools>"),
    "glaive": around("<functioncall> ", ""),
    "internlm": around("<|action_start|><|plugin|>\n", "<|action_end|>"),
    "gigachat3": around("<|function_call|>", "<|message_sep|>"),
    "plamo3": headed(
        "<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>{name}<|plamo:end_tool_name:plamo|>"
        "<|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>",
        "<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>",
    ),
    "react": headed("Action: {name}\nAction Input: ", "\n"),
    "cwm": headed("<tool: a label>\n{name} ", "\n</tool>"),
    "named-tag": tags("<{name}>\n", "<{key}>{value}</{key}>\n", "</{name}>\n"),
    "minimax-m3": minimax_m3,
    "gemma4": gemma("<|tool_call>", '<|"|>', "<tool_call|>"),
    "functiongemma": gemma("<start_function_call>", "<escape>", "<end_function_call>"),
    "code-call": code,
    "lfm2": lfm2,
    "pythonic": python_calls,
    "harmony": headed(
        "<|start|>assistant<|channel|>commentary to=functions.{name} <|constrain|>json<|message|>", "<|call|>"
    ),
    "kimi-k3": kimi_k3,
    "cohere-action": actions("<|START_ACTION|>", "<|END_ACTION|>", ids=True),
    "command-r-fence": actions("Action:\n```json\n", "\n```", ids=False),
    "functionary": headed(">>>{name}\n", "\n"),
    "inkling": inkling,
    "hash-rocket": hash_rocket,
    "k2-horizon": around("<ifm|tool_call>", "</ifm|tool_call>"),
}
"""The writer of each grammar but p-format, whose slots depend on the tools: tests/property/test_dialects.py has it."""
