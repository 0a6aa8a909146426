"""An embedding model of a provider compares the pairs of a grading: calls of the ledger, over real HTTP."""

from decimal import Decimal

import pytest

from evalhub import invariants
from evalhub.demo.provider.wires.embeddings import vector
from reviews.engine.batches.actions import drafts
from reviews.engine.client import completion, event_loop
from reviews.engine.client.exchange import OK, LLMCall, Outcome
from reviews.engine.limits.actions import budgets
from reviews.engine.requests.actions import retention
from reviews.engine.stages import registry
from reviews.engine.stages.base import UNREADABLE
from reviews.models import EvaluationRun, LLMAttempt, LLMRequest, QualityObservation, RunStage, Spending
from reviews.quality.actions import gradings
from reviews.quality.adapters import LLMConfigurationError
from reviews.quality.judges.embedding_similarity import clamped_cosine
from tests import factories
from tests.demo.provider.provider import running
from tests.reviews import gradings_world
from tests.reviews.machine import finish

pytestmark = pytest.mark.django_db
MODEL = "openai/text-embedding-3-small"
GRADER = f"embedding_similarity:{MODEL}"


@pytest.fixture(scope="module")
def provider():
    """Asked once before the first test: the client's first call takes seconds, longer than a transaction may idle."""
    with running(seed=3) as started, pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVALHUB_SIMULATED_URL", started.url)
        call = LLMCall("simulated-embedding", ({"role": "user", "content": "Hello"},), embeds=True, max_tokens=0)
        event_loop.start(completion.acomplete(call)).result(60)
        yield started


@pytest.fixture(autouse=True)
def environment(monkeypatch, provider):
    provider.fail()
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("OPENAI_API_BASE", provider.url)
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", provider.url)


@pytest.fixture
def paid(monkeypatch, provider):
    """The simulated provider under a real provider's address, whose answers are taken for real ones."""
    monkeypatch.setenv("OPENAI_API_BASE", provider.url)
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    monkeypatch.setattr("reviews.engine.client.outcomes.is_simulated", lambda answer, endpoint, headers: False)


@pytest.fixture
def grading(bob):
    return gradings_world.make_grading(bob, rows=2, scores=(None, None))


def embedded(grading):
    return gradings.grade_with(grading=grading, judge="embedding_similarity", tool=MODEL)


def asked_about(grading):
    return LLMRequest.objects.filter(stage__kind="grading_embedding", target__in=grading.outputs().values("pk"))


def test_pair_is_as_near_as_its_vectors_and_each_call_is_in_the_ledger(grading, settings):
    assert embedded(grading) == 4

    found = {row.output_id: row for row in QualityObservation.objects.filter(grader_id=GRADER)}
    for output in grading.outputs([1, 2]):
        baseline = grading.outputs([0]).get(test_case=output.test_case)
        wanted = clamped_cosine(vector(baseline.text), vector(output.text))
        assert found[output.pk].quality_score == pytest.approx(wanted, abs=1e-6) and found[output.pk].simulated
    assert embedded(grading) == 0

    attempts = LLMAttempt.objects.filter(request__in=asked_about(grading)).select_related("message").order_by("request")
    assert [(each.status, each.simulated, each.parser_version) for each in attempts] == [("ok", True, "cosine-1")] * 4
    assert all(each.prompt_tokens > 0 and each.parameters == {} and each.message.assistant == "" for each in attempts)
    assert all("simulated-careful on " in each.message.user for each in attempts)  # the baseline's answer to the same
    assert [len(each.raw_response["data"]) for each in attempts] == [2] * 4
    assert invariants.broken() == []
    settings.KEEP_RAW_DAYS = 0
    assert retention.sweep() == 4  # vectors are forgotten as raw answers are
    assert not LLMAttempt.objects.filter(raw_response__isnull=False).exists()


def test_cost_is_counted_with_the_price_of_that_moment(grading, paid):
    embedded(grading)

    attempts = LLMAttempt.objects.filter(request__in=asked_about(grading)).select_related("price")
    for each in attempts:
        assert each.cost_usd == each.prompt_tokens * Decimal("2e-8") and each.cost_status == "priced"
        assert each.price.rates["output_cost_per_token"] == 0
    total = sum(each.cost_usd for each in attempts)
    run = EvaluationRun.objects.get(stages__kind="grading_embedding", stages__lane=0)
    assert len(attempts) == 4 and Spending.objects.get(run=run).spent_usd == total
    assert budgets.state_of_month(grading.organization).spent_usd == total


def test_failed_pair_is_a_missing_score_with_a_reason(grading, provider):
    provider.fail({"status": 400, "match": "simulated-terse on 1", "times": None})

    gradings.compare(grading=grading, judge="embedding_similarity", tool=MODEL)

    grading.refresh_from_db()
    assert QualityObservation.objects.filter(grader_id=GRADER).count() == 3
    failed = asked_about(grading).get(state="failed")
    assert failed.error_class == "bad_request" and failed.error_message
    assert grading.problem.english.startswith("1 pair has no score: ")


def test_passing_fault_is_survived(grading, provider, monkeypatch):
    monkeypatch.setattr("reviews.engine.client.backoff.next_delay", lambda *_args, **_kw: 0)
    provider.fail({"status": 500, "times": 1}, {"empty": True, "times": 1}, {"truncate": True, "times": 1})

    embedded(grading)

    assert QualityObservation.objects.filter(grader_id=GRADER).count() == 4
    failures = LLMAttempt.objects.exclude(status="ok").values_list("status", "error_class")
    assert set(failures) == {("retryable", "server_error"), ("retryable", "empty_answer"), ("unreadable", "no_vectors")}


def test_budget_that_is_used_up_ends_it_with_the_reason(grading, paid, monkeypatch):
    EvaluationRun.objects.filter(pk=grading.run_id).update(policy={**grading.run.policy, "budget_usd": "0.0000000001"})
    embedded_once = gradings.grade_some(grading=grading, judge="embedding_similarity", tool=MODEL, limit=1)

    gradings.compare(grading=grading, judge="embedding_similarity", tool=MODEL)

    grading.refresh_from_db()
    assert embedded_once == 1 and "no room" in grading.problem.english
    assert QualityObservation.objects.filter(grader_id=GRADER).count() == 1


def test_model_without_a_key_is_told_at_once(grading, monkeypatch):
    monkeypatch.delenv("OPENAI_API_BASE")

    with pytest.raises(LLMConfigurationError, match="text-embedding-3-small has no key"):
        embedded(grading)
    assert not RunStage.objects.filter(kind="grading_embedding").exists()


def test_judge_of_a_grading_is_a_stage_of_its_run(bob, provider):
    version = factories.make_version(factories.make_dataset(bob.organization), rows=2)
    grading = gradings.create(
        organization=bob.organization,
        name="Near?",
        dataset_version=version,
        task_type="support",
        by=bob.user,
        baseline_model="simulated-careful",
        candidate_models=["simulated-hasty"],
        judge="embedding_similarity",
        judge_model="simulated-embedding",
    )
    for _ in range(3):
        finish(grading.run)

    gradings.GRADINGS.round()

    grading.refresh_from_db()
    assert grading.run.stages.filter(kind="grading_embedding", lane=0, status="done").count() == 1
    assert grading.graded_at is not None and grading.problem is None
    grader = "embedding_similarity:simulated-embedding"
    assert QualityObservation.objects.filter(grader_id=grader, simulated=True).count() == 2


def test_embeddings_never_go_into_a_batch_of_chats_and_what_cannot_be_compared_is_unreadable(grading):
    gradings.grade_some(grading=grading, judge="embedding_similarity", tool=MODEL, limit=1)
    stage = RunStage.objects.select_related("run").filter(kind="grading_embedding").first()
    stage.run.policy = {**stage.run.policy, "min_batch_size": 1}
    assert drafts.least_rows(stage) is None and not drafts.is_meant_for(stage)

    gradings.grade_some(grading=grading, judge="embedding_similarity", tool=MODEL, limit=1)
    request = asked_about(grading).select_related("stage").first()
    question = registry["grading_embedding"].prepare([request])[request.pk]
    found = [question.read(Outcome(OK, raw=raw)) for raw in INCOMPARABLE]
    assert {(finding.status, finding.error_class) for finding in found} == {(UNREADABLE, "no_vectors")}


INCOMPARABLE = [
    {},
    {"data": [{"index": 0, "embedding": [1.0]}]},
    {"data": [{"index": 0, "embedding": [0.0, 0.0]}, {"index": 1, "embedding": [1.0, 0.0]}]},
]
