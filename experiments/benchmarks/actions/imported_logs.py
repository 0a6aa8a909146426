"""Take logs of other tools in: samples become cases with outputs, and their scores the judgements of a program."""

import hashlib
import re
import uuid
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from annotations.models import Annotator, TaskItem
from annotations.queue.actions import machine_answers, submissions
from annotations.tasks.actions import annotation_tasks
from annotations.tasks.actions import metrics as library
from datasets.actions import appending, datasets, model_outputs
from datasets.models import Dataset, ModelOutput
from evalhub.lib import strict_json
from experiments.benchmarks import logs, reasons
from experiments.evaluations.actions import evaluations, items
from experiments.evaluations.actions.chosen_scorers import IMPORTED, ChosenMetric
from experiments.evaluations.models import Evaluation

AT_ONCE = 500
SHARE = {"min": 0, "max": 1}
_NO_KEY = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True)
class ImportedTask:
    """`figures` {metric: the mean that the log gives}; what the scores come to is summed up by a worker."""

    evaluation: Evaluation
    figures: dict


@transaction.atomic
def add(*, organization, name, content, by) -> list[ImportedTask]:
    """An evaluation of each task of a log, whole or not at all; InvalidLog says what is wrong with the file.

    A task's samples become a dataset of their own with a published version. A score that is no number in the log is
    a failed one with its reason, never 0.
    """
    log = logs.read(name, content)
    return [_add_task(log, task, organization, by) for task in log.tasks if task.samples]


def _add_task(log, task, organization, by):
    version = _dataset(log, task, organization, by)
    chosen = {metric: _metric(log, task, metric, organization, by) for metric in task.metrics}
    if not chosen:
        raise logs.InvalidLog(_("The task %(name)s of the log has no scores.") % {"name": task.name[:100]})
    evaluation = evaluations.create_batch(
        dataset_version=version,
        metrics=list(chosen.values()),
        name=f"{task.name} · {log.model}",
        output_name=log.model[:200],
        repetitions=max(len(sample.outputs) for sample in task.samples),
        slice_by=[],
        metadata={"log": {"tool": log.tool, "figures": dict(task.figures)}},
        by=by,
    )
    _submit(evaluation, task, chosen, by)
    return ImportedTask(evaluation, dict(task.figures))


def _dataset(log, task, organization, by):
    """The published version that holds the samples, with the outputs of the log's model."""
    title = f"{logs.registry[log.tool].title.partition(' (')[0]}: {task.name}"[:200]
    taken = Dataset.objects.filter(organization=organization, name__startswith=title).count()
    dataset = datasets.create(
        organization=organization, name=f"{title} ({taken + 1})" if taken else title, type="BENCHMARK", by=by
    )
    version = datasets.open_version(dataset=dataset, by=by)
    for start in range(0, len(task.samples), AT_ONCE):
        block = task.samples[start : start + AT_ONCE]
        _check(appending.append_cases(version=version, rows=[_case(sample) for sample in block]))
        rows = [
            _output(log, sample, number, output)
            for sample in block
            for number, output in enumerate(sample.outputs, start=1)
        ]
        for place in range(0, len(rows), AT_ONCE):
            part = rows[place : place + AT_ONCE]
            _check(model_outputs.append_outputs(organization=organization, rows=part, version=version))
    return datasets.set_status(version=version, status="PUBLISHED", by=by)


def _case(sample):
    given = {"external_id": sample.id[:500], "prompt": sample.prompt, "metadata": dict(sample.metadata)}
    return given if sample.expected is None else given | {"expected_output": sample.expected}


def _output(log, sample, repetition, output):
    facts = {
        "text": output.text,
        "error": output.error,
        "finish_reason": output.finish_reason,
        "latency_ms": output.latency_ms,
        "tokens_in": output.tokens_in,
        "tokens_out": output.tokens_out,
    }
    system = {"name": log.model[:200], "model": log.model[:200], "parameters": dict(log.parameters)}
    known = {name: value for name, value in facts.items() if value not in (None, "")}
    return {"external_id": sample.id[:500], "repetition": repetition, "system": system, "text": output.text} | known


def _check(appended):
    refused = next((row for row in appended if row.stored is None), None)
    if refused is not None:
        raise logs.InvalidLog(str(refused.reason))


def _metric(log, task, name, organization, by):
    """A metric of the library under the tool's name for it, and the program that stands for the tool."""
    scores = [
        output.scores[name].value for sample in task.samples for output in sample.outputs if name in output.scores
    ]
    is_share = all(value is None or 0 <= value <= 1 for value in scores)
    key = _NO_KEY.sub("_", f"{log.tool}_{name}")[:60].strip("_")
    content = library.MetricContent(title=name[:200], config=SHARE if is_share else {}, label_type="number",
                                    direction="higher", method=IMPORTED)  # fmt: skip
    metric = library.keep(organization=organization, key=key, content=content, by=by)
    identity = strict_json.dumps([IMPORTED, log.tool, name])
    annotator, _is_new = Annotator.objects.get_or_create(
        organization=organization,
        fingerprint=hashlib.sha256(identity.encode()).hexdigest(),
        kind="program",
        defaults={
            "name": f"{name} ({log.tool})"[:200],
            "method": IMPORTED,
            "parser_version": "1",
            "parameters": {"tool": log.tool, "metric": name},
        },
    )
    return ChosenMetric(key, metric, annotator)


def _submit(evaluation, task, chosen, by):
    """Store the scores of the log as the judgements of their programs, before any worker looks."""
    items.add(evaluation=evaluation)
    evaluation.task = annotation_tasks.set_status(task=evaluation.task, status="ACTIVE", by=by)
    scored = {
        (sample.id[:500], number): output
        for sample in task.samples
        for number, output in enumerate(sample.outputs, start=1)
    }
    pairs = TaskItem.objects.filter(task=evaluation.task).values_list("pk", "outputs")
    of_output = {outputs[0]: pk for pk, outputs in pairs}
    found = ModelOutput.objects.filter(pk__in=of_output).values_list("pk", "test_case__external_id", "repetition")
    rows = sorted(
        ((of_output[pk], scored[external_id, repetition]) for pk, external_id, repetition in found),
        key=lambda row: row[0],
    )
    for name, metric in chosen.items():
        answers = [_answer(evaluation.task, metric, pk, output.scores.get(name)) for pk, output in rows]
        for start in range(0, len(answers), AT_ONCE):
            machine_answers.submit_many(answers[start : start + AT_ONCE])


def _answer(task, metric, item_id, score):
    """What is no number is abstained from, with its reason."""
    value = score and score.value
    if value is None:
        why = reasons.NOT_SCORED_IN_LOG() if score else reasons.NOT_IN_LOG()
        note = submissions.AnswerNote(abstained=True, failure=why)
    else:
        note = submissions.AnswerNote(justification=score.note)
    return machine_answers.Answer(
        item_id=item_id,
        task=task,
        annotator=metric.annotator,
        submission=submissions.Submission(
            answers={} if value is None else {metric.key: value},
            origin="llm",
            notes={metric.key: note},
            partial=True,
            submission_id=uuid.uuid5(metric.annotator.pk, f"import:{item_id}"),
        ),
    )
