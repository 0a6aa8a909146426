"""Summaries: pools and geometry against numbers worked out by hand, and what is missing left out by name."""

import pytest

from evalhub.lib.errors import InvalidInput
from experiments.studies.analysis.summaries import CRITICS, by
from tests.experiments.studies.analysis.rows import lane, score, study


def test_a_lane_is_pooled_where_it_is_scored():
    found = by(study([[1], [{2, 3}], [None], ["failed"], ["failed"]], [lane("a")]), "lane")["a"]
    assert found.linear == pytest.approx((0.5, 0.25, 0.25))
    assert found.expected_stage == pytest.approx(1.75)
    assert found.mid_scale_mass == pytest.approx(0.25)
    assert (found.geometry.n, found.geometry.abstained) == (3, pytest.approx(1 / 3))
    assert (found.geometry.singletons, found.geometry.mean_size) == (0.5, 1.5)
    assert found.missing == {"failed": 2}

    found = by(study([[None], ["waiting"]], [lane("a")]), "lane")["a"]
    assert (found.linear, found.log, found.expected_stage, found.entropy) == (None, None, None, None)
    assert found.length_bias.reason == "NO_SCORES" and found.closed_world.conflict is None


def test_groups_are_of_models_rubrics_samples_and_bundles():
    lanes = [
        lane("a", "one", sample=1),
        lane("b", "two", sample=1),
        lane("c", "one", sample=2, rubric_model="q"),
        lane("d", "", sample=2, rubric_model="q"),
    ]
    scores = study([[1, 2, 3, 3], [1, 2, 3, 1]], lanes)

    def linear(key):
        return {name: summary.linear for name, summary in by(scores, key).items()}

    assert linear("model") == {
        "one": pytest.approx((0.5, 0, 0.5)),
        "two": pytest.approx((0, 1, 0)),
        "people": pytest.approx((0.5, 0, 0.5)),
    }
    assert linear("rubric_model") == {"r": pytest.approx((0.5, 0.5, 0)), "q": pytest.approx((0.25, 0, 0.75))}
    assert list(linear("sample")) == [1, 2] and list(linear("lane")) == ["a", "b", "c", "d"]
    assert linear("bundle")[0] == pytest.approx((0.25, 0.25, 0.5))


def test_critics_weigh_and_belief_shows_its_conflict():
    lanes = [lane("a", observability=0.5, discriminability=0.5), lane("b")]
    scores = study([[score(1, agreement=0.8), score(3, agreement=0.6)]], lanes)
    equal, weighed = by(scores, "bundle")[0], by(scores, "bundle", weights=CRITICS)[0]
    assert equal.linear == pytest.approx((0.5, 0, 0.5))
    assert weighed.linear == pytest.approx((0.25, 0, 0.75))  # 0.8 * 0.5 * 0.5 against 0.6

    agreed = by(study([[2, 2]], [lane("a"), lane("b")]), "bundle")[0]
    split = by(study([[1, 3]], [lane("a"), lane("b")]), "bundle")[0]
    assert (agreed.open_world.conflict, agreed.open_world.alone.pignistic) == (0.0, (0.0, 1.0, 0.0))
    assert (split.open_world.conflict, split.open_world.alone.pignistic) == (1.0, None)


def test_different_stages_abstentions_and_long_stages():
    """Both models say 1 of the first text and 3 of the second: they agree on everything."""
    lanes = [lane("a", "one"), lane("b", "one")]
    found = by(study([[1, 1], [3, 3], [2, 1]], lanes), "model")["one"].closed_world
    assert [combined.conflict for combined in found.texts.values()] == [0.0, 0.0, 1.0]
    assert (found.conflict, found.alone) == (pytest.approx(1 / 3), None)

    found = by(study([[score(2, agreement=0.5), score(None, agreement=0.5)]], [lane("a"), lane("b")]), "bundle")[0]
    assert found.closed_world.conflict == 0.0 and found.open_world.conflict == pytest.approx(0.5)
    lanes = [lane("a", lengths=(10, 20, 30))]
    found = by(study([[3], [3], [2], [3]], lanes), "model")["m"].length_bias
    assert found.n == 4 and found.slope > 0.3


@pytest.mark.parametrize(
    "key, weights, words", [("colour", "equal", "Valid: lane, model"), ("lane", "none", "Valid: equal, critics")]
)
def test_unknown_groups_and_weights_are_refused(key, weights, words):
    with pytest.raises(InvalidInput, match=words):
        by(study([[1]], [lane("a")]), key, weights=weights)
