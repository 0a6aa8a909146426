"""One line of the quality ledger, and what it refuses."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalhub.lib import strict_json
from reviews.grading import QualityObservation
from tests.reviews.grading.world import make_observation

NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=100).filter(
    str.strip
)
NUMBERS = st.floats(0, 1e6)
TOKENS = st.none() | st.integers(0, 2**31 - 1)
OBSERVATIONS = st.builds(
    QualityObservation,
    task_type=NAMES,
    adapter_id=NAMES,
    model_id=NAMES,
    cost_usd=st.none() | NUMBERS,
    latency_ms=NUMBERS,
    tokens_in=TOKENS,
    tokens_out=TOKENS,
    quality_score=st.floats(0, 1),
    baseline_adapter_id=st.none() | NAMES,
    recorded_at=st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)),
    tags=st.dictionaries(NAMES, st.integers() | NAMES | st.booleans(), max_size=3) | st.lists(NAMES, max_size=3),
    grader_id=NAMES,
    notes=NAMES,
    simulated=st.booleans(),
)


@settings(deadline=None)
@given(OBSERVATIONS)
def test_every_observation_survives_a_line_of_json(observation):
    line = strict_json.dumps(observation.to_dict())

    assert QualityObservation.from_dict(strict_json.loads(line)) == observation


def test_naive_times_are_utc_and_others_become_utc_and_without_a_time_it_is_now_and_total_is_both_sides():
    east = timezone(timedelta(hours=2))
    assert make_observation(recorded_at=datetime(2026, 3, 1, 12)).recorded_at == datetime(2026, 3, 1, 12, tzinfo=UTC)
    moved = make_observation(recorded_at=datetime(2026, 3, 1, 14, tzinfo=east)).recorded_at
    assert moved == datetime(2026, 3, 1, 12, tzinfo=UTC) and moved.tzinfo is UTC

    fields = make_observation().to_dict()
    del fields["recorded_at"]
    found = QualityObservation.from_dict(fields)
    assert timedelta(0) <= datetime.now(UTC) - found.recorded_at < timedelta(minutes=1)

    assert make_observation(tokens_in=100, tokens_out=20).total_tokens == 120
    assert make_observation(tokens_in=100, tokens_out=None).total_tokens is None


def test_unknown_cost_and_tokens_are_none_and_not_0():
    fields = make_observation().to_dict()
    for name in ("cost_usd", "tokens_in", "tokens_out"):
        del fields[name]

    found = QualityObservation.from_dict(fields)

    assert (found.cost_usd, found.tokens_in, found.tokens_out, found.total_tokens) == (None, None, None, None)
    assert found.to_dict()["cost_usd"] is None
    assert make_observation(cost_usd=0).cost_usd == 0.0


@pytest.mark.parametrize(
    "field, value",
    [
        ("task_type", ""),
        ("task_type", " "),
        ("task_type", "x" * 101),
        ("adapter_id", ""),
        ("adapter_id", None),
        ("model_id", ""),
        ("model_id", 7),
        ("model_id", "a\x00"),
        ("notes", "a\ud800"),
        ("baseline_adapter_id", ""),
        ("grader_id", None),
        ("quality_score", -0.01),
        ("quality_score", 1.01),
        ("quality_score", float("nan")),
        ("quality_score", "0.5"),
        ("quality_score", True),
        ("quality_score", None),
        ("latency_ms", -1),
        ("latency_ms", 10**400),
        ("latency_ms", float("inf")),
        ("latency_ms", None),
        ("cost_usd", -0.01),
        ("cost_usd", float("nan")),
        ("cost_usd", "free"),
        ("tokens_in", -1),
        ("tokens_in", 1.5),
        ("tokens_in", True),
        ("tokens_out", 2**31),
        ("tokens_out", "7"),
        ("recorded_at", "yesterday"),
        ("recorded_at", 7),
        ("recorded_at", "0001-01-01T00:00:00+05:00"),
        ("tags", "a,b"),
        ("tags", [1]),
        ("tags", {"at": object()}),
        ("tags", {1: "a"}),
        ("simulated", "no"),
        ("notes", 3),
    ],
)
def test_wrong_field_is_named_with_what_it_held(field, value):
    with pytest.raises(ValueError, match=f"^{field} is .*Valid: ") as refused:
        make_observation(**{field: value})

    assert refused.value.details["field"] == field


def test_wrong_shape_is_refused_and_what_follows_from_the_rest_may_be_written_too():
    for found, words in [
        ([], "An observation is list"),
        ({}, "task_type is missing"),
        (make_observation().to_dict() | {"price": 1}, "Unknown: price"),
    ]:
        with pytest.raises(ValueError, match=words):
            QualityObservation.from_dict(found)

    fields = make_observation().to_dict() | {"total_tokens": 120}
    assert QualityObservation.from_dict(fields) == make_observation()


def test_decimal_cost_is_a_number():
    assert make_observation(cost_usd=Decimal("0.0015")).cost_usd == 0.0015
