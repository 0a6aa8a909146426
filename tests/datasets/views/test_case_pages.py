"""The cases of a version: pages by key, filters over metadata, one case in full."""

import pytest

from datasets.actions import imports
from datasets.models import DatasetVersion
from datasets.views.case_texts import case_rows, input_parts
from tests import factories
from tests.datasets.files import received
from tests.statements import at_most

HOSTILE = "<script>alert(1)</script>"
ROWS = [
    {"question": f"What is {n}?", "expected_output": str(n), "output_gpt": "?", "topic": ["sums", "a,b"][n % 2],
     "score": n, "urgent": n < 2, "tags": ["new"] if n == 3 else [], "other": n if n else "text"}
    for n in range(60)
]  # fmt: skip


pytestmark = pytest.mark.django_db


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


def rows_of(response):
    return [row.case.row_index for row in response.context["rows"]]


@pytest.mark.parametrize(
    ("who", "status"), [("bob", 200), ("rita", 200), ("vera", 200), ("alice", 403), ("mallory", 404)]
)
def test_who_may_read_cases(cases_path, request, client_of, who, status):
    client = client_of(request.getfixturevalue(who))

    assert client.get(cases_path).status_code == status
    assert client.get(f"{cases_path}0/").status_code == status


def test_cases_are_read_page_by_page(client, cases_path):
    first = client.get(cases_path)
    second = client.get(cases_path + first.context["page"].after_query)
    last = client.get(cases_path + second.context["page"].after_query)
    back = client.get(cases_path + last.context["page"].before_query)

    assert rows_of(first) + rows_of(second) + rows_of(last) == list(range(60))
    assert (first.context["page"].before_query, last.context["page"].after_query) == ("", "")
    assert rows_of(back) == rows_of(second)


@pytest.mark.parametrize("key", ["x", "-4", "9" * 30, "9" * 5000, "\0"])
def test_key_that_nobody_can_read_begins_at_the_top(client, cases_path, key):
    assert rows_of(client.get(cases_path, {"after": key}))[0] == 0


@pytest.mark.parametrize(("query", "count"), [
    ({"field": "topic", "op": "eq", "value": "sums"}, 30),
    ({"field": "topic", "op": "in", "value": "sums, other"}, 30),
    ({"field": "score", "op": "gte", "value": "50"}, 10),
    ({"field": "score", "op": "lt", "value": "2.5"}, 3),
    ({"field": "urgent", "op": "eq", "value": "TRUE"}, 2),
    ({"field": "tags", "op": "eq", "value": "new"}, 1),
    ({"field": "other", "op": "eq", "value": "7"}, 1),
    ({"field": "other", "op": "eq", "value": "text"}, 1),
    ({"field": "topic", "op": "null"}, 0),
    ({"field": ""}, 60),
    ({"filter": '{"topic": "a,b", "score": {"gt": 57}}'}, 1),
    ({"as": "json", "filter": ""}, 60),
])  # fmt: skip
def test_filters(client, cases_path, query, count):
    response = client.get(cases_path, query)

    assert response.status_code == 200
    assert response.context["total"] == count
    assert len(rows_of(response)) == min(count, 25)


def test_filter_stays_from_page_to_page_and_becomes_json(client, cases_path):
    first = client.get(cases_path, {"field": "topic", "op": "eq", "value": "a,b"})

    second = client.get(cases_path + first.context["page"].after_query)

    assert rows_of(second) == list(range(51, 60, 2))
    assert first.context["text"] == '{"topic":{"eq":"a,b"}}'
    assert "filter=%7B%22topic%22" in first.content.decode()


@pytest.mark.parametrize(("query", "words"), [
    ({"field": "nothing", "op": "eq", "value": "x"}, "Unknown field"),
    ({"field": HOSTILE, "op": "eq", "value": "x"}, "&lt;script&gt;"),
    ({"field": "score", "op": "gte", "value": "hard"}, "contains numbers"),
    ({"field": "score", "op": "eq", "value": " "}, "Enter a value"),
    ({"field": "score", "op": "in", "value": ","}, "at least one"),
    ({"field": "score", "op": "drop table", "value": "1"}, "Unknown comparison"),
    ({"field": "urgent", "op": "eq", "value": "maybe"}, "true or false"),
    ({"filter": "{"}, "JSON"),
    ({"filter": "[1]"}, "JSON object"),
    ({"filter": '{"score": {"like": "x"}}'}, "Unknown comparison"),
    ({"filter": '{"a": "' + "x" * 20_000 + '"}'}, "longer than"),
])  # fmt: skip
def test_filter_that_cannot_be_used_is_said(client, cases_path, query, words):
    response = client.get(cases_path, query)

    page = response.content.decode()
    assert response.status_code == 422
    assert words in page and "<script>alert" not in page


def test_list_costs_the_same_for_one_case_and_for_twenty_five(client, acme, cases_path):
    small = imports.run(version=received(ROWS[:1], dataset=factories.make_dataset(acme)))

    for path in (f"{small.get_absolute_url()}cases/", cases_path):
        with at_most(6):
            client.get(path)


def test_version_without_cases_says_why(client, acme):
    version = received(ROWS, dataset=factories.make_dataset(acme))

    assert (
        "A version has cases once its validation has passed."
        in client.get(f"{version.get_absolute_url()}cases/").content.decode()
    )


def test_one_case_in_full(client, cases_path):
    page = client.get(f"{cases_path}3/").content.decode()

    for words in ("Row 4", "What is 3?", "Expected output", "Model output: gpt", f'href="{cases_path}2/"', "urgent"):
        assert words in page
    assert f'href="{cases_path}60/"' not in client.get(f"{cases_path}59/").content.decode()
    assert client.get(f"{cases_path}60/").status_code == 404


def test_texts_without_words_say_so(client, acme):
    row = {"question": "What is 5?", "context": "", "expected_output": "5", "output": " \n "}
    version = imports.run(version=received([row], dataset=factories.make_dataset(acme)))

    page = client.get(f"{version.get_absolute_url()}cases/0/").content.decode()

    assert ("Empty" in page, "Only whitespace" in page) == (True, True)


def test_case_is_printed_as_text(client, acme):
    row = {"question": HOSTILE, "expected_output": HOSTILE, "output": HOSTILE, "id": HOSTILE, HOSTILE: HOSTILE}
    version = imports.run(version=received([row], dataset=factories.make_dataset(acme)))

    for path in ("", "0/"):
        page = client.get(f"{version.get_absolute_url()}cases/{path}").content.decode()
        assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page


def test_conversation_is_read_message_by_message():
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": ["part"]}, {"content": "Bye"}]

    parts = input_parts({"conversation": messages, "system_prompt": "Be kind.", "extra": {"a": 1}})

    assert [(part.title, part.text, part.value) for part in parts] == [
        ("Conversation: user", "Hi", None), ("Conversation: assistant", "", ["part"]),
        ("Conversation: message", "Bye", None), ("System prompt", "Be kind.", None), ("Extra", "", {"a": 1}),
    ]  # fmt: skip


@pytest.mark.parametrize(("value", "excerpt"), [
    ({"prompt": "x" * 400}, "x" * 300 + "…"),
    ({"conversation": [{"role": "user", "content": "Hi"}]}, "Hi"),
    ({"conversation": ["odd"]}, '["odd"]'),
    ({"a": "One", "b": 2}, "One · 2"),
    ("plain", "plain"),
    (7, "7"),
])  # fmt: skip
def test_excerpt_of_an_input(db, value, excerpt):
    case = factories.make_case(factories.make_version(rows=0), 0, input=value)

    assert case_rows([case])[0].input == excerpt
    assert input_parts(value)


def test_what_is_known_of_an_answer_is_on_the_page_of_its_case(client, acme):
    answer = {"error": "It timed out.", "model": "gpt-4o-mini", "latency_ms": 1400, "cost_usd": "0.25"}
    rows = [{"question": "q", "outputs": {"bot": answer, "plain": "Yes."}}]
    version = imports.run(version=received(rows, dataset=factories.make_dataset(acme)))

    page = client.get(f"/datasets/{version.dataset_id}/versions/1/cases/0/").content.decode()

    assert all(text in page for text in ("It timed out.", "gpt-4o-mini", "1.4 s", "$0.25"))
    assert page.count("<dt>Cost</dt>") == 1


def test_search_narrows_the_list_and_stays_from_page_to_page(client, cases_path):
    found = client.get(cases_path, {"search": '"is 7"'})
    assert [row.case.row_index for row in found.context["rows"]] == [7] and "1 case<" in found.content.decode()

    page = client.get(cases_path, {"search": "what", "field": "topic", "value": "sums"})
    assert page.context["total"] == 30 and "search=what" in page.context["page"].after_query

    nothing = client.get(cases_path, {"search": "zebra"})
    assert "No cases match" in nothing.content.decode()
    wordless = client.get(cases_path, {"search": "?"})
    assert wordless.status_code == 422 and "has no word" in wordless.content.decode()


def test_cases_are_counted_up_to_a_limit(client, cases_path, monkeypatch):
    monkeypatch.setattr("datasets.views.cases.MOST_COUNTED", 9)

    assert "More than 9 cases" in client.get(cases_path, {"search": "what"}).content.decode()


def test_search_of_a_version_that_is_indexed_has_to_wait(client, cases_path, version):
    DatasetVersion.objects.filter(pk=version.pk).update(unindexed_from=5)

    page = client.get(cases_path, {"search": "what"})

    assert page.status_code == 409 and "5 of 60 cases are indexed" in page.content.decode()
