"""A match that forgets a case doesn't check."""

from typing import assert_never

from returns.result import Success

from dialectfp import (
    EMPTY,
    XML,
    Called,
    Example,
    Furniture,
    Invented,
    Malformed,
    Prose,
    Reading,
    Reasoning,
    Segment,
    Turn,
    UserTurn,
    Xml,
    cases,
    reader,
)


def forgets_unterminated(segment: Segment) -> None:
    match segment:  # reject: exhaustive-match
        case Prose() | Example() | Reasoning() | Furniture():
            pass
        case Invented() | Called() | Malformed():
            pass


def asserts_too_early(segment: Segment) -> str:
    match segment:
        case Prose() | Example():
            return "visible"
        case Reasoning() | Furniture() | Invented() | Called() | Malformed():
            return "hidden"
        case _:
            assert_never(segment)  # reject: arg-type


def forgets_turns(turn: Turn) -> None:
    match turn:  # reject: exhaustive-match
        case UserTurn():
            pass


def forgets_failure() -> None:
    match cases(reader(XML, EMPTY)("text")):  # reject: exhaustive-match
        case Success(reading):
            _tagged: Reading[Xml] = reading  # reject: assignment
