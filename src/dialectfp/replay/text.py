"""Text replay: calls written back in the dialect's syntax, results as a user's turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, assert_never

from dialectfp.calls import ToolCall
from dialectfp.transcript import AssistantTurn, Message, Outcome, ResultsTurn, SystemTurn, Turn, UserTurn

__all__ = ["text_replay"]

_Said: TypeAlias = tuple[Literal["system", "user", "assistant"], str]


def text_replay(
    write: Callable[[ToolCall], str], wrap: Callable[[Sequence[Outcome]], str], history: Sequence[Turn]
) -> tuple[Message, ...]:
    """Turn a history into messages that every provider accepts.

    System turns come first, as one message. No message is empty, and neighbours of one role are joined by a blank
    line, so roles alternate. Outcomes with no call before them, as after a cut in the history, are left out; a call
    without an outcome stays, since text needs no pair. An assistant's text is passed on as it is.
    """
    said = [part for turn, calls in _with_calls_before(history) for part in _said(turn, calls, write, wrap)]
    system = "\n\n".join(text for role, text in said if role == "system")
    messages = [Message("system", system)] if system else []
    for role, text in said:
        if role == "system":
            continue
        if messages and messages[-1].role == role:
            messages[-1] = Message(role, f"{messages[-1].content}\n\n{text}")
        else:
            messages.append(Message(role, text))
    return tuple(messages)


def _with_calls_before(history: Sequence[Turn]) -> list[tuple[Turn, tuple[ToolCall, ...]]]:
    """Pair each turn with the calls that are still open when it comes."""
    paired: list[tuple[Turn, tuple[ToolCall, ...]]] = []
    calls: tuple[ToolCall, ...] = ()
    for turn in history:
        paired.append((turn, calls))
        if isinstance(turn, AssistantTurn):
            calls = turn.calls
        elif isinstance(turn, UserTurn):
            calls = ()
    return paired


def _said(
    turn: Turn,
    calls: tuple[ToolCall, ...],
    write: Callable[[ToolCall], str],
    wrap: Callable[[Sequence[Outcome]], str],
) -> list[_Said]:
    match turn:
        case SystemTurn(text=text):
            said: list[_Said] = [("system", text)]
        case UserTurn(text=text):
            said = [("user", text)]
        case AssistantTurn(text=text, calls=own):
            written = "\n".join(map(write, own))
            said = [("assistant", "\n".join(part for part in (text.rstrip("\n"), written) if part) if own else text)]
        case ResultsTurn(outcomes=outcomes):
            owned = [outcome for outcome in outcomes if _belongs(outcome, calls)]
            said = [("user", wrap(owned))] if owned else []
        case _:
            assert_never(turn)
    return [(role, text) for role, text in said if text.strip()]


def _belongs(outcome: Outcome, calls: tuple[ToolCall, ...]) -> bool:
    return any(call.name == outcome.tool and (outcome.id is None or call.id in {None, outcome.id}) for call in calls)
