"""The stubs of toolz keep exact types through composition."""

from typing import assert_type

from toolz import (
    accumulate,
    compose,
    compose_left,
    concat,
    curry,
    first,
    groupby,
    identity,
    juxt,
    keyfilter,
    keymap,
    last,
    mapcat,
    merge,
    partition,
    partition_all,
    partitionby,
    pipe,
    take,
    unique,
    valfilter,
    valmap,
)


def add(a: int, b: int) -> int:
    return a + b


def clamp(low: int, high: int, x: float) -> str:
    return str(min(max(low, x), high))


def inc(x: int) -> int:
    return x + 1


def longer(total: int, text: str) -> int:
    return total + len(text)


def show(x: int) -> str:
    return str(x)


def size(s: str) -> int:
    return len(s)


def positive(x: int) -> bool:
    return x > 0


assert_type(pipe(1, inc, show, size), int)
assert_type(compose(size, show, inc)(1), int)
assert_type(compose_left(inc, show)(1), str)
assert_type(compose_left(add, show)(1, b=2), str)
assert_type(juxt(inc, show)(1), tuple[int, str])
assert_type(identity("a"), str)
assert_type(curry(add)(1)(2), int)
assert_type(curry(add)(1, 2), int)
assert_type(curry(clamp)(0)(1)(0.5), str)
assert_type(curry(clamp)(0, 1)(0.5), str)

assert_type(groupby(size, ["a", "bb"]), dict[int, list[str]])
assert_type(list(partition(2, [1, 2, 3])), list[tuple[int, int]])
assert_type(list(partition(3, [1, 2, 3])), list[tuple[int, ...]])
assert_type(list(partition(3, [1, 2], None)), list[tuple[int | None, ...]])
assert_type(list(partition_all(2, [1, 2, 3])), list[tuple[int, ...]])
assert_type(list(partitionby(positive, [1, -1])), list[tuple[int, ...]])
assert_type(list(concat([[1], [2]])), list[int])
assert_type(list(mapcat(str.split, ["a b"])), list[str])
assert_type(list(unique([1, 1])), list[int])
assert_type(list(unique(["a", "b"], key=size)), list[str])
assert_type(list(take(1, "ab")), list[str])
assert_type(first([1]), int)
assert_type(last("ab"), str)
assert_type(list(accumulate(add, [1, 2])), list[int])
assert_type(list(accumulate(longer, ["a"], 0)), list[int])

assert_type(valmap(show, {"a": 1}), dict[str, str])
assert_type(keymap(show, {1: "a"}), dict[str, str])
assert_type(valfilter(positive, {"a": 1}), dict[str, int])
assert_type(keyfilter(positive, {1: "a"}), dict[int, str])
assert_type(merge({"a": 1}, {"b": 2}), dict[str, int])
