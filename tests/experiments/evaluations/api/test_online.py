"""Online evaluations over the API: begin, pause, resume, stop, and the figures of each day."""

import pytest

from datasets.actions import datasets
from experiments.evaluations.actions import steps
from experiments.models import Evaluation
from tests import factories

WAY = "/v1/evaluations"


@pytest.fixture
def api(api_of, bob):
    return api_of(bob)


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    from experiments.evaluations.tasks import evaluation_due

    monkeypatch.setattr(evaluation_due, "delay_on_commit", lambda: None)


@pytest.fixture
def version(acme):
    return datasets.open_version(dataset=factories.make_dataset(acme), by=None)


def body(version, **fields):
    return {"dataset_version_id": str(version.pk), "metrics": ["exact_match"], **fields}


def send(api, version, *texts, day):
    rows = [
        {"input": "2 + 2?", "expected_output": "4", "system": "bot", "text": text, "occurred_at": f"{day}T08:00:00Z"}
        for text in texts
    ]
    assert api.post("/v1/outputs", {"dataset_version_id": str(version.pk), "outputs": rows}).status_code == 200


def step(evaluation_id):
    Evaluation.objects.filter(pk=evaluation_id, state="waiting").update(next_attempt_at=None)
    steps.work_next(pk=evaluation_id)


def test_what_arrives_is_scored_day_by_day_until_it_is_stopped(api, version):
    made = api.post(f"{WAY}/online", body(version, sampling={"per_day": 2}))
    evaluation_id = made.json()["evaluation_id"]
    send(api, version, "4", "5", "4", day="2026-11-01")
    send(api, version, "4", day="2026-11-02")
    step(evaluation_id)

    found = api.get(f"{WAY}/{evaluation_id}").json()
    days = api.get(f"{WAY}/{evaluation_id}/days").json()["days"]

    assert (made.status_code, made.json()["status"], found["status"]) == (201, "collecting", "collecting")
    assert (found["total_items"], found["left_out_items"], found["sampling"]["per_day"]) == (3, 1, 2)
    assert [(each["day"], each["metric"], each["mean"], each["n_scored"], each["is_few"]) for each in days] == [
        ("2026-11-01", "exact_match", 0.5, 2, True),
        ("2026-11-02", "exact_match", 1.0, 1, True),
    ]
    assert api.patch(f"{WAY}/{evaluation_id}", {"desired_state": "stop"}).json()["status"] == "running"
    step(evaluation_id)
    assert api.get(f"{WAY}/{evaluation_id}").json()["status"] == "completed"


def test_it_is_paused_and_resumed(api, version):
    evaluation_id = api.post(f"{WAY}/online", body(version)).json()["evaluation_id"]

    states = [
        api.patch(f"{WAY}/{evaluation_id}", {"desired_state": wanted}).json()["status"]
        for wanted in ("pause", "pause", "collect", "stop")
    ]
    again = api.patch(f"{WAY}/{evaluation_id}", {"desired_state": "collect"})

    assert states == ["paused", "paused", "collecting", "queued"]
    assert (again.status_code, again.json()["error"]["code"]) == (409, "evaluation_ended")
    found = api.get(WAY, {"type": "ONLINE", "status": "PENDING"}).json()["runs"]
    assert [row["evaluation_id"] for row in found] == [evaluation_id]


def test_what_is_wrong_is_refused(api, api_of, vera, mallory, version, acme):
    published = factories.make_version(factories.make_dataset(acme))
    batch = api.post(f"{WAY}/batch", body(published)).json()["evaluation_id"]

    assert api.post(f"{WAY}/online", body(published)).json()["error"]["code"] == "not_open"
    assert api.post(f"{WAY}/online", body(version, sampling={"rate": 2})).status_code == 400
    assert api.patch(f"{WAY}/{batch}", {"desired_state": "pause"}).json()["error"]["code"] == "not_online"
    assert api.get(f"{WAY}/{batch}/days").json()["days"] == []
    assert api_of(vera).post(f"{WAY}/online", body(version)).status_code == 403
    assert api_of(mallory).post(f"{WAY}/online", body(version)).status_code == 404
