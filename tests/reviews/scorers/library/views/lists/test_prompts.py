"""The list of the library: every prompt with its version in use, searched, filtered and sorted; the API the same."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.lists.walks import Walk, shown
from tests.reviews.library_world import draft, published
from tests.statements import at_most

pytestmark = pytest.mark.django_db
URL = reverse("reviews:prompt_list")


@pytest.fixture
def client(vera, client_of):
    return client_of(vera)


def names(member, **query):
    return [(line.row.kind, line.row.name) for line in shown("prompts", member, query).lines]


def test_every_kind_has_its_prompts_searched_filtered_and_sorted(client, bob, api_of):
    client.get(URL)
    with CaptureQueriesContext(connection) as few:
        client.get(URL)
    published(bob)
    draft(bob, "score_critic")

    with at_most(len(few)):
        response = client.get(URL)

    page = response.content.decode()
    for words in ("Judges", "Critics", "Rubrics", "Evidence views", "Gradings", "Version 1", "Experiment: knowledge"):
        assert words in page, words
    assert "As shipped" in page and "Draft</span>" in page
    every = [(line.row.kind, line.row.name) for line in response.context["list"].lines]
    assert list(dict.fromkeys(kind for kind, _name in every))[:2] == ["judge", "critic"]
    heads = [line.head[0] for line in response.context["list"].lines if line.head]
    assert heads[:2] == ["Judges", "Critics"] and len(heads) == len({kind for kind, _name in every})
    assert not any(line.head for line in shown("prompts", bob, {"sort": "title"}).lines)
    assert names(bob, sort="-kind") == every[::-1]
    assert names(bob, sort="-published_at")[0] == ("judge", "questions")
    others = [each for each in every if each != ("judge", "questions")]
    judges = [each for each in every if each[0] == "judge"]
    api = api_of(bob)
    for query, wanted in [
        ({"q": "expert", "kind": "critic"}, [("critic", "score_critic")]),
        ({"has_draft": "true"}, [("critic", "score_critic")]),
        ({"own": "true"}, [("judge", "questions")]),
        ({"own": "false"}, others),
        ({"kind": "judge"}, judges),
    ]:
        assert names(bob, **query) == wanted, query
        told = [(each["kind"], each["name"]) for each in api.get("/v1/prompts", query).json()["prompts"]]
        assert sorted(told) == sorted(wanted), query
    assert api.get("/v1/prompts?kind=poem").json()["error"]["code"] == "unknown_key"
    assert "Nothing matches" in client.get(f"{URL}?q=nothing+like+it").content.decode()
    refused = client.get(f"{URL}?kind=poem")
    assert refused.status_code == 422 and "Unknown kind &#x27;poem&#x27;. Valid: " in refused.content.decode()
    assert client.get(f"{URL}?after=x").status_code == 422


def test_pages_by_cursor_in_every_order(bob, monkeypatch):
    published(bob)
    every = len(names(bob))
    monkeypatch.setattr("reviews.scorers.library.views.lists.prompts.PromptList.page_size", 4)
    for sort in ("kind", "-title", "published_at", "-published_at"):
        part = shown("prompts", bob, {"sort": sort})
        seen, pages = [line.row.pk for line in part.lines], [part]
        while part.after_href:
            part = shown("prompts", bob, part.after_href)
            seen, pages = seen + [line.row.pk for line in part.lines], [*pages, part]

        back = shown("prompts", bob, pages[-1].before_href)

        assert len(seen) == len(set(seen)) == every, sort
        assert [line.row.pk for line in back.lines] == [line.row.pk for line in pages[-2].lines], sort


def walk(organization, member):
    published(member)
    return Walk(URL, search="critic", filter="kind", value="judge")
