"""The cursor whose statements Postgres plans once per connection."""

import pytest
from django.db import DataError, connection, transaction
from django.test.utils import CaptureQueriesContext

from evalhub.lib.database import prepared

STATEMENT = "SELECT %(number)s::int * 2 AS twice"

pytestmark = pytest.mark.django_db


def run(number):
    with prepared.cursor() as cursor:
        cursor.execute(STATEMENT, {"number": number})
        return cursor.fetchone()[0]


def statements():
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [row[0] for row in cursor.fetchall()]


def test_statement_is_planned_once():
    """Postgres plans a scan of a series, whose length is a parameter, anew at each call if that is left to it."""
    with prepared.cursor() as cursor:
        for number in range(8):
            cursor.execute("SELECT count(*) FROM generate_series(1, %s::int) planned", [number])
    with connection.cursor() as cursor:
        cursor.execute("SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement ~ 'planned'")
        assert cursor.fetchall() == [(8, 0)]


def test_statement_is_prepared_once_however_often_it_runs():
    answers = [run(number) for number in (1, 2, 3)]

    assert answers == [2, 4, 6]
    assert len([text for text in statements() if "AS twice" in text]) == 1


@pytest.mark.parametrize(
    "query, values, answer",
    [
        ("SELECT %s::int - %s::int", [5, 3], 2),
        ("SELECT %(a)s::int - %(b)s::int + %(a)s::int", {"b": 3, "a": 5}, 7),
        ("SELECT 7 %% %(a)s::int", {"a": 4, "not_in_it": 1}, 3),
        ("SELECT 7", None, 7),
    ],
)
def test_parameters_are_written_as_everywhere(query, values, answer):
    with prepared.cursor() as cursor:
        cursor.execute(query, values)
        assert cursor.fetchall() == [(answer,)]


def test_other_statements_errors_and_what_is_logged():
    from evalhub.accounts.models import Organization

    run(1)
    for _ in range(6):
        list(Organization.objects.filter(slug="none"))
    assert not [text for text in statements() if "accounts_organization" in text]

    with pytest.raises(DataError), transaction.atomic():
        run(2**31)

    with CaptureQueriesContext(connection) as captured:
        run(21)
    assert [query["sql"] for query in captured] == ["SELECT 21::int * 2 AS twice"]


@pytest.mark.django_db(transaction=True)
def test_every_thread_prepares_on_its_own_connection(together):
    assert sorted(together(*[lambda n=n: run(n) for n in range(4)])) == [0, 2, 4, 6]


@pytest.mark.django_db(transaction=True)
def test_closed_connection_is_opened_again():
    run(1)
    connection.close()

    assert run(4) == 8
