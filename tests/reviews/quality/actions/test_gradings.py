"""A baseline and its candidates answer the same prompts, and every pair ends in the quality ledger."""

from dataclasses import replace

import pytest

from annotations.models import Annotator
from annotations.tasks.actions import annotation_tasks
from datasets.models import ModelOutput
from evalhub import invariants
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.engine.runs.actions import controls, supervisor
from reviews.models import GradingRun, QualityObservation
from reviews.quality.actions import grading_calibrations, gradings, routing
from tests import factories
from tests.reviews.machine import failing, finish, outcome_of, play

pytestmark = pytest.mark.django_db
MODELS = {"baseline_model": "simulated-careful", "candidate_models": ["simulated-hasty", "simulated-terse"]}


@pytest.fixture
def version(bob):
    return factories.make_version(factories.make_dataset(bob.organization), rows=2)


def grade(member, version, *, judge="exact_match", drive=True, **more):
    grading = gradings.create(
        organization=member.organization,
        dataset_version=version,
        task_type="support",
        judge=judge,
        by=member.user,
        **{"name": "Cheaper?"} | MODELS | more,
    )
    for _stage in range(3 if drive else 0):
        finish(grading.run)
    gradings.GRADINGS.round()
    grading.refresh_from_db()
    return grading


def answering(call):
    """Hasty says what careful says, terse does not; the judge likes hasty."""
    text = call.messages[-1]["content"]
    if call.messages[0]["role"] == "system":
        return outcome_of({"quality_score": 1.0 if "the long answer" not in text else 0.25, "notes": "As good."})
    said = "the long answer" if call.model.endswith("terse") else f"same: {text[:20]}"
    return replace(outcome_of({}), text=said, parsed=None, parsed_from="")


def test_pairs_are_compared_once_all_have_answered(bob, version, monkeypatch):
    play(monkeypatch, answering)

    grading = grade(bob, version)

    assert grading.run.status == "completed" and grading.graded_at is not None
    assert grading.outputs().count() == 6
    found = QualityObservation.objects.values_list("system__name", "quality_score", "grader_id", "baseline__name")
    assert set(found) == {
        ("simulated-hasty", 1.0, "exact_match", "simulated-careful"),
        ("simulated-terse", 0.0, "exact_match", "simulated-careful"),
    }
    assert QualityObservation.objects.count() == 4
    assert QualityObservation.objects.first().tokens_in == 100
    assert gradings.GRADINGS.round().done == 0 and invariants.broken() == []


def test_outputs_are_repetitions_that_are_no_part_of_the_frozen_data(bob, version, monkeypatch):
    play(monkeypatch, answering)
    first = grade(bob, version)
    second = grade(bob, version, name="Still cheaper?")

    for number, grading in enumerate([first, second], start=1):
        found = grading.outputs().select_related("system")
        assert {(output.system.name, output.repetition, output.produced) for output in found} == {
            (system.name, number, True) for system in grading.systems
        }
    case = version.cases.prefetch_related(ModelOutput.of_cases()).first()
    assert [output.name for output in case.outputs.all()] == ["model-a"]
    assert ModelOutput.objects.filter(test_case=case).count() == 7
    assert annotation_tasks.named_outputs(version) == ["model-a"]


def test_what_is_asked_again_replaces_its_output(bob, version, monkeypatch):
    play(monkeypatch, answering)
    grading = grade(bob, version)
    before = set(grading.outputs().values_list("pk", "text"))
    play(monkeypatch, lambda call: replace(outcome_of({}), text="other words", parsed=None, parsed_from=""))

    controls.ask_anew(run=grading.run, stage="grading_answer", by=bob.user)
    supervisor.advance(grading.run)
    finish(grading.run)

    assert {pk for pk, _text in before} == set(grading.outputs().values_list("pk", flat=True))
    assert set(grading.outputs().values_list("text", flat=True)) == {"other words"}


def test_model_judges_by_the_rubric_in_both_orders(bob, version, monkeypatch):
    play(monkeypatch, answering)

    grading = grade(bob, version, judge="llm_judge", judge_model="simulated-careful", asks_twice=True)

    assert grading.run.status == "completed"
    graders = set(QualityObservation.objects.values_list("grader_id", flat=True))
    assert graders == {"llm_judge:v1:simulated-careful", "llm_judge:v1:simulated-careful~swapped"}
    assert QualityObservation.objects.filter(system__name="simulated-terse", quality_score=0.25).count() == 4
    judged = grading.run.requests.filter(stage__kind="grading_judge").values_list("annotation__judgements__number")
    assert sorted(number for (number,) in judged) == [0.25, 0.25, 1.0, 1.0]
    other = grading.run.requests.filter(stage__kind="grading_judge_swapped")
    assert sorted(other.values_list("annotation__judgements__number", flat=True)) == [0.25, 0.25, 1.0, 1.0]
    judges = Annotator.objects.filter(method="llm_judge").order_by("name")
    assert [judge.parameters.get("order") for judge in judges] == [None, "candidate_first"]
    assert set(other.values_list("annotation__annotator", flat=True)) == {judges[1].pk}


def test_pairs_whose_rows_were_removed_are_observed_again_by_the_judgements_of_before(bob, version, monkeypatch):
    play(monkeypatch, answering)
    grading = grade(bob, version)
    before = dict(QualityObservation.objects.values_list("output", "judgement"))
    QualityObservation.objects.all().delete()

    assert gradings.grade_with(grading=grading, judge="exact_match") == 4

    assert dict(QualityObservation.objects.values_list("output", "judgement")) == before
    assert grading.task.annotations.count() == 4 and invariants.broken() == []


def test_judge_counts_for_the_router_only_when_calibrated(bob, version, monkeypatch):
    play(monkeypatch, answering)
    grading = grade(bob, version, judge="llm_judge", judge_model="simulated-careful")
    routing.set_policy(
        organization=bob.organization,
        task_type="support",
        preferred="simulated-careful",
        quality_floor=0.9,
        by=bob.user,
    )
    assert routing.choose(organization=bob.organization, task_type="support").adapter_id == "simulated-careful"

    calibration = grading_calibrations.calibrate(grading=grading, reference="exact_match", by=bob.user)

    assert calibration.reference == "exact_match" and not calibration.passed and "4" in str(calibration.reason)
    assert (calibration.kind, calibration.n) == ("calibration", 4)


def test_pair_without_a_baseline_is_not_compared(bob, version, monkeypatch):
    def say(call):
        if call.model.endswith("careful"):
            return failing("fatal", "refused", "No.")(call)
        return answering(call)

    play(monkeypatch, say)

    grading = grade(bob, version)

    assert QualityObservation.objects.count() == 0 and grading.outputs().count() == 4
    assert grading.graded_at is not None


def test_embedder_that_fails_is_told_and_holds_up_nobody(bob, version, monkeypatch):
    unknown = failing("fatal", "model_not_found", "There is no simulated-embedding.")
    play(monkeypatch, lambda call: unknown(call) if call.embeds else answering(call))

    grading = grade(bob, version, judge="embedding_similarity", judge_model="openai/simulated-embedding")

    assert grading.graded_at is not None and "simulated-embedding" in str(grading.problem)
    assert gradings.GRADINGS.round().done == 0
    gradings.compare(grading=grading, judge="exact_match")
    grading.refresh_from_db()
    assert grading.problem is None and QualityObservation.objects.count() == 4


def test_unreadable_judge_leaves_no_score(bob, version, monkeypatch):
    def say(call):
        if call.messages[0]["role"] == "system":
            return outcome_of({"quality_score": 3})
        return answering(call)

    play(monkeypatch, say)
    monkeypatch.setattr("reviews.engine.client.backoff.next_delay", lambda *_args, **_kw: None)

    grading = grade(bob, version, judge="llm_judge", judge_model="simulated-careful")

    assert QualityObservation.objects.count() == 0
    assert grading.run.requests.filter(stage__kind="grading_judge", state="failed").count() == 4


WRONG = [
    ({"candidate_models": []}, "1 to 10 models"),
    ({"candidate_models": ["simulated-careful"]}, "A model is listed twice"),
    ({"judge": "coin"}, "judge is 'coin'"),
    ({"judge": "llm_judge", "judge_model": "no model!"}, "The model is"),
    ({"most_cases": 0}, "most_cases is 0"),
    ({"name": ""}, "name is ''"),
    ({"parameters": {"api_base": "http://evil"}}, "parameters.api_base is unknown"),
]


def test_what_is_wrong_is_told_and_names_are_given_once_and_versions_are_published(bob, version, mallory):
    for changes, wanted in WRONG:
        with pytest.raises(InvalidInput, match=wanted):
            grade(bob, version, drive=False, **changes)
    assert GradingRun.objects.count() == 0

    grade(bob, version, drive=False)
    with pytest.raises(Conflict, match="named Cheaper"):
        grade(bob, version, drive=False)
    with pytest.raises(Conflict, match="Publish"):
        grade(mallory, version, drive=False)
