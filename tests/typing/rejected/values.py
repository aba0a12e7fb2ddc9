"""Values can't be changed, and tags are tags."""

from dialectfp import READ_POLICY, XML, Dialect, ReadPolicy, Reply, Xml, receive


def changed() -> None:
    """Frozen."""
    XML.marker = "call"  # reject: misc
    READ_POLICY.bare_json = "off"  # reject: misc
    receive(XML, "hi").text = "ho"  # reject: misc


def of_no_dialect(reply: Reply[int], dialect: Dialect[str]) -> None:  # reject: type-var
    """Only tags tell dialects apart."""


def unknown_choice() -> tuple[ReadPolicy, Reply[Xml]]:
    """Choices have names."""
    policy = ReadPolicy(bare_json="sometimes")  # reject: arg-type
    return policy, receive(XML, "hi", finish_reason="bored")  # reject: arg-type
