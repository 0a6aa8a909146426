"""Job directories over the API: hand one over, read what came of it, have it reviewed again, sign it off."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from datasets.api.uploads import UploadParser, uploaded_form
from evalhub.accounts.api.base import ApiView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.paging import Pages
from evalhub.api.parsers import StrictJsonParser
from reviews.engine.tasks import request_due
from reviews.jobs.actions import intake, panels, review_runs, sign_off
from reviews.jobs.api.shapes import (
    JobDetailOut,
    JobIn,
    JobListOut,
    JobOut,
    JobUploadIn,
    SignOffIn,
)
from reviews.jobs.errors import JobError
from reviews.jobs.models import Job
from reviews.jobs.models.job import JobQuerySet
from reviews.jobs.views.lists.jobs import FILTERS as LIST_FILTERS

PAGES = Pages(keys=("-pk",), default=50)
FILTERS = [
    *LIST_FILTERS,
    filters.text("q", JobQuerySet.matching, "a part of the initiative's or the directory's name"),
]


class JobList(ApiView):
    access = {"GET": "read", "POST": "manage"}
    parser_classes = [StrictJsonParser, UploadParser]

    @extend_schema(
        operation_id="review_jobs_list",
        parameters=[*PAGES.parameters, *filters.parameters(FILTERS)],
        responses=JobListOut,
        extensions=errors("unknown_state"),
    )
    def get(self, request):
        """Jobs of your organization, newest first."""
        found = Job.objects.for_organization(request.organization).select_related("method_task")
        found = filters.narrowed(found, FILTERS, request.query_params)
        return Response(JobListOut.of(PAGES.page(found, request.query_params)))

    @extend_schema(
        operation_id="review_jobs_create",
        responses={201: JobOut},
        request={"application/json": JobIn, "multipart/form-data": JobUploadIn},
        extensions=errors(
            "directory_invalid",
            "manifest_missing",
            "manifest_invalid",
            "unknown_strategy",
            "unknown_method",
            "results_missing",
            "results_invalid",
            "config_invalid",
            "artifact_invalid",
            "llm_failed",
            "invalid_model",
            "invalid_models",
            "model_not_callable",
            "empty_file",
            "given_twice",
            "file_too_large",
            "disk_full",
        ),
    )
    def post(self, request):
        """Hand over a directory by its path, or as an archive. What is wrong with it is told at once, with a category
        (422); a review then goes on in the background, and its result is read at the job's own address."""
        if (request.content_type or "").startswith("multipart/form-data"):
            job = self.upload(request)
        else:
            body = JobIn.read(request.data)
            job = intake.register(
                organization=request.organization, location=body.pop("job_dir"), by=request.user, **body
            )
        request_due.delay_on_commit()
        return Response(JobOut.of(job), status=201)

    def upload(self, request):
        body = JobUploadIn.read(uploaded_form(request))
        return intake.upload(
            organization=request.organization,
            file=body["file"],
            name=body["file"].name,
            by=request.user,
            models=[name.strip() for name in body.get("models", "").split(",") if name.strip()] or None,
            critic_model=body.get("critic_model") or None,
            cost_to_scale=_number(body.get("cost_to_scale")),
        )


class JobView(ApiView):
    """A view below /reviews/jobs/{job_id}."""

    def job(self, request, job_id):
        found = Job.objects.for_organization(request.organization).select_related("method_task", "run", "organization")
        job = self.get_or_404(found, "job", pk=job_id)
        panels.note_seen(job=job, by=request.membership)
        return job

    def answer(self, job):
        panel = panels.panel_of(job) if job.run_id else panels.Panel(())
        return Response(JobDetailOut.of(job, panel=panel))


class JobDetail(JobView):
    access = {"GET": "read"}

    @extend_schema(operation_id="review_jobs_retrieve", responses=JobDetailOut)
    def get(self, request, job_id):
        """A job with its result, its files, and what each model of the panel said.

        An answer of your own about the same job is not blind after this.
        """
        return self.answer(self.job(request, job_id))


class JobAgain(JobView):
    access = {"POST": "manage"}

    @extend_schema(
        operation_id="review_jobs_again",
        request=None,
        responses=JobDetailOut,
        extensions=errors("bad_state", "config_invalid"),
    )
    def post(self, request, job_id):
        """Ask the whole panel anew about the same content."""
        review_runs.review_again(job=self.job(request, job_id), by=request.user)
        request_due.delay_on_commit()
        return self.answer(self.job(request, job_id))


class JobSignOff(JobView):
    access = {"POST": "audit"}

    @extend_schema(
        operation_id="review_jobs_sign_off",
        request=SignOffIn,
        responses=JobDetailOut,
        extensions=errors(
            "signed_off", "not_reviewed", "note_missing", "note_too_long", "unknown_verdict", "not_audited"
        ),
    )
    def post(self, request, job_id):
        """Sign the job off, once every model's answer was audited; its result files are written again."""
        body = SignOffIn.read(request.data)
        sign_off.sign_off(job=self.job(request, job_id), by=request.user, **body)
        return self.answer(self.job(request, job_id))


def _number(text):
    """The number that a form's text says; None for an empty one."""
    if not text:
        return None
    try:
        return float(text)
    except ValueError:
        raise JobError(
            f"cost_to_scale is {text!r}. Valid: a number.", category="results_invalid", field="cost_to_scale"
        ) from None
