"""Exports over the API: ask, watch, download."""

import time

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.response import Response

from annotations.exports.actions import jobs as exports
from annotations.exports.actions.options import ExportOptions
from annotations.exports.api.job_bodies import ExportCountsOut, ExportIn, ExportOut
from annotations.exports.models import ExportJob
from annotations.exports.models.export_job import KINDS
from annotations.exports.tasks import export_due
from annotations.tasks.api.base import TaskView
from evalhub.accounts.api.base import ApiView
from evalhub.accounts.api.request_limits import BATCH
from evalhub.api.errors import errors

WAIT_SECONDS = 3.0
EXPORT = OpenApiExample("Ground truth as JSON", request_only=True, value={"format": "JSON", "consensus_threshold": 0.6})


class TaskExport(TaskView):
    access = {"GET": "export", "POST": "export"}
    request_classes = {"POST": BATCH}

    @extend_schema(responses=ExportCountsOut, extensions=errors())
    def get(self, request, task_id):
        """Count what an export would hold, by source, with the usual choices."""
        task, usual = self.task(request, task_id), ExportOptions()
        return Response(
            ExportCountsOut.of({kind: exports.counts(task=task, kind=kind, options=usual) for kind in KINDS})
        )

    @extend_schema(
        request=ExportIn,
        responses={201: ExportOut, 202: ExportOut},
        extensions=errors("bad_option", "bad_threshold", "unknown_format", "unknown_kind", "unknown_option"),
        examples=[EXPORT],
    )
    def post(self, request, task_id):
        """Start an export.

        It waits a moment: small ones are answered finished, unless the request has an Idempotency-Key.
        """
        body = ExportIn.read(request.data)
        job = exports.request(task=self.task(request, task_id), by=request.user, **body)
        return _started(self, job, request)


class ExportView(ApiView):
    def job(self):
        jobs = ExportJob.objects.for_organization(self.request.organization).select_related("task")
        return self.get_or_404(jobs, "export", pk=self.kwargs["export_id"])

    def object_of(self, kind):
        return self.job().task_id if kind == "task" else None


class ExportDetail(ExportView):
    access = {"GET": "export"}

    @extend_schema(responses=ExportOut, extensions=errors())
    def get(self, request, export_id):
        """Read how far an export is; its link is signed at each request."""
        return Response(ExportOut.of(self.job(), request=request))


class ExportCancel(ExportView):
    access = {"POST": "export"}

    @extend_schema(request=None, responses=ExportOut, extensions=errors("already_ended"))
    def post(self, request, export_id):
        """Cancel an export that waits or is being written; it leaves no file."""
        return Response(ExportOut.of(exports.cancel(job=self.job(), by=request.user), request=request))


class ExportAgain(ExportView):
    access = {"POST": "export"}
    request_classes = {"POST": BATCH}

    @extend_schema(request=None, responses={201: ExportOut, 202: ExportOut}, extensions=errors())
    def post(self, request, export_id):
        """Run an export again, of the task as it is now."""
        return _started(self, exports.rerun(job=self.job(), by=request.user), request)


def _started(view, job, request):
    export_due.delay_on_commit()

    def answer():
        return Response(ExportOut.of(job, request=request), status=201 if job.is_finished else 202)

    def finish():
        end = time.monotonic() + WAIT_SECONDS
        while not job.is_finished and time.monotonic() < end:
            time.sleep(0.1)
            job.refresh_from_db()
        return answer()

    return view.after_commit(answer, finish)
