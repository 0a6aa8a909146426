"""Progress of a task over the API: the documented shape and figures that others can compute again."""

import pytest

from annotations.agreement.actions import snapshots
from annotations.progress.api import task_progress
from tests import factories
from tests.annotations.panel import answer_all, everyone, make_panel, oracle


@pytest.fixture
def task(acme):
    task = make_panel(acme, rows=12)
    answer_all(task)
    snapshots.compute(task=task)
    return task


def path(task):
    return f"/v1/annotations/tasks/{task.pk}/progress"


def test_shape_alpha_and_pairs_of_annotators(task, bob, api_of):
    body = api_of(bob).get(path(task)).json()

    assert set(body) == {
        "total_items",
        "completed_items",
        "withdrawn_items",
        "items_with_consensus",
        *(
            f"items_{name}"
            for name in ("decided_in_part", "labelled", "unlabelled", "waiting", "contested", "undecided")
        ),
        "ground_truth",
        "status",
        "agreement_metrics",
        "computed_at",
        "stale",
        "annotator_stats",
    }
    people = [row for row in everyone(task) if row.kind == "human"]
    alpha = oracle(task, "verdict", people, level="nominal", domain=[0.0, 1.0, 2.0])
    metrics = body["agreement_metrics"]
    assert metrics["krippendorff_alpha"] == pytest.approx(alpha)
    assert (metrics["question"], metrics["scope"]) == ("verdict", "people")
    assert metrics["reasons"]["krippendorff_alpha"] is None
    assert set(metrics["questions"]) == {"verdict", "grade", "score", "seconds", "faults"}
    assert set(metrics["questions"]["verdict"]) == {"people", "machines", "between", "everyone"}
    assert (body["total_items"], body["stale"], body["status"]) == (12, False, "ACTIVE")
    stats = body["annotator_stats"]
    assert [row["kind"] for row in stats] == ["human"] * 3 + ["llm"] * 2
    for row in stats:
        assert {"annotator_id", "annotations_count", "agreement_rate", "average_time_seconds"} < set(row)
        assert 0 < row["agreement_rate"] < 1
    pairs = api_of(bob).get(f"/v1/annotations/tasks/{task.pk}/pairs").json()
    verdict = next(each for each in pairs["questions"] if each["question"] == "verdict")
    assert len(verdict["annotators"]) == 5 and len(verdict["pairs"]) == 10
    assert {pair["first"] for pair in verdict["pairs"]} < {row["annotator_id"] for row in verdict["annotators"]}
    assert all(0 <= pair["percent"] <= 1 for pair in verdict["pairs"] if pair["n_items"])
    assert (pairs["stale"], verdict["omitted"]) == (False, 0)


def test_undefined_is_null_with_a_reason(acme, bob, api_of):
    body = api_of(bob).get(path(make_panel(acme, rows=2))).json()

    metrics = body["agreement_metrics"]
    assert (metrics["krippendorff_alpha"], metrics["fleiss_kappa"], metrics["percent_agreement"]) == (None, None, None)
    assert metrics["reasons"] == {"krippendorff_alpha": "NO_PAIRS", "fleiss_kappa": "NO_PAIRS"}
    assert (body["annotator_stats"], body["computed_at"], body["items_with_consensus"]) == ([], None, 0)


def test_stale_figures_say_so_at_once_and_wake_a_worker(acme, bob, api_of, monkeypatch):
    woken, looks = [], []
    task = make_panel(acme, rows=1)
    snapshots.compute(task=task)
    figures_of = task_progress.summary.figures_of
    monkeypatch.setattr(task_progress.agree, "delay_on_commit", woken.append)
    monkeypatch.setattr(task_progress.summary, "figures_of", lambda task: looks.append(task) or figures_of(task))
    factories.make_event(task)

    body = api_of(bob).get(path(task)).json()

    assert body["stale"] is True
    assert body["computed_at"]
    assert (woken, looks) == ([str(task.pk)], [task])
