"""Hand over a job directory: by its path on this server, or as an archive."""

from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError
from reviews.engine.client.endpoints import resolve
from reviews.engine.tasks import request_due
from reviews.jobs.actions import intake, roots
from reviews.jobs.config import ReviewConfig
from reviews.jobs.errors import ConfigInvalid, JobError
from reviews.jobs.views import labels
from reviews.jobs.views.forms import RegisterForm, UploadForm
from reviews.scorers.forms import filled_in_models, offered_models

COST = "cost_to_scale"


@requires("manage")
@require_http_methods(["GET", "POST"])
def job_new(request):
    """The page with both ways; a post registers the directory `job_dir`."""
    form = RegisterForm(request.POST or None, initial=_panel(), prefix="")
    if request.method == "POST" and form.is_valid():
        given = dict(form.cleaned_data)
        try:
            job = intake.register(
                organization=request.organization, location=given.pop("job_dir"), by=request.user, **given
            )
        except EvalHubError as error:
            _refuse(form, error, "job_dir")
        else:
            return _taken(request, job)
    return _page(request, register=form)


@requires("manage")
@require_http_methods(["GET", "POST"])
def job_upload(request):
    """Take an archive; the way to the page for whoever only looks."""
    if request.method == "GET":
        return redirect("reviews:job_new")
    form = UploadForm(request.POST, request.FILES, auto_id="upload_%s")
    if form.is_valid():
        given = dict(form.cleaned_data)
        file = given.pop("file")
        try:
            job = intake.upload(organization=request.organization, file=file, name=file.name, by=request.user, **given)
        except EvalHubError as error:
            _refuse(form, error, "file")
        else:
            return _taken(request, job)
    return _page(request, upload=form)


def _page(request, *, register=None, upload=None):
    bound = next((form for form in (register, upload) if form is not None and form.is_bound), None)
    context = {
        "register": register or RegisterForm(initial=_panel()),
        "bound": bound,
        "suggested": offered_models(),
        "upload": upload or UploadForm(initial=_panel(), auto_id="upload_%s"),
        "inbox": settings.JOB_INBOX,
        "roots": roots.roots_of(request.organization),
        "methods": labels.methods(),
    }
    return render(request, "reviews/jobs/intake.html", context, status=422 if bound else 200)


def _taken(request, job):
    request_due.delay_on_commit()
    if job.state == "reviewing":
        messages.success(request, _("%(name)s is under review.") % {"name": job})
    else:
        messages.success(request, _("%(name)s is scored.") % {"name": job})
    return redirect(job)


def _refuse(form, error, place):
    """Beside the field that is meant: what is wrong with the directory stands beside the directory."""
    if isinstance(error, JobError):
        place = error.field if error.category == "llm_failed" else place
        form.add_error(
            COST if error.field == COST and form.cleaned_data.get(COST) is not None else place, labels.sentence(error)
        )
    else:
        field = error.details.get("field")
        form.add_error(field if field in form.fields else "models" if "model" in error.code else None, error.message)


def _panel():
    """The installation's own panel, one a line, or a simulated one where no key is set; an invalid configuration is
    told when it is used."""
    try:
        panel = intake.models_of(ReviewConfig.load())
    except ConfigInvalid:
        return {}
    if any(resolve(model).blocked_reason for model in panel):
        panel = filled_in_models() or panel
    return {"models": "\n".join(panel)}
