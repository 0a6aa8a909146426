"""Settings of studies: what is standard, what is refused and how it is told."""

import pytest
from django.utils import translation

from evalhub.lib.errors import InvalidInput
from experiments.studies.settings import StudySettings
from tests import pseudo_language

MODELS = ["openai/one", "anthropic/two"]


def test_settings_survive_their_own_json():
    found = StudySettings.read(
        {
            "rubric_models": MODELS,
            "scoring_models": ["m"],
            "method": "subset",
            "rubric_parameters": {"temperature": None},
        }
    )

    assert StudySettings.read(found.as_json()) == found
    assert found.rubric_models == tuple(MODELS) and found.scale_size == 5


def test_roles_have_models_of_their_own_or_those_of_others():
    own = StudySettings.read({"rubric_models": MODELS, "samples_per_model": 3})
    others = StudySettings.read({"rubric_models": MODELS, "samples_per_model": 3, "scoring_models": ["a", "b"]})
    assert own.scorers_of("openai/one") == ("openai/one",) and own.n_lanes == 6
    assert others.scorers_of("openai/one") == ("a", "b") and others.n_lanes == 12

    plain = StudySettings.read({"rubric_models": MODELS})
    named = StudySettings.read({"rubric_models": MODELS, "critic_model": "c", "evidence_model": "e"})
    assert (plain.critic_model, plain.reading_model) == ("", "openai/one")
    assert (named.critic_model, named.reading_model) == ("c", "e")


@pytest.mark.parametrize(
    "view, views",
    [
        ("raw", ()),
        ("cleaned", ("cleaned",)),
        ("neutralized", ("cleaned", "neutralized")),
        ("abstracted", ("cleaned", "neutralized", "abstracted")),
    ],
)
def test_a_view_needs_those_before_it(view, views):
    assert StudySettings.read({"rubric_models": MODELS, "evidence_view": view}).views == views


@pytest.mark.parametrize(
    "change, words",
    [
        ({"rubric_models": []}, "rubric_models is \\[\\]. Valid: a list of 1 to 20 models"),
        ({"rubric_models": "openai/one"}, "rubric_models is 'openai/one'"),
        ({"rubric_models": ["a", "a"]}, "each model once"),
        ({"scoring_models": [7]}, "scoring_models is 7"),
        ({"critic_model": "has blanks"}, "critic_model is 'has blanks'. Valid: a provider and a name"),
        ({"critic_model": None}, "critic_model is None"),
        ({"scale_size": 1}, "scale_size is 1. Valid: a whole number from 2 to 9"),
        ({"scale_size": True}, "scale_size is True"),
        ({"scale_size": 10}, "2 to 9"),
        ({"method": "pairs"}, "method is 'pairs'. Valid: single, subset"),
        ({"evidence_view": ["raw"]}, "evidence_view is \\['raw'\\]"),
        ({"bundle_strategy": "semantic_cluster"}, "Valid: window_round_robin, random_bundle"),
        ({"evidence_bundle_size": 0}, "1 to 50"),
        ({"seed": -1}, "seed is -1"),
        ({"abstain_enabled": "yes"}, "abstain_enabled is 'yes'. Valid: true, false"),
        ({"scoring_parameters": []}, "scoring_parameters is \\[\\]"),
        ({"samples_per_model": 100, "scoring_models": ["a", "b", "c"]}, "600 times"),
        ({"temperature": 1}, "The settings have 'temperature'. Valid: rubric_models"),
    ],
)
def test_mistakes_are_named_with_what_would_be_valid(change, words):
    with pytest.raises(InvalidInput, match=words):
        StudySettings.read({"rubric_models": MODELS} | change)


def test_settings_are_an_object_with_models():
    with pytest.raises(InvalidInput, match="Valid: an object"):
        StudySettings.read(["rubric_models"])
    with pytest.raises(InvalidInput, match="rubric_models is None"):
        StudySettings.read({})


@pytest.mark.parametrize(
    "found",
    [
        [],
        {"speed": 1},
        {"rubric_models": []},
        {"rubric_models": ["a", "a"]},
        {"rubric_models": MODELS, "seed": -1},
        {"rubric_models": MODELS, "rubric_parameters": 1},
        {"rubric_models": MODELS, "samples_per_model": 100, "scoring_models": ["a", "b", "c"]},
    ],
)
def test_refusals_can_be_translated(found):
    with pseudo_language.spoken(), translation.override(pseudo_language.CODE), pytest.raises(InvalidInput) as refused:
        StudySettings.read(found)

    assert refused.value.message.startswith(pseudo_language.OPEN)
