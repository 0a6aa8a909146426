"""The use of the scale, and the bias towards long labels."""

import random

import pytest
from scipy.stats import linregress

from experiments.studies.pooling.geometry import geometry, length_bias


def test_shares_are_of_the_scores_they_speak_of():
    found = geometry([{1}, {2, 3}, set(), {4}])
    assert (found.n, found.abstained, found.singletons, found.mean_size) == (4, 0.25, 2 / 3, 4 / 3)

    assert geometry([]).abstained is None
    assert (geometry([set()]).abstained, geometry([set()]).singletons) == (1.0, None)
    assert length_bias([]).reason == "NO_SCORES" == length_bias([(1, set(), [1, 2])]).reason
    assert length_bias([(1, {1}, [5, 5, 5])]).reason == "NO_VARIATION"


def test_slope_is_that_of_least_squares_within_rubrics():
    dice = random.Random(4)
    scores = [(rubric, {dice.randint(1, 4)}, [dice.randint(5, 80) for _ in range(4)]) for rubric in range(60)]
    rows = []
    for _rubric, selected, lengths in scores:
        mean = sum(lengths) / 4
        rows += [(length - mean, (stage in selected) - 0.25) for stage, length in enumerate(lengths, 1)]
    spread = (sum(x * x for x, _y in rows) / len(rows)) ** 0.5

    found = length_bias(scores)

    assert found.slope == pytest.approx(linregress(*zip(*rows, strict=True)).slope * spread)
    assert found.low < found.slope < found.high and found.n == 60
    assert found.low < 0 < found.high


def test_preferences_are_found_and_repeats_are_no_evidence():
    dice = random.Random(7)
    scores = []
    for rubric in range(80):
        lengths = [dice.randint(5, 80) for _ in range(4)]
        longest = lengths.index(max(lengths)) + 1
        scores.append((rubric, {longest if dice.random() < 0.8 else dice.randint(1, 4)}, lengths))
    assert length_bias(scores).low > 0

    rubrics = ([10, 20, 60], [30, 10, 15])
    scores = [(rubric, {1 + (rubric + n) % 3}, rubrics[rubric]) for n in range(500) for rubric in (0, 1)]
    found = length_bias(scores)
    assert (found.low, found.high, found.reason, found.n, found.n_rubrics) == (None, None, "FEW_RUBRICS", 1000, 2)
    assert found.slope is not None

    dice = random.Random(5)
    once = [(rubric, {dice.randint(1, 4)}, [dice.randint(5, 80) for _ in range(4)]) for rubric in range(9)]
    one, many = length_bias(once), length_bias(once * 50)
    assert (many.low, many.slope, many.high) == pytest.approx((one.low, one.slope, one.high))
