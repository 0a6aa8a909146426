"""Quotes that were marked at a place: they count there and nowhere else."""

import pytest

from annotations.content.quotes import at, verify_at

TEXT = "one\r\ntwo\r\n\r\none \U0001f600 two\rend"


@pytest.mark.parametrize("words", ["one", "two", "one \U0001f600", "e\r\ntwo\r\n\r\none", "two\rend"])
def test_the_last_of_equal_words_is_found_where_it_was_marked(words):
    start = TEXT.rindex(words)

    match = at(words, {"a": TEXT}, field="a", start=start, end=start + len(words))

    assert (match.match, match.start, match.end, match.found) == ("exact", start, start + len(words), words)


@pytest.mark.parametrize(
    ("field", "start", "end"),
    [("b", 0, 3), ("a", 1, 4), ("a", -3, 0), ("a", 3, 3), ("a", 0, 999), ("a", True, 3), ("a", 0.0, 3), ("a", "0", 3)],
)
def test_elsewhere_it_is_not(field, start, end):
    assert at("one", {"a": TEXT}, field=field, start=start, end=end) is None


def test_a_wrong_place_falls_back_to_the_words():
    match = verify_at("ONE  \U0001f600", field="a", start=0, end=3, sources={"a": TEXT})

    assert (match.match, match.start) == ("whitespace", TEXT.rindex("one"))
