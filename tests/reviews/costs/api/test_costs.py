"""Costs and quality over the API: the series of the page."""

import pytest
from django.utils import timezone

from reviews.costs.actions import figures
from tests.reviews import costs_world
from tests.reviews.costs_world import REAL, make_call, make_runs

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(acme, monkeypatch):
    monkeypatch.setattr(costs_world, "moment", lambda day: timezone.now())
    (run,) = make_runs(acme, REAL)
    make_call(run, 0, "today", usd="0.04", ms=500)
    return run


def test_answer_has_the_figures_of_the_page(run, api_of, bob, acme):
    found = api_of(bob).get("/v1/costs?period=month&by=task").json()

    last, total = found["steps"][-1], found["total"]
    assert (found["step"], found["source"], found["last"]) == ("day", "real", str(timezone.now().date()))
    assert last["cost_usd_by_group"] == {str(run.task_id): 0.04} and last["is_whole"] is False
    assert (last["calls"]["p50_seconds"], last["failures"]["n"]) == (pytest.approx(0.5, rel=0.006), 1)
    assert (total["cost_per_label"], total["accepted"]["value"]) == (0.04, None)
    assert total["accepted"]["reason"] == "No blind audit of the random sample in this period."
    assert found["steps"][0]["failures"]["value"] is None or len(found["steps"]) == 1
    assert found["agreement"]["points"] == [] and found["groups"][0]["title"] == "Support"
    assert figures.read(acme, costs_world.ask()).total.calls.n <= 1


def test_what_cannot_be_read_is_refused_and_others_see_nothing_of_it(run, api_of, bob, mallory):
    api, foreign = api_of(bob), api_of(mallory)
    for query, status, code in [
        ("by=person", 400, "bad_filter"),
        ("period=12m&step=day", 400, "bad_filter"),
        ("task=01a21bd7-696f-721a-997c-2b1253ab71c0", 404, "not_found"),
    ]:
        answer = api.get(f"/v1/costs?{query}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), query

    assert foreign.get("/v1/costs").json()["total"]["calls"]["calls"] == 0
    assert foreign.get(f"/v1/costs?task={run.task_id}").status_code == 404
