"""The scores of repetitions become one value a case by mean, majority or pass@k; what has none says why."""

import numpy as np
import pytest

from annotations.models import Metric, Question
from experiments.evaluations.reducers import Reducer, is_valid

CASES = np.array([7, 7, 7, 7, 3, 3, 9])


def reducer(key, *, pass_at=0.5, direction="higher", label_type="number", config=None):
    metric = Metric(direction=direction, pass_at=pass_at)
    config = {"min": 0, "max": 1, "integer": False} if config is None else config
    return Reducer(key, Question(label_type=label_type, config=config, metric=metric))


def reduced(found, numbers):
    cases, values = found.reduce(CASES, np.array(numbers, dtype=float))
    return {
        case: None if np.isnan(value) else round(value, 6) for case, value in zip(cases.tolist(), values, strict=True)
    }


def test_reducers():
    assert reduced(reducer("mean"), [1, 0, 0, 0, 1, 0.5, 1]) == {3: 0.75, 7: 0.25, 9: 1.0}

    found = reducer("majority")
    assert reduced(found, [0.9, 0.5, 0.7, 0.1, 1, 0, 0.2]) == {3: None, 7: 1.0, 9: 0.0}
    assert reduced(found, [0, 1, 1, 0, 0, 1, 1]) == {3: None, 7: None, 9: 1.0}
    assert (found.counts_passes, found.bounds, found.why_none) == (True, (0, 1), "repetitions_tie")

    scale = {"scale": {"min": 1, "max": 5, "step": 1}}
    found = reducer("majority", pass_at=None, label_type="rating", config=scale)
    assert reduced(found, [2, 5, 2, 4, 3, 3, 1]) == {3: 3.0, 7: 2.0, 9: 1.0}
    assert reduced(found, [2, 5, 5, 2, 3, 4, 1]) == {3: None, 7: None, 9: 1.0}
    assert (found.counts_passes, found.bounds) == (False, (1, 5))

    found = reducer("pass@2")
    assert reduced(found, [1, 0, 0, 0, 0, 0, 1]) == {3: 0.0, 7: 0.5, 9: None}
    assert reduced(reducer("pass@2", direction="lower"), [1, 0, 0, 0, 0, 0, 1]) == {3: 1.0, 7: 1.0, 9: None}
    assert (found.bounds, found.why_none) == ((0, 1), "repetitions_too_few")

    assert [reducer(key, pass_at=None).is_defined for key in ("mean", "majority", "pass@2")] == [True, False, False]
    assert reducer("pass@2").is_defined and reducer("majority").is_defined


@pytest.mark.parametrize(
    ("key", "repetitions", "valid"),
    [
        ("mean", 1, True),
        ("majority", 1, False),
        ("majority", 2, True),
        ("pass@1", 1, False),
        ("pass@3", 3, True),
        ("pass@4", 3, False),
        ("pass@0", 3, False),
        ("pass@03", 3, False),
        ("median", 3, False),
    ],
)
def test_valid_keys(key, repetitions, valid):
    assert is_valid(key, repetitions) is valid
