"""A conversation, as a host keeps it, and the messages that a text dialect sends to a provider."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from dialectfp.calls import ToolCall

__all__ = ["AssistantTurn", "Message", "Outcome", "ResultsTurn", "SystemTurn", "Turn", "UserTurn"]


class SystemTurn(Struct, frozen=True):
    """What the host tells the model beforehand."""

    text: str


class UserTurn(Struct, frozen=True):
    """What the user said."""

    text: str


class AssistantTurn(Struct, frozen=True):
    """What the model said: visible text, then calls. ``reasoning`` is the text of its thoughts."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    reasoning: str = ""


class Outcome(Struct, frozen=True):
    """What became of one call: the tool's output, or what went wrong. ``id`` is the call's, where it had one."""

    tool: str
    text: str
    status: Literal["ok", "error"] = "ok"
    id: str | None = None


class ResultsTurn(Struct, frozen=True):
    """The outcomes of the calls of the turn before, in the order of the calls."""

    outcomes: tuple[Outcome, ...]


Turn: TypeAlias = SystemTurn | UserTurn | AssistantTurn | ResultsTurn


class Message(Struct, frozen=True):
    """One message to a provider that is given no tools: a role, and text."""

    role: Literal["system", "user", "assistant"]
    content: str
