"""The phantom tags that tell dialects apart in types, and the variable that carries them.

A tag has no instances: ``Reply[Xml]`` and ``Reply[PFormat]`` hold the same data, and only a type checker
keeps them apart.
"""

from __future__ import annotations

from typing import TypeVar, final

__all__ = ["D", "Native", "PFormat", "Python", "Tag", "TypeScript", "Xml"]


class Tag:
    """The root of every dialect's tag. A host's own dialect subclasses it: ``class Mine(Tag): ...``."""

    __slots__ = ()


@final
class Xml(Tag):
    """JSON in a tag."""


@final
class PFormat(Tag):
    """Positional slots in a tag: ``name[0|a|1|b]``."""


@final
class Python(Tag):
    """Python calls in a tag."""


@final
class TypeScript(Tag):
    """TypeScript calls in a tag."""


@final
class Native(Tag):
    """The provider's own structured channel."""


# Invariant on purpose: were D covariant (or a PEP 695 parameter, whose variance is inferred so), a checker
# would join the parts of two dialects to their union and accept the mix.
D = TypeVar("D", bound=Tag)
