"""Annotating over the API: what `next` hands out, what stands beside answers, earlier forms, one's own history."""

import pytest

from annotations.models import Annotation, SchemaVersion
from annotations.queue.actions import leases
from tests import factories


@pytest.fixture
def task(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2), required=1)
    SchemaVersion.objects.filter(task=task).update(frozen_at="2026-01-01T00:00Z")
    return task


@pytest.fixture
def api(alice, api_of):
    return api_of(alice)


def address(task, *parts):
    return "/".join([f"/v1/annotations/tasks/{task.pk}", *map(str, parts)])


def answer(api, task, taken, **more):
    body = {"labels": {"verdict": "wrong"}, "lease_token": taken["lease_token"], **more}
    return api.post(address(task, "items", taken["item_id"]), body)


def test_a_key_is_of_one_membership(alice, rival, task, api, api_of):
    elsewhere = factories.make_task(factories.make_version(factories.make_dataset(rival), rows=2), required=1)
    other = api_of(factories.make_member(rival, user=alice.user))

    answers = [
        each.post(
            address(work, "items", taken["item_id"]),
            {"labels": {"verdict": "wrong"}, "lease_token": taken["lease_token"]},
            idempotency_key="answer 1",
        )
        for each, work in ((api, task), (other, elsewhere))
        for taken in [each.post(address(work, "next")).json()]
    ]

    assert [each.status_code for each in answers] == [200, 200], answers[1].content


def test_reason_confidence_and_quotes_are_stored_and_those_of_no_right_type_refused(api, task):
    looked = api.client.head(address(task, "next"), headers={"Authorization": f"Bearer {api.secret}"})
    assert looked.status_code == 405 and not task.items.filter(assignments__isnull=False).exists()
    taken = api.post(address(task, "next")).json()
    for beside in (
        {"justifications": {"verdict": 1}},
        {"justifications": ["x"]},
        {"justifications": {"other": "x"}},
        {"confidences": {"verdict": True}},
        {"confidences": {"verdict": 1.1}},
        {"quotes": {"verdict": "It"}},
        {"quotes": {"verdict": [{"quote": "It"}]}},
        {"quotes": {"verdict": ["Atlantis"]}},
        {"quotes": {"verdict": [{"field": "output", "start": "0", "end": 2, "quote": "It"}]}},
        {"schema_version": 9},
    ):
        assert answer(api, task, taken, **beside).status_code == 400, beside
    assert not Annotation.objects.exists()
    output = taken["test_case"]["output"]
    placed = {"field": "output", "start": 0, "end": 5, "quote": output[:5]}

    done = answer(
        api,
        task,
        taken,
        justifications={"verdict": "Wrong sum."},
        confidences={"verdict": 0.5},
        quotes={"verdict": [placed, output]},
    )

    assert done.status_code == 200
    judgement = Annotation.objects.get().judgements.get()
    assert (judgement.justification, judgement.confidence) == ("Wrong sum.", 0.5)
    assert [(row.match, row.start, row.end) for row in judgement.evidence.all()] == [
        ("exact", 0, 5),
        ("exact", 0, len(output)),
    ]


def test_answer_to_the_form_that_next_gave_stays_valid_and_returned_item_is_seen_and_handed_out_first(
    api, task, alice, bob
):
    taken = api.post(address(task, "next")).json()
    old = task.schema_version
    task.schema_version = factories.make_schema(task, factories.VERDICT, number=2)
    task.save(update_fields=["schema_version"])
    done = answer(api, task, taken, schema_version=taken["schema_version"])
    assert (done.status_code, taken["schema_version"]) == (200, 1)
    assert Annotation.objects.get().schema_version == old

    taken = api.post(address(task, "next")).json()
    answer(api, task, taken)
    annotator = factories.make_annotator(alice)
    leases.give_back(task=task, item_id=taken["item_id"], annotator=annotator, note="Why wrong?", by=bob)
    listed = api.get(address(task, "history") + "?state=returned").json()
    again = api.post(address(task, "next")).json()
    assert [(row["item_id"], row["note"]) for row in listed["items"]] == [(taken["item_id"], "Why wrong?")]
    assert (again["item_id"], again["note"]) == (taken["item_id"], "Why wrong?")


def test_history_holds_ones_own_work_only(api, task, acme, api_of):
    taken = api.post(address(task, "next")).json()
    answer(api, task, taken)

    mine = api.get(address(task, "history")).json()
    others = api_of(factories.make_member(acme)).get(address(task, "history")).json()

    assert [(row["state"], row["labels"]) for row in mine["items"]] == [("submitted", {"verdict": "wrong"})]
    assert others == {"items": [], "has_more": False, "next": None, "before": None}
    for before in ("x", "0001-01-01T00:00:00%2B23:59|1"):
        assert api.get(address(task, "history") + f"?before={before}").json()["error"]["code"] == "bad_before"


def test_nothing_free_tells_what_was_skipped(api, task):
    for _ in range(2):
        taken = api.post(address(task, "next")).json()
        api.post(address(task, "items", taken["item_id"]), {"skipped": True})

    nothing = api.post(address(task, "next")).json()

    assert (nothing["reason"], nothing["skipped_items"], nothing["returned_items"]) == ("all_done", 2, 0)


def test_revision_that_is_no_number_is_refused(api, task):
    taken = api.post(address(task, "next")).json()
    for revision in ('"first"', "9" * 5000, "-1"):
        headers = {"If-Match": revision, "Authorization": f"Bearer {api.secret}"}
        body = {"labels": {"verdict": "wrong"}, "lease_token": taken["lease_token"]}

        refused = api.client.post(
            address(task, "items", taken["item_id"]), body, content_type="application/json", headers=headers
        )

        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_revision"), revision
