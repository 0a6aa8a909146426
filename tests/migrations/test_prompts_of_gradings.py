"""Stages and annotators of judges named the whole grader; the version of its rubric is left of it."""

import importlib

import pytest
from django.db import connection

from annotations.models import Annotator
from reviews.models import GradingRun, RunStage
from tests import factories
from tests.reviews.gradings_world import make_grading

migration = importlib.import_module("reviews.migrations.0014_prompts_of_gradings")
MODEL = f"openai/{'m' * 100}"
OLD = f"llm_judge:v1:{MODEL}"[:100]


def run(statements):
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@pytest.mark.django_db
def test_rows_name_the_version_of_the_rubric_and_the_grader_again(bob):
    grading = make_grading(bob, judge="llm_judge", judge_model=MODEL, judge_prompt="", scores=(None, None))
    other = make_grading(bob)
    stages = [
        RunStage.objects.create(
            run=grading.run, kind=kind, name=kind, position=position, model=MODEL, prompt_version=OLD
        )
        for position, kind in enumerate(("grading_judge", "shadow_judge", "prompt"), 1)
    ]
    judge = factories.make_llm_annotator(bob.organization, method="llm_judge", model=MODEL, prompt_version=OLD)
    form = factories.make_llm_annotator(bob.organization, method="questions", prompt_version="questions.v2")

    run(migration.FORWARD)

    versions = dict(RunStage.objects.values_list("pk", "prompt_version"))
    assert [versions[stage.pk] for stage in stages] == ["llm_judge.v1", "llm_judge.v1", OLD]
    annotators = dict(Annotator.objects.values_list("pk", "prompt_version"))
    assert (annotators[judge.pk], annotators[form.pk]) == ("llm_judge.v1", "questions.v2")
    prompts = dict(GradingRun.objects.values_list("pk", "judge_prompt"))
    assert prompts == {grading.pk: "llm_judge.v1", other.pk: ""}

    run(migration.BACKWARD)

    assert set(RunStage.objects.filter(pk__in=[each.pk for each in stages]).values_list("prompt_version")) == {(OLD,)}
    judge.refresh_from_db()
    assert judge.prompt_version == OLD
