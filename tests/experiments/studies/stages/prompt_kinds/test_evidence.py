"""The evidence prompts of studies: an own version is used by studies from then on, and by none before."""

import pytest

from reviews.scorers.stages.prompt_kinds import registry
from tests.experiments.studies_world import make_study, questions, stages_of
from tests.reviews.library_world import OURS, published

pytestmark = pytest.mark.django_db


def test_it_is_in_the_library():
    assert "evidence_cleaned" in registry["evidence"].names() and registry["evidence"].title_of("evidence_cleaned")


def test_published_version_is_used_by_new_studies(bob):
    before = make_study(bob, name="Before", evidence_view="cleaned")
    published(bob, "evidence_cleaned")
    after = make_study(bob, name="After", evidence_view="cleaned")

    (old,), (new,) = (stages_of(study, "evidence_cleaned") for study in (before, after))

    assert (old.prompt_version, new.prompt_version) == ("evidence_cleaned.v1", "evidence_cleaned@1")
    asked = {stage: [each.call.messages[0]["content"] for _request, each in questions(stage)] for stage in (old, new)}
    assert asked[new] and all(text.startswith(OURS) for text in asked[new])
    assert asked[old] and not any(OURS in text for text in asked[old])
