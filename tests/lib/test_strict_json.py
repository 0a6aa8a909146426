"""What the strict loader takes comes back exactly; everything else is refused with a reason, never with a crash."""

import json
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalhub.lib import strict_json
from evalhub.lib.strict_json import BadJson, NotJson

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


def short(value):
    return ascii(value)[:30] if isinstance(value, (str, bytes)) else type(value).__name__


@pytest.mark.parametrize(
    "text, value",
    [
        (' {"a": [1, 2.5, true, null, "x"]}\r\n\t', {"a": [1, 2.5, True, None, "x"]}),
        ('"007 "', "007 "),
        ('"\\ud83d\\ude00"', "😀"),
        ('"\\\\u0000"', "\\u0000"),
        ("9" * 1000, int("9" * 1000)),
        ("-" + "9" * 1000, -int("9" * 1000)),
        ("1" + "0" * 399, 10**399),
        ("1e308", 1e308),
        ("0.0e-999", 0.0),
        ("5e-324", 5e-324),
        ("[" * 64 + "]" * 64, json.loads("[" * 64 + "]" * 64)),
        ('"' + "[" * 100 + '"', "[" * 100),
    ],
    ids=short,
)
def test_takes(text, value):
    assert strict_json.loads(text) == value
    assert strict_json.loads(text.encode()) == value


@pytest.mark.parametrize(
    "text, reason",
    [
        ("NaN", "NaN is not a JSON number"),
        ("[-Infinity]", "-Infinity is not a JSON number"),
        ("1e400", "outside"),
        ("[-1e309]", "outside"),
        ("1e-400", "outside"),
        ("9" * 1001, "more than 1,000 digits"),
        ("9" * 5000, "more than 1,000 digits"),
        ('{"a": 1, "b": 2, "a": 3}', "'a' occurs twice"),
        ('[{"x": {"a": 1, "\\u0061": 2}}]', "'a' occurs twice"),
        ('"a\\u0000b"', "NUL"),
        ('{"\\u0000": 1}', "NUL"),
        ('"\\ud83d"', "half a character (\\ud83d)"),
        ('{"a": ["\\uDC00"]}', "half a character"),
        ("[" * 65 + "]" * 65, "deeper than 64"),
        ('{"a":' * 65 + "1" + "}" * 65, "deeper than 64"),
        ("[" * 100_000, "deeper than 64"),
        ('\ufeff{"a": 1}', "byte order mark"),
        ("", "character 1"),
        ("[1, 2", "character 6"),
        ('{"a": 1} x', "text after the value at character 10"),
        ("[1,]", "character 4" if sys.version_info < (3, 13) else "character 3"),  # the comma itself
        ("{'a': 1}", "character 2"),
        ('"a\nb"', "character 3"),
        ("01", "text after the value"),
        ("'", "character 1"),
        ("\u00a01", "character 1"),
    ],
    ids=short,
)
def test_refuses(text, reason):
    with pytest.raises(BadJson) as refusal:
        strict_json.loads(text)

    assert reason in refusal.value.message
    assert refusal.value.code == "bad_json"


@pytest.mark.parametrize(
    "data",
    [b'"\xff"', b'"\xc0\x80"', b'"\xed\xa0\x80"', '{"a": 1}'.encode("utf-16"), '{"a": 1}'.encode("utf-32")],
)
def test_refuses_bytes_that_are_not_utf_8(data):
    with pytest.raises(BadJson):
        strict_json.loads(data)


def test_half_characters_marks_and_positions():
    with pytest.raises(BadJson, match="half a character"):
        strict_json.loads('"\ud83d"')

    assert strict_json.loads(b"\xef\xbb\xbf[1]", allow_bom=True) == [1]

    with pytest.raises(NotJson) as refusal:
        strict_json.loads("  1 2")
    assert refusal.value.position == 4


def test_scan_stops_behind_the_value():
    text = 'x {"a": [1]}, rest'
    assert strict_json.scan(text, 2) == ({"a": [1]}, 12)

    text = b'["\xff"] '.decode(errors="surrogateescape")
    with pytest.raises(BadJson, match="not UTF-8"):
        strict_json.scan(text)


@pytest.mark.parametrize(
    "text", ['{"a": NaN, "a": 1e999}', "[" + "9" * 9999 + "]", '["\\u0000", "\\ud800"]'], ids=short
)
def test_skip_finds_the_end_of_a_value_that_breaks_rules(text):
    assert strict_json.skip(f"{text}, 1") == len(text)


def test_skip_needs_an_end_and_dumps_is_compact():
    with pytest.raises(NotJson):
        strict_json.skip('[1, "')

    assert strict_json.dumps({"ä": [1, 2.5, None, True]}) == '{"ä":[1,2.5,null,true]}'


@pytest.mark.parametrize(
    "value",
    [float("nan"), [float("inf")], {"a": "\0"}, {"\0": 1}, ["\ud800"], {1, 2}, object(), 10**5000],
    ids=short,
)
def test_dumps_refuses(value):
    with pytest.raises(BadJson):
        strict_json.dumps(value)


def test_dumps_refuses_depth_loops_and_takes_a_backslash():
    deep, loop = [], []
    for _ in range(64):
        deep = [deep]
    loop.append(loop)
    for value in (deep, loop):
        with pytest.raises(BadJson, match="deeper than 64"):
            strict_json.dumps(value)

    assert strict_json.loads(strict_json.dumps("\\u0000")) == "\\u0000"


@settings(deadline=None)
@given(VALUES)
def test_round_trip(value):
    text = strict_json.dumps(value)

    back = strict_json.loads(text.encode())

    assert back == value
    assert strict_json.dumps(back) == text
    assert strict_json.loads(json.dumps(value)) == value


@settings(deadline=None)
@given(st.text() | st.text('{}[]:,"\\u0d8 1e9.-') | VALUES.map(json.dumps))
def test_any_text_is_taken_as_python_does_or_refused(text):
    try:
        value = strict_json.loads(text)
    except BadJson:
        return

    assert value == json.loads(text)
    assert strict_json.loads(strict_json.dumps(value)) == value


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_are_taken_or_refused(data):
    try:
        value = strict_json.loads(data, allow_bom=True)
    except BadJson:
        return

    assert value == json.loads(data.decode("utf-8-sig"))


@settings(deadline=None)
@given(VALUES)
def test_checked_values_are_written_alike_without_a_second_look(value):
    assert strict_json.dumps_known(value) == strict_json.dumps(value)
