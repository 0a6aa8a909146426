"""What the newest observations say of each model, under one grader."""

from datetime import UTC, datetime, timedelta

import pytest

from reviews.quality.windows import Record, of_one_grader, window_of
from tests.reviews.grading.world import make_observation

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
EMBEDDED = "embedding_similarity:lexical"


def records_of(observations, **more):
    return window_of(observations, task_type="summary", **more).records


def seen(adapter_id, n):
    return Record(adapter_id, n, 0.5, 0.01, n)


def test_record_holds_the_newest_of_the_window_and_record_leaves_out_what_is_too_old_or_of_another_kind():
    observations = [
        make_observation(quality_score=n / 10, cost_usd=n, recorded_at=NOON + timedelta(minutes=n))
        for n in (3, 1, 2, 0)
    ]
    (found,) = records_of(observations, window_size=2)
    assert (found.adapter_id, found.n, found.mean_quality, found.mean_cost_usd) == ("small", 2, 0.25, 2.5)

    observations = [
        make_observation(quality_score=1.0, recorded_at=NOON),
        make_observation(task_type="code"),
        make_observation(quality_score=0.0, recorded_at=NOON - timedelta(hours=2)),
    ]
    (found,) = records_of(observations, max_age=timedelta(hours=1), now=NOON)
    assert (found.n, found.mean_quality) == (1, 1.0)


def test_mean_cost_is_over_what_is_known():
    observations = [
        make_observation(cost_usd=0.002),
        make_observation(cost_usd=None),
        make_observation(cost_usd=0.004, tokens_in=None),
    ]

    (found,) = records_of(observations)

    assert (found.n, found.n_priced, found.mean_cost_usd) == (3, 2, pytest.approx(0.003))
    assert found.cost_per_1k == pytest.approx(0.002 / 120 * 1000)


def test_nothing_known_is_none_and_scores_of_unlike_graders_never_meet_in_a_mean():
    (found,) = records_of([make_observation(cost_usd=None)])
    assert (found.mean_cost_usd, found.cost_per_1k, found.n_priced) == (None, None, 0)

    observations = [
        *(make_observation(adapter_id=model, grader_id=EMBEDDED, quality_score=0.8) for model in ("a", "b")),
        *(make_observation(adapter_id=model, grader_id="exact_match", quality_score=0.0) for model in ("a", "a", "b")),
    ]
    window = window_of(observations, task_type="summary")
    assert window.grader_id == "exact_match"
    assert [(found.adapter_id, found.n, found.mean_quality) for found in window.records] == [("a", 2, 0), ("b", 1, 0)]
    asked = window_of(observations, task_type="summary", grader=EMBEDDED)
    assert [(found.adapter_id, found.n, found.mean_quality) for found in asked.records] == [
        ("a", 1, 0.8),
        ("b", 1, 0.8),
    ]


def test_what_lies_outside_of_the_window_makes_no_grader_the_busiest_and_grader_that_said_nothing_has_no_records():
    observations = [
        *(make_observation(adapter_id="a", grader_id="exact_match") for _ in range(9)),
        *(make_observation(adapter_id=model, grader_id=EMBEDDED) for model in ("a", "a", "b", "b")),
    ]
    assert window_of(observations, task_type="summary").grader_id == "exact_match"
    assert window_of(observations, task_type="summary", window_size=2).grader_id == EMBEDDED

    window = of_one_grader({"exact_match": [seen("a", 3)]}, grader="people")
    assert (window.grader_id, window.records) == ("people", ())
    assert of_one_grader({}).grader_id == ""


@pytest.mark.parametrize(
    "graders, wanted",
    [
        (["exact_match", "people"], "people"),
        (["exact_match", EMBEDDED], EMBEDDED),
        ([EMBEDDED, "exact_match"], EMBEDDED),
    ],
)
def test_ties_go_to_people_then_by_name(graders, wanted):
    assert of_one_grader({grader: [seen("a", 3)] for grader in graders}).grader_id == wanted
