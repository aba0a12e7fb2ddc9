"""What readers of tool calls disagree on, as named choices with documented defaults."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

__all__ = ["READ_POLICY", "ReadPolicy"]


class ReadPolicy(Struct, frozen=True, kw_only=True):
    """How to read what can be read in two ways."""

    #: The grammars to read, by id; None reads them all.
    grammars: frozenset[str] | None = None
    #: A reply of JSON calls without a marker. "whole": calls only if nothing else stands in the reply; "leading": also
    #: when text follows whole calls of offered tools; "off": never (and JSON isn't held back in a stream).
    bare_json: Literal["whole", "leading", "off"] = "leading"
    #: A reply of calls in the dialect's own positional or code syntax, without their tags. "whole": calls if every
    #: character belongs to a complete call of an offered tool; "off": never, and nothing is held back for it.
    bare_call: Literal["whole", "off"] = "whole"
    #: A call inside a thought that never closes. "call": an unmistakable opener ended the thought; "reasoning": it
    #: stays a thought, and the call is reported.
    open_reasoning: Literal["call", "reasoning"] = "call"
    #: A call in its markers inside a code fence with a language: an "example", or a "call".
    fenced_call: Literal["example", "call"] = "example"
    #: A call past the end of the model's own turn. "report": a fault; "call": read like any other.
    invented_call: Literal["report", "call"] = "report"
    #: A call of a tool that wasn't offered. "report": a fault, and the call is under ``Reading.refused``; "call":
    #: among the calls as written. Without any tool offered, every call is among the calls.
    unknown_tool: Literal["report", "call"] = "report"
    #: Arguments against the tool's schema. "pass_through": neither shaped nor validated; "shape_then_report": shaped,
    #: and what still doesn't fit is a fault beside the call; "shape_then_require": the same, and such a call is under
    #: ``Reading.refused``; "require_as_written": validated without being shaped.
    arguments: Literal["pass_through", "shape_then_report", "shape_then_require", "require_as_written"] = (
        "shape_then_require"
    )
    #: A key twice in one object of sound JSON: the "last" value counts, or the call is "malformed".
    duplicate_key: Literal["last", "malformed"] = "last"


READ_POLICY: Final = ReadPolicy()
"""The defaults."""
