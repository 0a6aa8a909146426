"""Strict reading: paths, defaults, and messages that stay short whatever they meet."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotations.labels.reading import ObjectReader, is_number, listed, refusal, shown, tidy, under
from evalhub.lib.errors import InvalidInput


def test_what_nobody_reads_is_refused_with_the_valid_keys_and_null_is_absent():
    reader = ObjectReader({"min": 1, "maximum": 5}, "scale")
    reader.number("min")
    reader.number("max", None)
    with pytest.raises(InvalidInput) as failure:
        reader.end()
    assert failure.value.message == "scale: has an unknown key 'maximum'. Valid: min, max."

    reader = ObjectReader({"help": None, "title": None})
    assert reader.text("help", "") == ""
    with pytest.raises(InvalidInput, match=r"title: is missing. Add a text of 1 to 200 characters."):
        reader.text("title")


@pytest.mark.parametrize("value", ["", " ", 3, True, [], {}, "x" * 201, "two\nlines", "\x00", "\ud800"])
def test_texts_are_one_printable_line(value):
    with pytest.raises(InvalidInput) as failure:
        ObjectReader({"title": value}).text("title")

    assert failure.value.details["path"] == "title"


@pytest.mark.parametrize("value", ["3", True, math.nan, math.inf, 10**400, 1.5, 0, 11])
def test_numbers_are_finite_whole_and_in_bounds(value):
    with pytest.raises(InvalidInput, match="Valid: a whole number from 1 to 10"):
        ObjectReader({"n": value}).number("n", minimum=1, maximum=10, whole=True)


def test_errors_inside_get_the_path_of_where_they_are_and_one_number_has_one_spelling_and_booleans_are_no_numbers():
    with pytest.raises(InvalidInput) as failure, under("fields[2]"):
        raise refusal("options[0].value", "is blank.")
    assert failure.value.message == "fields[2].options[0].value: is blank."
    assert failure.value.details == {"path": "fields[2].options[0].value", "problem": "is blank."}

    assert repr(tidy(4.0)) == "4"
    assert repr(tidy(-0.0)) == "0"
    assert repr(tidy(4.5)) == "4.5"
    assert repr(tidy(1e300)) == "1e+300"

    assert is_number(1) and is_number(1.5)
    assert not is_number(True) and not is_number("1") and not is_number(10**400)


def test_long_lists_are_cut_and_huge_numbers_are_shown_too():
    assert listed(range(3)) == "0, 1, 2"
    assert listed(range(200)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... (200 in all)"

    assert shown(10**6000) == "a whole number of more than 60 digits"
    assert shown([10**6000]) == "a list of 1"


@settings(deadline=None)
@given(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(alphabet=st.characters(codec=None))))
def test_any_value_is_shown_short_and_printable(value):
    text = shown(value)

    assert len(text) < 800
    assert text.isprintable()
