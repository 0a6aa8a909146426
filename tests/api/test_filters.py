"""Filters of lists: what is valid is read, everything else is refused."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from evalhub.api import filters
from evalhub.lib.errors import InvalidInput


def test_valid_texts_are_read():
    day, moment = filters.since("at", ""), datetime(2026, 1, 31, 12, tzinfo=timezone(timedelta(hours=1)))

    assert filters.choice("kind", "kind", ["a", "b"], "").value("b,a") == ["b", "a"]
    assert filters.one_of("kind", "kind", ["a", "b"], "").value("b") == "b"
    assert [filters.flag("flagged", "flagged", "").value(text) for text in ("true", "false")] == [True, False]
    assert filters.number("item", "item", "").value("12") == 12
    assert filters.part_of("name", "name", "").value("News ") == "News "
    assert day.value("2026-01-31") == datetime(2026, 1, 31, tzinfo=UTC)
    assert day.value("2026-01-31T12:00:00+01:00") == moment
    assert day.value("2026-01-31T12:00:00+23:59").utcoffset() == timedelta()


@pytest.mark.parametrize(
    "found, text",
    [
        (filters.choice("kind", "kind", ["a", "b"], ""), "a,c"),
        (filters.choice("kind", "kind", ["a", "b"], ""), ""),
        (filters.one_of("kind", "kind", ["a", "b"], ""), "a,b"),
        (filters.flag("flagged", "flagged", ""), "1"),
        (filters.number("item", "item", ""), "-1"),
        (filters.number("item", "item", ""), "9" * 19),
        (filters.number("item", "item", ""), "\u0661"),
        (filters.identifier("id", "id", ""), "x"),
        (filters.since("at", ""), "2026-02-31"),
        (filters.since("at", ""), "yesterday"),
        (filters.since("at", ""), "0001-01-01T00:00:00+23:59"),
        (filters.until("at", ""), "9999-12-31T23:59:59-23:59"),
        (filters.part_of("name", "name", ""), ""),
        (filters.part_of("name", "name", ""), "a\0"),
        (filters.part_of("name", "name", ""), "a" * 201),
    ],
)
def test_other_texts_are_refused_by_name(found, text):
    with pytest.raises(InvalidInput, match=f"{found.name} is .* Valid: ") as refused:
        found.value(text)

    assert refused.value.code == "bad_filter"


def test_last_day_and_share():
    until = filters.until("at", "")
    assert until.value("2026-01-31") == datetime(2026, 2, 1, tzinfo=UTC)
    assert until.value("2026-01-31T12:00:00Z") == datetime(2026, 1, 31, 12, tzinfo=UTC)

    share = filters.share("over", "score__gt", "higher ones")
    assert [share.value(text) for text in ("0", "0.25", "1", "1e-3")] == [0, 0.25, 1, 0.001]
    for text in ("", "-0.1", "1.01", "nan", "inf", "half", "٠"):
        with pytest.raises(InvalidInput, match="Valid: a number from 0 to 1"):
            share.value(text)
