"""Whole studies against the simulated provider over real HTTP, driven by the supervisor as runs are."""

import pytest

from annotations.models import Annotation
from evalhub.invariants import broken
from experiments.studies.actions import scores
from experiments.studies.analysis.between_models import between_models
from experiments.studies.analysis.scores import MISSING
from experiments.studies.analysis.summaries import by
from reviews.engine.client.completion import complete
from reviews.engine.client.exchange import LLMCall
from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.engine.runs.actions import supervisor
from reviews.models import Critique, LLMAttempt, LLMRequest
from tests.demo.provider.provider import running
from tests.experiments.studies_world import make_study
from tests.reviews.machine import make_due

TEXTS = [
    "The ministry of information closed two newspapers this week and arrested one of their editors.",
    "A journalists' union said that talks with the government were open and that no reporter had been charged.",
    "Police searched the offices of a broadcaster; a court ordered the return of the equipment a day later.",
    "The weather in the capital was mild. A market opened.",
]
MODELS = ["simulated-careful", "anthropic/simulated-careful"]


@pytest.fixture(scope="module")
def provider():
    """Asked once before the first test: the client's first call takes seconds, longer than a transaction may idle."""
    with running(seed=3) as started, pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVALHUB_SIMULATED_URL", started.url)
        complete(LLMCall("simulated-careful", ({"role": "user", "content": "Hello"},)))
        yield started


@pytest.fixture(autouse=True)
def environment(monkeypatch, provider):
    provider.fail()
    for name in ("OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
        monkeypatch.delenv(f"{name}_API_BASE", raising=False)
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", provider.url)


def drive(study, *, rounds=40):
    """Advance the run and ask what is due until it ends; returns its status."""
    for _ in range(rounds):
        supervisor.advance(study.run)
        study.run.refresh_from_db()
        if study.run.status in ("completed", "failed", "stopped"):
            break
        make_due(study.run)
        Dispatcher(concurrency=8).run(seconds=30)
    study.refresh_from_db()
    return study.run.status


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["throughput", "best_effort"])
def test_a_study_runs_from_raw_texts_to_scores(bob, mode):
    study = make_study(
        bob,
        texts=TEXTS,
        rubric_models=MODELS,
        samples_per_model=2,
        scale_size=4,
        method="subset",
        evidence_view="abstracted",
        evidence_bundle_size=2,
        policy={"completion_mode": mode, "max_attempts": 6},
    )

    assert drive(study) == "completed", str(study.run.status_reason)

    found = scores.load(study=study)
    assert (len(found.bundles), len(found.lanes)) == (2, 4)
    assert all(placed.score.state != MISSING for placed in found.placed())
    assert all(placed.score.agreement is not None for placed in found.placed())
    assert Annotation.objects.count() == 8 and Critique.objects.count() == 12
    assert set(LLMRequest.objects.values_list("state", flat=True)) == {"done"}
    assert not LLMAttempt.objects.filter(simulated=False).exists()
    assert all(sum(summary.linear) == pytest.approx(1) for summary in by(found, "model").values() if summary.linear)
    assert len(between_models(found)) == 1
    assert not broken()


@pytest.mark.slow
def test_answers_that_cannot_be_read_are_asked_for_again(bob, provider):
    study = make_study(bob, texts=TEXTS[:2], policy={"max_attempts": 6})
    provider.fail({"garbage": True, "times": 2}, {"status": 500, "times": 2})

    assert drive(study) == "completed", str(study.run.status_reason)

    found = scores.load(study=study)
    assert all(placed.score.state != MISSING for placed in found.placed())
    assert LLMAttempt.objects.exclude(status="ok").exists()


@pytest.mark.slow
def test_a_run_stops_after_the_stage_it_is_told_to(bob):
    study = make_study(bob, texts=TEXTS[:2])
    study.run.stop_at_stage = "rubric_critic"
    study.run.save()

    assert drive(study) == "stopped"

    assert study.samples.get().rubric is not None and not Annotation.objects.exists()
