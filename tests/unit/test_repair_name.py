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


# ── each repair by itself ──

REPAIRS = [
    # what surrounds the name
    ("blanks and quotes", ["a_tool_name"], " 'a_tool_name'\n", "a_tool_name"),
    ("curly quotes", ["a_tool_name"], "“a_tool_name”", "a_tool_name"),
    ("a label's colon", ["lookup_tide"], "lookup_tide:", "lookup_tide"),
    ("prose behind a blank", ["lookup_tide"], "lookup_tide for Ayr", "lookup_tide"),
    ("a line behind it", ["lookup_tide"], "lookup_tide\nport", "lookup_tide"),
    ("a bracket", ["lookup_tide"], 'lookup_tide[{"port": 1}]', "lookup_tide"),
    # namespaces
    ("tools.", ["lookup_tide"], "tools.lookup_tide", "lookup_tide"),
    ("tool.", ["lookup_tide"], "tool.lookup_tide", "lookup_tide"),
    ("default.", ["lookup_tide"], "default.lookup_tide", "lookup_tide"),
    ("default_api:", ["lookup_tide"], "default_api:lookup_tide", "lookup_tide"),
    ("twice", ["lookup_tide"], "functions.tools.lookup_tide", "lookup_tide"),
    ("a known prefix, another case behind it", ["lookup_tide"], "functions.LookupTide", "lookup_tide"),
    ("a path", ["lookup_tide"], "harbour/lookup_tide", "lookup_tide"),
    ("a module", ["lookup_tide"], "harbour.sea.lookup_tide", "lookup_tide"),
    ("no more than needed", ["b__c", "c"], "a__b__c", "b__c"),
    ("a dot for an underscore goes first", ["fs_read", "read"], "fs.read", "fs_read"),
    # call ids for names
    ("a counter", ["lookup_tide"], "lookup_tide:12", "lookup_tide"),
    ("an id with separators changed", ["find-books"], "functions.find_books:0", "find-books"),
    ("a sanitised id without its counter", ["lookup_tide"], "functions_lookup_tide", "lookup_tide"),
    ("a number that is the name's own", ["step_3", "step"], "functions_step_3", "step_3"),
    ("a twin in another case", ["lookup_tide"], "LookupTideLookupTide", "lookup_tide"),
    # case and separators
    ("capitals", ["lookup_tide"], "LOOKUP_TIDE", "lookup_tide"),
    ("hyphens", ["lookup_tide"], "lookup-tide", "lookup_tide"),
    ("none", ["lookup_tide"], "lookuptide", "lookup_tide"),
    ("blanks before junk", ["lookup", "lookup_tide"], "lookup tide", "lookup_tide"),
    # suffixes
    ("_tool", ["lookup_tide"], "lookup_tide_tool", "lookup_tide"),
    ("_call", ["lookup_tide"], "lookup_tide_call", "lookup_tide"),
    ("Function", ["lookup_tide"], "lookupTideFunction", "lookup_tide"),
    ("prefix and glued json", ["exec_line"], "functions.exec_linejson", "exec_line"),
    ("json that is the name's own", ["parse", "parse_json"], "parsejson", "parse_json"),
    # typos
    ("a letter added", ["get_weather"], "get_weatherr", "get_weather"),
    ("a letter dropped from four", ["lookup_tide"], "lookup_tid", "lookup_tide"),
    ("a letter changed", ["exec_line"], "exec_lime", "exec_line"),
    ("one in each of two words", ["lookup_tide"], "lokup_tdie", "lookup_tide"),
    ("fewer typos win", ["lookup_tide", "lookup_tides"], "lookup_tidess", "lookup_tides"),
    ("in camel case, written in snake case", ["lookupTide"], "lokup_tide", "lookupTide"),
]


@pytest.mark.parametrize("offered, written, name", [row[1:] for row in REPAIRS], ids=[row[0] for row in REPAIRS])
def test_each_repair(offered: list[str], written: str, name: str) -> None:
    assert resolve(index(*offered), written) == Known(name, repaired=True)


REFUSED = [
    ("a short word changed", ["set_user"], "get_user", ("set_user",)),
    ("two letters of one word", ["lookup_tide"], "lookup_tiedd", ("lookup_tide",)),
    ("two typos in a short name", ["find_book"], "fnid_boko", ("find_book",)),
    ("three words with typos", ["lookup_tide_today"], "lokup_tied_tday", ("lookup_tide_today",)),
    ("another number", ["sector12"], "sector13", ("sector12",)),
    ("a number more", ["lookup_tide"], "lookup_tide2", ("lookup_tide",)),
    ("a letter more on a short word", ["get_doc"], "get_docs", ("get_doc",)),
    ("another word", ["read_file"], "write_file", ("read_file",)),
    ("a word more", ["lookup_tide"], "lookup_tide_now", ("lookup_tide",)),
    ("a server of a longer name", ["tide-desk__tide_desk"], "tide-desk", ("tide-desk__tide_desk",)),
    ("a tail in another spelling", ["QuickBox_run_js"], "run-js", ("QuickBox_run_js",)),
    ("a tail of two letters", ["QuickBox_run_js"], "js", ()),
    ("a tail that is no whole word", ["lookup_tide"], "kup_tide", ("lookup_tide",)),
    ("a word that only ends like a suffix", ["re"], "recall", ()),
    ("a namespace before what isn't offered", ["lookup_tide"], "sea.lookup", ("lookup_tide",)),
    ("nothing but junk", ["lookup_tide"], "()", ()),
    ("nothing but blanks", ["lookup_tide"], " \n", ()),
    ("nothing but separators", ["-"], "_", ()),
    ("too long", ["lookup_tide"], "functions." * 30 + "lookup_tide", ()),
]


@pytest.mark.parametrize("offered, written, nearest", [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_no_repair(offered: list[str], written: str, nearest: tuple[str, ...]) -> None:
    assert resolve(index(*offered), written) == Unknown(nearest)


AMBIGUOUS = [
    ("case", ["getUser", "get_user", "other"], "Get-User", ("getUser", "get_user")),
    ("a dropped prefix", ["web_search", "other", "code_search"], "search", ("web_search", "code_search")),
    ("a typo", ["find_book", "find_books", "other"], "find_bookz", ("find_book", "find_books")),
]


@pytest.mark.parametrize("offered, written, candidates", [row[1:] for row in AMBIGUOUS])
def test_several_fit(offered: list[str], written: str, candidates: tuple[str, ...]) -> None:
    assert resolve(index(*offered), written) == Ambiguous(candidates)


def test_the_three_nearest_the_likest_first() -> None:
    offered = ["ping", "read_file", "read_files", "files", "read_the_file"]
    assert resolve(index(*offered), "read_a_file") == Unknown(("read_file", "read_the_file", "read_files"))


def test_a_long_name_that_is_offered_is_found() -> None:
    name = "x" * 300
    assert resolve(index(name), name) == Known(name, repaired=False)
