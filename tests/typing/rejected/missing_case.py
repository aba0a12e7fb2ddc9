"""A match over segments, faults or results must have every case."""

from returns.result import Result, Success

from dialectfp import (
    Called,
    Example,
    Furniture,
    HostFault,
    Invented,
    Malformed,
    Prose,
    Reading,
    Reasoning,
    Segment,
    Unterminated,
    Xml,
    cases,
)


def shown(segment: Segment) -> bool:
    """Forgets the malformed."""
    match segment:  # reject: exhaustive-match
        case Prose() | Example():
            return True
        case Called() | Reasoning() | Furniture() | Invented() | Unterminated():
            return False
    return False


def complete(segment: Segment) -> bool:
    """Forgets none."""
    match segment:
        case Prose() | Example():
            return True
        case Called() | Reasoning() | Furniture() | Invented() | Unterminated() | Malformed():
            return False


def half(result: Result[Reading[Xml], HostFault]) -> int:
    """Forgets the failure."""
    match cases(result):  # reject: exhaustive-match
        case Success(reading):
            return len(reading.calls)
    return 0
