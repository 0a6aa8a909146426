"""The one registry of scorers, and the parts of it that places offer."""

import pytest

from evalhub.lib.errors import UnknownKey
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.quality.judges import pair_judges
from reviews.scorers.registry import EMBEDDER, MODEL, NOTHING, registry, tool_needed


def test_every_scorer_says_its_title_version_and_needs():
    for key, scorer in registry.items():
        assert scorer.title and scorer.version and isinstance(scorer.needs, frozenset), key


def test_judges_of_forms_and_of_pairs_stand_side_by_side():
    tools = {"questions": MODEL, "exact_match": NOTHING, "embedding_similarity": EMBEDDER, "llm_judge": MODEL}

    assert {key: tool_needed(registry[key]) for key in tools} == tools


def test_gradings_take_judges_of_pairs_alone():
    assert sorted(pair_judges) == ["embedding_similarity", "exact_match", "llm_judge", "longest_wins"]
    with pytest.raises(UnknownKey) as refused:
        pair_judges["questions"]

    assert refused.value.details["valid"] == list(pair_judges)


def test_methods_are_scorers_and_no_other_scorer_is_a_method():
    names = MethodReviewerRegistry.available()

    assert "experiment" in names and "questions" not in names and set(names) < set(registry)
    assert isinstance(registry["experiment"].made(), type(MethodReviewerRegistry.create("experiment")))
