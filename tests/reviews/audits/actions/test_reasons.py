"""The critic's doubt as a reason to look: when it counts, and where not even the order may tell of it."""

import pytest

from annotations.models import AnnotationTask
from reviews.audits.actions import picks, queue
from reviews.engine.stages import registry
from reviews.engine.stages.base import Finding
from reviews.models import AuditPick, AuditSample, LLMRequest
from tests import factories
from tests.reviews import criticism
from tests.reviews.listing import list_all


@pytest.fixture
def auditor(rita):
    return factories.make_annotator(rita)


@pytest.fixture
def said(acme):
    """Three answers of a machine, about which the critic is sure, of two minds, and doubtful."""
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3))
    machine = factories.make_llm_annotator(acme)
    answers = [factories.make_annotation(item, machine) for item in task.items.order_by("position")]
    for annotation, agreement in zip(answers, (0.9, 0.5, 0.49), strict=True):
        criticism.make_critique(annotation, agreement)
    return answers


def found(member, auditor, why="critic"):
    list_all()
    listed = queue.listed(member.organization, auditor).filter(is_open=True)
    return [pick.pk for pick in queue.because(listed, why).order_by("place")]


def reasons(annotation):
    return picks.now(annotation).reasons


def test_doubt_begins_below_one_half_and_doubtful_answers_come_first(bob, auditor, said):
    assert found(bob, auditor) == [said[2].pk]
    assert [reasons(annotation) for annotation in said] == [("new",), ("new",), ("critic", "new")]

    assert found(bob, auditor, why="queue")[0] == said[2].pk


def test_critique_that_was_replaced_counts_no_longer(said):
    LLMRequest.objects.filter(critique__annotation=said[2]).update(replaced=True)

    assert "critic" not in reasons(said[2])


@pytest.mark.parametrize("sampled, field", [(False, "audit_risk_mode"), (True, "audit_sample_mode")])
def test_where_the_critic_is_hidden_nothing_tells_of_it(said, sampled, field):
    if sampled:
        for annotation in said:
            AuditSample.objects.create(task=annotation.task, annotation=annotation, inclusion_probability=0.1)
    assert "critic" in reasons(said[2])
    AnnotationTask.objects.update(**{field: "critic_hidden"})

    doubted, trusted = picks.now(said[2]), picks.now(said[0])

    assert doubted.reasons == trusted.reasons and "critic" not in doubted.reasons
    assert doubted.place - said[2].pk == trusted.place - said[0].pk


def test_doubt_that_comes_later_is_noticed_by_the_next_sweep(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    annotation = factories.make_annotation(task.items.get(), factories.make_llm_annotator(acme))
    request = criticism.make_request(annotation)
    list_all()

    finding = Finding("ok", {"prob": 0.2, "reasoning": "No."})
    registry["score_critic"].store(request, finding, outcome=type("Outcome", (), {"simulated": True}))
    point = picks.stable_point()
    assert [each.pk for each in picks.due(point=point)] == [task.pk]
    while picks.refresh(task=task, point=point):
        continue

    assert AuditPick.objects.get().reasons == ["critic", "new"]
