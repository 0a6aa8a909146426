"""Filters of requests to language models, of their attempts too: on pages and over the API."""

import uuid

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from reviews.engine.models import EvaluationRun, LLMAttempt, LLMRequest, RunStage
from reviews.engine.models.llm_attempt import STATUSES
from reviews.engine.views.failure_labels import WORDS
from reviews.engine.views.labels import ATTEMPT_STATUSES, REQUEST_STATES

COST_LABELS = {"priced": _("Known"), "unpriced": _("No known price"), "unknown": _("No tokens reported")}
UNKNOWN = "unknown"  # how requests are called that failed without a class


def runs_named(text):
    """The ids of runs with a text in their title."""
    return EvaluationRun.objects.with_title().filter(title__icontains=text).values("pk")


def stages_asking(text):
    """The ids of stages with a text in the name of their model."""
    return RunStage.objects.filter(model__icontains=text).values("pk")


def id_of(text):
    """The UUID that a text is, or None."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _common(rows, path):
    """Filters by what `path`, which leads to the request, has: of its run, step, model and prompt."""

    def of_run(found, text):
        pk = id_of(text)
        return found.filter(**({f"{path}run": pk} if pk else {f"{path}run__in": runs_named(text)}))

    def of_model(found, text):
        return found.filter(**{f"{path}stage__in": stages_asking(text)})

    return (
        filters.text("run", of_run, f"{rows} of the run with this id, or with this text in its name", title=_("Run")),
        filters.number("request", f"{path}pk", f"{rows} with this number of a request", title=_("Request")),
        filters.text("stage", f"{path}stage__name", f"{rows} of the stage with this name", title=_("Step")),
        filters.text("model", of_model, f"{rows} to models with this text in their name", title=_("Model")),
        filters.text(
            "prompt_version", f"{path}stage__prompt_version", f"{rows} by this version of a prompt", title=_("Prompt")
        ),
    )


def _with_error(requests, error):
    """Failed for this reason, or while it is not decided: an attempt failed so."""
    if error == UNKNOWN:
        return requests.filter(state="failed", error_class="")
    tried = LLMAttempt.objects.filter(request=OuterRef("pk"), error_class=error)
    return requests.filter(Q(error_class=error) | ~Q(state="failed") & Exists(tried))


RUN, *_OF_REQUESTS = _common("requests", "")
FILTERS = (
    *_OF_REQUESTS,
    filters.number("item", "item", "requests about this item", title=_("Item")),
    filters.choice(
        "state",
        "state",
        LLMRequest.STATES,
        "requests in one of these states",
        title=_("State"),
        labels={state: REQUEST_STATES[state].label for state in LLMRequest.STATES},
    ),
    filters.text("error", _with_error, "a class of errors, such as timeout", title=_("Error"), labels=WORDS),
    filters.flag("replaced", "replaced", "requests that a newer version has replaced, or has not", title=_("Replaced")),
    filters.since("created_at", "requests made then or later"),
    filters.until("created_at", "requests made before then, or on that day"),
)
ATTEMPT_FILTERS = (
    *_common("attempts", "request__"),
    filters.choice(
        "status",
        "status",
        STATUSES,
        "attempts in one of these states",
        title=_("State"),
        labels={status: ATTEMPT_STATUSES[status].label for status in STATUSES},
    ),
    filters.text("error", "error_class", "a class of errors, such as timeout", title=_("Error"), labels=WORDS),
    filters.choice(
        "cost_status",
        "cost_status",
        COST_LABELS,
        "attempts whose cost is known so",
        title=_("Cost"),
        labels=COST_LABELS,
    ),
    filters.flag("simulated", "simulated", "attempts of the simulated provider, or of others", title=_("Simulated")),
    filters.since("started_at", "attempts begun then or later"),
    filters.until("started_at", "attempts begun before then, or on that day"),
)
