"""Parts of two dialects make no dialect, whether the tag is written or inferred."""

from dialectfp import XML, Catalogue, Dialect, Envelope, PFormat, Replay, Syntax, Xml

catalogue: Catalogue[PFormat]
syntax: Syntax[PFormat]
envelope: Envelope[PFormat]
replay: Replay[PFormat]


def written(
    catalogue: Catalogue[PFormat], syntax: Syntax[PFormat], envelope: Envelope[PFormat], replay: Replay[PFormat]
) -> None:
    """With the tag, the checker names the foreign part."""
    Dialect[Xml]("x", "call", catalogue, XML.syntax, XML.envelope, XML.replay)  # reject: arg-type
    Dialect[Xml]("x", "call", XML.catalogue, syntax, XML.envelope, XML.replay)  # reject: arg-type
    Dialect[Xml]("x", "call", XML.catalogue, XML.syntax, envelope, XML.replay)  # reject: arg-type
    Dialect[Xml]("x", "call", XML.catalogue, XML.syntax, XML.envelope, replay)  # reject: arg-type
    XML.with_syntax(syntax)  # reject: arg-type


def inferred(syntax: Syntax[PFormat], replay: Replay[PFormat]) -> None:
    """Only an invariant tag has these refused."""
    Dialect("x", "call", XML.catalogue, syntax, XML.envelope, XML.replay)  # reject: misc
    Dialect("x", "call", XML.catalogue, XML.syntax, XML.envelope, replay)  # reject: misc


def widened(syntax: Syntax[PFormat]) -> Syntax[PFormat | Xml]:
    """A part of one dialect is no part of any."""
    return syntax  # reject: return-value
