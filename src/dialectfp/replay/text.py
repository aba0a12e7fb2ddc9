"""Text replay: calls written back in the dialect's syntax, results as a user's turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Literal, TypeAlias, assert_never

from dialectfp.calls import ToolCall
from dialectfp.transcript import AssistantTurn, Message, Outcome, ResultsTurn, SystemTurn, Turn, UserTurn

__all__ = ["text_replay"]

_Role: TypeAlias = Literal["system", "user", "assistant"]
_Said: TypeAlias = tuple[_Role, str]


def text_replay(
    write: Callable[[ToolCall], str], wrap: Callable[[Sequence[Outcome]], str], history: Sequence[Turn]
) -> tuple[Message, ...]:
    """Turn a history into messages whose roles alternate, in time linear in it.

    System turns come first, as one message. No message is empty, and neighbours of one role are joined by a blank
    line. Outcomes stand where they came, be it after another turn; those whose call is nowhere before them, as after
    a cut in the history, are left out. A call without an outcome stays, since text needs no pair. Thoughts are not
    told again. An assistant's text is passed on as it is, markup that leaked into it included; and a history that
    begins with the assistant begins so here.
    """
    said = [part for part in _said(write, wrap, history) if part[1].strip()]
    system = "\n\n".join(text for role, text in said if role == "system")
    first = (Message("system", system),) if system else ()
    runs = groupby((part for part in said if part[0] != "system"), _role)
    return (*first, *(Message(role, "\n\n".join(text for _, text in run)) for role, run in runs))


def _role(part: _Said) -> _Role:
    return part[0]


def _said(
    write: Callable[[ToolCall], str], wrap: Callable[[Sequence[Outcome]], str], history: Sequence[Turn]
) -> Iterator[_Said]:
    #: The ids of the calls so far, by the tool's name.
    asked: dict[str, set[str | None]] = {}
    for turn in history:
        match turn:
            case SystemTurn(text=text):
                yield "system", text
            case UserTurn(text=text):
                yield "user", text
            case AssistantTurn(text=text, calls=()):
                yield "assistant", text
            case AssistantTurn(text=text, calls=calls):
                for call in calls:
                    asked.setdefault(call.name, set()).add(call.id)
                written = "\n".join(map(write, calls))
                before = text.rstrip("\n")
                yield "assistant", f"{before}\n{written}" if before else written
            case ResultsTurn(outcomes=outcomes):
                owned = [outcome for outcome in outcomes if _belongs(outcome, asked.get(outcome.tool))]
                if owned:
                    yield "user", wrap(owned)
            case _:
                assert_never(turn)


def _belongs(outcome: Outcome, ids: set[str | None] | None) -> bool:
    """Tell whether a call has the outcome's id. Where either names none, the tool's name is enough."""
    return ids is not None and (outcome.id is None or None in ids or outcome.id in ids)
