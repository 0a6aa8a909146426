"""The list of the library: every prompt with its version in use, searched, filtered and sorted; the API the same."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.lists.walks import Walk
from tests.reviews.library_world import draft, published
from tests.statements import at_most

pytestmark = pytest.mark.django_db
URL = reverse("reviews:prompt_list")


@pytest.fixture
def client(vera, client_of):
    return client_of(vera)


def names(client, **query):
    return [(line.row.kind, line.row.name) for line in client.get(URL, query).context["list"].lines]


def test_every_kind_has_its_prompts(client, bob):
    published(bob)
    draft(bob, "score_critic")

    page = client.get(URL).content.decode()

    for words in ("Judges", "Critics", "Rubrics", "Evidence views", "Gradings", "Version 1", "Experiment: knowledge"):
        assert words in page
    assert "As shipped" in page and "Draft</span>" in page


def test_judges_come_first(client):
    assert list(dict.fromkeys(kind for kind, _name in names(client)))[:2] == ["judge", "critic"]


def test_searched_filtered_and_sorted(client, bob):
    published(bob)
    draft(bob, "score_critic")

    assert names(client, q="expert", kind="critic") == [("critic", "score_critic")] == names(client, has_draft="true")
    assert names(client, own="true") == [("judge", "questions")] == names(client, sort="-published_at")[:1]
    assert ("judge", "questions") not in names(client, own="false")
    assert names(client, sort="-kind") == names(client)[::-1]
    assert "Nothing matches" in client.get(f"{URL}?q=nothing+like+it").content.decode()
    refused = client.get(f"{URL}?kind=poem")
    assert refused.status_code == 422 and "Unknown kind &#x27;poem&#x27;. Valid: " in refused.content.decode()


def test_pages_by_cursor_in_every_order(client, bob, monkeypatch):
    published(bob)
    every = len(names(client))
    monkeypatch.setattr("reviews.scorers.library.views.lists.prompts.PromptList.page_size", 4)
    for sort in ("kind", "-title", "published_at", "-published_at"):
        shown = client.get(URL, {"sort": sort}).context["list"]
        seen, pages = [line.row.pk for line in shown.lines], [shown]
        while shown.after_href:
            shown = client.get(URL + shown.after_href).context["list"]
            seen, pages = seen + [line.row.pk for line in shown.lines], [*pages, shown]

        back = client.get(URL + pages[-1].before_href).context["list"]

        assert len(seen) == len(set(seen)) == every, sort
        assert [line.row.pk for line in back.lines] == [line.row.pk for line in pages[-2].lines], sort


def test_cursor_of_no_row_is_refused(client):
    assert client.get(f"{URL}?after=x").status_code == 422


def test_api_narrows_as_the_page_does(client, bob, api_of):
    published(bob)
    draft(bob, "score_critic")

    for query in ({"kind": "judge"}, {"q": "expert"}, {"has_draft": "true"}, {"own": "true"}):
        told = [(each["kind"], each["name"]) for each in api_of(bob).get("/v1/prompts", query).json()["prompts"]]
        assert sorted(told) == sorted(names(client, **query)), query
    assert api_of(bob).get("/v1/prompts?kind=poem").json()["error"]["code"] == "unknown_key"


def test_list_takes_as_many_statements_with_many_versions(client, bob):
    client.get(URL)
    with CaptureQueriesContext(connection) as few:
        client.get(URL)
    for _ in range(3):
        published(bob)
        published(bob, "score_critic")

    with at_most(len(few)):
        client.get(URL)


def walk(organization, member):
    published(member)
    return Walk(URL, search="critic", filter="kind", value="judge")
