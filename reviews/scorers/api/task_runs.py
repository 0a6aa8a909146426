"""Machine annotators of one task over the API: add, watch, pause, cancel, try again."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from annotations.queue.models.annotation import FIRST_ROUND
from annotations.tasks.api.base import TaskView
from evalhub.accounts.api.request_limits import BATCH, QUERY
from evalhub.api.errors import errors
from evalhub.api.paging import read_number, whole
from reviews.engine.models import EvaluationRun
from reviews.engine.runs.actions import controls
from reviews.engine.runs.actions import progress as run_progress
from reviews.engine.tasks import request_due
from reviews.scorers.actions import annotators, run_estimates, task_runs
from reviews.scorers.api.bodies import RunChangeIn, RunEstimateIn, RunIn
from reviews.scorers.api.shapes import RunDetailOut, RunEstimateOut, RunListOut, RunOut
from reviews.scorers.model_checks import MODEL_ERRORS

MOST_ROUNDS = 32_767
ROUND = OpenApiParameter(
    "round", OpenApiTypes.INT, description="of the annotator over the task; by itself the first, which counts"
)


class TaskRuns(TaskView):
    access = {"GET": "read", "POST": "manage"}
    request_classes = {"POST": BATCH}

    @extend_schema(operation_id="annotations_tasks_annotators_list", responses=RunListOut)
    def get(self, request, task_id):
        """The machine annotators of a task: how far each is and what it spent."""
        found = EvaluationRun.objects.filter(task=self.task(request, task_id))
        found = list(found.select_related("annotator").prefetch_related("stages"))
        progress = run_progress.progress_of_all(found)
        return Response(RunListOut.of(whole(found), progress=progress))

    @extend_schema(
        request=RunIn,
        responses={201: RunOut},
        extensions=errors(*MODEL_ERRORS, "not_a_model", "not_a_form_scorer", "run_exists", "run_goes_on", "bad_status"),
    )
    def post(self, request, task_id):
        """Let an annotator judge every item of the task, by a policy and with a critic; safe to repeat.

        409 `run_exists` when it does so already with others. With `repeat` it answers all once more in the
        next round, which counts nowhere and tells how far it agrees with itself; 409 `run_goes_on` while one goes on.
        """
        task = self.task(request, task_id)
        offered = annotators.offered(request.organization)
        body = RunIn.read(request.data)
        annotator = self.get_or_404(offered, "annotator", pk=body.pop("annotator_id"))
        if body.pop("repeat", False):
            first = self.get_or_404(task.runs, "run of this annotator", annotator=annotator, round=FIRST_ROUND)
            run = task_runs.repeat(run=first, by=request.user)
        else:
            run = task_runs.start(task=task, annotator=annotator, by=request.user, **body)
        request_due.delay_on_commit()
        return Response(RunOut.of(run, progress={run.pk: run_progress.progress_of(run)}), status=201)


class TaskRunEstimate(TaskView):
    access = {"POST": "manage"}
    request_classes = {"POST": QUERY}

    @extend_schema(
        operation_id="annotations_tasks_annotators_estimate",
        request=RunEstimateIn,
        responses=RunEstimateOut,
        extensions=errors(*MODEL_ERRORS, "not_a_model", "not_a_form_scorer"),
    )
    def post(self, request, task_id):
        """What a model's run over the task is likely to cost and to take; nothing is started and nothing is sent."""
        task = self.task(request, task_id)
        found = run_estimates.estimate(task=task, **RunEstimateIn.read(request.data))
        return Response(RunEstimateOut.of(found))


class TaskRun(TaskView):
    access = {"GET": "read", "PATCH": "manage"}

    def run(self, request, task_id, annotator_id):
        found = EvaluationRun.objects.filter(task=self.task(request, task_id))
        loaded = found.select_related("annotator", "task", "organization")
        asked = read_number(request.query_params, "round", FIRST_ROUND, FIRST_ROUND, MOST_ROUNDS)
        return self.get_or_404(loaded, "annotator on this task", annotator_id=annotator_id, round=asked)

    @extend_schema(parameters=[ROUND], responses=RunDetailOut, extensions=errors("bad_page"))
    def get(self, request, task_id, annotator_id):
        """One machine annotator of the task, with the reasons of what failed."""
        return self.answer(self.run(request, task_id, annotator_id))

    @extend_schema(
        request=RunChangeIn,
        parameters=[ROUND],
        responses=RunDetailOut,
        extensions=errors("bad_page", "cancelled", "run_ended", "unknown_state"),
    )
    def patch(self, request, task_id, annotator_id):
        """Run, pause or cancel, and put failed requests back in line."""
        run = self.run(request, task_id, annotator_id)
        body = RunChangeIn.read(request.data)
        if "desired_state" in body:
            run = controls.set_state(run=run, desired_state=body["desired_state"], by=request.user)
        if body.get("retry_failed"):
            controls.retry_failed(run=run, by=request.user)
        request_due.delay_on_commit()
        return self.answer(run)

    def answer(self, run):
        progress, failures = {run.pk: run_progress.progress_of(run)}, run_progress.failures_of(run)
        return Response(RunDetailOut.of(run, progress=progress, failures=failures))
