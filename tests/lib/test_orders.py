"""Orders and cursors: every row once, in both directions, by any field, with and without values."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.db.models import Count

from datasets.models import Dataset
from evalhub.lib import orders, paging
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def rows(acme, bob):
    """Datasets of which some have no author."""
    for number in range(7):
        author, kind = None if number % 3 == 0 else bob.user, ["BENCHMARK", "EVALUATION"][number % 2]
        factories.make_dataset(acme, name=f"a|{number}", type=kind, created_by=author)
    return Dataset.objects.select_related("created_by")


def walk(rows, *names):
    """(names of all rows by pages of two, the same from the last page back to the first)."""
    keys = orders.keys_of(rows, names)

    def page(before=None, after=None):
        def found(values, backward):
            ordered = orders.ordered(rows, keys, backward=backward)
            return ordered if values is None else ordered.filter(orders.behind(keys, values, backward=backward))

        cursors = {name: orders.values_of(keys, text) for name, text in [("before", before), ("after", after)] if text}
        return paging.read(found, **cursors, size=2)

    down = [page()]
    while down[-1].last is not None:
        down.append(page(after=orders.cursor_of(keys, down[-1].last)))
    up = [down[-1]]
    while up[-1].first is not None:
        up.append(page(before=orders.cursor_of(keys, up[-1].first)))
    return [row.name for part in down for row in part.rows], [row.name for part in up[::-1] for row in part.rows]


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("field", ["name", "type", "created_at", "created_by__name", "versions_count"])
def test_walk_meets_every_row_once_in_order(rows, field, sign):
    rows = rows.annotate(versions_count=Count("versions"))

    down, up = walk(rows, f"{sign}{field}", f"{sign}pk")

    expected = orders.ordered(rows, orders.keys_of(rows, (f"{sign}{field}", f"{sign}pk")))
    assert down == up == [row.name for row in expected]


@pytest.mark.parametrize("sign", ["", "-"])
def test_rows_without_a_value_come_last(rows, sign):
    down, _up = walk(rows, f"{sign}created_by__name", "pk")

    assert sorted(down[-3:]) == ["a|0", "a|3", "a|6"]


def test_order_without_nulls_says_nothing_of_them(rows):
    """Postgres would take no index for it."""
    assert "NULLS" not in str(orders.ordered(rows, orders.keys_of(rows, ["-created_at", "-pk"])).query)


def test_cursor_keeps_the_value_to_the_microsecond(rows):
    moment = datetime(2026, 1, 31, 12, 30, 1, 123456, tzinfo=UTC)
    rows.update(created_at=moment)
    keys = orders.keys_of(rows, ["created_at", "pk"])
    row = rows.first()

    assert orders.values_of(keys, orders.cursor_of(keys, row)) == [moment, row.pk]


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"])
def test_a_cursor_holds_no_moment_outside_of_the_calendar(rows, moment):
    keys = orders.keys_of(rows, ["created_at", "pk"])
    row = SimpleNamespace(created_at=datetime.fromisoformat(moment), pk=1)

    with pytest.raises(ValueError):
        orders.values_of(keys, orders.cursor_of(keys, row))


@pytest.mark.parametrize("text", ["x", "", "W10", "bnVsbA", "W251bGwsbnVsbF0", "WyJ4IiwieCJd", "é", "[" * 5000])
def test_any_other_text_is_no_cursor(rows, text):
    with pytest.raises(ValueError):
        orders.values_of(orders.keys_of(rows, ["created_at", "pk"]), text)
