"""Logs of other tools become datasets and evaluations whose figures are those of the log."""

import pytest

from annotations.models import Annotation, Annotator, Judgement
from datasets.models import Dataset, ModelOutput, TestCase
from experiments.benchmarks.actions import imported_logs
from experiments.benchmarks.logs import InvalidLog
from experiments.models import Evaluation, ScoreSummary
from tests.experiments.benchmarks import log_files
from tests.experiments.evaluations_world import take_steps


def add(member, name, content):
    return imported_logs.add(organization=member.organization, name=name, content=content, by=member.user)


def summaries(imported):
    evaluation = take_steps(imported.evaluation)
    assert evaluation.status == "COMPLETED"
    found = ScoreSummary.objects.filter(evaluation=evaluation, slice="").select_related("annotator")
    return {summary.annotator.parameters["metric"]: summary for summary in found}


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.eval", log_files.inspect_eval()), ("a.json", log_files.inspect_json())],
    ids=["eval", "json"],
)
def test_an_inspect_log_comes_in_with_equal_figures(bob, name, content):
    (imported,) = add(bob, name, content)

    found = summaries(imported)

    assert {metric: summary.mean for metric, summary in found.items()} == pytest.approx(imported.figures)
    assert (found["match"].n_scored, found["match"].n_total) == (12, 12)
    assert (found["graded.polite"].n_scored, found["graded.polite"].failed) == (10, {"not_scored_in_log": 2})
    outputs = ModelOutput.objects.select_related("system")
    assert {(output.system.model, output.repetition) for output in outputs} == {
        ("mockllm/model", 1),
        ("mockllm/model", 2),
    }
    assert TestCase.objects.get(external_id="s3").metadata == {"kind": "sum"}
    assert Annotator.objects.filter(kind="program", method="import").count() == 3
    assert Annotation.objects.count() == 3 * 12
    failed = Judgement.objects.filter(abstained=True).first()
    assert (failed.value, str(failed.failure)) == (None, "The log has no number as its score.")


def test_an_lm_eval_log_comes_in_with_equal_figures(bob):
    imported = add(bob, "own.zip", log_files.lm_eval_zip())

    for task in imported:
        assert {metric: summary.mean for metric, summary in summaries(task).items()} == task.figures
    assert [task.evaluation.type for task in imported] == ["BATCH", "BATCH"]
    assert sorted(Dataset.objects.values_list("name", flat=True)) == [
        "lm-evaluation-harness: own_choice",
        "lm-evaluation-harness: own_sums",
    ]


def test_the_same_log_again_is_another_evaluation_by_the_same_programs(bob):
    first = add(bob, "a.json", log_files.inspect_json())
    second = add(bob, "a.json", log_files.inspect_json())

    assert first[0].evaluation.pk != second[0].evaluation.pk
    assert Annotator.objects.filter(method="import").count() == 3


def test_a_broken_log_leaves_nothing(bob):
    with pytest.raises(InvalidLog):
        add(bob, "a.eval", log_files.inspect_eval()[:-200])

    assert not Dataset.objects.exists() and not Evaluation.objects.exists()
