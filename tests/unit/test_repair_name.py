"""Names as models write them, and the offered tool they mean, if it is one."""

from __future__ import annotations

import pytest

from dialectfp.repair.name import Ambiguous, Known, Unknown, resolve
from dialectfp.tools import NameIndex, Toolset, ToolSpec


def index(*names: str) -> NameIndex:
    return Toolset.of(map(ToolSpec, names)).unwrap().names


TOOLS = (
    "lookup_tide",
    "find-books",
    "set_user",
    "set_reminder",
    "get_weather",
    "QuickBox_run_js",
    "tide-desk__tide_desk",
)

KNOWN = [
    ("lookup_tide", "lookup_tide"),
    (" lookup_tide\n", "lookup_tide"),
    ('lookup_tide" parameter=', "lookup_tide"),
    ("lookup_tide<|channel|>commentary", "lookup_tide"),
    ("lookup_tide()", "lookup_tide"),
    ("`lookup_tide`", "lookup_tide"),
    ("functions.lookup_tide", "lookup_tide"),
    ("functions.lookup_tide:0", "lookup_tide"),
    ("functions_lookup_tide_3", "lookup_tide"),
    ("default_api.lookup_tide", "lookup_tide"),
    ("harbour::lookup_tide", "lookup_tide"),
    ("mcp__harbour__lookup_tide", "lookup_tide"),
    ("lookup_tide:lookup_tide", "lookup_tide"),
    ("lookup_tidelookup_tide", "lookup_tide"),
    ("Lookup_Tide", "lookup_tide"),
    ("lookupTide", "lookup_tide"),
    ("lookup tide", "lookup_tide"),
    ("LookupTideTool", "lookup_tide"),
    ("lookup_tide_function", "lookup_tide"),
    ("lookup_tidejson", "lookup_tide"),
    ("find_books", "find-books"),
    ("run_js", "QuickBox_run_js"),
    ("lokup_tide", "lookup_tide"),
    ("lookup_tdie", "lookup_tide"),
]

UNKNOWN = ["tide-desk", "get_user", "send_reminder", "check_weather", "", "x" * 300, "lookup", "Alice"]


@pytest.mark.parametrize(("written", "name"), KNOWN)
def test_repaired_to_the_one_tool(written: str, name: str) -> None:
    assert resolve(index(*TOOLS), written) == Known(name, repaired=written != name)


@pytest.mark.parametrize("written", UNKNOWN)
def test_never_to_another(written: str) -> None:
    assert isinstance(resolve(index(*TOOLS), written), Unknown)


def test_the_nearest_names_are_told() -> None:
    assert resolve(index("lookup_tide", "save_note"), "lookup_tides_now") == Unknown(("lookup_tide",))


def test_two_fits_are_ambiguous() -> None:
    assert resolve(index("read_file", "readFile"), "ReadFile") == Ambiguous(("read_file", "readFile"))


@pytest.mark.parametrize("name", ["functions.x", "x:1", "json"])
def test_odd_names_are_found_exactly(name: str) -> None:
    assert resolve(index("x", name), name) == Known(name, repaired=False)


def test_without_tools_nothing_is_invented() -> None:
    assert resolve(index(), "lookup_tide") == Unknown()
