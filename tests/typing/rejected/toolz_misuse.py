"""The stubs of toolz refuse functions that don't fit together."""

from toolz import compose, concat, curry, groupby, juxt, mapcat, merge, partition, pipe, unique, valmap


def inc(x: int) -> int:
    return x + 1


def size(s: str) -> int:
    return len(s)


def add(a: int, b: int) -> int:
    return a + b


pipe("a", inc)  # reject: arg-type
pipe(1, inc, size)  # reject: misc
compose(size, inc)(1)  # reject: arg-type
juxt(inc, size)(1)  # reject: arg-type
groupby(size, [1])  # reject: arg-type
valmap(size, {"a": 1})  # reject: arg-type
partition("2", [1])  # reject: call-overload
curry(add)("x")  # reject: call-overload
concat([1, 2])  # reject: arg-type
mapcat(size, ["a"])  # reject: arg-type
merge([{"a": 1}])  # reject: arg-type
unique("abc", "key")  # reject: arg-type
