"""The cases of a version: pages, metadata filters from a form and as JSON, full-text search, and what it costs."""

import json
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from datasets.actions import imports
from datasets.models import DatasetVersion
from datasets.views.case_filter import MetadataFilter, with_form
from tests import factories
from tests.datasets.files import received
from tests.lists.walks import Walk
from tests.statements import at_most

pytestmark = pytest.mark.django_db

ROWS = [
    {"id": f"row-{n}", "question": f"What is {n}?", "expected_output": str(n), "output_gpt": "?",
     "topic": ["sums", "a,b"][n % 2], "score": n, "urgent": n < 2, "tags": ["new"] if n == 3 else [],
     "other": n if n else "text"}
    for n in range(60)
]  # fmt: skip


@pytest.fixture(scope="module")
def acme(module_db):
    return factories.make_organization("acme")


@pytest.fixture(scope="module")
def imported(acme):
    return imports.run(version=received(ROWS, dataset=factories.make_dataset(acme))).pk


@pytest.fixture
def version(db, imported):
    return DatasetVersion.objects.get(pk=imported)


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


@pytest.fixture
def cases_path(version):
    return f"{version.get_absolute_url()}cases/"


def shown(client, path):
    return client.get(path, follow=True).context["list"]


def rows_of(found):
    return [line.row.row_index for line in found.lines]


def filter_of(**wanted):
    return f"?filter={quote(json.dumps(wanted))}"


def test_cases_are_read_page_by_page(client, cases_path):
    first = shown(client, cases_path)
    second = shown(client, cases_path + first.after_href)
    last = shown(client, cases_path + second.after_href)
    back = shown(client, cases_path + last.before_href)

    assert rows_of(first) + rows_of(second) + rows_of(last) == list(range(60))
    assert (first.before_href, last.after_href, first.total) == ("", "", 60)
    assert rows_of(back) == rows_of(second)


def test_pages_of_a_filter_join_in_both_directions_and_orders(client, cases_path):
    for order, rows in (("row", list(range(1, 60, 2))), ("-row", list(range(59, 0, -2)))):
        first = shown(client, f"{cases_path}{filter_of(topic='a,b')}&sort={order}")
        second = shown(client, cases_path + first.after_href)

        assert rows_of(first) + rows_of(second) == rows
        assert rows_of(shown(client, cases_path + second.before_href)) == rows_of(first)


@pytest.mark.parametrize(("query", "count"), [
    ({"field": "topic", "op": "eq", "value": "sums"}, 30),
    ({"field": "topic", "op": "in", "value": "sums, other"}, 30),
    ({"field": "score", "op": "gte", "value": "50"}, 10),
    ({"field": "score", "op": "lt", "value": "2.5"}, 3),
    ({"field": "urgent", "op": "eq", "value": "TRUE"}, 2),
    ({"field": "tags", "op": "eq", "value": "new"}, 1),
    ({"field": "other", "op": "eq", "value": "7"}, 1),
    ({"field": "other", "op": "eq", "value": "text"}, 1),
    ({"field": "topic", "op": "null", "value": ""}, 0),
    ({"field": "", "op": "eq", "value": "", "filter": ""}, 60),
    ({"field": "score", "op": "gt", "value": "57", "filter": '{"topic": "a,b"}'}, 1),
    ({"field": "score", "op": "gt", "value": "57", "filter": '{"score": {"lt": 59}}'}, 1),
    ({"filter": '{"topic": "a,b", "score": {"gt": 57}}'}, 1),
])  # fmt: skip
def test_form_becomes_the_filter_of_the_api(client, cases_path, query, count):
    response = client.get(cases_path, query, follow=True)

    assert response.status_code == 200
    assert "op=" not in response.request["QUERY_STRING"]
    assert response.context["list"].total == count
    assert len(rows_of(response.context["list"])) == min(count, 25)


@pytest.mark.parametrize(("query", "words"), [
    ({"field": "nothing", "op": "eq", "value": "x"}, "Unknown field"),
    ({"field": "<script>alert(1)</script>", "op": "eq", "value": "x"}, "&lt;script&gt;"),
    ({"field": "score", "op": "gte", "value": "hard"}, "contains numbers"),
    ({"field": "score", "op": "eq", "value": " "}, "contains numbers"),
    ({"field": "score", "op": "in", "value": ","}, "at least one"),
    ({"field": "score", "op": "drop table", "value": "1"}, "Unknown comparison"),
    ({"field": "urgent", "op": "eq", "value": "maybe"}, "true or false"),
    ({"field": "urgent", "op": "eq", "value": "true", "filter": "{"}, "JSON"),
    ({"filter": "{"}, "JSON"),
    ({"filter": "[1]"}, "JSON object"),
    ({"filter": '{"score": {"like": "x"}}'}, "Unknown comparison"),
    ({"filter": '{"a": "' + "x" * 20_000 + '"}'}, "longer than"),
])  # fmt: skip
def test_filter_that_cannot_be_used_is_shown(client, cases_path, query, words):
    response = client.get(cases_path, query, follow=True)

    page = response.content.decode()
    assert response.status_code == 422
    assert words in page and "<script>alert" not in page


def test_filter_in_words():
    wanted = {"topic": "sums", "score": {"gte": 3, "lt": 5}, "day": None, "tag": {"in": ["a", 1]}}

    assert MetadataFilter.text_of(wanted) == (
        "topic is sums, score is at least 3, score is less than 5, day is missing, tag is one of a, 1"
    )


def test_form_without_a_field_leaves_the_rest():
    query = {"op": "eq", "value": "x", "q": "refund", "filter": '{"a":1}'}

    assert with_form(query, {}) == {"q": "refund", "filter": '{"a":1}'}
    assert with_form({"q": "refund"}, {}) is None


def test_costs_the_same_for_one_case_and_for_twenty_five(client, acme, cases_path):
    small = imports.run(version=received(ROWS[:1], dataset=factories.make_dataset(acme)))

    for path in (f"{small.get_absolute_url()}cases/", cases_path):
        with at_most(8):
            client.get(path)


def test_search_narrows_and_stays_from_page_to_page(client, cases_path):
    assert rows_of(shown(client, f'{cases_path}?q="is 7"')) == [7]

    found = shown(client, f"{cases_path}{filter_of(topic='sums')}&q=what")
    assert found.total == 30 and "q=what" in found.after_href

    assert "No results" in client.get(f"{cases_path}?q=zebra").content.decode()
    wordless = client.get(f"{cases_path}?q=!")
    assert wordless.status_code == 422 and "has no word" in wordless.content.decode()


def test_common_search_is_not_counted_beside_a_filter(client, cases_path, monkeypatch):
    monkeypatch.setattr("datasets.actions.search.MOST_KNOWN", 9)
    monkeypatch.setattr("evalhub.lists.shown.MOST_COUNTED", 9)

    alone, filtered = (
        client.get(f"{cases_path}{query}").content.decode()
        for query in ("?q=what", f"{filter_of(topic='sums')}&q=what")
    )

    assert "More than 9 results" in alone
    assert "results" not in filtered.split("list-chips")[1].split("</table>")[0]


def test_no_row_is_counted_without_a_search_or_filter(client, cases_path):
    with CaptureQueriesContext(connection) as captured:
        assert "60 results" in client.get(cases_path).content.decode()

    assert not [query for query in captured if "COUNT(" in query["sql"] and "datasets_testcase" in query["sql"]]


def test_search_of_a_version_that_is_indexed_has_to_wait(client, cases_path, version):
    DatasetVersion.objects.filter(pk=version.pk).update(unindexed_from=5)

    page = client.get(f"{cases_path}?q=what")

    assert page.status_code == 409 and "5 of 60 cases are indexed" in page.content.decode()


def test_file_has_whole_texts(client, cases_path):
    file = b"".join(client.get(f"{cases_path}?q=%22is+7%22&format=csv")).decode()

    assert file.splitlines()[0] == "row,external_id,input,expected_output,outputs"
    assert file.splitlines()[1].startswith("8,row-7,") and "What is 7?" in file


def test_version_without_cases_says_why(client, acme):
    version = received(ROWS, dataset=factories.make_dataset(acme))

    page = client.get(f"{version.get_absolute_url()}cases/").content.decode()

    assert "A version has cases once its validation has passed." in page


def walk(organization, member):
    columns = [{"name": "topic", "type": "string", "role": "metadata"}]
    rows = [
        {
            "input": {"prompt": f"What is {n}?"},
            "external_id": f"row-{n}",
            "metadata": {"topic": ["sums", "other"][n % 2]},
        }
        for n in range(7)
    ]
    version = factories.make_version(factories.make_dataset(organization), rows=rows, columns=columns)
    return Walk(f"{version.get_absolute_url()}cases/", search="what 3", filter="filter", value='{"topic": "sums"}')
