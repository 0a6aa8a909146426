"""The one registry of scorers, and the parts of it that places offer."""

import pytest

from evalhub.lib.errors import UnknownKey
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.quality.judges import pair_judges
from reviews.scorers.registry import EMBEDDER, MODEL, NOTHING, registry, tool_needed


def test_scorers_judges_and_methods_are_told_apart():
    for key, scorer in registry.items():
        assert scorer.title and scorer.version and isinstance(scorer.needs, frozenset), key

    tools = {"questions": MODEL, "exact_match": NOTHING, "embedding_similarity": EMBEDDER, "llm_judge": MODEL}
    assert {key: tool_needed(registry[key]) for key in tools} == tools

    assert sorted(pair_judges) == ["embedding_similarity", "exact_match", "llm_judge", "longest_wins"]
    with pytest.raises(UnknownKey) as refused:
        pair_judges["questions"]
    assert refused.value.details["valid"] == list(pair_judges)

    names = MethodReviewerRegistry.available()
    assert "experiment" in names and "questions" not in names and set(names) < set(registry)
    assert isinstance(registry["experiment"].made(), type(MethodReviewerRegistry.create("experiment")))
