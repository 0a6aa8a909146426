"""Scores of a study: annotations by the lane's annotator through the common door, as the rubric was shown."""

import pytest

from annotations.models import Annotation, Judgement
from annotations.tasks.actions import annotation_tasks
from evalhub.lib.errors import Conflict
from reviews.engine.client.exchange import OK, Outcome
from reviews.engine.runs.actions import controls
from reviews.engine.stages import registry
from tests.experiments.studies_world import (
    asked,
    make_study,
    questions,
    ready,
    reference,
    rubric,
    scores_of,
    stages_of,
    verdict,
    work,
    work_rubrics,
)

OTHER = "openai/simulated-other"


def test_samples_have_lanes_once_there_is_a_rubric(bob):
    study = make_study(bob)
    assert asked(scores_of(study)) == []

    study = ready(bob, texts=1, samples_per_model=2, scoring_models=["simulated-careful", OTHER])
    for lane, stage in enumerate((1, 2, 3, 1)):
        work(scores_of(study, lane), verdict(stage))
    found = Judgement.objects.values_list(
        "annotation__task__study_sample__ordinal", "annotation__annotator__model", "value"
    )
    assert set(found) == {
        (1, "simulated-careful", "1"),
        (1, OTHER, "2"),
        (2, "simulated-careful", "3"),
        (2, OTHER, "1"),
    }


def test_the_evidence_is_told_first_and_alike_to_all(bob):
    study = ready(
        bob,
        texts=["One.", "Two."],
        evidence_bundle_size=2,
        samples_per_model=2,
        scoring_models=["simulated-one", "simulated-two"],
    )

    calls = [questions(stage)[0][1].call for stage in stages_of(study, "score_gen")]

    assert len({call.messages[0]["content"] for call in calls}) == 1
    system = calls[0].messages[0]["content"]
    assert "EVIDENCE 1\n" in system and system.index("One.") < system.index("EVIDENCE 2") < system.index("Two.")
    assert "Stage 1" not in system
    assert len({reference(call) for call in calls}) == 2  # a reference is of a bundle and a rubric


def test_labels_hide_and_replaced_rubrics_are_not_asked_about(bob):
    study = ready(bob, texts=1, hide_label_text=True)
    ((_request, question),) = questions(scores_of(study))
    told = question.call.messages[1]["content"]
    sample = study.samples.get()
    assert "Stage 1" not in told
    places = [told.index(f"{token}: Criteria: sign {sample.label_mapping[token]} one") for token in sample.tokens]
    assert places == sorted(places)

    study = ready(bob, texts=1)
    (old,) = asked(scores_of(study))
    controls.ask_anew(run=study.run, stage="rubric_gen", by=bob.user)
    work_rubrics(study, rubric(3, word="Other"))
    requests = work(scores_of(study), verdict(2))
    old.refresh_from_db()
    assert (old.state, old.replaced) == ("cancelled", True)
    assert [(request.pk == old.pk, request.state) for request in requests] == [(False, "done")]
    assert Annotation.objects.get().task == study.samples.get().task


def test_a_closed_task_is_not_asked_about(bob):
    study = ready(bob, texts=1)
    annotation_tasks.set_status(task=study.samples.get().task, status="COMPLETED", by=bob.user)

    ((_request, error),) = questions(scores_of(study))

    assert isinstance(error, Conflict) and error.code == "task_closed" and "COMPLETED" in error.message


def test_a_task_that_closes_meanwhile_takes_no_answer(bob):
    study = ready(bob, texts=1)
    ((request, question),) = questions(scores_of(study))
    outcome = Outcome(OK, text=verdict(2)(question.call))
    annotation_tasks.set_status(task=study.samples.get().task, status="COMPLETED", by=bob.user)

    with pytest.raises(Conflict) as refused:
        registry[request.stage.kind].store(request, question.read(outcome), outcome)

    assert refused.value.code == "not_active" and not Annotation.objects.exists()


def test_asking_anew_revises(bob):
    study = ready(bob, texts=1)
    work(scores_of(study), verdict(1))

    controls.ask_anew(run=study.run, stage="score_gen", by=bob.user)
    work(scores_of(study), verdict(2))

    current = Annotation.objects.current().get()
    assert (current.revision, current.judgements.get().value) == (2, "2")
    assert Annotation.objects.count() == 2


def test_statements_do_not_grow_with_the_requests(bob, django_assert_num_queries):
    study = ready(bob, texts=12)
    stage = scores_of(study)
    requests = asked(stage)

    with django_assert_num_queries(2):
        registry[stage.kind].prepare(requests)
    with django_assert_num_queries(1):
        registry[stage.kind].targets(stage, limit=5)
