"""Publishing a decision: what it writes, what it refuses, and that nothing overwrites it."""

import pytest

from annotations.agreement.actions.label_queries import panel_of
from annotations.consensus.actions import adjudication, adjudication_queue, ground_truth
from annotations.models import AdjudicationRequest, Annotation, AnnotationEvent, Assignment, GroundTruth
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, Forbidden, InvalidInput
from tests import factories
from tests.annotations.disputed import DECIDED, answer, assign_all, decide, item_of, make_disputed, sheet_of
from tests.annotations.panel import everyone
from tests.kept_people import acme
from tests.undoing import undone

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def disputed(acme):
    return make_disputed(acme)


@pytest.fixture
def task(db, disputed):
    return factories.fresh(disputed)


def current(task, key="verdict"):
    return GroundTruth.objects.get(item__task=task, question__key=key, is_current=True)


def test_publishing_supersedes_the_consensus_with_a_new_version(task, rita):
    before = current(task)

    decide(task, rita, fields={"confidence": "medium", "cause": "edge_case", "note": " See 2.1. "})

    after = current(task)
    assert (before.source, before.version) == ("consensus", 1)
    assert (after.value, after.number, after.source, after.version) == ("wrong", 2.0, "adjudicated", 2)
    assert (after.supersedes, after.decided_by) == (before, rita.user)
    assert after.details == {"confidence": "medium", "cause": "edge_case", "note": "See 2.1.", "answers": 3, "same": 2}


def test_what_was_done_is_told(task, rita):
    adjudication.request(item=item_of(task), reason="Odd.", by=rita.user)

    decide(task, rita)

    assert AdjudicationRequest.objects.get().closed_at is not None
    assert AnnotationEvent.objects.filter(task=task, verb="adjudicated").count() == 1
    event = AuditEvent.objects.get(verb="adjudication.published")
    assert (event.actor, event.object_id) == (rita.user, str(item_of(task).pk))


def test_merging_again_never_overwrites_a_decision_and_asking_twice_is_one_request(task, rita):
    decide(task, rita)
    Annotation.objects.filter(task=task).update(withdrawn_at="2026-01-01T00:00Z")
    answer(item_of(task), ["correct"] * 3)
    ground_truth.refresh(task=task, panel=panel_of(task))
    assert (current(task).value, current(task).source) == ("wrong", "adjudicated")

    first = adjudication.request(item=item_of(task), reason="Odd.", by=rita.user)
    assert adjudication.request(item=item_of(task), reason="Again.", by=rita.user) == first
    assert AnnotationEvent.objects.filter(verb="adjudication_asked").count() == 1


def test_mistakes_are_told_by_question_and_own_value_with_a_note_is_taken(task, rita):
    cases = [
        ({"grade": "correct", "score": 4}, {}, "verdict", "Decide this question"),
        (DECIDED | {"verdict": "partly"}, {}, "verdict", "No annotator gave this value"),
        (DECIDED | {"verdict": "green"}, {}, "verdict", "Valid"),
        (DECIDED | {"colour": "green"}, {}, "colour", "No such question"),
        (DECIDED, {"confidence": "sure"}, "verdict", "high, medium, low"),
        (DECIDED, {"cause": "weather"}, "verdict", "guideline_gap"),
        (DECIDED, {"note": "x" * 4001}, "verdict", "at most 4000"),
    ]
    for values, fields, key, words in cases:
        with undone():
            with pytest.raises(InvalidInput) as refused:
                decide(task, rita, values=values, fields=fields)
            assert words in refused.value.details["fields"][key]
            assert not GroundTruth.objects.filter(source="adjudicated").exists()

    decide(task, rita, values=DECIDED | {"verdict": "partly"}, fields={"note": "Half of it holds."})
    assert (current(task).value, current(task).details["same"]) == ("partly", 0)


def test_new_answer_since_opening_is_a_conflict_that_names_it(task, rita, acme):
    seen = sheet_of(task, rita).seen
    late = factories.make_annotator(factories.make_member(acme, "zoe"))
    factories.make_annotation(item_of(task), late, {"verdict": "partly"})

    with pytest.raises(Conflict) as refused:
        decide(task, rita, seen=seen)

    new = [column for column in sheet_of(task, rita, seen=seen).columns if column.is_new]
    assert [column.annotation.annotator for column in new] == [late]
    assert refused.value.details["new"] == [new[0].letter]
    decide(task, rita, seen=refused.value.details["seen"])


def test_repeat_of_a_decision_changes_nothing_and_revised_answer_keeps_its_letter_and_is_new(task, rita, bob):
    seen, versions = sheet_of(task, rita).seen, GroundTruth.objects.filter(source="adjudicated")
    decide(task, rita, seen=seen)
    repeated = decide(task, rita, seen=seen)
    assert [row.value for row in repeated.truths] == list(DECIDED.values()) and versions.count() == 3
    for member, values in ((bob, DECIDED), (rita, DECIDED | {"verdict": "correct"})):
        with pytest.raises(Conflict):
            decide(task, member, values=values, seen=seen)

    before = sheet_of(task, rita)
    revised = before.columns[0].annotation
    Annotation.objects.filter(pk=revised.pk).update(superseded_at="2026-01-01T00:00Z")
    factories.make_annotation(item_of(task), revised.annotator, {"verdict": "partly"}, revision=2)
    after = sheet_of(task, rita, seen=before.seen)
    assert [column.is_new for column in after.columns] == [True, False, False]
    assert after.columns[0].annotation.annotator == revised.annotator


def test_replacing_a_decision_needs_the_number_of_the_item_and_nobody_settles_what_they_answered(task, rita):
    decide(task, rita)
    for confirmation in ("", "2"):
        with pytest.raises(InvalidInput) as refused:
            decide(task, rita, values=DECIDED | {"verdict": "correct"}, confirmation=confirmation)
        assert refused.value.code == "confirmation_missing"
    decide(task, rita, values=DECIDED | {"verdict": "correct"}, confirmation=" 1 ")
    assert (current(task).value, current(task).version) == ("correct", 3)

    factories.make_annotation(item_of(task), factories.make_annotator(rita), {"verdict": "wrong"})
    for is_override in (False, True):
        with pytest.raises(Forbidden) as refused:
            decide(task, rita, is_override=is_override)
        assert refused.value.code == "own_item"


def test_admin_may_settle_an_own_item_and_the_trail_says_so(task, bob):
    factories.make_annotation(item_of(task), factories.make_annotator(bob), {"verdict": "wrong"})
    with pytest.raises(Forbidden):
        decide(task, bob)

    decide(task, bob, is_override=True)

    assert AuditEvent.objects.get(verb="adjudication.own_item").actor == bob.user


def test_order_of_answers_is_each_adjudicators_own_and_tells_nothing(acme):
    task = make_disputed(acme)
    members = [factories.make_member(acme, role="reviewer") for _ in range(8)]

    orders = {tuple(c.annotation.annotator_id for c in sheet_of(task, member).columns) for member in members}

    assert len(orders) > 1
    first = sheet_of(task, members[0])
    assert [column.letter for column in first.columns] == ["A", "B", "C"]
    assert first == sheet_of(task, members[0])


def test_sheet_says_what_differs(task, rita):
    machine = everyone(task)[3]
    factories.make_annotation(item_of(task), machine, {"verdict": "wrong", "remark": "Fine."}, confidence=0.8)

    sheet = sheet_of(task, rita)

    rows = {row.spec.key: row for row in sheet.rows}
    assert {key: row.state for key, row in rows.items()} == {
        "verdict": "differs",
        "grade": "agreed",
        "score": "agreed",
        "seconds": "unanswered",
        "faults": "unanswered",
        "remark": "text",
    }
    assert (rows["verdict"].n_answers, rows["score"].agreed_value) == (4, 4)
    assert (sheet.answers, sheet.needed, sheet.is_complete) == (3, 3, True)


def test_machines_stand_behind_people_with_letters_of_their_own(task, rita):
    for machine in everyone(task)[3:5]:
        factories.make_annotation(item_of(task), machine, {"verdict": "wrong"})

    columns = sheet_of(task, rita).columns

    assert [column.letter for column in columns] == ["A", "B", "C", "P", "Q"]
    assert [column.kind for column in columns] == ["human"] * 3 + ["llm"] * 2
    assert [column.is_first_machine for column in columns] == [False, False, False, True, False]


def test_cause_of_different_answers_is_asked_for_where_it_is_needed(task, rita):
    with pytest.raises(InvalidInput) as refused:
        decide(task, rita, needs_cause=True)

    assert refused.value.details["fields"] == {"verdict": "Choose the cause of the disagreement."}
    decide(task, rita, fields={"cause": "edge_case", "confidence": ""}, needs_cause=True)
    assert current(task).details["confidence"] == ""


def test_one_more_annotator_is_asked(acme, rita):
    task = make_disputed(acme, consensus_threshold=0.7)
    task.items.update(open_slots=0)
    assert adjudication_queue.count(task=task) == 1

    adjudication.ask_another(item=item_of(task), by=rita)

    assert item_of(task).open_slots == 1
    assert adjudication_queue.count(task=task) == 0
    sheet = sheet_of(task, rita)
    assert (sheet.answers, sheet.needed, sheet.is_complete) == (3, 4, False)


def test_answer_goes_back_to_its_annotator_and_the_item_leaves_the_list_and_returning_needs_a_person_and_a_note(
    task, rita
):
    assign_all(task)
    sheet = sheet_of(task, rita)
    column = sheet.columns[1]
    adjudication.send_back(item=item_of(task), letter="B", note=" Look at 2. ", seen=sheet.seen, by=rita)
    returned = Assignment.objects.get(state="returned")
    assert (returned.annotator, returned.reason) == (column.annotation.annotator, "Look at 2.")
    assert adjudication_queue.count(task=task) == 0

    cases = [("Z", "Look."), ("", "Look."), ("B", " ")]
    for letter, note in cases:
        with undone():
            with pytest.raises(InvalidInput):
                adjudication.send_back(
                    item=item_of(task), letter=letter, note=note, seen=sheet_of(task, rita).seen, by=rita
                )


def test_returning_what_has_changed_is_a_conflict(task, rita):
    assign_all(task)
    with pytest.raises(Conflict):
        adjudication.send_back(item=item_of(task), letter="B", note="Look.", seen="old", by=rita)
