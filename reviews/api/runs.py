"""Machine annotators of one task over the API: add, watch, pause, cancel, retry."""

from rest_framework.response import Response

from annotations.api.base import TaskView
from annotations.models import Annotator
from reviews.actions import runs
from reviews.api.serializers import RunChangeIn, RunIn
from reviews.api.shapes import run_shape
from reviews.models import EvaluationRun
from reviews.tasks import request_due


class TaskRuns(TaskView):
    access = {"GET": "read", "POST": "manage"}

    def get(self, request, task_id):
        found = EvaluationRun.objects.filter(task=self.task(request, task_id)).select_related("annotator")
        return Response({"runs": [run_shape(run, runs.progress_of(run)) for run in found]})

    def post(self, request, task_id):
        task = self.task(request, task_id)
        machines = Annotator.objects.for_organization(request.organization).machines()
        annotator = self.get_or_404(machines, "annotator", pk=RunIn.read(request.data)["annotator_id"])
        run = runs.start(task=task, annotator=annotator, by=request.user)
        request_due.delay_on_commit()
        return Response(run_shape(run, runs.progress_of(run)), status=201)


class TaskRun(TaskView):
    access = {"GET": "read", "PATCH": "manage"}

    def run(self, request, task_id, annotator_id):
        found = EvaluationRun.objects.filter(task=self.task(request, task_id)).select_related("annotator", "task")
        return self.get_or_404(found, "annotator on this task", annotator_id=annotator_id)

    def get(self, request, task_id, annotator_id):
        run = self.run(request, task_id, annotator_id)
        return Response(run_shape(run, runs.progress_of(run)))

    def patch(self, request, task_id, annotator_id):
        run = self.run(request, task_id, annotator_id)
        body = RunChangeIn.read(request.data)
        if "desired_state" in body:
            run = runs.set_state(run=run, desired_state=body["desired_state"], by=request.user)
        if body.get("retry_failed"):
            runs.retry_failed(run=run, by=request.user)
        request_due.delay_on_commit()
        return Response(run_shape(run, runs.progress_of(run)))
