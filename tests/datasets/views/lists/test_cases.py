"""The cases of a version: pages, metadata filters from a form and as JSON, and full-text search."""

import json
from urllib.parse import quote

import pytest

from datasets.actions import cases, imports
from datasets.models import DatasetVersion
from datasets.views.case_filter import MetadataFilter, with_form
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.datasets.files import received
from tests.kept_people import acme
from tests.lists.walks import Walk, shown
from tests.statements import statements

__all__ = ["acme"]
pytestmark = pytest.mark.django_db

ROWS = [
    {"id": f"row-{n}", "question": f"What is {n}?", "expected_output": str(n), "output_gpt": "?",
     "topic": ["sums", "a,b"][n % 2], "score": n, "urgent": n < 2, "tags": ["new"] if n == 3 else [],
     "other": n if n else "text"}
    for n in range(60)
]  # fmt: skip


@pytest.fixture(scope="module")
def imported(acme):
    return imports.run(version=received(ROWS, dataset=factories.make_dataset(acme))).pk


@pytest.fixture
def version(db, imported):
    return DatasetVersion.objects.get(pk=imported)


@pytest.fixture
def look(version, vera):
    """look(query) is what the page shows at this address."""
    return lambda query="": shown("cases", vera, query, version)


def rows_of(found):
    return [line.row.row_index for line in found.lines]


def filter_of(**wanted):
    return f"?filter={quote(json.dumps(wanted))}"


def test_cases_are_read_page_by_page_and_not_counted_without_a_search_or_filter(look):
    with statements() as sent:
        first = look()
    second = look(first.after_href)
    last = look(second.after_href)
    back = look(last.before_href)

    assert rows_of(first) + rows_of(second) + rows_of(last) == list(range(60))
    assert (first.before_href, last.after_href, first.total) == ("", "", 60)
    assert rows_of(back) == rows_of(second)
    assert not [sql for sql in sent if "COUNT(" in sql and "datasets_testcase" in sql]


def test_pages_of_a_filter_join_in_both_directions_and_orders(look):
    for order, rows in (("row", list(range(1, 60, 2))), ("-row", list(range(59, 0, -2)))):
        first = look(f"{filter_of(topic='a,b')}&sort={order}")
        second = look(first.after_href)

        assert rows_of(first) + rows_of(second) == rows
        assert rows_of(look(second.before_href)) == rows_of(first)


def count_of(version, query):
    """How many cases the filter of an address finds, with what a form added to it."""
    kept = with_form(query, cases.metadata_fields(version)) or query
    wanted = MetadataFilter().value(kept["filter"]) if kept.get("filter") else None
    return cases.count(version, wanted)


def test_form_becomes_the_filter_of_the_api_and_filter_that_cannot_be_used_is_refused_in_words(version, look):
    for query, count in (
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
    ):
        assert count_of(version, query) == count, query

    for query, words in (
        ({"field": "nothing", "op": "eq", "value": "x"}, "Unknown field"),
        ({"field": "score", "op": "gte", "value": "hard"}, "contains numbers"),
        ({"field": "score", "op": "eq", "value": " "}, "contains numbers"),
        ({"field": "score", "op": "in", "value": ","}, "at least one"),
        ({"field": "score", "op": "drop table", "value": "1"}, "Unknown comparison"),
        ({"field": "urgent", "op": "eq", "value": "maybe"}, "true or false"),
        ({"filter": "[1]"}, "JSON object"),
        ({"filter": '{"score": {"like": "x"}}'}, "Unknown comparison"),
        ({"filter": '{"a": "' + "x" * 20_000 + '"}'}, "longer than"),
    ):
        with pytest.raises(InvalidInput, match=words):
            count_of(version, query)
    broken = look("?filter={")
    assert broken.status == 422 and "JSON" in broken.problem


def test_page_takes_the_form_and_says_what_is_wrong_in_escaped_words_and_filter_in_words(client_of, bob, version):
    client, path = client_of(bob), f"{version.get_absolute_url()}cases/"
    found = client.get(path, {"field": "score", "op": "gte", "value": "50"}, follow=True)
    wrong = client.get(path, {"field": "<script>alert(1)</script>", "op": "eq", "value": "x"}, follow=True)
    assert found.context["list"].total == 10 and "op=" not in found.request["QUERY_STRING"]
    assert wrong.status_code == 422
    assert "&lt;script&gt;" in wrong.content.decode() and "<script>alert" not in wrong.content.decode()

    wanted = {"topic": "sums", "score": {"gte": 3, "lt": 5}, "day": None, "tag": {"in": ["a", 1]}}
    assert MetadataFilter.text_of(wanted) == (
        "topic is sums, score is at least 3, score is less than 5, day is missing, tag is one of a, 1"
    )


def test_form_without_a_field_leaves_the_rest_and_search_narrows_and_stays_from_page_to_page(look):
    query = {"op": "eq", "value": "x", "q": "refund", "filter": '{"a":1}'}
    assert with_form(query, {}) == {"q": "refund", "filter": '{"a":1}'}
    assert with_form({"q": "refund"}, {}) is None

    found, wordless = look(f"{filter_of(topic='sums')}&q=what"), look("?q=!")
    assert rows_of(look('?q="is 7"')) == [7]
    assert found.total == 30 and "q=what" in found.after_href
    assert look("?q=zebra").lines == []
    assert wordless.status == 422 and "has no word" in wordless.problem


def test_common_search_is_not_counted_beside_a_filter(client_of, bob, look, version, monkeypatch):
    monkeypatch.setattr("datasets.actions.search.MOST_KNOWN", 9)
    monkeypatch.setattr("evalhub.lists.shown.MOST_COUNTED", 9)
    page = client_of(bob).get(f"{version.get_absolute_url()}cases/{filter_of(topic='sums')}&q=what").content.decode()

    assert look("?q=what").is_more
    assert "results" not in page.split("list-chips")[1].split("</table>")[0]


def test_search_of_a_version_that_is_indexed_has_to_wait(look, version):
    version.unindexed_from = 5
    version.save(update_fields=["unindexed_from"])

    found = look("?q=what")

    assert found.status == 409 and "5 of 60 cases are indexed" in found.problem


def test_file_has_whole_texts(client_of, bob, version):
    file = b"".join(client_of(bob).get(f"{version.get_absolute_url()}cases/?q=%22is+7%22&format=csv")).decode()

    assert file.splitlines()[0] == "row,external_id,input,expected_output,outputs"
    assert file.splitlines()[1].startswith("8,row-7,") and "What is 7?" in file


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
