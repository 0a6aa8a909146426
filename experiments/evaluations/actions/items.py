"""Make the items of an evaluation: an item for each output that is scored."""

from django.db import connection, transaction

from annotations.models import AnnotationTask, TaskItem
from annotations.tasks.actions import sampling
from evalhub.lib.database import statements
from experiments.evaluations.actions import online
from experiments.evaluations.models import Evaluation
from experiments.evaluations.models.evaluation import ONLINE, SINGLE

sql = statements.of_feature(__file__)


def add(*, evaluation):
    """Make items of the outputs that there are by now, each once; returns how many there are."""
    if evaluation.type == SINGLE:
        return 1  # made with the evaluation
    if evaluation.type == ONLINE:
        return online.collect(evaluation=evaluation)
    return add_produced(evaluation=evaluation) if evaluation.run_id else add_given(evaluation=evaluation)


@transaction.atomic
def add_given(*, evaluation):
    """Make items of the outputs that came with the data; a second call adds nothing. Returns how many there are."""
    task = _locked(evaluation)
    if task.total_items:
        return task.total_items
    drawn, values = sampling.drawn(task.dataset_version, task.sampling_config)
    statement = sql("given_items").replace("{drawn}", f"({drawn})")
    return _insert(task, statement, [task.pk, *values, evaluation.repetitions, task.output_name])


@transaction.atomic
def add_produced(*, evaluation):
    """Make items of what the system has answered so far; returns how many there are."""
    task = _locked(evaluation)
    return _insert(task, sql("produced_items"), [task.pk, task.pk, evaluation.run_id, task.pk])


@transaction.atomic
def add_output(*, evaluation, output):
    """Make the one item of a single output."""
    TaskItem.objects.create(
        task=evaluation.task, test_case_id=output.test_case_id, outputs=[output.pk], position=0, open_slots=1
    )
    AnnotationTask.objects.filter(pk=evaluation.task_id).update(total_items=1)


def _locked(evaluation):
    locked = AnnotationTask.objects.select_for_update(of=("self",), no_key=True).select_related("dataset_version")
    return locked.get(pk=evaluation.task_id)


def _insert(task, statement, values):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '300s'")
        cursor.execute(statement, values)
        count = task.total_items + cursor.rowcount
    if count > task.total_items:
        AnnotationTask.objects.filter(pk=task.pk).update(total_items=count)
        Evaluation.objects.filter(task=task, n_outputs__lt=count).update(n_outputs=count)
    return count
