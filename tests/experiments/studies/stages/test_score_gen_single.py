"""Scores of one stage: annotations by the lane's annotator through the common door."""

from annotations.models import Annotation, Judgement
from tests.experiments.studies_world import answer, ready, scores_of, verdict, work


def test_a_score_is_an_annotation_of_the_lanes_annotator(bob):
    study = ready(bob, texts=2)
    stage = scores_of(study)

    requests = work(stage, verdict(3), simulated=True)

    assert len(requests) == 2 and {request.state for request in requests} == {"done"}
    first = Annotation.objects.get(pk=requests[0].annotation_id)
    assert (first.annotator, first.origin, first.item_id) == (stage.annotator, "llm", requests[0].target)
    assert first.task == study.samples.get().task
    judgement = Judgement.objects.get(annotation=first)
    assert (judgement.value, judgement.justification, judgement.number) == ("3", "Because of what it says.", 2.0)
    first.annotator.refresh_from_db()
    assert first.annotator.simulated
    assert set(study.samples.get().task.items.values_list("open_slots", flat=True)) == {1}


def test_an_abstention_is_kept_as_one(bob):
    study = ready(bob, texts=1, method="single")

    work(scores_of(study), verdict())

    judgement = Judgement.objects.get()
    assert judgement.abstained and judgement.value is None and judgement.justification == "Because of what it says."


def test_where_abstaining_is_closed_it_is_refused(bob):
    study = ready(bob, texts=1, abstain_enabled=False)

    (request,) = work(scores_of(study), verdict())

    assert (request.state, request.error_class) == ("failed", "parse_error") and not Annotation.objects.exists()


def test_a_name_that_was_not_shown_is_refused(bob):
    study = ready(bob, texts=1)

    (request,) = work(scores_of(study), lambda call: answer(call, "VERDICT: 3"))

    assert request.state == "failed" and "Valid: " in str(request.last_error)


def test_two_names_are_no_score(bob):
    study = ready(bob, texts=1)

    (request,) = work(scores_of(study), verdict(1, 2))

    assert request.state == "failed" and not Annotation.objects.exists()
