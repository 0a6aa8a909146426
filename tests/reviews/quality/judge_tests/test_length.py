"""A taste for long answers, beyond what the reference finds good in them."""

import random
from dataclasses import replace

from tests.reviews.grading.world import clip, figures_of, judged


def test_judge_of_length_is_caught():
    cases = [
        replace(case, score=clip(case.reference_score / 2 + case.length_difference / 1200 + 0.25))
        for case in judged(80)
    ]

    found = figures_of(cases)

    assert found.length_bias.low > 0.3 and found.length_correlation.value > 0.3


def test_length_that_the_reference_likes_too_is_no_bias():
    """Long answers are better here and the judge says so; held beside the reference nothing is left."""
    rng = random.Random(3)
    cases = [
        replace(case, length_difference=round(1000 * case.reference_score + rng.gauss(0, 100))) for case in judged(120)
    ]

    found = figures_of(cases)

    assert found.length_correlation.value > 0.8
    assert abs(found.length_bias.value) < 0.3
