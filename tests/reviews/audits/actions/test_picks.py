"""The stored audit queue follows the history of each task, in batches, whoever does them."""

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from annotations.models import Annotation
from annotations.tasks.actions import history
from evalhub.lib import orders
from reviews.audits import tasks
from reviews.audits.actions import decisions, picks, queue, reasons
from reviews.audits.actions.decisions import Decision
from reviews.models import AuditDraw, AuditPick, AuditSample
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.listing import list_all


def world():
    """`said` is an unsure answer to every item but the last."""
    made = people()
    version = factories.make_version(factories.make_dataset(made.acme), rows=5)
    made.task = factories.make_task(version, audit_sample_share=0)
    machine = factories.make_llm_annotator(made.acme)
    made.said = [told(item, machine, confidence=0.2) for item in made.task.items.order_by("position")[:4]]
    return made


acme, task, said = map(kept, ("acme", "task", "said"))


@pytest.fixture(autouse=True)
def nothing_is_new(monkeypatch):
    monkeypatch.setitem(reasons.REASONS, "new", reasons.Reason("new", "New", 1, "SELECT 0 AS id"))


def told(item, annotator, labels=None, **fields):
    """An annotation with the event that tells of it."""
    made = factories.make_annotation(item, annotator, labels, **fields)
    history.note(task=item.task, item=item, actor=annotator, verb="submitted")
    return made


def stored():
    return {pick.pk: tuple(pick.reasons) for pick in AuditPick.objects.all()}


def sweep():
    """As `audit_due` does for the picks; returns how many batches were made."""
    point, batches = picks.stable_point(), 0
    for task in picks.due(point=point):
        batches += 1
        while picks.refresh(task=task, point=point):
            batches += 1
    return batches


def test_new_answers_are_listed_by_the_sweep(said, task, acme, alice):
    tasks.audit_due()
    assert stored() == {row.pk: ("unsure",) for row in said}

    new = told(task.items.last(), factories.make_llm_annotator(acme))
    told(said[1].item, factories.make_annotator(alice), {"verdict": "wrong"})
    tasks.audit_due()

    assert stored() == {row.pk: ("unsure",) for row in said} | {said[1].pk: ("differs", "unsure"), new.pk: ()}
    assert AuditPick.objects.order_by("place").first().pk == said[1].pk


def test_replaced_answer_leaves_the_list_at_once_and_the_table_with_the_sweep(said, task, rita):
    tasks.audit_due()
    Annotation.objects.filter(pk=said[0].pk).update(superseded_at=Now())
    history.note(task=task, item=said[0].item, verb="review_again")

    listed = list(queue.listed(task.organization, factories.make_annotator(rita)))
    tasks.audit_due()

    assert said[0].pk not in {pick.pk for pick in listed} and len(listed) == 3
    assert said[0].pk not in stored()


def test_decision_counts_at_once_and_stays(said, task, rita):
    tasks.audit_due()
    auditor = factories.make_annotator(rita)

    decisions.decide(annotation=said[0], decisions={"verdict": Decision("accept")}, auditor=auditor, task=task)

    open_ones = queue.in_state(queue.listed(task.organization, auditor), "open", auditor)
    assert queue.because(open_ones, queue.QUEUE).count() == 3
    tasks.audit_due()
    list_all()
    assert set(AuditPick.objects.filter(is_open=False)) == {AuditPick.objects.get(pk=said[0].pk)}


def test_nothing_is_listed_before_it_has_passed_the_draw(said, task):
    AuditDraw.objects.create(task=task, last_annotation=said[1].pk)
    point = picks.stable_point()

    assert picks.due(point=point) == []
    while picks.refresh(task=task, point=point):
        continue

    assert set(stored()) == {said[0].pk, said[1].pk}


def test_batches_are_bounded_and_meet_everything(said, task, alice, monkeypatch):
    monkeypatch.setattr(picks, "ITEMS_AT_ONCE", 2)
    monkeypatch.setattr(picks, "EVENTS_AT_ONCE", 2)
    AuditDraw.objects.create(task=task, last_annotation=2**40)

    assert sweep() == 5  # of 2, 2 and 1 items, their end, and no event
    for row in said:
        told(row.item, factories.make_annotator(alice), {"verdict": "wrong"})
    assert sweep() == 3  # of 2 and 2 events, and none

    assert set(stored().values()) == {("differs", "unsure")} and sweep() == 0


def test_new_registry_or_modes_of_a_task_make_all_anew(said, task, monkeypatch):
    factories.make_evidence(said[1].judgements.get(), "never", match="missing", start=None, end=None, score=None)
    tasks.audit_due()
    assert AuditPick.objects.order_by("place").first().pk == said[1].pk

    critic = reasons.Reason("critic", "Doubt", 9, f"SELECT id FROM base WHERE id = {said[3].pk}")
    monkeypatch.setitem(reasons.REASONS, "critic", critic)
    tasks.audit_due()
    assert stored()[said[3].pk] == ("critic", "unsure") and sweep() == 0

    type(task).objects.update(audit_risk_mode="blind_first")
    tasks.audit_due()
    assert AuditPick.objects.order_by("place").first().pk == said[0].pk and sweep() == 0


def test_place_of_a_drawn_answer_tells_nothing_of_what_was_said_and_page_is_one_range_of_the_index(said, task, rita):
    plain, invented = said[0], said[1]
    factories.make_evidence(invented.judgements.get(), "never", match="missing", start=None, end=None, score=None)
    for row in (plain, invented):
        AuditSample.objects.create(task=task, annotation=row, inclusion_probability=0.1)
    list_all()
    first, second = AuditPick.objects.filter(pk__in=[plain.pk, invented.pk]).order_by("pk")
    assert second.place - first.place == invented.pk - plain.pk

    tasks.audit_due()
    listed = queue.listed(task.organization, factories.make_annotator(rita)).filter(is_open=True)
    rows = queue.because(listed, "unsure")
    keys = orders.keys_of(rows, ["place", "pk"])
    with CaptureQueriesContext(connection) as sent:
        list(orders.part(rows, keys, [0, 0])[:50])
    with connection.cursor() as cursor:
        # On a handful of rows the planner reads and sorts whatever costs as little: it shows what the index can do.
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off")
        cursor.execute(f"EXPLAIN {sent[0]['sql']}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    # The place is unique: sorted within each place by primary key, no row waits for another.
    assert "Index Scan using audit_pick_open on" in plan and plan.count("Sort") == plan.count("Incremental Sort") + 1
