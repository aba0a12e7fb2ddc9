"""A dialect can't be put together from the parts of two."""

from dialectfp import (
    EMPTY,
    PFORMAT,
    PYTHON,
    TYPESCRIPT,
    XML,
    Catalogue,
    Dialect,
    Envelope,
    PFormat,
    Python,
    Reading,
    Replay,
    Syntax,
    Tag,
    TypeScript,
    Xml,
    receive,
)


class Parts:
    """P-Format's parts, as far as types go."""

    catalogue: Catalogue[PFormat]
    syntax: Syntax[PFormat]
    envelope: Envelope[PFormat]
    replay: Replay[PFormat]


def mixed(p: Parts) -> None:
    # Only the inferred forms notice if D stops being invariant.
    Dialect("mix", "call", XML.catalogue, p.syntax, XML.envelope, XML.replay)  # reject: misc
    Dialect("mix", "call", p.catalogue, p.syntax, p.envelope, XML.replay)  # reject: misc
    Dialect("mix", "call", XML.catalogue, XML.syntax, p.envelope, XML.replay)  # reject: misc
    Dialect[Xml]("mix", "call", p.catalogue, XML.syntax, XML.envelope, XML.replay)  # reject: arg-type
    Dialect[Xml]("mix", "call", XML.catalogue, p.syntax, XML.envelope, XML.replay)  # reject: arg-type
    Dialect[Xml]("mix", "call", XML.catalogue, XML.syntax, p.envelope, XML.replay)  # reject: arg-type
    Dialect[Xml]("mix", "call", XML.catalogue, XML.syntax, XML.envelope, p.replay)  # reject: arg-type
    Dialect[PFormat]("mix", "call", p.catalogue, p.syntax, XML.envelope, p.replay)  # reject: arg-type


def replaced(p: Parts) -> None:
    XML.with_catalogue(p.catalogue)  # reject: arg-type
    XML.with_syntax(p.syntax)  # reject: arg-type
    XML.with_envelope(p.envelope)  # reject: arg-type
    XML.with_replay(p.replay)  # reject: arg-type


def widened(p: Parts) -> None:
    _wide: Syntax[Tag] = p.syntax  # reject: assignment
    _union: Dialect[Xml | PFormat] = XML  # reject: assignment
    _other: Dialect[PFormat] = XML  # reject: assignment


def shipped() -> None:
    # Python and TypeScript read each other's calls, and are two dialects all the same.
    Dialect("mix", "call", PFORMAT.catalogue, PYTHON.syntax, PYTHON.envelope, PYTHON.replay)  # reject: misc
    Dialect[Python]("mix", "call", PYTHON.catalogue, TYPESCRIPT.syntax, PYTHON.envelope, PYTHON.replay)  # reject: arg-type
    _python: Dialect[Python] = TYPESCRIPT  # reject: assignment
    _types: Dialect[TypeScript] = PYTHON  # reject: assignment
    _slots: Reading[PFormat] = PYTHON.syntax.read(EMPTY, receive(PYTHON, "")).unwrap()  # reject: assignment
    PYTHON.syntax.read(EMPTY, receive(PFORMAT, ""))  # reject: arg-type


def changed(p: Parts) -> None:
    XML.envelope = XML.envelope  # reject: misc
    p.syntax.read = p.syntax.read  # reject: misc


def untagged(_syntax: Syntax[int]) -> None:  # reject: type-var
    pass
