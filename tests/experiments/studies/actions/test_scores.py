"""Reading the scores of a study: every cell has its score or the reason why not, in a fixed number of statements."""

from annotations.models import Annotation
from annotations.queue.actions import submissions
from evalhub.lib.reasons import TEXT
from experiments.studies.actions import scores
from experiments.studies.analysis.summaries import by
from tests.experiments.studies_world import (
    asked,
    criticize,
    end,
    make_study,
    quality,
    stages_of,
    verdict,
    work,
    work_rubrics,
)
from tests.factories import make_annotator


def cells(found):
    """{lane's name: [what it says of each bundle]}."""
    table = {}
    for placed in found.placed():
        said = sorted(placed.score.stages) or placed.score.reason or placed.score.state
        table.setdefault(placed.lane.name, []).append(said)
    return table


def test_before_anything_is_asked_all_is_missing(bob):
    study = make_study(bob, texts=2, scoring_models=["simulated-one"])

    found = scores.load(study=study)

    assert cells(found) == {"simulated-one": ["not_asked", "not_asked"]}
    assert [(bundle.name, bundle.labels, bundle.titles) for bundle in found.bundles] == [
        ("E1", ("E1",), ("Title 1",)),
        ("E2", ("E2",), ("Title 2",)),
    ]


def test_scores_come_with_what_critics_said(bob):
    study = make_study(bob, texts=1, method="subset")
    work_rubrics(study)
    work(stages_of(study, "rubric_critic")[0], quality(0.5, 0.25))
    work(stages_of(study, "score_gen")[0], verdict(1, 3))
    criticize(study, 0.75)

    found = scores.load(study=study)

    (placed,) = found.placed()
    assert (placed.score.stages, placed.score.agreement) == (frozenset({1, 3}), 0.75)
    assert placed.score.annotation == Annotation.objects.get().pk
    assert (placed.lane.rubric.observability, placed.lane.rubric.discriminability) == (0.5, 0.25)
    assert placed.lane.rubric.lengths == (len("Stage 1") + 10 + 10 + 12,) * 3
    assert found.scale_size == 3 and by(found, "model")["simulated-careful"].linear == (0.5, 0.0, 0.5)


def test_reasons_of_what_is_missing_are_told(bob):
    study = make_study(bob, texts=5)
    work_rubrics(study)
    stage = stages_of(study, "score_gen")[0]
    first, second, third, fourth, _fifth = asked(stage)
    end(first, state="failed", last_error=TEXT("It was not readable."))
    end(second, state="cancelled")
    third.delete()
    work(stage, verdict(2))
    Annotation.objects.filter(item=fourth.target).update(withdrawn_at="2026-01-01T00:00Z")

    found = scores.load(study=study)

    assert cells(found) == {"simulated-careful": ["failed", "cancelled", "not_asked", "withdrawn", [2]]}
    assert found.placed()[0].score.detail == "It was not readable."


def test_what_waits_and_what_has_no_rubric(bob):
    study = make_study(bob, texts=1)
    asked(stages_of(study, "rubric_gen")[0])
    assert cells(scores.load(study=study)) == {"simulated-careful": ["waiting"]}
    work_rubrics(study)
    asked(stages_of(study, "score_gen")[0])
    assert cells(scores.load(study=study)) == {"simulated-careful": ["waiting"]}

    study = make_study(bob, texts=1)
    work_rubrics(study, lambda call: "no rubric")
    (placed,) = scores.load(study=study).placed()
    assert placed.score.reason == "no_rubric" and "reference" in placed.score.detail


def test_people_score_with_the_same_rubric(bob, alice, rita):
    study = make_study(bob, texts=2, people_per_bundle=2)
    work_rubrics(study)
    task = study.samples.get().task
    first, second = task.items.order_by("position")
    for member, item, labels, exposure in (
        (alice, first, {"stage": "3"}, "blind"),
        (alice, second, {}, "blind"),
        (rita, first, {"stage": "1"}, "saw_machine"),
    ):
        submissions.submit(
            item_id=item.pk,
            task=task,
            annotator=make_annotator(member),
            submission=submissions.Submission(answers=labels, exposure=exposure),
        )

    found = scores.load(study=study)

    assert cells(found) == {"simulated-careful": ["not_asked", "not_asked"], "Alice": [[3], "abstained"]}
    assert by(found, "model")["people"].linear == (0.0, 0.0, 1.0)


def test_scores_of_a_study_without_bundles_are_empty(bob):
    found = scores.load(study=make_study(bob, evidence_view="cleaned"))

    assert found.bundles == () and len(found.lanes) == 1


def test_statements_do_not_grow(bob, django_assert_num_queries):
    study = make_study(bob, texts=6, samples_per_model=3, scoring_models=["simulated-one", "simulated-two"])
    work_rubrics(study)
    for stage in stages_of(study, "score_gen"):
        work(stage, verdict(2))

    with django_assert_num_queries(8):
        scores.load(study=study)
