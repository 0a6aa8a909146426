"""Many annotations in one request: each is stored by itself, once, by the rules of a submission of one."""

import uuid

import pytest

from annotations.models import Annotation, AnnotationEvent, Assignment, TaskItem
from annotations.queue.api.bulk_bodies import MOST_ROWS
from evalhub.invariants import broken
from tests import factories
from tests.statements import at_most

pytestmark = pytest.mark.django_db


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=6), required=1)


def address(task):
    return f"/v1/annotations/tasks/{task.pk}/annotations"


def row(item, verdict="wrong", **more):
    return {"item_id": str(item.pk), "submission_id": str(uuid.uuid4()), "labels": {"verdict": verdict}} | more


def rows_of(task, **more):
    return [row(item, **more) for item in task.items.order_by("position")]


def send(api, task, rows):
    answer = api.post(address(task), {"annotations": rows})
    assert answer.status_code == 200, answer.content
    return answer.json()


def codes(answer):
    return [result["error"] and result["error"]["code"] for result in answer["results"]]


def test_rows_are_stored_as_one_by_one(task, alice, api_of):
    api, rows = api_of(alice), rows_of(task, justifications={"verdict": "Wrong sum."}, flagged=True, flag_reason="Odd")

    alone = api.post(f"/v1/annotations/tasks/{task.pk}/items/{rows[0].pop('item_id')}", rows[0]).json()
    many = send(api, task, rows[1:])

    assert (many["created"], many["existing"], many["refused"]) == (5, 0, 0)
    first, *others = Annotation.objects.order_by("pk")
    assert [str(each.pk) for each in others] == [result["annotation_id"] for result in many["results"]]
    assert alone["annotation_id"] == str(first.pk)
    alike = ("annotator_id", "origin", "exposure", "flagged", "flag_reason", "revision", "guideline_version", "round")
    for other in others:
        assert {name: getattr(other, name) for name in alike} == {name: getattr(first, name) for name in alike}
        assert len(other.content_sha256) == 64 and other.assignment.state == "submitted"
        judged, expected = other.judgements.get(), first.judgements.get()
        assert (judged.value, judged.number, judged.justification) == (
            expected.value,
            expected.number,
            expected.justification,
        )
    assert set(task.items.values_list("open_slots", flat=True)) == {0}
    assert AnnotationEvent.objects.filter(task=task, verb="submitted").count() == 6
    task.schema_version.refresh_from_db()
    assert task.schema_version.frozen_at
    assert not broken()


def test_the_same_request_again_stores_nothing_and_says_so(task, alice, api_of):
    api, rows = api_of(alice), rows_of(task)
    first = send(api, task, rows)
    other = rows[:1] + [rows[1] | {"labels": {"verdict": "correct"}}]

    again, changed = send(api, task, rows), send(api, task, other)

    assert [result["annotation_id"] for result in again["results"]] == [
        result["annotation_id"] for result in first["results"]
    ]
    assert again["existing"] == 6 and Annotation.objects.count() == 6
    assert codes(changed) == [None, "idempotency_conflict"]


def test_what_is_refused_leaves_the_others(task, alice, acme, rival, api_of):
    api, items = api_of(alice), list(task.items.order_by("position"))
    elsewhere = factories.make_task(factories.make_version(factories.make_dataset(rival), rows=1), status="DRAFT")
    send(api_of(factories.make_member(acme)), task, [row(items[1])])
    items[2].closed_reason = "withdrawn"
    items[2].save()
    twice = row(items[3])

    found = send(
        api,
        task,
        [
            row(items[0]),
            row(items[1]),
            row(items[2]),
            twice,
            twice,
            twice | {"submission_id": str(uuid.uuid4())},
            row(items[4], "maybe"),
            row(items[4], colour="red"),
            row(elsewhere.items.get()),
            row(items[4], item_id="x"),
            row(items[4], skipped=True),
            {"item_id": str(items[4].pk), "labels": {"verdict": "wrong"}},
            "x",
            row(items[5]),
        ],
    )

    assert codes(found) == [
        None,
        "slot_taken",
        "slot_taken",
        None,
        None,
        "already_answered",
        "invalid_labels",
        "unknown_field",
        "not_found",
        "not_found",
        "unknown_field",
        "invalid_input",
        "invalid_input",
        None,
    ]
    assert [result["status"] for result in found["results"]].count("existing") == 1
    assert (found["created"], found["existing"], found["refused"]) == (3, 1, 10)
    assert not broken()


def test_a_revision_and_an_answer_to_a_lease_go_with_the_others_and_an_item_in_another_tab_needs_its_token(
    task, alice, api_of
):
    api = api_of(alice)
    taken = api.post(f"/v1/annotations/tasks/{task.pk}/next").json()
    held = task.items.get(pk=taken["item_id"])
    free = task.items.exclude(pk=held.pk).order_by("position")
    found = send(api, task, [row(held, lease_token=taken["lease_token"]), row(free[0])])
    revised = send(api, task, [row(free[0], "correct", revision=1), row(free[0], "partly", revision=1), row(free[1])])
    assert codes(found) == [None, None]
    assert codes(revised) == [None, "stale_revision", None]
    assert [result["revision"] for result in revised["results"]] == [2, None, 1]
    assert not broken()

    api = api_of(alice)
    taken = api.post(f"/v1/annotations/tasks/{task.pk}/next").json()
    found = send(api, task, [row(task.items.get(pk=taken["item_id"]), lease_token=str(uuid.uuid4()))])
    assert codes(found) == ["lease_taken_over"]


def test_what_was_seen_before_is_kept(task, alice, acme, api_of):
    first, second, *_ = task.items.order_by("position")
    annotator, model = factories.make_annotator(alice), factories.make_llm_annotator(acme)
    task.blind_mode = False
    task.save(update_fields=["blind_mode"])
    factories.make_annotation(second, model)

    send(api_of(alice), task, rows_of(task))

    stored = dict(Annotation.objects.filter(annotator=annotator).values_list("item_id", "exposure"))
    assert (stored[first.pk], stored[second.pk]) == ("blind", "saw_machine")


def test_a_task_that_hands_nothing_out_takes_nothing(task, alice, api_of):
    for status in ("PAUSED", "COMPLETED"):
        task.status = status
        task.save(update_fields=["status"])

        found = send(api_of(alice), task, rows_of(task))

        assert set(codes(found)) == {"not_active"}, status
    assert not Assignment.objects.exists()


def test_malformed_requests_store_nothing(task, alice, api_of):
    item = task.items.first()
    for body in ({}, {"annotations": []}, {"annotations": {}}, {"annotations": [row(item)] * (MOST_ROWS + 1)}):
        assert api_of(alice).post(address(task), body).status_code == 400, str(body)[:60]
    assert not Annotation.objects.exists()


def test_statements_do_not_grow_with_rows(acme, alice, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=40), required=1)
    api, rows = api_of(alice), rows_of(task)
    send(api, task, rows[:10])

    with at_most(12):
        assert send(api, task, rows[10:])["created"] == 30


@pytest.mark.django_db(transaction=True)
def test_two_requests_for_the_same_slots_fill_each_once(task, alice, acme, api_of, together):
    callers = [api_of(alice), api_of(factories.make_member(acme))]

    found = together(*[lambda api=api: send(api, task, rows_of(task)) for api in callers])

    assert sum(answer["created"] for answer in found) == 6
    assert set(codes(found[0]) + codes(found[1])) == {None, "slot_taken"}
    assert not broken()


@pytest.mark.django_db(transaction=True)
def test_the_same_request_twice_at_once_stores_each_row_once(task, alice, api_of, together):
    callers, rows = [api_of(alice), api_of(alice)], rows_of(task)

    found = together(*[lambda api=api: send(api, task, rows) for api in callers])

    assert codes(found[0]) == codes(found[1]) == [None] * 6
    assert Annotation.objects.count() == 6
    assert not broken()


def test_rows_may_name_the_case_in_place_of_the_item_and_a_case_of_several_items_is_named_by_none(acme, alice, api_of):
    version = factories.make_version(factories.make_dataset(acme), rows=[{"external_id": f"case {n}"} for n in "ab"])
    task = factories.make_task(version, required=1)
    label = {"labels": {"verdict": "wrong"}}
    names = [{"external_id": "case b"}, {"external_id": "case c"}, {}, {"external_id": "case a", "item_id": "1"}]
    names += [{"external_id": ""}, {"external_id": 1}]
    rows = [label | name | {"submission_id": str(uuid.uuid4())} for name in names]
    answer = send(api_of(alice), task, rows)
    assert codes(answer) == [None, "not_found", *["invalid_input"] * 4]
    assert Annotation.objects.get().item.test_case.external_id == "case b"

    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=[{"external_id": "a"}]))
    first = task.items.get()
    TaskItem.objects.create(task=task, test_case=first.test_case, outputs=[], position=1, open_slots=1)
    row = {"labels": {"verdict": "wrong"}, "submission_id": str(uuid.uuid4()), "external_id": "a"}
    answer = send(api_of(alice), task, [row])
    assert codes(answer) == ["invalid_input"] and "2 items" in answer["results"][0]["error"]["message"]
