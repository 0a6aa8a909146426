"""A version of a prompt or of knowledge tried on a real job: what a model would read, and what it would cost."""

import uuid
from dataclasses import dataclass

from django import forms
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.errors import InvalidInput, NotFound
from reviews.engine.client.exchange import LLMCall
from reviews.engine.limits.actions import rate_limiter
from reviews.jobs.actions import intake
from reviews.jobs.config import DEFAULT_MAX_TOKENS, ReviewConfig
from reviews.jobs.documents.actions import documents
from reviews.jobs.documents.views.costs import costs_of
from reviews.jobs.documents.views.page import choices_of, frame, label_of, part_of
from reviews.jobs.errors import ConfigInvalid, JobError
from reviews.jobs.methods import knowledge
from reviews.jobs.methods.review_versions import NEWEST
from reviews.jobs.models import Job
from reviews.jobs.stages.job_review import payload_of
from reviews.scorers import model_checks
from reviews.scorers.forms import SUGGESTED_MODELS

MOST_JOBS = 20
MOST_MODELS = 20
LONGEST_SHOWN = 200_000
ROLES = {"system": gettext_lazy("System text"), "user": gettext_lazy("User text")}


class ModelsForm(forms.Form):
    """The models whose cost is asked for, one a line."""

    models = forms.CharField(
        max_length=4_000,
        required=False,
        label=gettext_lazy("Models"),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
        help_text=gettext_lazy("One per line, at most 20. Empty: the default panel and suggested models."),
    )

    def clean_models(self):
        """The names, each once; those of `default_models` for an empty field."""
        lines = [line.strip() for line in self.cleaned_data["models"].replace(",", "\n").splitlines()]
        names = list(dict.fromkeys(line for line in lines if line)) or default_models()
        if len(names) > MOST_MODELS:
            words = _("%(met)s models are listed. Valid: at most %(most)s.")
            raise forms.ValidationError(words % {"met": len(names), "most": MOST_MODELS})
        try:
            return [model_checks.check_name(name) for name in names]
        except InvalidInput as error:
            raise forms.ValidationError(error.message) from error


@dataclass(frozen=True)
class Message:
    """One text of the call as the model reads it; `left_out` characters are not shown on the page."""

    role: str
    title: str
    text: str
    length: int

    @property
    def left_out(self):
        return max(self.length - LONGEST_SHOWN, 0)


@requires("read")
@require_safe
def method_preview(request, model_type, part):
    """The system and the user text exactly as the engine sends them about a job."""
    context = _tried(request, part_of(request, model_type, part), "preview", DEFAULT_MAX_TOKENS)
    if context["call"] is not None:
        context["texts"] = [_message(message) for message in context["call"].messages]
    return render(request, "reviews/jobs/documents/preview.html", context)


@requires("read")
@require_safe
def method_dry_run(request, model_type, part):
    """How many tokens a review of a job would take, and what they would cost with each model. Nothing is sent."""
    config, problem = _config()
    context = _tried(request, part_of(request, model_type, part), "dry_run", config.max_tokens)
    form = ModelsForm(request.GET)
    is_valid = form.is_valid()
    call = context["call"]
    if call is not None and is_valid:
        tokens_in, tokens_out = rate_limiter.estimate(call)
        context["costs"] = costs_of(form.cleaned_data["models"], tokens_in, tokens_out, call.max_tokens)
    context |= {"form": form, "models": default_models(), "problem": context["problem"] or problem}
    return render(request, "reviews/jobs/documents/dry_run.html", context, status=200 if is_valid else 422)


def default_models():
    """The installation's panel, then the suggested models."""
    try:
        panel = intake.models_of(ReviewConfig.load())
    except ConfigInvalid:
        panel = []
    return list(dict.fromkeys([*panel, *SUGGESTED_MODELS]))[:MOST_MODELS]


def _config():
    """(the ReviewConfig of the installation, or the default one and the problem with it)."""
    try:
        return ReviewConfig.load(), None
    except ConfigInvalid as error:
        return ReviewConfig.load(environ={}), error


def _tried(request, place, page, max_tokens):
    """The page's frame with the chosen version and job; `call` is None without a job, or with a `problem`."""
    shelf = place.shelf
    version = place.version(request.GET.get("version"), default=shelf.draft or shelf.in_use)
    found = Job.objects.for_organization(request.organization).filter(
        model_type=place.reviewer.name, strategy="review", item__isnull=False
    )
    newest = list(found.only("initiative_id", "name", "created_at").order_by("-pk")[:MOST_JOBS])
    job = _job(found, request.GET.get("job") or (str(newest[0].pk) if newest else ""))
    context = frame(request, place, page) | {
        "version": version,
        "label": label_of(version),
        "choices": choices_of(shelf),
        "jobs": newest,
        "job": job,
        "is_older": job is not None and job.pk not in {each.pk for each in newest},
        "call": None,
        "problem": None,
    }
    if job is not None:
        try:
            context["call"] = _call(request.organization, place, version, job, max_tokens)
        except JobError as error:
            context["problem"] = error
    return context


def _job(found, key):
    """The job of this id, None for an empty one; NotFound for one that is not of the method and organization."""
    if not key:
        return None
    try:
        job = found.filter(pk=uuid.UUID(key)).first()
    except ValueError:
        job = None
    if job is None:
        raise NotFound(_("Result review of this method not found."))
    return job


def _call(organization, place, version, job, max_tokens) -> LLMCall:
    """What the engine asks about a job with this version, and with what is in use of the other part."""
    text, is_file = place.shelf.text_of(version), version.document is None
    in_use = documents.in_use(organization=organization, model_type=place.reviewer.name)
    if place.part == "prompt":
        engine = NEWEST(place.reviewer.parsed(text, is_shipped=is_file), in_use.knowledge, is_shipped=is_file)
    else:
        engine = NEWEST(in_use.prompt, knowledge.checked(text), is_shipped=in_use.is_shipped)
    return engine.prepare(payload_of(job), model="preview", max_tokens=max_tokens)


def _message(message):
    text = message["content"]
    return Message(message["role"], ROLES[message["role"]], text[:LONGEST_SHOWN], len(text))
