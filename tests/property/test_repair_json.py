"""Repair never changes what is sound, never completes what was cut, never raises."""

from __future__ import annotations

import json
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from dialectfp.repair.json import Broken, Loaded, lenient, load_object, load_values, tolerant
from tests.strategies import arguments, texts


@given(arguments, st.booleans(), st.sampled_from([None, 2]))
def test_sound_json_is_untouched(value: dict[str, object], ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    for found in (lenient(text), load_object(text)):
        assert isinstance(found, Loaded)
        assert repr(found.value) == repr(value)
        assert found.repairs == ()


@given(arguments, st.booleans(), st.sampled_from([None, 2]))
def test_the_tolerant_parser_agrees(value: dict[str, object], ascii_only: bool, indent: int | None) -> None:
    found = tolerant(json.dumps(value, ensure_ascii=ascii_only, indent=indent))
    assert isinstance(found, Broken) or repr(found.value) == repr(value)


@given(texts | st.text())
def test_nothing_raises(text: str) -> None:
    lenient(text)
    tolerant(text)
    load_object(text)
    load_values(text)


def scalars(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for item in value.values():
            yield from scalars(item)
    elif isinstance(value, list):
        for item in value:
            yield from scalars(item)
    else:
        yield value


@given(arguments, st.data())
def test_a_cut_value_is_never_completed(value: dict[str, object], data: st.DataObject) -> None:
    """Every scalar read from a prefix stands whole in the original."""
    text = json.dumps(value)
    prefix = text[: data.draw(st.integers(0, len(text) - 1))]
    found = lenient(prefix)
    if isinstance(found, Loaded):
        whole = {repr(scalar) for scalar in scalars(value)}
        assert {repr(scalar) for scalar in scalars(found.value)} <= whole
