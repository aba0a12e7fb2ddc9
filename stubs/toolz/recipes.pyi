from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_T = TypeVar("_T")

def partitionby(func: Callable[[_T], object], seq: Iterable[_T]) -> Iterator[tuple[_T, ...]]: ...
