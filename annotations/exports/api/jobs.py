"""Exports over the API: ask, watch, download."""

import time

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from annotations.exports.actions import jobs as exports
from annotations.exports.actions.options import ExportOptions
from annotations.exports.api.job_bodies import ExportCountsOut, ExportIn, ExportOut
from annotations.exports.models import ExportJob
from annotations.exports.models.export_job import KINDS
from annotations.exports.tasks import export_due
from annotations.tasks.api.base import TaskView
from evalhub.accounts.api import idempotency
from evalhub.accounts.api.base import ApiView

WAIT_SECONDS = 3.0


class TaskExport(TaskView):
    access = {"GET": "export", "POST": "export"}

    @extend_schema(responses=ExportCountsOut)
    def get(self, request, task_id):
        """What an export would hold, by source, with the usual choices: ask before you export."""
        task, usual = self.task(request, task_id), ExportOptions()
        return Response(
            ExportCountsOut.of({kind: exports.counts(task=task, kind=kind, options=usual) for kind in KINDS})
        )

    @extend_schema(request=ExportIn, responses={201: ExportOut, 202: ExportOut})
    def post(self, request, task_id):
        """Starts an export and waits a moment for it: small ones are answered finished, unless it has an
        Idempotency-Key."""
        body = ExportIn.read(request.data)
        job = exports.request(task=self.task(request, task_id), by=request.user, **body)
        return _started(job, request)


class ExportDetail(ApiView):
    access = {"GET": "export"}

    @extend_schema(responses=ExportOut)
    def get(self, request, export_id):
        """How far an export is; its link is signed anew at each look."""
        return Response(ExportOut.of(_job(self, request, export_id), request=request))


class ExportCancel(ApiView):
    access = {"POST": "export"}

    @extend_schema(request=None, responses=ExportOut)
    def post(self, request, export_id):
        """Ends an export that waits or is being written; it leaves no file. 409 once it has ended."""
        return Response(
            ExportOut.of(exports.cancel(job=_job(self, request, export_id), by=request.user), request=request)
        )


class ExportAgain(ApiView):
    access = {"POST": "export"}

    @extend_schema(request=None, responses={201: ExportOut, 202: ExportOut})
    def post(self, request, export_id):
        """The same export anew, of the task as it is now."""
        return _started(exports.rerun(job=_job(self, request, export_id), by=request.user), request)


def _job(view, request, export_id):
    jobs = ExportJob.objects.for_organization(request.organization).select_related("task")
    return view.get_or_404(jobs, "export", pk=export_id)


def _started(job, request):
    export_due.delay_on_commit()
    # With a key all of this is one transaction, and nobody else sees the job before it ends.
    end = time.monotonic() + (0 if idempotency.read_key(request) else WAIT_SECONDS)
    while not job.is_finished and time.monotonic() < end:
        time.sleep(0.1)
        job.refresh_from_db()
    return Response(ExportOut.of(job, request=request), status=201 if job.is_finished else 202)
