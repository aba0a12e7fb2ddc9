from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar, overload

_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C")
_D = TypeVar("_D")
_E = TypeVar("_E")
_F = TypeVar("_F")
_G = TypeVar("_G")
_H = TypeVar("_H")
_P = ParamSpec("_P")

# Parameters of a function object: _A_contra, _B_contra, _C_contra go in, _R_co comes out.
_A_contra = TypeVar("_A_contra", contravariant=True)
_B_contra = TypeVar("_B_contra", contravariant=True)
_C_contra = TypeVar("_C_contra", contravariant=True)
_R_co = TypeVar("_R_co", covariant=True)

def identity(x: _A) -> _A: ...

# Up to seven functions; a longer chain is better given a name in the middle.
@overload
def pipe(data: _A, /) -> _A: ...
@overload
def pipe(data: _A, f1: Callable[[_A], _B], /) -> _B: ...
@overload
def pipe(data: _A, f1: Callable[[_A], _B], f2: Callable[[_B], _C], /) -> _C: ...
@overload
def pipe(data: _A, f1: Callable[[_A], _B], f2: Callable[[_B], _C], f3: Callable[[_C], _D], /) -> _D: ...
@overload
def pipe(
    data: _A, f1: Callable[[_A], _B], f2: Callable[[_B], _C], f3: Callable[[_C], _D], f4: Callable[[_D], _E], /
) -> _E: ...
@overload
def pipe(
    data: _A,
    f1: Callable[[_A], _B],
    f2: Callable[[_B], _C],
    f3: Callable[[_C], _D],
    f4: Callable[[_D], _E],
    f5: Callable[[_E], _F],
    /,
) -> _F: ...
@overload
def pipe(
    data: _A,
    f1: Callable[[_A], _B],
    f2: Callable[[_B], _C],
    f3: Callable[[_C], _D],
    f4: Callable[[_D], _E],
    f5: Callable[[_E], _F],
    f6: Callable[[_F], _G],
    /,
) -> _G: ...
@overload
def pipe(
    data: _A,
    f1: Callable[[_A], _B],
    f2: Callable[[_B], _C],
    f3: Callable[[_C], _D],
    f4: Callable[[_D], _E],
    f5: Callable[[_E], _F],
    f6: Callable[[_F], _G],
    f7: Callable[[_G], _H],
    /,
) -> _H: ...

# The function that's applied first keeps its whole signature.
@overload
def compose_left(f1: Callable[_P, _B], /) -> Callable[_P, _B]: ...
@overload
def compose_left(f1: Callable[_P, _B], f2: Callable[[_B], _C], /) -> Callable[_P, _C]: ...
@overload
def compose_left(f1: Callable[_P, _B], f2: Callable[[_B], _C], f3: Callable[[_C], _D], /) -> Callable[_P, _D]: ...
@overload
def compose_left(
    f1: Callable[_P, _B], f2: Callable[[_B], _C], f3: Callable[[_C], _D], f4: Callable[[_D], _E], /
) -> Callable[_P, _E]: ...
@overload
def compose_left(
    f1: Callable[_P, _B],
    f2: Callable[[_B], _C],
    f3: Callable[[_C], _D],
    f4: Callable[[_D], _E],
    f5: Callable[[_E], _F],
    /,
) -> Callable[_P, _F]: ...
@overload
def compose_left(
    f1: Callable[_P, _B],
    f2: Callable[[_B], _C],
    f3: Callable[[_C], _D],
    f4: Callable[[_D], _E],
    f5: Callable[[_E], _F],
    f6: Callable[[_F], _G],
    /,
) -> Callable[_P, _G]: ...
@overload
def compose_left(
    f1: Callable[_P, _B],
    f2: Callable[[_B], _C],
    f3: Callable[[_C], _D],
    f4: Callable[[_D], _E],
    f5: Callable[[_E], _F],
    f6: Callable[[_F], _G],
    f7: Callable[[_G], _H],
    /,
) -> Callable[_P, _H]: ...
@overload
def compose(f1: Callable[_P, _B], /) -> Callable[_P, _B]: ...
@overload
def compose(f2: Callable[[_B], _C], f1: Callable[_P, _B], /) -> Callable[_P, _C]: ...
@overload
def compose(f3: Callable[[_C], _D], f2: Callable[[_B], _C], f1: Callable[_P, _B], /) -> Callable[_P, _D]: ...
@overload
def compose(
    f4: Callable[[_D], _E], f3: Callable[[_C], _D], f2: Callable[[_B], _C], f1: Callable[_P, _B], /
) -> Callable[_P, _E]: ...
@overload
def compose(
    f5: Callable[[_E], _F],
    f4: Callable[[_D], _E],
    f3: Callable[[_C], _D],
    f2: Callable[[_B], _C],
    f1: Callable[_P, _B],
    /,
) -> Callable[_P, _F]: ...
@overload
def compose(
    f6: Callable[[_F], _G],
    f5: Callable[[_E], _F],
    f4: Callable[[_D], _E],
    f3: Callable[[_C], _D],
    f2: Callable[[_B], _C],
    f1: Callable[_P, _B],
    /,
) -> Callable[_P, _G]: ...
@overload
def compose(
    f7: Callable[[_G], _H],
    f6: Callable[[_F], _G],
    f5: Callable[[_E], _F],
    f4: Callable[[_D], _E],
    f3: Callable[[_C], _D],
    f2: Callable[[_B], _C],
    f1: Callable[_P, _B],
    /,
) -> Callable[_P, _H]: ...
@overload
def juxt(f1: Callable[_P, _A], /) -> Callable[_P, tuple[_A]]: ...
@overload
def juxt(f1: Callable[_P, _A], f2: Callable[_P, _B], /) -> Callable[_P, tuple[_A, _B]]: ...
@overload
def juxt(f1: Callable[_P, _A], f2: Callable[_P, _B], f3: Callable[_P, _C], /) -> Callable[_P, tuple[_A, _B, _C]]: ...
@overload
def juxt(
    f1: Callable[_P, _A], f2: Callable[_P, _B], f3: Callable[_P, _C], f4: Callable[_P, _D], /
) -> Callable[_P, tuple[_A, _B, _C, _D]]: ...
@overload
def juxt(
    f1: Callable[_P, _A], f2: Callable[_P, _B], f3: Callable[_P, _C], f4: Callable[_P, _D], f5: Callable[_P, _E], /
) -> Callable[_P, tuple[_A, _B, _C, _D, _E]]: ...

class _Curry2(Generic[_A_contra, _B_contra, _R_co]):
    @overload
    def __call__(self, a: _A_contra, /) -> Callable[[_B_contra], _R_co]: ...
    @overload
    def __call__(self, a: _A_contra, b: _B_contra, /) -> _R_co: ...

class _Curry3(Generic[_A_contra, _B_contra, _C_contra, _R_co]):
    @overload
    def __call__(self, a: _A_contra, /) -> _Curry2[_B_contra, _C_contra, _R_co]: ...
    @overload
    def __call__(self, a: _A_contra, b: _B_contra, /) -> Callable[[_C_contra], _R_co]: ...
    @overload
    def __call__(self, a: _A_contra, b: _B_contra, c: _C_contra, /) -> _R_co: ...

# Two or three positional parameters; functools.partial serves the rest, and is faster.
@overload
def curry(func: Callable[[_A, _B], _C], /) -> _Curry2[_A, _B, _C]: ...
@overload
def curry(func: Callable[[_A, _B, _C], _D], /) -> _Curry3[_A, _B, _C, _D]: ...
