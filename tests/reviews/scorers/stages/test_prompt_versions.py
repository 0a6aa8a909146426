"""Own prompts of judges and critics: which version is in use, and that what was asked before keeps its own."""

import pytest

from evalhub.lib.errors import UnknownKey
from reviews.engine.stages import registry
from reviews.models import LLMRequest
from reviews.scorers.actions import annotators
from reviews.scorers.stages import prompt_versions
from tests.reviews import machine
from tests.reviews.library_world import OURS, draft, label, published
from tests.statements import at_most

pytestmark = pytest.mark.django_db


def used(member, default="questions.v2", **more):
    return prompt_versions.version_in_use(organization_id=member.organization.pk, default=default, **more)


def load(member, version):
    return prompt_versions.load(version, organization_id=member.organization.pk)


def test_shipped_default_is_in_use_until_something_is_published(bob):
    draft(bob)

    assert used(bob) == "questions.v2"


def test_newest_published_version_is_in_use(bob, mallory):
    published(bob)
    published(bob, ours="Another sentence.")

    assert used(bob) == "questions@2" and used(mallory) == "questions.v2"


def test_production_label_rolls_back_and_forth(bob):
    published(bob)
    published(bob, ours="Another sentence.")

    for key, version in (("1", "questions@1"), ("shipped-1", "questions.v1"), ("2", "questions@2")):
        label(bob, "production", key)

        assert used(bob) == version


def test_staging_label_is_for_trials_alone(bob):
    published(bob)
    label(bob, "staging", "shipped")

    assert (used(bob), used(bob, label="staging")) == ("questions@1", "questions.v2")


def test_new_annotators_are_made_with_what_is_in_use(bob):
    before = annotators.create(organization=bob.organization, model="simulated-careful", by=bob.user)
    published(bob)

    after = annotators.create(organization=bob.organization, model="simulated-careful", by=bob.user)

    assert (before.prompt_version, after.prompt_version) == ("questions.v2", "questions@1")
    assert {before, after} <= set(annotators.offered(bob.organization))


def test_run_is_asked_by_the_version_it_was_begun_with(bob):
    published(bob)
    run = machine.make_run(bob, critic=True)
    published(bob, ours="Another sentence.")
    request = LLMRequest.objects.select_related("stage", "run").get(run=run)

    with at_most(10):
        question = registry["score_gen"].prepare([request])[request.pk]

    assert question.call.messages[0]["content"].startswith(OURS)
    stages = dict(run.stages.values_list("kind", "prompt_version"))
    assert stages == {"score_gen": "questions@1", "critic_answer": "questions@1", "score_critic": "score_critic.v2"}


def test_critics_and_drafts_have_names_of_their_own(bob):
    published(bob, "score_critic")
    run = machine.make_run(bob, critic=True)
    assert run.stages.get(kind="score_critic").prompt_version == "score_critic@1"

    first = draft(bob)
    name = f"questions@1.{first.content_sha256[:12]}"
    assert load(bob, name).system.startswith(OURS)
    draft(bob, ours="Another sentence.")
    for version in (name, "questions@1"):
        with pytest.raises(UnknownKey):
            load(bob, version)


def test_version_of_another_organization_is_unknown(bob, mallory):
    published(bob)

    with pytest.raises(UnknownKey):
        load(mallory, "questions@1")
    with pytest.raises(UnknownKey, match=r"Valid: g_eval\.v1, .*, questions\.v2, questions_with_reference\.v1\."):
        prompt_versions.judge("questions@1", organization_id=mallory.organization.pk)


def test_form_offers_own_versions_with_their_titles(bob):
    published(bob)

    found = prompt_versions.judge_titles(organization_id=bob.organization.pk)

    assert [version for version, _title in found] == [
        "g_eval.v1",
        "g_eval_with_reference.v1",
        "questions.v1",
        "questions.v2",
        "questions_with_reference.v1",
        "questions@1",
    ]
