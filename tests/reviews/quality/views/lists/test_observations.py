"""The list of observations: search, order, filters that page, export and API share, the figures above the rows."""

import json

import pytest
from django.urls import reverse

from tests.lists.walks import Walk, shown
from tests.reviews.gradings_world import make_observation

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


def models(member, **query):
    return [line.row.adapter_id for line in shown("observations", member, query).lines]


def test_searched_and_sorted_and_page_export_and_api_narrow_alike(bob, three, client_of, api_of):
    assert models(bob, q="too short") == ["openai/gpt-4o-mini"]
    assert models(bob, sort="-model") == ["other", "openai/gpt-4o-mini", "openai/gpt-4o-mini"]
    assert models(bob, sort="cost_usd")[-1] == "other"
    assert shown("observations", bob, {"sort": "quality_score"}).lines[0].row.quality_score == 0.25

    client, api, export = client_of(bob), api_of(bob), reverse("reviews:observations_export")
    for query, count in QUERIES.items():
        found, file = shown("observations", bob, f"?{query}"), client.get(f"{export}?{query}")
        assert found.total == found.summary["total"].n == count, query
        assert len([json.loads(line) for line in b"".join(file.streaming_content).splitlines()]) == count, query
        assert api.get(f"/v1/quality/observations?{query}").json()["total"] == count, query
    assert f'{export}?task_type=code"' in client.get(f"{PATH}?task_type=code").content.decode()
    for query in ("since=yesterday", "simulated=perhaps"):
        assert client.get(f"{PATH}?{query}").status_code == 422, query
        assert client.get(f"{export}?{query}").status_code in (400, 422), query


def walk(organization, member):
    for number in range(7):
        make_observation(member, task_type="code" if number % 2 else "support", notes=f"Answer {number}")
    return Walk(PATH, search="answer 3", filter="task_type", value="code")
