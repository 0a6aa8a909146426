"""People and machines on one form: how far they agree about jobs, by the ordinary agreement task."""

import re

import pytest

from annotations.agreement.actions import snapshots
from annotations.agreement.tasks import agree
from annotations.models import AgreementSnapshot
from reviews.evaluate import Evaluate
from reviews.models import Job, MethodTask
from tests import factories
from tests.annotations.panel import everyone, oracle, question_of
from tests.reviews.jobs_directories import make_directory, reviewing
from tests.reviews.machine import play

pytestmark = pytest.mark.django_db(transaction=True)

MODELS = ("simulated-careful", "simulated-hasty")
SCORES = [(0.9, 0.8, 0.85), (0.4, 0.5, 0.45), (0.7, 0.6, 0.65), (0.2, 0.35, 0.1)]  # two models and a person, job by job


@pytest.fixture
def task(bob, alice, tmp_path, monkeypatch):
    """Four jobs, each reviewed by two models and by alice."""
    play(monkeypatch, scoring)
    for number, scores in enumerate(SCORES):
        path = make_directory(tmp_path, f"job-{number}", files={"balance.md": f"This is job {number} of four."})
        Evaluate(None, organization=bob.organization, models=list(MODELS), by=bob.user).execute(str(path))
        answer_as(alice, Job.objects.latest("created_at").item, scores[2])
    return MethodTask.objects.get().task


def scoring(call):
    """Each model's score of the job that it is shown; the critic agrees."""
    shown = re.search(r"This is job (\d) of four", call.messages[1]["content"])
    own = SCORES[int(shown[1])][MODELS.index(call.model)] if shown else 0.5
    return reviewing(overall=own, score=own, quotes=())(call)


def answer_as(member, item, overall):
    labels = dict.fromkeys(item.task.schema_version.questions.values_list("key", flat=True), overall)
    factories.make_annotation(item, factories.make_annotator(member), labels, justification="I looked.")


def figures(task):
    """{scope: AgreementSnapshot} of alpha on the overall score, after the task has done its work."""
    agree(str(task.pk))
    found = AgreementSnapshot.objects.filter(task=task, question=question_of(task, "overall"))
    return {row.scope: row for row in found.filter(metric="krippendorff_alpha")}


def test_people_and_models_agree_on_the_interval_scale(task, rita):
    found = figures(task)

    assert snapshots.measured(question_of(task, "overall")).level == "interval"
    machines = [row for row in everyone(task) if row.kind == "llm"]
    assert found["machines"].value == pytest.approx(oracle(task, "overall", machines, level="interval"))
    assert found["everyone"].value == pytest.approx(oracle(task, "overall", everyone(task), level="interval"))
    assert (found["everyone"].n_items, found["everyone"].n_annotators, found["everyone"].n_labels) == (4, 3, 12)
    undefined = {scope: row.reason for scope, row in found.items() if row.value is None}
    assert undefined == {"people": "NO_PAIRS", "between": "NO_SHARED_ITEMS"}

    for item, (*_models, own) in zip(task.items.order_by("position"), SCORES, strict=True):
        answer_as(rita, item, own - 0.05)
    factories.make_event(task)  # as a submission leaves it
    found = figures(task)

    assert found["people"].value > 0.9 and found["between"].value > 0.8
    compared = {row["annotator"] for row in found["between"].details["machines"]}
    assert compared == {f"{model} (experiment)" for model in MODELS}
