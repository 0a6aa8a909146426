"""The list of observations: search, order, filters that page, export and API share, the figures above the rows."""

import json

import pytest
from django.urls import reverse

from tests.lists.walks import Walk
from tests.reviews.gradings_world import make_grading, make_observation
from tests.statements import at_most

PATH = reverse("reviews:observations")
QUERIES = {
    "task_type=support": 2,
    "task_type=code": 1,
    "adapter_id=other": 1,
    "simulated=true": 1,
    "simulated=false": 2,
    "grader_id=people": 1,
    "since=2000-01-01": 3,
    "until=2000-01-01": 0,
}


@pytest.fixture
def three(bob):
    make_observation(bob)
    make_observation(bob, task_type="code", grader_id="people", quality_score=0.25, notes="Too short.")
    make_observation(bob, adapter_id="other", simulated=True, cost_usd=None)


def models(client, **query):
    return [line.row.adapter_id for line in client.get(PATH, query).context["list"].lines]


def test_searched_and_sorted(client_of, bob, three):
    client = client_of(bob)

    assert models(client, q="too short") == ["openai/gpt-4o-mini"]
    assert models(client, sort="-model") == ["other", "openai/gpt-4o-mini", "openai/gpt-4o-mini"]
    assert models(client, sort="cost_usd")[-1] == "other"
    assert client.get(PATH, {"sort": "quality_score"}).context["list"].lines[0].row.quality_score == 0.25


@pytest.mark.parametrize(("query", "count"), QUERIES.items())
def test_page_export_and_api_narrow_alike(client_of, api_of, bob, three, query, count):
    client = client_of(bob)
    shown = client.get(f"{PATH}?{query}").context["list"]
    file = client.get(f"{reverse('reviews:observations_export')}?{query}")

    assert shown.total == shown.summary["total"].n == count
    assert len([json.loads(line) for line in b"".join(file.streaming_content).splitlines()]) == count
    assert api_of(bob).get(f"/v1/quality/observations?{query}").json()["total"] == count


@pytest.mark.parametrize("query", ["since=yesterday", "task_type=%00", "simulated=perhaps"])
def test_page_and_export_refuse_what_is_no_value(client_of, bob, three, query):
    client = client_of(bob)

    assert client.get(f"{PATH}?{query}").status_code == 422
    assert client.get(f"{reverse('reviews:observations_export')}?{query}").status_code in (400, 422)


def test_export_is_of_what_is_shown(client_of, bob, three):
    page = client_of(bob).get(f"{PATH}?task_type=code").content.decode()

    assert f'{reverse("reviews:observations_export")}?task_type=code"' in page


def test_pages_cost_the_same_statements(client_of, bob):
    make_grading(bob, rows=27, scores=(0.5, 0.5))
    client = client_of(bob)
    client.get(PATH)

    with at_most(8):
        shown = client.get(PATH).context["list"]

    later = client.get(PATH + shown.after_href).context["list"]
    assert len(shown.lines) == 50
    assert len({line.row.pk for line in [*shown.lines, *later.lines]}) == 54


def walk(organization, member):
    for number in range(7):
        make_observation(member, task_type="code" if number % 2 else "support", notes=f"Answer {number}")
    return Walk(PATH, search="answer 3", filter="task_type", value="code")
