"""An embedding model gets the shadow and the answer as one batch."""

import pytest

from reviews.engine.stages import registry
from tests.reviews.machine import play
from tests.reviews.quality.actions.test_shadows import EMBEDDER, answering
from tests.reviews.routed_world import ask, set_policy, work

pytestmark = pytest.mark.django_db


def test_both_texts_are_one_batch_the_shadow_first(bob, monkeypatch):
    asked = []
    play(monkeypatch, lambda call: asked.append(call) or answering(call))
    set_policy(bob, grader=f"embedding_similarity:{EMBEDDER}")

    routed = work(ask(bob))

    assert asked[-1].embeds and asked[-1].model == EMBEDDER
    assert [message["content"] for message in asked[-1].messages] == ["It is four.", "Four."]
    assert routed.observation.quality_score == pytest.approx(0.6)


def test_vectors_are_never_asked_in_a_batch():
    assert registry["shadow_embedding"].may_be_batched is False
