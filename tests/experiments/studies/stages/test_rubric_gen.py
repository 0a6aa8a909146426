"""Rubrics: a sample's rubric becomes a frozen form over the bundles, in a task of its own."""

import pytest

from annotations.models import AnnotationTask
from annotations.queue.actions import claims
from annotations.tasks.actions import form
from annotations.tasks.actions.item_content import content
from evalhub.lib.errors import InvalidInput
from experiments.models import EvidenceView, StudySample
from reviews.engine.runs.actions import controls
from reviews.engine.stages import registry
from tests.experiments.studies_world import (
    answer,
    asked,
    make_study,
    make_window,
    questions,
    rubric,
    stages_of,
    text,
    work,
    work_rubrics,
)
from tests.factories import make_annotator
from tests.undoing import undone


def test_samples_are_asked_for_by_concept_and_size(bob):
    study = make_study(bob, rubric_models=["simulated-one", "simulated-two"], samples_per_model=2)
    one, two = stages_of(study, "rubric_gen")
    assert {StudySample.objects.get(pk=request.target).model for request in asked(one)} == {"simulated-one"}
    assert len(asked(two)) == 2 and asked(two)[0].item is None

    study = make_study(bob, scale_size=4, rubric_parameters={"temperature": 0.7})
    ((_request, question),) = questions(stages_of(study, "rubric_gen")[0])
    assert "4 stages" in question.call.messages[0]["content"]
    assert "press freedom under pressure" in question.call.messages[1]["content"]
    assert question.call.parameters["temperature"] == 0.7


def test_a_rubric_is_stored_with_its_mapping_and_its_task(bob):
    study = make_study(bob, texts=2, people_per_bundle=2)

    (request,) = work(stages_of(study, "rubric_gen")[0], rubric(3))

    sample = study.samples.get()
    assert (request.result, sample.request) == (sample.pk, request)
    assert sample.rubric["stages"][0] == {
        "stage_number": 1,
        "label": "Stage 1",
        "criteria": ["sign 1 one", "sign 1 two", "sign 1 three"],
    }
    assert sample.rubric["reasoning"] == "Because of what it says."
    assert sorted(sample.label_mapping.values()) == [1, 2, 3] and set(sample.tokens) == set(sample.label_mapping)
    task = sample.task
    assert (task.status, task.preparation, task.total_items) == ("ACTIVE", "READY", 2)
    assert task.required_annotations_per_item == 2 and task.dataset_version == study.dataset_version
    assert sample.schema_version == task.schema_version and sample.schema_version.frozen_at is not None


@pytest.mark.parametrize("method, kind", [("single", "single_choice"), ("subset", "multiple_choice")])
def test_the_form_offers_the_stages_with_their_criteria(bob, method, kind):
    study = make_study(bob, method=method, abstain_enabled=False)
    work_rubrics(study)

    (spec,) = form.load(study.samples.get().schema_version_id).specs
    assert (spec.key, spec.label_type, spec.required) == ("stage", kind, True)
    assert [option["value"] for option in spec.config["options"]] == ["1", "2", "3"]
    assert spec.config["options"][1]["label"] == "Stage 2"
    assert spec.config["options"][1]["description"] == "sign 2 one; sign 2 two; sign 2 three"


def test_people_are_handed_the_bundles(bob, alice):
    study = make_study(bob, texts=["Read me."])
    work_rubrics(study)

    lease = claims.claim(task=study.samples.get().task, annotator=make_annotator(alice))

    assert content(lease.item_id).input == {"evidence_1": "Read me."}


def test_evidence_must_be_ready_or_have_failed(bob):
    study = make_study(bob, texts=2, evidence_view="cleaned")
    assert asked(stages_of(study, "rubric_gen")[0]) == []
    work(stages_of(study, "evidence_cleaned")[0], text("c({})"))
    (request,) = asked(stages_of(study, "rubric_gen")[0])
    study.refresh_from_db()
    assert request.target == study.samples.get().pk and study.dataset_version.row_count == 2

    study = make_study(bob, texts=["a", "b"], evidence_view="cleaned")
    EvidenceView.objects.create(evidence=study.window.evidence.first(), view="cleaned", text="c")
    work(stages_of(study, "evidence_cleaned")[0], lambda call: "no reference")
    assert len(asked(stages_of(study, "rubric_gen")[0])) == 1
    study.refresh_from_db()
    assert [left["label"] for left in study.left_out] == ["E2"]


def test_what_is_no_rubric_is_not_stored(bob, subtests):
    cases = [
        (lambda call: answer(call, "RUBRIC:", "1) One :: a; b; c"), "numbered \\[1\\]"),
        (rubric(4), "Valid: 1 to 3"),
        (lambda call: rubric(3)(call).replace(call.messages[1]["content"][16:28], "0" * 12), "reference"),
    ]

    for says, error in cases:
        with subtests.test(says=says, error=error), undone():
            study = make_study(bob)
            (request,) = work(stages_of(study, "rubric_gen")[0], says)
            assert request.state == "failed" and study.samples.get().rubric is None
            assert not AnnotationTask.objects.exists()


def test_a_label_that_fits_no_form_is_refused_as_an_answer(bob):
    study = make_study(bob)

    with pytest.raises(InvalidInput, match="label"):
        work(stages_of(study, "rubric_gen")[0], rubric(3, word="L" * 300))


def test_a_new_rubric_takes_the_place_of_the_old_one(bob):
    study = make_study(bob)
    work_rubrics(study)
    old = study.samples.get()

    controls.ask_anew(run=study.run, stage="rubric_gen", by=bob.user)
    work_rubrics(study, rubric(3, word="Other"))

    new = study.samples.get()
    assert new.rubric["stages"][0]["label"] == "Other 1" and new.task != old.task
    assert new.label_mapping == old.label_mapping
    old.task.refresh_from_db()
    assert old.task.status == "COMPLETED"
    first, second = (
        old.task.schema_version.questions.get().metric,
        new.task.schema_version.questions.get().metric,
    )
    assert (first.key, first.version, second.version) == (second.key, 1, 2)  # rubrics of one concept in the library
    assert first.key.startswith("level_press_freedom_under_pressure_") and first.direction == "none"


def test_preparing_takes_one_statement(bob, django_assert_num_queries):
    study = make_study(bob, samples_per_model=9, window=make_window(bob))
    requests = asked(stages_of(study, "rubric_gen")[0])

    with django_assert_num_queries(1):
        registry["rubric_gen"].prepare(requests)
