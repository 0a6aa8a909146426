"""Disagreement per item and question: what counts, what changes it, and that spans make no difference."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotations.agreement.actions import disagreement, snapshots
from annotations.models import Annotation, Disagreement
from tests import factories
from tests.annotations.panel import answer_all, everyone, make_panel, question_of
from tests.undoing import undone


@pytest.fixture
def task(acme):
    return make_panel(acme, rows=1)


def vote(task, key, values, **overrides):
    for annotator, value in zip(everyone(task), values, strict=False):
        factories.make_annotation(task.items.get(), annotator, {key: value}, **overrides)


def score(task, key):
    row = Disagreement.objects.filter(task=task, question=question_of(task, key)).first()
    return (row.score, row.n_labels) if row else None


def test_mean_distance_of_two_labels_over_the_largest_and_agreement_single_labels_and_free_text_leave_no_row(task):
    cases = [
        ("verdict", ["correct", "correct", "wrong"], 2 / 3),
        ("verdict", ["correct", "wrong", "partly"], 1.0),
        ("grade", ["correct", "partly"], 0.5),
        ("score", [1, 5], 1.0),
        ("score", [3, 4], 0.25),
        ("faults", [["tone"], ["facts"]], 1.0),
        ("faults", [["tone"], ["tone", "facts"]], 1 - 1 / 2 * 2 / 3),
    ]
    for key, values, found in cases:
        with undone():
            vote(task, key, values)
            disagreement.refresh(task=task)
            assert score(task, key) == (pytest.approx(found), len(values))

    cases = [("verdict", ["wrong"] * 3), ("verdict", ["wrong"]), ("remark", ["a", "b"])]
    for key, values in cases:
        with undone():
            vote(task, key, values)
            disagreement.refresh(task=task)
            assert not Disagreement.objects.exists()


def test_open_numbers_are_measured_by_what_the_task_has_met(acme):
    task = make_panel(acme, rows=2)
    schema = factories.make_schema(task, {"fields": [{"key": "grams", "type": "number"}]}, number=2)
    task.schema_version = schema
    task.save(update_fields=["schema_version"])
    near, far = task.items.order_by("position")
    for item, numbers in ((near, [10, 15]), (far, [10, 30])):
        for person, number in zip(everyone(task), numbers, strict=False):
            factories.make_annotation(item, person, {"grams": number})

    disagreement.refresh(task=task)

    found = dict(Disagreement.objects.values_list("item", "score"))
    assert found == {near.pk: pytest.approx(0.25), far.pk: pytest.approx(1.0)}


def test_only_current_blind_unflagged_labels_count_and_rows_follow_the_labels(task):
    cases = [
        {"exposure": "saw_people"},
        {"flagged": True, "flag_reason": "Odd."},
        {"withdrawn_at": "2026-01-01T00:00Z"},
    ]
    first, second, *_ = everyone(task)
    for overrides in cases:
        with undone():
            factories.make_annotation(task.items.get(), first, {"verdict": "wrong"})
            factories.make_annotation(task.items.get(), second, {"verdict": "correct"}, **overrides)
            disagreement.refresh(task=task)
            assert not Disagreement.objects.exists()

    vote(task, "verdict", ["wrong", "wrong", "correct"])
    disagreement.refresh(task=task)
    before = Disagreement.objects.get()
    third = Annotation.objects.get(judgements__value="correct")
    third.judgements.update(value="partly", number=1)
    disagreement.refresh(task=task)
    assert Disagreement.objects.get().pk == before.pk
    third.judgements.update(value="wrong", number=2)
    disagreement.refresh(task=task)
    assert not Disagreement.objects.exists()


def test_spans_make_no_difference(acme, monkeypatch):
    task = make_panel(acme, rows=7)
    answer_all(task)
    disagreement.refresh(task=task)
    whole = sorted(Disagreement.objects.values_list("item", "question", "score", "n_labels"))
    assert whole
    for size in (1, 2, 100):
        Disagreement.objects.all().delete()
        monkeypatch.setattr(disagreement, "SPAN", size)

        disagreement.refresh(task=task)

        assert sorted(Disagreement.objects.values_list("item", "question", "score", "n_labels")) == whole, size


def test_a_repeat_writes_nothing(task):
    vote(task, "verdict", ["wrong", "correct"])
    disagreement.refresh(task=task)

    with CaptureQueriesContext(connection) as statements:
        disagreement.refresh(task=task)

    assert Disagreement.objects.count() == 1
    assert not [row["sql"] for row in statements if "INSERT" in row["sql"] or "UPDATE" in row["sql"]]


def test_computing_agreement_brings_it_up_to_date(task):
    vote(task, "verdict", ["wrong", "correct"])

    snapshots.compute(task=task)

    assert score(task, "verdict") == (1.0, 2)
