"""The API of runs: lists, one run, its stages and requests, and what is to be done with it."""

from dataclasses import replace

import pytest

from annotations.tasks.actions import annotators
from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import FATAL
from reviews.engine.policy import RunPolicy
from reviews.engine.runs.actions import supervisor
from reviews.models import AuditOpening, EvaluationRun, LLMBatch
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.machine import Script, failing, make_run, play, saying, work_once, work_until_quiet
from tests.statements import at_most
from tests.undoing import undone

pytestmark = pytest.mark.usefixtures("no_broker")
UNKNOWN = "00000000-0000-7000-8000-000000000000"


def world():
    return people(run=lambda bob: make_run(bob, rows=3, critic=True))


acme, bob, run = map(kept, ("acme", "bob", "run"))


def url(run, part=""):
    return f"/v1/runs/{run.pk}{part}"


def test_list_has_every_run_newest_first_by_status_by_kind_and_in_pages(bob, mallory, api_of, run):
    for name in ("0", "1", "Study"):
        EvaluationRun.objects.create(kind="study", organization=bob.organization, name=name, status="completed")
    api = api_of(bob)

    body = api.get("/v1/runs").json()
    first, rest = (api.get(f"/v1/runs?status=completed&{page}").json() for page in ("limit=1", "limit=2&offset=1"))
    kinds = {kind: api.get(f"/v1/runs?kind={kind}").json()["runs"] for kind in ("scoring", "study", "grading")}

    assert [each["name"] for each in body["runs"]] == ["Study", "1", "0", run.name]
    assert (body["total"], body["has_more"]) == (4, False)
    assert body["runs"][0]["task_id"] is None and body["runs"][3]["task_id"] == str(run.task_id)
    assert body["runs"][3]["progress"] == {"expected": 9, "done": 0, "failed": 0, "cancelled": 0, "reused": 0}
    assert body["runs"][3]["policy"]["completion_mode"] == "throughput" and body["runs"][3]["simulated"] is True
    assert [each["name"] for each in first["runs"] + rest["runs"]] == ["Study", "1", "0"]
    assert (first["has_more"], rest["total"], rest["has_more"]) == (True, 3, False)
    assert {kind: [each["name"] for each in runs] for kind, runs in kinds.items()} == {
        "scoring": [run.name],
        "study": ["Study", "1", "0"],
        "grading": [],
    }
    for query in ("status=gone", "kind=gone", "limit=0", "limit=x", "limit=101", "offset=-1"):
        assert api.get(f"/v1/runs?{query}").status_code == 400, query
    assert api_of(mallory).get("/v1/runs").json()["runs"] == []


def test_what_is_simulated_is_told_by_the_calls_not_by_the_environment(bob, api_of, openai_key, monkeypatch):
    run = make_run(bob, model="openai/gpt-4o", critic="openai/gpt-4o")
    play(
        monkeypatch,
        lambda call: replace(saying()(call), simulated="expert_agreement" in call.response_format.model_fields),
    )
    api = api_of(bob)
    assert api.get(url(run)).json()["simulated"] is False

    work_until_quiet(run)

    monkeypatch.delenv("OPENAI_API_KEY")
    assert api.get(url(run)).json()["simulated"] is api.get("/v1/runs").json()["runs"][0]["simulated"] is True
    stages = {stage["name"]: stage["simulated"] for stage in api.get(url(run, "/stages")).json()["stages"]}
    assert stages == {"score_gen": False, "critic_answer": False, "score_critic": True}


def test_run_its_stages_and_its_requests_are_told(bob, api_of, run, monkeypatch):
    play(monkeypatch, Script(failing(FATAL, "refused", "No."), saying()))
    for _ in range(2):  # a failed answer has no critic that might be asked next
        work_once(run)
    LLMBatch.objects.create(
        run=run,
        stage=run.stages.first(),
        provider="openai",
        model="m",
        n_rows=4,
        status="submitted",
        batch_ref="batch_1",
        provider_state="in_progress",
    )
    api = api_of(bob)

    body = api.get(url(run)).json()
    scores, critic, last = api.get(url(run, "/stages")).json()["stages"]
    (failed,) = api.get(url(run, "/requests?state=failed&stage=score_gen&error=refused")).json()["requests"]
    page = api.get(url(run, "/requests?limit=2")).json()

    assert (body["calls"], body["cost_usd"]) == (2, 0.001)
    assert body["budgets"]["run"]["spent_usd"] == 0.001 and body["budgets"]["month"]["limit_usd"] is None
    (failure,) = body["failures"]
    assert (failure["count"], failure["message"]) == (1, "No.")
    (batch,) = body["batches"]
    assert (batch["batch_ref"], batch["provider_state"], batch["requests"]) == ("batch_1", "in_progress", 4)
    assert (scores["name"], scores["done"], scores["waiting"], scores["expected"]) == ("score_gen", 1, 1, 3)
    assert (scores["prompt_tokens"], scores["cost_usd"], scores["simulated"]) == (100, 0.001, True)
    assert (critic["is_critic"], critic["total"], critic["expected"], critic["cost_usd"]) == (True, 1, 2, None)
    assert (last["name"], last["is_critic"], last["total"], last["expected"]) == ("score_critic", True, 0, 2)
    assert (failed["error_class"], failed["error_message"], failed["tries"]) == ("refused", "No.", 1)
    assert (len(page["requests"]), page["total"], page["has_more"]) == (2, 4, True)
    for query in ("state=gone", "limit=1001"):
        assert api.get(url(run, f"/requests?{query}")).status_code == 400, query


def test_request_tells_every_try_and_its_reader_does_not_answer_blind_after_it(rita, api_of, run, monkeypatch):
    play(monkeypatch, Script(failing(message="Internal error."), saying()))
    work_until_quiet(run)
    request = run.requests.filter(stage__position=0, tries__status="retryable").get()

    body = api_of(rita).get(f"/v1/requests/{request.pk}").json()

    first, second = body["attempts"]
    assert (first["status"], first["error_class"], first["cost_usd"]) == ("retryable", "server_error", None)
    assert (second["status"], second["cost_usd"], second["raw_response"]) == ("ok", 0.001, {"id": "answer-1"})
    assert "What is" in second["messages"]["user"] and "correct" in second["messages"]["assistant"]
    assert second["messages"]["reasoning"] is None and second["parameters"]["max_tokens"] > 0
    assert body["annotation_id"] == str(request.annotation_id)
    assert AuditOpening.objects.get().auditor_id == annotators.of_member(rita).pk


def test_state_stop_and_policy_are_changed_at_once(bob, api_of, run):
    body = (
        api_of(bob)
        .patch(
            url(run),
            {
                "desired_state": "pause",
                "stop_at_stage": "score_gen",
                "policy": {"max_attempts": 3, "budget_usd": "1.5"},
            },
        )
        .json()
    )

    assert (body["status"], body["desired_state"], body["stop_at_stage"]) == ("paused", "pause", "score_gen")
    assert (body["policy"]["max_attempts"], body["policy"]["budget_usd"]) == (3, "1.5")
    assert api_of(bob).patch(url(run), {"stop_at_stage": None}).json()["stop_at_stage"] is None


def test_changes_are_all_or_nothing_and_failures_tried_again_and_stage_is_asked_anew(bob, api_of, run, monkeypatch):
    answer = api_of(bob).patch(url(run), {"policy": {"max_attempts": 4}, "stop_at_stage": "dance"})
    assert answer.status_code == 400 and "dance" in answer.json()["error"]["message"]
    assert EvaluationRun.objects.get().rules.max_attempts == RunPolicy().max_attempts
    cases = [(True, 0), ("score_gen", 0), ("score_critic", 3), (False, 3)]
    api = api_of(bob)
    for wanted, left in cases:
        with undone():
            run.requests.update(state="failed", error_class="refused", error_message=TEXT("No."))
            body = api.patch(url(run), {"retry_failed": wanted}).json()
            assert body["progress"]["failed"] == left

    play(monkeypatch, saying())
    work_until_quiet(run)
    api_of(bob).patch(url(run), {"ask_anew": "score_gen"})
    scores, *_critics = api_of(bob).get(url(run, "/stages")).json()["stages"]
    assert (scores["request_version"], scores["waiting"], scores["done"]) == (2, 3, 0)


def test_bad_change_is_refused(bob, api_of, run):
    cases = [
        {},
        {"desired_state": "stop"},
        {"stop_at_stage": "dance"},
        {"stop_at_stage": 1},
        {"policy": []},
        {"policy": {"speed": 1}},
        {"policy": {"max_attempts": "3"}},
        {"retry_failed": "dance"},
        {"send_again": "x"},
        {"retry_failed": ""},
        {"retry_failed": 1},
        {"ask_anew": ""},
        {"ask_anew": "dance"},
        {"state": "run"},
    ]
    api = api_of(bob)
    for body in cases:
        with undone():
            assert api.patch(url(run), body).status_code == 400


def test_cancelled_run_takes_no_order(bob, api_of, run):
    api = api_of(bob)
    assert api.patch(url(run), {"desired_state": "cancel"}).json()["status"] == "cancelled"

    for body in ({"desired_state": "run"}, {"retry_failed": True}, {"ask_anew": "score_gen"}):
        assert api.patch(url(run), body).status_code == 409


def test_held_batch_is_sent_again(bob, api_of, run):
    batch = LLMBatch.objects.create(
        run=run,
        stage=run.stages.first(),
        provider="openai",
        model="m",
        n_rows=4,
        status="submitting",
        provider_state="held",
    )
    api = api_of(bob)

    (told,) = api.patch(url(run), {"send_again": str(batch.pk)}).json()["batches"]

    assert told["provider_state"] == "send again" and "billed twice" in told["reason"]
    assert api.patch(url(run), {"send_again": str(batch.pk)}).status_code == 409
    assert api.patch(url(run), {"send_again": UNKNOWN}).status_code == 404


def test_many_rows_cost_what_one_does(bob, api_of, run, monkeypatch):
    play(monkeypatch, saying())
    for _ in range(5):
        factories.make_run(run.task, factories.make_llm_annotator(bob.organization))
    big = make_run(bob, rows=9)
    api = api_of(bob)
    api.get("/v1/runs")

    with at_most(7):
        assert len(api.get("/v1/runs").json()["runs"]) == 7
    with at_most(7):
        assert len(api.get(url(big, "/requests")).json()["requests"]) == 9


@pytest.mark.parametrize("status", ["completed", "failed"])
def test_ended_run_is_final(bob, api_of, run, monkeypatch, status):
    steps = [failing(FATAL, "refused", "No.")] + [saying()] * (status == "completed")
    play(monkeypatch, Script(*steps))
    work_until_quiet(run)
    supervisor.advance(run)
    api = api_of(bob)

    answers = [
        api.patch(url(run), {field: value})
        for field, value in (
            ("desired_state", "pause"),
            ("desired_state", "run"),
            ("desired_state", "cancel"),
            ("stop_at_stage", "score_gen"),
        )
    ]
    old = api.patch(f"/v1/annotations/tasks/{run.task_id}/annotators/{run.annotator_id}", {"desired_state": "pause"})

    assert {(answer.status_code, answer.json()["error"]["code"]) for answer in [*answers, old]} == {(409, "run_ended")}
    body = api.get(url(run)).json()
    assert (body["status"], body["desired_state"], body["has_failures"]) == (status, "run", True)
    assert {stage["status"] for stage in api.get(url(run, "/stages")).json()["stages"]} <= {"done", "failed", "waiting"}
    assert api.patch(url(run), {"retry_failed": True}).json()["status"] == "running"
