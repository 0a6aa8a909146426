"""Reading labels: three ways from the database, one result."""

import numpy as np
import pytest

from annotations.agreement.actions import label_queries as reading
from annotations.agreement.label_arrays import Labels
from annotations.agreement.metrics import registry as metrics
from annotations.agreement.patterns import Patterns
from annotations.labels.measures import measured
from annotations.models import Judgement
from tests import factories
from tests.annotations.panel import answer_all, everyone, make_panel, question_of
from tests.kept_people import acme

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(acme):
    task = make_panel(acme, rows=12)
    answer_all(task)
    return task


@pytest.fixture
def task(db, made):
    return factories.fresh(made)


def triples(labels):
    return sorted(
        (labels.item_keys[item], labels.annotator_keys[who], labels.domain[code])
        for item, who, code in zip(labels.item, labels.annotator, labels.code, strict=True)
    )


def stored(task, key):
    rows = Judgement.objects.filter(question__key=key, annotation__task=task)
    return sorted((row.annotation.item_id, str(row.annotation.annotator_id), row.number) for row in rows)


def test_arrays_hold_every_stored_number_and_sets_hold_every_stored_choice(task):
    cases = ["verdict", "grade", "score", "seconds"]
    for key in cases:
        question, panel = question_of(task, key), reading.panel_of(task)
        found = reading.read(question=question, task=task, panel=panel, declared=measured(question))
        assert triples(found) == stored(task, key)

    question, panel = question_of(task, "faults"), reading.panel_of(task)
    found = reading.read(question=question, task=task, panel=panel, declared=measured(question))
    rows = Judgement.objects.filter(question=question)
    assert sorted((item, who, sorted(chosen)) for item, who, chosen in triples(found)) == sorted(
        (row.annotation.item_id, str(row.annotation.annotator_id), sorted(row.value)) for row in rows
    )
    assert frozenset() in found.domain


@pytest.mark.parametrize("key", ["verdict", "grade", "score"])
@pytest.mark.parametrize("human", [True, False])
def test_patterns_counted_in_postgres_are_those_of_the_arrays(task, key, human):
    question, panel = question_of(task, key), reading.panel_of(task)
    declared, keys = measured(question), panel.keys_of(human=human)
    arrays = reading.read(question=question, task=task, panel=panel, declared=declared)

    counted = reading.read_patterns(question=question, task=task, keys=keys, domain=declared.domain)
    expected = Patterns.from_labels(arrays.people() if human else arrays.machines())

    for name in ("krippendorff_alpha", "fleiss_kappa", "percent_agreement"):
        found, wanted = (metrics[name](patterns, level=declared.level) for patterns in (counted, expected))
        assert found.value == (None if wanted.value is None else pytest.approx(wanted.value))
        assert (found.n_items, found.n_labels, found.n_annotators) == (
            wanted.n_items,
            wanted.n_labels,
            wanted.n_annotators,
        )


def test_numbers_read_as_sets_agree_as_the_same_choices_do(task):
    """A single choice told as a set of one option: nominal alpha is alpha of sets where sets never overlap."""
    question, panel = question_of(task, "verdict"), reading.panel_of(task)
    labels = reading.read(question=question, task=task, panel=panel, declared=measured(question))
    sets = Labels.of_sets(
        items=[labels.item_keys[n] for n in labels.item],
        annotators=[labels.annotator_keys[n] for n in labels.annotator],
        sets=[[f"option-{code}"] for code in labels.code],
    )

    alone, told = (
        metrics["krippendorff_alpha"](Patterns.from_labels(found), level=level).value
        for found, level in ((labels, "nominal"), (sets, "sets"))
    )

    assert told == pytest.approx(alone)


def test_annotator_without_a_label_on_the_question_is_not_counted(task):
    silent = factories.make_annotator(factories.make_member(task.organization, "zoe"))
    factories.make_annotation(task.items.first(), silent, {"remark": "Later."})
    question, panel = question_of(task, "verdict"), reading.panel_of(task)

    counted = reading.read_patterns(
        question=question, task=task, keys=panel.keys_of(human=True), domain=measured(question).domain
    )

    assert str(silent.pk) in panel.keys
    assert counted.n_annotators == 3


def test_abstentions_are_no_labels_and_nothing_answered_reads_as_nothing(acme):
    task = make_panel(acme, rows=1)
    factories.make_annotation(task.items.get(), everyone(task)[0], {"verdict": None, "faults": None})
    panel = reading.panel_of(task)
    for key in ("verdict", "faults"):
        question = question_of(task, key)
        assert reading.read(question=question, task=task, panel=panel, declared=measured(question)).item.size == 0

    task = make_panel(acme, rows=1)
    panel = reading.panel_of(task)
    for key in ("verdict", "score", "seconds", "faults"):
        question = question_of(task, key)
        found = reading.read(question=question, task=task, panel=panel, declared=measured(question))
        assert (found.item.size, found.item.dtype) == (0, np.int64)
    empty = reading.read_patterns(question=question_of(task, "verdict"), task=task, keys=[], domain=(0.0, 1.0, 2.0))
    assert (empty.n_items, empty.n_annotators) == (0, 0)


def test_number_between_two_points_counts_as_the_nearest(task):
    question, panel = question_of(task, "grade"), reading.panel_of(task)
    declared = measured(question)
    before = reading.read(question=question, task=task, panel=panel, declared=declared)
    keys = sorted(panel.keys)

    for row in Judgement.objects.filter(question=question):
        row.number += 0.3 if row.number < declared.domain[-1] else -0.3
        row.save(update_fields=["number"])

    after = reading.read(question=question, task=task, panel=panel, declared=declared)
    counted = reading.read_patterns(question=question, task=task, keys=keys, domain=declared.domain)
    assert triples(after) == triples(before)
    assert counted.fingerprint() == Patterns.from_labels(before).fingerprint()
