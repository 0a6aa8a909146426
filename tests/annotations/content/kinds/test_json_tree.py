"""JSON as a tree: what is open, what is fetched later, and that nothing gets lost on the way."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotations.content.embedded_json import parsed
from annotations.content.kinds import registry
from annotations.content.kinds.base import Given
from evalhub.lib.errors import InvalidInput
from tests.annotations.content.items import drawn, make_item, without_places

KIND = registry["json"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("kl", max_size=2), inner, max_size=4),
    max_leaves=30,
)


def tree(value, at=""):
    return KIND.draw(Given("input.data", json.dumps(value), value), value, at)


def words(row):
    return without_places(row.marked.html) if row.marked else row.text


def leaves(value, at=""):
    """Every leaf's text, later parts fetched."""
    for row in tree(value, at).rows:
        if row.shape == "leaf":
            yield words(row)
        elif row.at:
            yield from leaves(value, row.at)


def all_leaves(value):
    if isinstance(value, dict | list) and value:
        return [leaf for part in (value.values() if isinstance(value, dict) else value) for leaf in all_leaves(part)]
    return [
        "{}"
        if value == {} and isinstance(value, dict)
        else "[]"
        if value == []
        else value
        if isinstance(value, str)
        else json.dumps(value)
    ]


@given(JSON)
def test_every_value_is_there_and_every_branch_ends(value):
    if not isinstance(value, dict | list):
        return

    rows = tree(value).rows

    assert [words(row) for row in rows if row.shape == "leaf"] == all_leaves(value)
    assert sum(row.shape == "open" for row in rows) == sum(row.shape == "close" for row in rows)


def test_the_first_levels_are_open_and_long_texts_are_cut_and_say_so_and_a_text_that_holds_json_is_a_tree():
    rows = tree({"a": {"b": {"c": 1}}}).rows
    assert [row.is_open for row in rows if row.shape == "open"] == [True, True, False]

    html = drawn(make_item({"data": {"long": "x" * 5_000}}))
    assert "4,000 more characters in Source" in html

    html = drawn(make_item({"q": "Q"}, '\n{"verdict": "<b>good</b>", "score": 3}\n'))
    assert 'data-kind="json"' in html
    assert '<span class="json-key" dir="auto">verdict</span>' in html and "&lt;b&gt;good" in html


@pytest.mark.parametrize(
    "value", [list(range(1_000)), [[n, [n]] for n in range(700)], {str(n): {"v": n} for n in range(450)}]
)
def test_large_values_are_fetched_in_parts(value):
    assert len(tree(value).rows) < 1_000
    assert list(leaves(value)) == all_leaves(value)


@pytest.mark.parametrize("at", ["x", "0", "9:0", "0.0:0", "-1:0", "0:x", ":" * 9, "1" * 500])
def test_parts_that_do_not_exist_are_refused(at):
    with pytest.raises(InvalidInput):
        tree([1, 2], at)


@pytest.mark.parametrize(
    "text",
    ["", "{", "{}x", "[1,", "{'a': 1}", "[" * 100_000 + "]" * 100_000, "[" * 65 + "]" * 65, '"text"', "12", "null",
     '{"a": ' + "9" * 5_000 + "}", "[link](https://e.example)", "{{ template }}"],
)  # fmt: skip
def test_what_is_no_json_is_text(text):
    assert parsed(text) is None
    assert 'data-kind="text"' in drawn(make_item({"q": "Q"}, f"{text} "))


@pytest.mark.slow
def test_a_megabyte_is_quick():
    text = json.dumps([{"id": n, "name": "x" * 20, "tags": ["a", "b"]} for n in range(16_000)])
    started = time.process_time()

    html = drawn(make_item({"q": "Q"}, text))

    assert time.process_time() - started < 2
    assert len(html) < 200_000
