"""Dataset versions to evaluate, and evaluations that are taken to their end."""

from dataclasses import replace

from experiments.evaluations.actions import evaluations, items, progress, steps
from experiments.models import Evaluation, ScoreSummary
from tests import factories
from tests.reviews.machine import answer, finish, outcome_of

RIGHT, WRONG = "4", "5"


def make_version(organization, outputs=(RIGHT, WRONG, RIGHT), *, expected=None, **fields):
    """A published version: a case for each output of "model-a", None for none, of alternating topics.

    All expect RIGHT but those in `expected`, {index of the row: text or None}.
    """
    rows = [
        {
            "input": {"prompt": f"What is 2 plus 2, for the {index}th time?"},
            "expected_output": (expected or {}).get(index, RIGHT),
            "metadata": {"topic": ("sums", "terms")[index % 2]},
            "outputs": {"model-a": output} if output is not None else {},
        }
        for index, output in enumerate(outputs)
    ]
    columns = [{"name": "topic", "type": "string", "role": "metadata"}]
    return factories.make_version(factories.make_dataset(organization), rows=rows, **{"columns": columns} | fields)


def make_evaluation(version, metrics=("exact_match",), **settings):
    return evaluations.create_batch(dataset_version=version, metrics=list(metrics), **settings)


def make_evaluation_with_items(version, **settings):
    """An evaluation that no worker has begun to score, with its items."""
    evaluation = make_evaluation(version, **settings)
    items.add(evaluation=evaluation)
    return evaluation


def take_steps(evaluation, *, most=20):
    """Take the evaluation to its end, its runs with it; returns it as it stands then."""
    for _ in range(most):
        Evaluation.objects.filter(pk=evaluation.pk, state="waiting").update(next_attempt_at=None)
        steps.work_next(pk=evaluation.pk)
        evaluation = Evaluation.objects.select_related("task", "run", "organization").get(pk=evaluation.pk)
        if evaluation.has_ended:
            break
        finish(*filter(None, [evaluation.run, *evaluation.task.runs.all()]))
    return evaluation


def scoring(value=4, *, text=RIGHT, **fields):
    """A stand-in for models: a system says the text, a judge gives the value to every question."""

    def respond(call):
        if call.response_format is None:
            return replace(outcome_of({}), text=text, parsed=None, **fields)
        return outcome_of(answer(call, value=value), **fields)

    return respond


def summaries_of(evaluation):
    return {row.question.key: row for row in ScoreSummary.objects.filter(evaluation=evaluation, slice="")}


def cost_of(evaluation):
    return progress.progress_of(evaluations=[evaluation])[evaluation.pk].cost_usd


def make_repetitions(organization, answers):
    """A published version with a case for each list of answers, all of them by "model-a"."""
    version = make_version(organization, [each[0] for each in answers])
    for case, (_first, *later) in zip(version.cases.order_by("row_index"), answers, strict=True):
        first = case.outputs.get()
        for place, answer_text in enumerate(later, start=2):
            case.outputs.create(system=first.system, repetition=place, text=answer_text, text_sha256=first.text_sha256)
    return version
