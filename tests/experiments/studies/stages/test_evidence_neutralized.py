"""Neutralized evidence: made from the cleaned text, wherever that came from."""

from experiments.models import EvidenceView
from reviews.engine.stages import registry
from tests.experiments.studies_world import asked, make_study, make_window, stages_of, text, work


def test_views_that_are_there_are_no_targets(bob):
    window = make_window(bob, texts=2)
    EvidenceView.objects.create(evidence=window.evidence.first(), view="cleaned", text="came with it")
    study = make_study(bob, window=window, evidence_view="neutralized")
    cleaned = registry["evidence_cleaned"]
    requests = asked(stages_of(study, "evidence_cleaned")[0])
    given = cleaned.given(requests)
    assert given == {requests[0].pk: {"result": EvidenceView.objects.get().pk}}
    assert cleaned.follow(requests[0]) == (window.evidence.first().pk, None)

    window = make_window(bob, texts=3)
    EvidenceView.objects.create(evidence=window.evidence.get(position=2), view="neutralized", text="came with it")
    study = make_study(bob, window=window, evidence_view="neutralized")
    requests = asked(stages_of(study, "evidence_cleaned")[0])
    assert [window.evidence.get(pk=request.target).position for request in requests] == [1, 3]


def test_statements_do_not_grow_with_the_requests(bob, django_assert_num_queries):
    study = make_study(bob, texts=12, evidence_view="neutralized")
    work(stages_of(study, "evidence_cleaned")[0], text("c({})"))
    requests = asked(stages_of(study, "evidence_neutralized")[0])

    with django_assert_num_queries(2):
        registry["evidence_neutralized"].prepare(requests)
