"""The draw is the same, bit for bit, as everywhere else."""

import hashlib
import math

import numpy
from hypothesis import given
from hypothesis import strategies as st

from reviews.jobs.actions.scoring import score_confidence

EXPERIMENT, QUASI = (0.85, 1.0), (0.60, 0.85)
IDENTITIES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def test_published_example_bit_for_bit():
    result = score_confidence("tutoring-pilot-2025", EXPERIMENT)

    assert result.confidence == 0.9179691639533828
    assert result.as_json() == {
        "initiative_id": "tutoring-pilot-2025",
        "confidence": 0.9179691639533828,
        "confidence_range": [0.85, 1.0],
    }
    assert result.report == "Confidence drawn uniformly between 0.85 and 1.00"


@given(identity=IDENTITIES, low=st.floats(0, 0.5), width=st.floats(0, 0.5))
def test_draw_equals_another_implementation_of_the_generator(identity, low, width):
    high = low + width
    seed = int.from_bytes(hashlib.md5(identity.encode()).digest()[-4:], "big")
    place = numpy.random.RandomState([seed]).random_sample()

    assert score_confidence(identity, (low, high)).confidence == low + (high - low) * place


def test_ids_are_hashed_exactly_to_the_same_place():
    for other in ["pilot ", " pilot", "Pilot", "pilot\n"]:
        assert score_confidence("pilot", EXPERIMENT).confidence != score_confidence(other, EXPERIMENT).confidence, other

    first, second = (score_confidence("pilot", bounds).confidence for bounds in (EXPERIMENT, QUASI))
    assert math.isclose((first - 0.85) / 0.15, (second - 0.60) / 0.25)
