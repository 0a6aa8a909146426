"""A study of 16 texts by two models with two samples each, in batches and direct calls, while every seventh fails."""

import pytest

from evalhub.invariants import broken
from reviews.engine.batches.actions import steps
from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.engine.runs.actions import controls, supervisor
from reviews.models import Critique, LLMAttempt, LLMBatch, LLMRequest
from tests.experiments.studies_world import make_study
from tests.reviews.batch_world import serving
from tests.reviews.machine import make_due

EVENTS = ("summoned two editors", "closed a newspaper", "let a reporter go", "spoke of a free press", "fined a station")
TEXTS = [f"Report {day}: in town {day % 7} the ministry {EVENTS[day % 5]} on day {day}." for day in range(16)]
KINDS = (
    {"status": 500},
    {"status": 429, "retry_after": 0.1},
    {"slow_ms": 1500},
    {"truncate": True},
    {"refuse": True},
    {"garbage": True},
    {"empty": True},
    {"wrong_case": True},
)
FAULTS = [kind | {"share": 0.02, "times": None} for kind in KINDS]


@pytest.fixture
def provider(monkeypatch):
    with serving(monkeypatch) as started:
        answer = started.post("/control", {"faults": FAULTS, "batches": [{"seconds": 0.0, "times": None}]})
        assert answer.status == 200, answer.body
        yield started


def drive(run):
    """Tick after tick without waiting, until the run has ended."""
    for _ in range(60):
        supervisor.RUNS.round()
        run.refresh_from_db()
        if run.status in ("completed", "failed"):
            return run
        LLMBatch.objects.live().update(next_poll_at=None, lease_until=None)
        steps.tick(limit=50)
        make_due(run)
        Dispatcher(concurrency=8).run(60)
        make_due(run)
    return run


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("models", "mode"),
    [
        (["openai/simulated-careful", "anthropic/simulated-careful"], "best_effort"),
        (["gemini/simulated-careful", "simulated-strict"], "exact"),
    ],
    ids=["best_effort", "exact"],
)
def test_study_comes_through(bob, provider, models, mode):
    study = make_study(
        bob,
        texts=TEXTS,
        rubric_models=models,
        samples_per_model=2,
        scale_size=4,
        start=True,
        policy={"completion_mode": mode, "min_batch_size": 8, "max_attempts": 12},
    )

    run = drive(study.run)
    while run.status == "failed":  # an exact run stops where something is missing, until it is there
        assert mode == "exact" and not LLMRequest.objects.filter(run=run, stage__name="score_critic").exists()
        assert controls.retry_failed(run=run, by=bob.user)
        run = drive(run)

    current = LLMRequest.objects.current().filter(run=run)
    ended = set(current.values_list("stage__name", "state"))
    assert run.status == "completed", (str(run.status_reason), ended)
    critics = {"rubric_critic", "critic_answer", "score_critic"}
    may_fail = critics if mode == "exact" else {name for name, _ in ended}
    assert {name for name, state in ended if state != "done"} <= may_fail
    assert {name for name, _ in ended} == {"rubric_gen", "score_gen"} | critics
    # Four rubrics were asked for. The scenario may refuse one for good, and then nothing is scored by it. Which
    # questions it strikes follows from their texts, which hold ids of this run: what is drawn anew each time has
    # bounds that it breaks once in a million runs.
    rubrics = current.filter(stage__name="rubric_gen", state="done").count()
    assert rubrics == 4 or (mode == "best_effort" and rubrics >= 1)
    scores = current.filter(stage__name="score_gen")
    judged = scores.filter(state="done", annotation__isnull=False).count()
    assert scores.count() == rubrics * len(TEXTS) and judged >= 0.8 * scores.count()
    assert Critique.objects.filter(annotation__isnull=False).count() >= 0.8 * judged
    assert set(LLMBatch.objects.values_list("status", flat=True)) == {"reconciled"}
    assert {batch.provider for batch in LLMBatch.objects.all()} >= {models[0].partition("/")[0]}
    assert LLMAttempt.objects.filter(batch_item=None, status="ok").exists()
    assert LLMAttempt.objects.exclude(status="ok").exists()
    assert not broken()
