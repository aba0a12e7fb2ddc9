"""A strict host reads a Result exactly, without a plugin."""

from typing import assert_type

from returns.result import Result, Success


def half(x: int) -> Result[float, str]:
    return Success(x / 2)


def show(x: float) -> Result[str, str]:
    return Success(str(x))


assert_type(half(1).bind(show), Result[str, str])
