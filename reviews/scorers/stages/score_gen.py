"""The scores of a run over a task: a machine annotator answers the task's form about every item."""

import contextlib
from dataclasses import replace

from django.db import transaction

from annotations.models import Annotation, TaskItem
from annotations.queue.actions import machine_answers, submissions
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext_noop
from reviews.engine.client.exchange import OK
from reviews.engine.stages import registry
from reviews.engine.stages.base import Finding
from reviews.scorers.judges.answer_schema import answer_fields
from reviews.scorers.stages import prompt_versions, task_stages
from reviews.scorers.stages.machine_submissions import label_simulated, submission_of
from reviews.scorers.stages.material import item_views, task_view
from reviews.scorers.stages.scorer_stage import FormStage


@registry.register("score_gen")
class Scores(FormStage):
    kind = name = "score_gen"
    title = gettext_noop("Answers the form")
    default_prompt = ""  # that of the annotator
    has_targets = True
    may_be_reused = True

    def targets(self, stage, *, limit):
        """Items get their ids in the order they are drawn, so those without a request lie behind the last one."""
        task = stage.run.task
        if task.status != "ACTIVE" or task.preparation != "READY":
            return []
        found = TaskItem.objects.filter(task=task, pk__gt=stage.filled_to).order_by("pk")
        return [(pk, pk) for pk in found.values_list("pk", flat=True)[:limit]]

    def left_out(self, stage, targets):
        """Items of the cases that the prompt shows as examples: its answers there would say nothing of it."""
        cases = prompt_versions.example_cases(stage.prompt_version, organization_id=stage.run.organization_id)
        if not cases:
            return set()
        return set(TaskItem.objects.filter(pk__in=targets, test_case__in=cases).values_list("pk", flat=True))

    def fit(self, run, stages):
        return task_stages.fit(run, stages)

    def load(self, requests):
        task, items = task_view(requests[0].run.task), item_views([request.item_id for request in requests])
        shown = {pk: self.shown(item) for pk, item in items.items()}
        return {request.pk: (shown[request.item_id], task) for request in requests}

    def shown(self, item):
        """The ItemView as the model is shown it."""
        return item

    def given(self, requests):
        """An annotator answers an item once in a round; a raised request version asks again and revises."""
        first = [request for request in requests if request.request_version == 1]
        if not first:
            return {}
        stands = Annotation.objects.standing().filter(
            item__in=[request.item_id for request in first],
            annotator=first[0].stage.annotator_id,
            round=first[0].run.round,
            llm_request__isnull=True,
        )
        by_item = {annotation.item_id: annotation for annotation in stands}
        return {request.pk: {"annotation": by_item[request.item_id]} for request in first if request.item_id in by_item}

    def store(self, request, finding, outcome):
        return self._stored(request, finding, outcome)

    def store_part(self, request, finding, outcome):
        """One question that cannot be used costs that question, and none of the others."""
        values, problems = dict(finding.values), dict(finding.problems)
        while values:
            try:
                with transaction.atomic():
                    return self._stored(request, Finding(OK, values, problems=problems), outcome, is_part=True)
            except InvalidInput as error:
                wrong = {key: text for key, text in error.details.get("fields", {}).items() if key in values}
                if not wrong:
                    raise
                problems |= wrong
                values = {key: value for key, value in values.items() if key not in wrong}
        return None

    def _stored(self, request, finding, outcome, *, is_part=False):
        submission = submission_of(request, finding.values)
        if outcome.simulated:
            label_simulated(request.stage)
        with _naming_properties(request):
            stored = submissions.submit(
                item_id=request.item_id,
                task=request.run.task,
                annotator=request.stage.annotator,
                submission=replace(submission, partial=True) if is_part else submission,
            )
        return {"annotation": stored.annotation, "question_failures": dict(finding.problems)}

    def store_many(self, answers):
        """Revisions, and answers to a form that is not in use yet, go one by one."""
        asked = [
            machine_answers.Answer(
                item_id=request.item_id,
                task=request.run.task,
                annotator=request.stage.annotator,
                submission=submission_of(request, finding.values),
            )
            for request, finding, _ in answers
        ]
        if not machine_answers.are_alike(asked):
            return super().store_many(answers)
        simulated = next((request for request, _, outcome in answers if outcome.simulated), None)
        if simulated is not None:
            label_simulated(simulated.stage)
        return [
            {"annotation": stored.annotation, "question_failures": dict(finding.problems)}
            for stored, (_, finding, _) in zip(machine_answers.submit_many(asked), answers, strict=True)
        ]


@contextlib.contextmanager
def _naming_properties(request):
    """What is wrong with an answer, said by the properties that the model has filled in: it knows no keys."""
    try:
        yield
    except InvalidInput as error:
        fields = error.details.get("fields", {})
        stems = {field.question.key: field.stem for field in answer_fields(task_view(request.run.task).questions)}
        named = {key: f"{stems.get(key, key)}_value: {text}" for key, text in fields.items()}
        message = " ".join(named.values()) or error.message
        raise InvalidInput(message, code=error.code, details=error.details | {"fields": named}) from error
