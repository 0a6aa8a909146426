"""Knowledge of methods in the library, and the label that brings an older text back."""

import pytest

from reviews.scorers.library.actions import prompts, versions
from reviews.scorers.stages.prompt_kinds import registry
from tests.reviews.methods_world import in_use, published

pytestmark = pytest.mark.django_db


def test_production_label_decides_what_reviews_are_given(bob):
    shipped = in_use(bob)
    for text in ("First.", "Second."):
        published(bob, text, part="knowledge")

    for key, knowledge in (("1", "First."), ("shipped", shipped.knowledge), ("2", "Second.")):
        shelf = versions.versions_of(organization=bob.organization, kind="method_knowledge", name="experiment")
        prompts.set_label(organization=bob.organization, version=shelf.find(key), label="production", by=bob.user)

        assert in_use(bob).knowledge == knowledge, key


def test_text_that_is_too_long_has_a_problem():
    kind = registry["method_knowledge"]

    assert kind.problem_of("experiment", "Anything.") is None
    assert "characters" in kind.problem_of("experiment", "x" * 200_001).message
