"""Bulk operations over the API: each verb there and back, what is left out, what is refused, whose they are."""

import pytest

from annotations.items.actions import bulk_operations
from annotations.items.tasks import bulk_run
from annotations.models import AdjudicationRequest, Assignment, BulkOperation, TaskItem
from tests import factories
from tests.annotations.bulk_world import items_of, make_wide_task
from tests.statements import at_most


@pytest.fixture
def task(acme):
    return make_wide_task(acme, required=1)


def address(task, rest=""):
    return f"/v1/annotations/tasks/{task.pk}/bulk{rest}"


def start(api, task, verb, *, expected=4, headers=None, **body):
    sent = {"verb": verb, "expected": expected} | body
    return api.post(address(task), sent if "items" in body else {"filter": {}} | sent, **headers or {})


def whole():
    return BulkOperation.objects.exclude(details__has_key="part_of")


def test_verbs_are_told_with_their_options_and_preview_tells_what_is_left_out_and_why_and_changes_nothing(
    bob, api_of, task
):
    verbs = {row["verb"]: row for row in api_of(bob).get("/v1/annotations/bulk-verbs").json()["verbs"]}
    assert set(verbs) == {"add_place", "adjudicate", "assign", "prioritize", "release", "reopen", "withdraw"}
    assert verbs["add_place"]["undo"] is None and verbs["assign"]["options"][0]["kind"] == "person"
    (priority,) = verbs["prioritize"]["options"]
    assert (priority["name"], priority["kind"], priority["required"]) == ("priority", "number", True)
    assert (priority["least"], priority["most"]) == (-100, 100)

    first = items_of(task)[0]
    TaskItem.objects.filter(pk=first.pk).update(closed_reason="Other")
    with at_most(5):
        seen = api_of(bob).post(address(task, "/preview"), {"verb": "withdraw", "filter": {}})
    found = seen.json()
    assert (seen.status_code, found["total"], found["able"], found["left_out"]) == (200, 4, 3, 1)
    assert found["options"] == {"reason": "withdrawn"}
    assert found["reasons"] == [{"code": "item_closed", "reason": "Withdrawn", "items": 1}]
    assert found["sample"] == [
        {
            "item_id": str(first.pk),
            "position": 0,
            "external_id": first.test_case.external_id,
            "code": "item_closed",
            "reason": "Withdrawn",
        }
    ]
    assert [item.closed_reason for item in items_of(task)] == ["Other", "", "", ""] and not whole().exists()


def test_chosen_items_are_withdrawn_opened_again_and_withdrawn_by_undo(task, bob, api_of):
    api, ids = api_of(bob), [str(item.pk) for item in items_of(task)[:2]]

    withdrawn = start(api, task, "withdraw", items=ids, expected=2, options={"reason": "Twice"})
    there = start(api, task, "reopen", filter={"state": "withdrawn"}, expected=2).json()
    back = api.post(address(task, f"/{there['operation_id']}/undo"))

    assert withdrawn.status_code == 201 and withdrawn.json()["changed"] == 2
    assert (there["status"], there["filter"], there["can_undo"]) == ("done", {"state": "withdrawn"}, True)
    assert (back.status_code, back.json()["status"], back.json()["undone"]) == (200, "undone", 2)
    assert [item.closed_reason for item in items_of(task)] == ["Twice", "Twice", "", ""]
    assert api.post(address(task, f"/{there['operation_id']}/undo")).json() == back.json()


def test_items_are_assigned_released_and_given_back_and_priority_and_what_changed_since_stays(task, bob, alice, api_of):
    api, person = api_of(bob), factories.make_annotator(alice)
    assigned = start(api, task, "assign", options={"person": str(person.pk), "note": "Yours"}).json()
    released = start(api, task, "release", filter={"annotator": str(person.pk)}).json()
    states = set(Assignment.objects.values_list("state", flat=True))
    api.post(address(task, f"/{released['operation_id']}/undo"))
    assert (assigned["changed"], assigned["options"]["note"]) == (4, "Yours")
    assert released["changed"] == 4 and "released" in states
    assert set(Assignment.objects.values_list("state", "annotator_id")) == {("returned", person.pk)}

    api = api_of(bob)
    there = start(api, task, "prioritize", options={"priority": 7}).json()
    with at_most(7):
        api.get(address(task, f"/{there['operation_id']}"))
    TaskItem.objects.filter(pk=items_of(task)[0].pk).update(priority=9)
    back = api.post(address(task, f"/{there['operation_id']}/undo")).json()
    assert [item.priority for item in items_of(task)] == [9, 0, 0, 0]
    kept = [{"code": "changed_since", "reason": "Changed since then", "items": 1}]
    assert (back["undone"], back["kept"]) == (3, kept)
    assert [row["position"] for row in back["left_alone"]] == [0]


def test_one_more_place_cannot_be_taken_back(task, bob, alice, api_of):
    api, item = api_of(bob), items_of(task)[0]
    factories.make_lease(item, factories.make_annotator(alice))

    there = start(api, task, "add_place", expected=1, options={"reason": "Hard"}).json()
    refused = api.post(address(task, f"/{there['operation_id']}/undo"))

    assert (there["changed"], there["can_undo"], items_of(task)[0].open_slots) == (1, False, 1)
    assert there["refused"] == [{"code": "place_free", "reason": "Already has an open slot", "items": 3}]
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_undoable")


def test_other_items_than_expected_are_a_conflict(task, bob, api_of):
    refused = start(api_of(bob), task, "withdraw", expected=3)

    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "list_changed" and refused.json()["error"]["details"] == {"able": 4}
    assert not whole().exists()


def test_same_key_and_body_is_the_same_operation(task, bob, rita, api_of):
    api, key = api_of(bob), {"idempotency_key": "nightly"}

    once = start(api, task, "prioritize", options={"priority": 1}, headers=key)
    again = start(api, task, "prioritize", options={"priority": 1}, headers=key)
    other = start(api, task, "prioritize", options={"priority": 2}, headers=key)
    long = start(api, task, "prioritize", options={"priority": 2}, headers={"idempotency_key": "x" * 201})

    assert once.status_code == 201 and again.json() == once.json()
    assert (other.status_code, other.json()["error"]["code"]) == (409, "idempotency_conflict")
    assert long.status_code == 400 and whole().count() == 1


@pytest.mark.django_db(transaction=True)
def test_same_key_at_once_starts_once(task, bob, api_of, together):
    def ask():
        api, key = api_of(bob), {"idempotency_key": "once"}
        return start(api, task, "prioritize", options={"priority": 1}, headers=key).json()["operation_id"]

    found = together(ask, ask)

    assert len(set(found)) == 1 and whole().count() == 1 and {item.priority for item in items_of(task)} == {1}


def test_much_work_is_told_while_a_worker_does_it(task, bob, api_of, monkeypatch, django_capture_on_commit_callbacks):
    monkeypatch.setattr(bulk_operations, "AT_ONCE", 3)
    monkeypatch.setattr(bulk_operations, "PART", 2)
    sent = []
    monkeypatch.setattr(bulk_run, "delay", sent.append)
    api = api_of(bob)

    with django_capture_on_commit_callbacks(execute=True):
        begun = start(api, task, "withdraw")
    path = address(task, f"/{begun.json()['operation_id']}")
    early = api.post(f"{path}/undo")
    bulk_operations.run(operation=whole().get(), most=1)
    halfway = api.get(path).json()
    bulk_operations.run(operation=whole().get())

    assert begun.status_code == 202 and sent == [begun.json()["operation_id"]]
    assert (early.status_code, early.json()["error"]["code"]) == (409, "still_running")
    assert (halfway["status"], halfway["parts"], halfway["parts_done"], halfway["changed"]) == ("running", 2, 1, 2)
    assert api.get(path).json()["status"] == "done"


def test_mistakes_are_named_and_filters_are_those_of_the_table(task, bob, api_of, alice):
    cases = [
        ({"verb": "drop", "filter": {}}, "unknown_key", "withdraw"),
        ({"verb": "withdraw"}, "bad_choice", "either items"),
        ({"verb": "withdraw", "items": [], "filter": {}}, "bad_choice", "either items"),
        ({"verb": "withdraw", "items": []}, "bad_choice", "at least one id"),
        ({"verb": "withdraw", "items": ["1"] * 501}, "too_many", "501"),
        ({"verb": "withdraw", "items": [1]}, "invalid_input", "items: "),
        ({"verb": "withdraw", "filter": {"colour": "red"}}, "bad_filter", "Valid: state, annotator"),
        ({"verb": "withdraw", "filter": {"view": "x"}}, "bad_filter", "filter has no 'view'"),
        ({"verb": "withdraw", "filter": {"state": "lost"}}, "bad_filter", "'lost'. Valid: open"),
        ({"verb": "withdraw", "filter": {"disagreement": True}}, "bad_filter", "filter.disagreement is true"),
        ({"verb": "withdraw", "filter": {"disagreement": 2}}, "bad_filter", "a number from 0 to 1"),
        ({"verb": "withdraw", "filter": {"search": ["a"]}}, "bad_filter", "a text or a number"),
        ({"verb": "prioritize", "filter": {}}, "bad_options", "options.priority: Priority is missing."),
        ({"verb": "prioritize", "filter": {}, "options": {"priority": 101}}, "bad_options", "from -100 to 100"),
        ({"verb": "prioritize", "filter": {}, "options": {"priority": True}}, "bad_options", "priority is true"),
        ({"verb": "prioritize", "filter": {}, "options": {"rank": 1}}, "bad_options", "Valid: priority."),
        ({"verb": "release", "filter": {}, "options": {"note": ""}}, "bad_options", "Valid: {}."),
        ({"verb": "assign", "filter": {}, "options": {"person": "7"}}, "bad_options", "active person"),
        ({"verb": "withdraw", "filter": {}, "all": True}, "unknown_field", "Valid fields"),
    ]
    api = api_of(bob)
    for place, (body, code, words) in enumerate(cases):
        path, sent = (address(task), body | {"expected": 4}) if place % 2 else (address(task, "/preview"), body)
        answer = api.post(path, sent)
        error = answer.json()["error"]
        assert (answer.status_code, error["code"]) == (400, code), error
        assert words in error["message"]
    assert not whole().exists()

    first = items_of(task)[0]
    factories.make_annotation(first, factories.make_annotator(alice), {"verdict": "correct"})
    api = api_of(bob)

    def total(**chosen):
        return api.post(address(task, "/preview"), {"verb": "adjudicate", "filter": chosen}).json()["total"]

    assert total(label="verdict=correct") == 1 and total(label="verdict") == 1
    assert total(flagged=True) == 0 and total(flagged=False) == 4 and total(commented=True) == 0
    assert total(search=1) >= 1 and total(disagreement=0.5) == 0


def test_items_and_operations_of_others_do_not_exist(task, bob, rival, api_of):
    there, sibling = make_wide_task(rival), factories.make_task(task.dataset_version)
    foreign, own = str(items_of(there)[0].pk), str(items_of(task)[0].pk)
    operation = start(api_of(bob), task, "withdraw").json()["operation_id"]
    part = BulkOperation.objects.get(details__part_of=operation).pk

    for ids in ([foreign], [own, foreign], [str(items_of(sibling)[0].pk)], ["x"], ["9" * 18]):
        assert start(api_of(bob), task, "reopen", items=ids).status_code == 404
    for path in (address(task, f"/{part}"), address(sibling, f"/{operation}"), address(task, "/x")):
        assert api_of(bob).get(path).status_code == 404 and api_of(bob).post(f"{path}/undo").status_code == 404


def test_operations_are_listed_found_by_state_and_walked_by_cursor(task, bob, api_of):
    api = api_of(bob)
    for priority in range(1, 4):
        start(api, task, "prioritize", options={"priority": priority})
    start(api, task, "adjudicate", options={"reason": "Odd"})
    asked = AdjudicationRequest.objects.filter(closed_at=None)

    with at_most(5):
        found = api.get(address(task)).json()
    first = api.get(address(task, "?limit=2&status=done,running")).json()
    second = api.get(address(task, f"?limit=2&status=done,running&cursor={first['next']}")).json()
    last = api.get(address(task, "?limit=2&offset=3")).json()
    sent = asked.count()
    api.post(address(task, f"/{found['operations'][0]['operation_id']}/undo"))

    assert [row["verb"] for row in found["operations"]] == ["adjudicate", *["prioritize"] * 3]
    assert first["operations"] + second["operations"] == found["operations"] and second["next"] is None
    assert (len(last["operations"]), last["total"], last["has_more"]) == (1, 4, False)
    assert (sent, asked.exists()) == (4, False)
    assert len(api.get(address(task, "?status=undone")).json()["operations"]) == 1
    assert api.get(address(task, "?status=paused")).status_code == 400
