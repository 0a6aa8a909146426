"""Rubrics of gradings: written, tried on pairs, and never another judge's scores."""

from dataclasses import replace

import pytest

from datasets.models import ModelOutput
from reviews.engine.runs.actions import supervisor
from reviews.models import LLMRequest, QualityObservation
from reviews.quality.actions import gradings
from reviews.quality.judges import parts_of
from reviews.scorers.library.actions import prompts, usage, versions
from reviews.scorers.stages.prompt_kinds import registry
from tests import factories
from tests.reviews.machine import outcome_of, play, work_until_quiet

KIND = registry["grading"]
STRICT = KIND.shipped("llm_judge")[1].replace("You compare two answers", "You strictly compare two answers")


@pytest.fixture
def grade(bob, monkeypatch):
    """grade(name) is a grading by a model whose run has ended."""
    version = factories.make_version(factories.make_dataset(bob.organization), rows=1)
    asked = []

    def answer(call):
        asked.append(call)
        text = '{"quality_score": 0.5}' if call.model == "simulated-judge" else f"{call.model} answers."
        return replace(outcome_of({}), text=text, parsed=None, parsed_from="")

    def run(name, **fields):
        play(monkeypatch, answer)
        grading = gradings.create(
            organization=bob.organization,
            name=name,
            dataset_version=version,
            task_type="support",
            baseline_model="simulated-careful",
            candidate_models=["simulated-hasty"],
            judge="llm_judge",
            judge_model="simulated-judge",
            by=bob.user,
            **fields,
        )
        while work_until_quiet(grading.run):
            supervisor.advance(grading.run)
        return grading

    run.asked = asked
    return run


def published(bob, text=STRICT):
    organization = bob.organization
    draft = prompts.save_draft(
        organization=organization, kind="grading", name="llm_judge", content=text, note="", by=bob.user
    )
    return prompts.publish(prompt=draft, by=bob.user)


def version_of(bob, key):
    return versions.versions_of(organization=bob.organization, kind="grading", name="llm_judge").find(key)


def test_shipped_rubric_is_a_prompt_like_others_and_answer_needs_no_case_reference_but_the_pair_needs_its_marker():
    assert KIND.names() == ["llm_judge"] and list(KIND.shipped("llm_judge")) == [1]
    assert KIND.problem_of("llm_judge", STRICT) is None
    assert KIND.found("llm_judge.v1") == ("llm_judge", None, 1) and KIND.found("exact_match") is None

    without = STRICT.replace("{{ marker }}", "---")
    assert KIND.problem_of("llm_judge", without).field == "user"


@pytest.mark.django_db
def test_scores_of_an_edited_rubric_are_another_judges(bob, grade):
    first = grade("First")
    own = published(bob)
    second = grade("Second")
    prompts.set_label(
        organization=bob.organization, version=version_of(bob, "shipped"), label="production", by=bob.user
    )
    third, fourth = grade("Third"), grade("Fourth", judge_prompt="llm_judge@1")

    found = {row.grading_id: row.grader_id for row in QualityObservation.objects.all()}
    assert found[first.pk] == found[third.pk] == "llm_judge:v1:simulated-judge"
    assert found[second.pk] == found[fourth.pk] == second.grader_id == "llm_judge:@1:simulated-judge"
    assert parts_of(second.grader_id).prompt_version == "llm_judge@1"
    systems = [call.messages[0]["content"] for call in grade.asked if call.model == "simulated-judge"]
    assert ["strictly" in text for text in systems] == [False, True, False, True]
    of_own = usage.of_version(organization=bob.organization, version=version_of(bob, str(own.version)))
    assert {use.owner.name for use in of_own.runs} == {"Second", "Fourth"}
    assert [each.prompt_version for each in of_own.annotators] == ["llm_judge@1"]


@pytest.mark.django_db
def test_version_that_is_no_published_rubric_is_refused(bob, grade):
    prompts.save_draft(
        organization=bob.organization, kind="grading", name="llm_judge", content=STRICT, note="", by=bob.user
    )

    for name in ("llm_judge@1", "llm_judge@2", "questions.v2", "plain"):
        with pytest.raises(Exception, match="judge_prompt is") as refused:
            grade(name, judge_prompt=name)
        assert refused.value.details == {"field": "judge_prompt"}


@pytest.mark.django_db
def test_version_is_tried_on_pairs_that_were_compared(bob, grade):
    grading = grade("First")
    published(bob)
    (item,) = KIND.trial_items(bob.organization, "llm_judge", limit=5)

    found = KIND.prepared(
        bob.organization.pk, "llm_judge", version_of(bob, "1"), [item.target], model="simulated-other"
    )

    call = found[item.target].call
    assert LLMRequest.objects.get(pk=item.target).run_id == grading.run_id and call.model == "simulated-other"
    assert "strictly" in call.messages[0]["content"]
    assert ModelOutput.objects.get(system=grading.systems[1]).text in call.messages[1]["content"]


@pytest.mark.django_db
def test_page_offers_a_draft(bob, client_of):
    page = client_of(bob).get("/prompts/grading/llm_judge/").content.decode()

    assert "You compare two answers to one task" in page and "/prompts/grading/llm_judge/draft/" in page
