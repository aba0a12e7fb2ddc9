"""Damaged JSON, row by row: what it reads as and what was repaired, or why it can't be read."""

from __future__ import annotations

import json

import pytest

from dialectfp.repair.json import Broken, Loaded, lenient, load_object, load_values, strict

REPAIRED: list[tuple[str, object, tuple[str, ...]]] = [
    ('{"a": 1}', {"a": 1}, ()),
    ('{"a": 1,}', {"a": 1}, ("comma",)),
    ('{"a": 1,, "b": 2}', {"a": 1, "b": 2}, ("comma",)),
    ('{"a": 1 "b": 2\n"c": 3}', {"a": 1, "b": 2, "c": 3}, ("comma",)),
    ('[{"a": 1}{"b": 2}]', [{"a": 1}, {"b": 2}], ("comma",)),
    ("{'a': 'St John\\'s', 'b': \"St John's\"}", {"a": "St John's", "b": "St John's"}, ("quote",)),
    ("{'a': 'St John's'}", {"a": "St John's"}, ("quote",)),
    ('{"a": “hi ‘x’ there”}', {"a": "hi ‘x’ there"}, ("quote",)),
    ('{"name": "x", "parameters\':{\'port\':"Brest"}}', {"name": "x", "parameters": {"port": "Brest"}}, ("quote",)),
    ('{name: <|"|>a "b" {c<|"|>, n: [1,2,],}', {"name": 'a "b" {c', "n": [1, 2]}, ("key", "quote", "comma")),
    ('{"tags": ["panel 27" wide"]}', {"tags": ['panel 27" wide']}, ("quote",)),
    ('{"c": "print(\'Hello, "World" there\')"}', {"c": "print('Hello, \"World\" there')"}, ("quote",)),
    ('{"a": "He said "hi", then left", "b": 1}', {"a": 'He said "hi", then left', "b": 1}, ("quote",)),
    ('{"a": "x\ny"}', {"a": "x\ny"}, ("control_character",)),
    ('{"q": "^\\d{3}-\\w+$"}', {"q": "^\\d{3}-\\w+$"}, ("escape",)),
    ('{"q": "\\bword\\d\\n"}', {"q": "\\bword\\d\n"}, ("escape",)),
    ('{"p": "C:\\new\\Kit"}', {"p": "C:\\new\\Kit"}, ("escape",)),
    ('{"p": "C:\\\\new\\\\t.txt"}', {"p": "C:\\new\\t.txt"}, ()),
    ('{"a": True, "b": None, "c": undefined}', {"a": True, "b": None, "c": None}, ("literal",)),
    ('{"a": // why\n 1, # so\n "b": /* not */ 2}', {"a": 1, "b": 2}, ("comment",)),
    ('{"a": "http://x/#y"}', {"a": "http://x/#y"}, ()),
    ('{{"name": "x", "arguments": {{"a": 1}}}}', {"name": "x", "arguments": {"a": 1}}, ("braces",)),
    ('{"a" = 1, "b" => 2}', {"a": 1, "b": 2}, ("colon",)),
    ('{"a": [1, 2}', {"a": [1, 2]}, ("closer",)),
    ('{"p": [{"x": 1}, {"x": 3}}, "l": "a ]} b"}', {"p": [{"x": 1}, {"x": 3}], "l": "a ]} b"}, ("closer",)),
    ('{"a": {"b": ["x"', {"a": {"b": ["x"]}}, ("closer",)),
    ('{"a": 12 ', {"a": 12}, ("closer",)),
    ('{"a": 1,', {"a": 1}, ("comma", "closer")),
    ('{"a": 1<|im_end|>', {"a": 1}, ("marker", "closer")),
    ('{"n": 1180591620717411303424, "z": -0.0}', {"n": 2**70, "z": -0.0}, ()),
    ('{"s": "\\ud800"}', {"s": "\ud800"}, ()),
    ('{"a": 1, "a": 2}', {"a": 2}, ()),
]

BROKEN = [
    ('{"a": "unclosed}', "truncated"),
    ('{"a": 12', "truncated"),
    ('{"a": tru', "truncated"),
    ('{"a":', "truncated"),
    ('{"a', "truncated"),
    ('{"a": "x", "b', "truncated"),
    ('{"from": "c","only a remark"}', "malformed"),
    ('{"a": NaN}', "malformed"),
    ('{"a": 1e999}', "malformed"),
    ('{"a": Brest}', "malformed"),
    ('{"a": ' + "9" * 5000 + "}", "malformed"),
    ("a" * 50, "malformed"),
    ("[" * 300 + "]" * 300, "too_deep"),
    ("[" * 100_000, "too_deep"),
]


@pytest.mark.parametrize(("text", "value", "repairs"), REPAIRED)
def test_read_as(text: str, value: object, repairs: tuple[str, ...]) -> None:
    found = lenient(text)
    assert isinstance(found, Loaded), found
    assert json.dumps(found.value) == json.dumps(value)
    assert found.repairs == repairs


@pytest.mark.parametrize(("text", "kind"), BROKEN)
def test_not_read(text: str, kind: str) -> None:
    found = lenient(text)
    assert isinstance(found, Broken), found
    assert found.kind == kind


@pytest.mark.parametrize("text", ['{"a": ["x"', '{"a": 1', '{"a": {"b": 1}'])
def test_nothing_is_balanced_after_a_cut(text: str) -> None:
    """When the caller knows of a limit, a missing closer is a cut."""
    found = lenient(text, complete=False)
    assert isinstance(found, Broken)
    assert found.kind == "truncated"


def test_strict_takes_nothing_else() -> None:
    """One value, and where it ends."""
    assert strict(' {"a": 1} x') == Loaded({"a": 1}, 9)
    assert isinstance(strict("{'a': 1}"), Broken)


@pytest.mark.parametrize(
    ("text", "value", "repairs"),
    [
        ('```json\n{"a": 1}\n```', {"a": 1}, ("fence",)),
        ('{"a": 1}}', {"a": 1}, ("closer",)),
        ('call:{"a": 1}', {"a": 1}, ("marker",)),
        ('<|call|>{"a": 1}', {"a": 1}, ("marker",)),
    ],
)
def test_objects_are_unwrapped(text: str, value: object, repairs: tuple[str, ...]) -> None:
    found = load_object(text)
    assert isinstance(found, Loaded), found
    assert (found.value, found.repairs) == (value, repairs)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("[1]", "not_object"), ('{"a": 1} b', "malformed"), ("", "empty"), ('{"a": 1}{"b": 2}', "malformed")],
)
def test_no_object(text: str, kind: str) -> None:
    found = load_object(text)
    assert isinstance(found, Broken)
    assert found.kind == kind


def test_values_in_a_row_up_to_the_broken_one() -> None:
    """What is whole survives what comes after it."""
    values, broken = load_values('{"a": 1}; {"b": 2}\n{"c": "')
    assert [loaded.value for loaded in values] == [{"a": 1}, {"b": 2}]
    assert broken == Broken("truncated", 25)
