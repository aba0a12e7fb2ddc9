"""The tools as each dialect lists them, in the order offered."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dialectfp.render.jsontext import json_text
from dialectfp.render.types import python_type, typescript_type
from dialectfp.slots import placeholder
from dialectfp.tools import Parameter, Toolset, ToolSpec

__all__ = [
    "json_catalogue",
    "positional_catalogue",
    "positional_signature",
    "python_catalogue",
    "typescript_catalogue",
]

_IDENTIFIER: Final = re.compile(r"[^\W\d]\w*")


def json_catalogue(toolset: Toolset) -> str:
    """Write each tool's name, description and full schema as JSON on one line."""
    return "\n".join(
        json_text({"name": spec.name, "description": spec.description, "parameters": spec.parameters})
        for spec in toolset.specs.values()
    )


def positional_catalogue(toolset: Toolset) -> str:
    """Write each tool on two lines: its name and description, and the slots of a call."""
    return "\n".join(
        f"- **{spec.name}**{_after(': ', spec)}\nCall as: {positional_signature(spec.name, toolset.layout[spec.name])}"
        for spec in toolset.specs.values()
    )


def positional_signature(name: str, layout: Iterable[Parameter]) -> str:
    """Write a call with every slot, each parameter's name where its value goes."""
    slots = "|".join(f"{slot}|{placeholder(parameter.name)}" for slot, parameter in enumerate(layout))
    return f"{name}[{slots}]"


def python_catalogue(toolset: Toolset) -> str:
    """Write each tool as the head of a Python function on one line; None stands for an argument that isn't sent."""
    return "\n".join(
        f"def {spec.name}({', '.join(_python(spec, parameter) for parameter in toolset.layout[spec.name])}) -> str"
        f"{_after('  # ', spec)}"
        for spec in toolset.specs.values()
    )


def typescript_catalogue(toolset: Toolset) -> str:
    """Write each tool as a TypeScript declaration on one line."""
    return "\n".join(
        f"function {spec.name}({', '.join(_typescript(spec, parameter) for parameter in toolset.layout[spec.name])})"
        f": string;{_after('  // ', spec)}"
        for spec in toolset.specs.values()
    )


def _python(spec: ToolSpec, parameter: Parameter) -> str:
    default = "" if parameter.required else " = None"
    return f"{_name(parameter)}: {python_type(spec.parameters, parameter.schema)}{default}"


def _typescript(spec: ToolSpec, parameter: Parameter) -> str:
    optional = "" if parameter.required else "?"
    return f"{_name(parameter)}{optional}: {typescript_type(spec.parameters, parameter.schema)}"


def _name(parameter: Parameter) -> str:
    return parameter.name if _IDENTIFIER.fullmatch(parameter.name) else json_text(parameter.name)


def _after(sign: str, spec: ToolSpec) -> str:
    """Write a description on the line at hand: one that could break out of it would add tools."""
    words = " ".join(spec.description.split())
    return f"{sign}{words}" if words else ""
