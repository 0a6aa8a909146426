"""The API of a task's machine annotators: add, watch, pause, cancel, try again."""

import pytest

from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import FATAL
from reviews.models import EvaluationRun
from reviews.scorers.actions import annotators, task_runs
from tests import factories
from tests.reviews.machine import Script, failing, finish, make_run, play, saying, work_until_quiet
from tests.statements import at_most

pytestmark = pytest.mark.usefixtures("no_broker")


def url(run, annotator=None):
    return f"/v1/annotations/tasks/{run.task_id}/annotators" + (f"/{annotator}" if annotator else "")


def test_annotator_is_added_to_a_task(bob, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    annotator = annotators.create(organization=bob.organization, model="simulated-careful")

    answer = api_of(bob).post(f"/v1/annotations/tasks/{task.pk}/annotators", {"annotator_id": str(annotator.pk)})

    body = answer.json()
    assert answer.status_code == 201
    assert body["progress"] == {
        "total": 3,
        "done": 0,
        "failed": 0,
        "waiting": 3,
        "running": 0,
        "cancelled": 0,
        "reused": 0,
        "is_finished": False,
    }
    assert body["annotator"]["simulated"] is True
    assert (body["prompt_tokens"], body["cost_usd"]) == (None, None)


def test_run_tells_what_it_spent_why_it_failed_and_why_it_is_held(bob, api_of, monkeypatch):
    play(monkeypatch, Script(saying(), saying(), failing(FATAL, "refused", "<b>No</b>")))
    run = make_run(bob, rows=4)
    work_until_quiet(run)
    EvaluationRun.objects.update(held_reason=TEXT("Set OPENAI_API_KEY."))

    body = api_of(bob).get(url(run, run.annotator_id)).json()

    assert (body["progress"]["done"], body["progress"]["failed"], body["progress"]["is_finished"]) == (2, 2, True)
    assert (body["calls"], body["prompt_tokens"], body["cost_usd"]) == (4, 200, 0.002)
    assert body["failures"] == [{"error_class": "refused", "count": 2, "message": "<b>No</b>"}]
    assert body["held_reason"] == "Set OPENAI_API_KEY."


def test_state_is_changed_and_failed_requests_are_tried_again(bob, api_of):
    run = make_run(bob)
    run.requests.update(state="failed", error_class="refused", error_message=TEXT("No."))
    api = api_of(bob)

    for wrong in ({}, {"desired_state": "stop"}, {"retry_failed": "yes"}, {"state": "run"}):
        assert api.patch(url(run, run.annotator_id), wrong).status_code == 400, wrong
    retried = api.patch(url(run, run.annotator_id), {"retry_failed": True}).json()["progress"]
    assert (retried["failed"], retried["waiting"]) == (0, 1)
    assert api.patch(url(run, run.annotator_id), {"desired_state": "pause"}).json()["desired_state"] == "pause"
    assert api.patch(url(run, run.annotator_id), {"desired_state": "run"}).json()["desired_state"] == "run"
    cancelled = api.patch(url(run, run.annotator_id), {"desired_state": "cancel"}).json()
    assert cancelled["progress"]["cancelled"] == 1
    assert api.patch(url(run, run.annotator_id), {"desired_state": "run"}).status_code == 409


def test_list_costs_the_same_for_many(bob, api_of):
    run = make_run(bob)
    for number in range(4):
        annotator = annotators.create(organization=bob.organization, model=f"simulated-{number}")
        task_runs.start(task=run.task, annotator=annotator, by=bob.user)
    api = api_of(bob)

    with at_most(6):
        body = api.get(url(run)).json()

    assert len(body["runs"]) == 5


def test_run_is_made_with_its_policy_and_its_critic(bob, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    annotator = annotators.create(organization=bob.organization, model="simulated-careful")
    wanted = {
        "annotator_id": str(annotator.pk),
        "critic_model": "simulated-strict",
        "policy": {"completion_mode": "exact", "budget_usd": "2.50"},
    }
    api, address = api_of(bob), f"/v1/annotations/tasks/{task.pk}/annotators"

    made, again = (api.post(address, wanted) for _ in range(2))
    other = api.post(address, wanted | {"policy": {"budget_usd": "9"}})

    body = made.json()
    assert made.status_code == again.status_code == 201 and again.json()["run_id"] == body["run_id"]
    assert (body["policy"]["completion_mode"], body["policy"]["budget_usd"]) == ("exact", "2.50")
    assert body["critic_model"] == "simulated-strict" and body["policy"]["max_attempts"] == 3
    assert (other.status_code, other.json()["error"]["code"]) == (409, "run_exists")
    for wrong in (
        {"policy": {"speed": 1}},
        {"policy": []},
        {"critic_model": "no model!"},
        {"policy": {"rate_limit_profile": "none"}},
    ):
        assert api.post(address, wanted | wrong).status_code == 400, wrong
    assert EvaluationRun.objects.count() == 1


def test_annotator_starts_at_once_with_a_policy(bob, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    body = {"model": "simulated-careful", "critic_model": "simulated-strict", "policy": {"budget_usd": "1"}}

    assert api_of(bob).post("/v1/annotators", body).status_code == 400
    assert api_of(bob).post("/v1/annotators", body | {"task_id": str(task.pk)}).status_code == 201

    run = EvaluationRun.objects.get()
    assert str(run.rules.budget_usd) == "1" and run.stages.get(position=1).model == "simulated-strict"


def test_price_and_time_are_told_before_a_start(bob, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    address, body = f"/v1/annotations/tasks/{task.pk}/annotators/estimate", {"model": "simulated-careful"}
    api = api_of(bob)

    found = api.post(address, body).json()

    assert (found["requests"], found["simulated"], found["cost_usd"], found["seconds"]) == (9, True, None, None)
    assert [step["name"] for step in found["steps"]] == ["score_gen", "critic_answer", "score_critic"]
    assert EvaluationRun.objects.count() == 0
    assert api.post(address, body | {"policy": {"speed": 1}}).status_code == 400


def test_repetition_is_a_round_with_its_own_address(bob, api_of, monkeypatch):
    play(monkeypatch, saying())
    run = make_run(bob, rows=2)
    other = annotators.create(organization=bob.organization, model="simulated-hasty")
    api, again = api_of(bob), {"annotator_id": str(run.annotator_id), "repeat": True}
    assert api.post(url(run), again).json()["error"]["code"] == "run_goes_on"
    assert api.post(url(run), again | {"annotator_id": str(other.pk)}).status_code == 404
    assert api.post(url(run), again | {"policy": {"max_attempts": 2}}).status_code == 400
    finish(run)

    answer = api.post(url(run), again)

    assert (answer.status_code, answer.json()["round"]) == (201, 2)
    own = url(run, run.annotator_id)
    assert [api.get(f"{own}{query}").json()["round"] for query in ("", "?round=2")] == [1, 2]
    assert api.get(f"{own}?round=3").status_code == 404 and api.get(f"{own}?round=x").status_code == 400
    assert sorted(each["round"] for each in api.get(url(run)).json()["runs"]) == [1, 2]
