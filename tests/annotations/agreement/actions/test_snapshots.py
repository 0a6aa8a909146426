"""A task's figures: equal to the package's on the same rows, whole, repeatable, and known to be old when they are."""

from types import SimpleNamespace

import pytest

from annotations.agreement.actions import label_queries as labels
from annotations.agreement.actions import snapshots, staleness, summary
from annotations.models import AgreementSnapshot, AnnotationEvent
from tests import factories
from tests.annotations.panel import answer_all, everyone, make_panel, oracle, question_of
from tests.kept_people import acme
from tests.undoing import undone

__all__ = ["acme"]
pytestmark = pytest.mark.django_db
ALPHA = "krippendorff_alpha"


@pytest.fixture(scope="module")
def computed(acme):
    task = make_panel(acme, rows=4)
    answer_all(task)
    snapshots.compute(task=task)
    return task


@pytest.fixture
def few(db, computed):
    """Four items with answers of everybody, their figures computed."""
    return factories.fresh(computed)


def alpha(task, key, scope):
    return AgreementSnapshot.objects.get(task=task, question=question_of(task, key), metric=ALPHA, scope=scope)


def figures(task):
    rows = AgreementSnapshot.objects.filter(task=task).exclude(metric="computed")
    return sorted(rows.values_list("question__key", "metric", "scope", "value", "low", "high", "n_items", "n_labels"))


def test_alpha_is_that_of_the_package_in_every_scope_and_machines_are_compared_with_the_majority_of_people(acme):
    task = make_panel(acme, rows=14)
    answer_all(task)
    levels = {
        "verdict": ("nominal", [0.0, 1.0, 2.0]),
        "grade": ("ordinal", [0.0, 1.0, 2.0]),
        "score": ("ordinal", [1.0, 2.0, 3.0, 4.0, 5.0]),
    }
    people, machines = ([row for row in everyone(task) if (row.kind == "human") is human] for human in (True, False))
    snapshots.compute(task=task)
    for key, (level, domain) in levels.items():
        for scope, who in (("people", people), ("machines", machines), ("everyone", people + machines)):
            wanted = oracle(task, key, who, level=level, domain=domain)
            assert alpha(task, key, scope).value == pytest.approx(wanted), (key, scope)
    level = snapshots.measured(question_of(task, "seconds")).level
    assert alpha(task, "seconds", "people").value == pytest.approx(oracle(task, "seconds", people, level=level))
    assert alpha(task, "faults", "people").value is not None
    assert not AgreementSnapshot.objects.filter(task=task, question=question_of(task, "remark")).exists()

    task = make_panel(acme, rows=3)
    *people, judge = everyone(task)[:4]
    for item, (votes, verdict) in zip(
        task.items.order_by("position"),
        [
            (["correct"] * 3, "correct"),
            (["wrong", "wrong", "partly"], "wrong"),
            (["wrong", "partly", "correct"], "partly"),
        ],
        strict=True,
    ):
        for person, vote in zip(people, votes, strict=True):
            factories.make_annotation(item, person, {"verdict": vote})
        factories.make_annotation(item, judge, {"verdict": verdict})
    snapshots.compute(task=task)
    found = alpha(task, "verdict", "between")
    assert (found.value, found.n_items, found.n_annotators) == (1.0, 2, 1)
    assert [row["annotator"] for row in found.details["machines"]] == ["model-0"]


def test_only_first_sight_current_unflagged_labels_count(few):
    left_out = [
        {"exposure": "saw_machine"},
        {"exposure": "saw_people"},
        {"flagged": True, "flag_reason": "Odd."},
        {"withdrawn_at": "2026-01-01T00:00Z"},
        {"superseded_at": "2026-01-01T00:00Z"},
    ]
    before = figures(few)
    labels = {"verdict": "wrong", "grade": "wrong", "score": 1, "faults": ["tone"]}
    for overrides in left_out:
        bystander = factories.make_annotator(factories.make_member(few.organization))
        for item in few.items.all():
            factories.make_annotation(item, bystander, labels, **overrides)

    snapshots.compute(task=few)

    assert figures(few) == before
    assert alpha(few, "verdict", "people").n_annotators == 3


def test_undefined_is_null_with_its_reason_and_drafts_wait_for_nothing(acme):
    cases = [
        ([["correct"] * 3] * 2, "NO_VARIATION"),
        ([["correct"], ["wrong"]], "NO_PAIRS"),
        ([], "NO_PAIRS"),
        ([["correct", "wrong"]], "ONE_ITEM"),
    ]
    task = make_panel(acme, rows=2)
    for votes, reason in cases:
        with undone():
            for item, row in zip(task.items.order_by("position"), votes, strict=False):
                for person, vote in zip(everyone(task), row, strict=False):
                    factories.make_annotation(item, person, {"verdict": vote})
            snapshots.compute(task=task)
            for key in ("verdict", "grade", "score", "faults"):
                assert alpha(task, key, "people").value is None
            assert alpha(task, "verdict", "people").reason == reason, votes
            assert alpha(task, "score", "people").reason == "NO_PAIRS"
            assert alpha(task, "verdict", "machines").reason == "NO_PAIRS"

    factories.make_event(make_panel(acme, rows=1, status="DRAFT"))
    assert staleness.stale_tasks() == []


def test_news_makes_a_task_stale_until_computed(few, django_assert_max_num_queries):
    assert staleness.stale_tasks() == []
    computed_at, first = AgreementSnapshot.objects.get(task=few, metric="computed").computed_at, figures(few)

    with django_assert_max_num_queries(8):
        snapshots.catch_up(task=few)

    assert AgreementSnapshot.objects.get(task=few, metric="computed").computed_at == computed_at
    factories.make_event(few)
    assert staleness.stale_tasks() == [few]
    snapshots.catch_up(task=few)
    assert staleness.stale_tasks() == [] and figures(few) == first


def test_event_that_appears_below_the_newest_makes_a_task_stale(few):
    """Its transaction took its id before another one that was committed earlier."""
    newest = AnnotationEvent.objects.latest("pk").pk
    AnnotationEvent.objects.create(pk=newest - 1_000, task=few, verb="submitted")

    assert staleness.is_stale(few)


def test_beyond_one_part_the_figures_are_the_same(few, monkeypatch):
    task = few
    scopes = ("people", "machines", "everyone")
    before = [(alpha(task, "grade", s).value, alpha(task, "grade", s).n_annotators) for s in scopes]
    monkeypatch.setattr(labels, "PART_LABELS", 5)

    snapshots.compute(task=task)

    after = [(alpha(task, "grade", s).value, alpha(task, "grade", s).n_annotators) for s in scopes]
    assert [row[1] for row in after] == [3, 2, 5]
    assert [row[0] for row in after] == pytest.approx([row[0] for row in before])
    assert not AgreementSnapshot.objects.filter(
        task=task, question=question_of(task, "grade"), scope="between"
    ).exists()


def test_figures_that_are_written_while_a_page_reads_are_not_taken_for_read(few, monkeypatch):
    monkeypatch.setattr(summary, "AgreementSnapshot", SimpleNamespace(objects=AgreementSnapshot.objects.none()))

    figures = summary.figures_of(few)

    assert not figures.questions and not staleness.is_stale(few) and figures.is_stale
