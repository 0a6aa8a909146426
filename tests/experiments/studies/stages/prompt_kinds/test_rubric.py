"""The rubric prompts of studies: an own version is used by studies from then on, and by none before."""

import pytest

from reviews.scorers.stages.prompt_kinds import registry
from tests.experiments.studies_world import make_study, questions, stages_of
from tests.reviews.library_world import OURS, published

pytestmark = pytest.mark.django_db


def test_it_is_in_the_library():
    assert "rubric_gen" in registry["rubric"].names() and registry["rubric"].title_of("rubric_gen")


def test_published_version_is_used_by_new_studies(bob):
    before = make_study(bob, name="Before")
    published(bob, "rubric_gen")
    after = make_study(bob, name="After")

    (old,), (new,) = (stages_of(study, "rubric_gen") for study in (before, after))

    assert (old.prompt_version, new.prompt_version) == ("rubric_gen.v1", "rubric_gen@1")
    asked = {stage: [each.call.messages[0]["content"] for _request, each in questions(stage)] for stage in (old, new)}
    assert asked[new] and all(text.startswith(OURS) for text in asked[new])
    assert asked[old] and not any(OURS in text for text in asked[old])
