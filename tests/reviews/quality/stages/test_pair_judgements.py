"""A judge of pairs judges items: stored once, as other answers are, and revised when it is asked again."""

import pytest

from annotations.models import Annotation, Annotator, Judgement
from annotations.queue.actions import claims, submissions
from evalhub import invariants
from reviews.quality.actions import gradings
from reviews.quality.stages import pair_judgements
from reviews.quality.stages.grading_judge import pairs_of
from tests import factories
from tests.reviews.gradings_world import JUDGE, make_grading

pytestmark = pytest.mark.django_db


@pytest.fixture
def grading(bob):
    return make_grading(bob, rows=2, scores=(None, None))


@pytest.fixture
def pair(grading):
    output = grading.outputs([1]).order_by("pk").first()
    return pairs_of(grading, [output.pk])[output.pk]


def judged(grading, pair, quality, *, key=1, grader_id=JUDGE):
    return pair_judgements.store(pair, owner=grading, grader_id=grader_id, quality=quality, notes="Nearly.", key=key)


def test_judgement_is_of_an_item_with_the_candidate_beside_the_baseline(grading, pair):
    annotation = judged(grading, pair, 0.75)

    judgement = Judgement.objects.get()
    assert (judgement.value, judgement.number, judgement.justification) == (0.75, 0.75, "Nearly.")
    assert annotation.item.outputs == [pair.candidate.pk, pair.baseline.pk]
    assert (annotation.task, annotation.task.status, annotation.task.is_listed) == (grading.task, "PAUSED", False)
    annotator = annotation.annotator
    assert (annotator.kind, annotator.model, annotator.simulated) == ("llm", "simulated-careful", True)
    assert annotator.parameters["grader_id"] == JUDGE
    assert invariants.broken() == []


def test_same_answer_is_stored_once_and_another_one_revises_it(grading, pair):
    first = judged(grading, pair, 0.75)
    assert judged(grading, pair, 0.75).pk == first.pk

    again = judged(grading, pair, 0.25, key=2)

    assert (again.revision, Annotation.objects.current().get().pk) == (2, again.pk)
    assert judged(grading, pair, 0.25, key=2).pk == again.pk and Annotator.objects.filter(kind="llm").count() == 1


def test_judge_that_is_no_model_is_a_program_and_scores_many_at_once(grading):
    assert gradings.grade_with(grading=grading, judge="exact_match") == 4

    found = Judgement.objects.filter(annotation__task=grading.task, annotation__annotator__kind="program")
    assert sorted(found.values_list("number", flat=True)) == [0.0] * 4
    pairs = list(pairs_of(grading, grading.outputs([1, 2]).values_list("pk", flat=True)).values())
    pair_judgements.store_many(
        [(each, 0.0, "The contents differ.") for each in pairs], owner=grading, grader_id="exact_match"
    )
    assert found.count() == 4 and grading.task.items.count() == 4


def test_people_score_the_same_items_in_the_order_of_the_question(grading, pair, alice, bob):
    judged(grading, pair, 0.75)
    task = gradings.label_pairs(grading=grading, by=bob.user)
    task.refresh_from_db()
    person = factories.make_annotator(alice)

    lease = claims.claim(task=task, annotator=person, shows=True)
    submissions.submit(
        item_id=lease.item_id,
        task=task,
        annotator=person,
        submission=submissions.Submission(answers={"quality": 0.5}, lease_token=lease.token, origin="ui"),
    )

    assert lease.display_seed == 0
    assert [output.pk for output in lease.shown.outputs] == task.items.get(pk=lease.item_id).outputs
    assert Annotation.objects.by_people().get().task == grading.task and invariants.broken() == []
