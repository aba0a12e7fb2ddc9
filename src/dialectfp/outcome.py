"""Taking a ``Result`` apart so that both type checkers follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from returns.result import Failure, Result, Success

__all__ = ["cases", "fold"]

V = TypeVar("V")
E = TypeVar("E")
R = TypeVar("R")


def cases(result: Result[V, E]) -> Success[V] | Failure[E]:
    """Give back the same object, typed as the union that a ``match`` can exhaust."""
    # cast: a Result is always one of the two, but its declared type doesn't say so.
    return cast("Success[V] | Failure[E]", result)


def fold(result: Result[V, E], on_success: Callable[[V], R], on_failure: Callable[[E], R]) -> R:
    """Apply the function that fits what the result holds."""
    match cases(result):
        case Success(value):
            return on_success(value)
        case Failure(fault):
            return on_failure(fault)
