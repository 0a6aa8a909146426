"""How the models are that an organization uses: whether they can be asked, and how full their limits are."""

import datetime
from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db.models import Count, Max, Q, Sum
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from reviews.engine.client.endpoints import resolve
from reviews.engine.limits import circuit_breaker
from reviews.engine.limits.actions import provider_health
from reviews.engine.limits.actions.profiles import STANDARD, Limits, limits_for
from reviews.engine.models import LLMAttempt, LLMBatch, ProviderState, RunStage
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.models.llm_batch import LIVE
from reviews.engine.views.failure_labels import failure_label
from reviews.engine.views.labels import StateLabel

MINUTE_SECONDS = 60
NEWEST_TRIES = 100_000  # no minute has more; attempts have no index by time, but their ids rise with it
WELL = StateLabel("ready", _("Available"))
UNUSED = StateLabel("pending", _("Not used yet"))
PACED = StateLabel("paused", _("Slowed down"))
TRYING = StateLabel("pending", _("Testing"))
BLOCKED = StateLabel("blocked", _("Unavailable"))
BROKEN = StateLabel("blocked", _("Circuit open"))
HELD = StateLabel("waiting for the provider", _("Rate limited by provider"))


@dataclass(frozen=True)
class Full:
    """One limit and what of it was used in the last minute (for batches: what waits); `most` None is no limit."""

    title: str
    used: int
    most: int | None

    @property
    def is_full(self):
        return self.most is not None and self.used >= self.most


@dataclass(frozen=True)
class Scope:
    """The limits of one profile for a model, with how full each is."""

    limits: Limits
    full: list


@dataclass(frozen=True)
class ProviderLine:
    """One model that runs of the organization use, by its full name; `state` None while nothing is known about it.

    A Scope for each profile that unfinished runs ask it by, else one for the standard profile.
    """

    provider: str
    model: str
    simulated: bool
    state: ProviderState | None
    look: StateLabel
    why: str
    scopes: list
    batches: int

    @property
    def is_blocked(self):
        return self.state is not None and self.state.blocked_until is not None

    @property
    def is_paced(self):
        return self.state is not None and self.state.pace < 1


def of_organization(organization):
    """A ProviderLine for each model of its runs, by provider and name; five statements, and one for each profile."""
    found = {}
    stages = RunStage.objects.filter(run__organization=organization).exclude(run__status__in=ENDED).order_by()
    for model, profile in stages.values_list("model", "run__policy__rate_limit_profile").distinct():
        found.setdefault(resolve(model).model, set()).add(profile or STANDARD)
    states, profiles = provider_health.states(), {model: sorted(names) for model, names in found.items()}
    asked, waiting = _usage(organization), _waiting(organization)
    return [
        _line(organization, endpoint, states, profiles.get(model) or [STANDARD], asked, waiting[model])
        for model, endpoint in sorted(endpoints_of(organization).items())
    ]


def endpoints_of(organization):
    """{full name of a model: Endpoint} of those that its runs use, however they are spelt; one statement."""
    models = RunStage.objects.filter(run__organization=organization).order_by().values_list("model", flat=True)
    return {endpoint.model: endpoint for endpoint in map(resolve, models.distinct())}


def label_of(state):
    """What can be done with a model, by its ProviderState with the database's time as `now`, or None."""
    if state is None:
        return UNUSED
    if state.blocked_until is None:
        return PACED if state.pace < 1 else WELL
    if circuit_breaker.is_half_open(state, state.now):
        return TRYING
    if not circuit_breaker.is_open(state, state.now):
        return PACED if state.pace < 1 else WELL
    if state.reason_class in circuit_breaker.OUTAGES:
        return BROKEN
    return HELD if state.reason_class == circuit_breaker.RATE_LIMITED else BLOCKED


def _line(organization, endpoint, states, profiles, asked, waiting):
    provider, model = endpoint.provider, endpoint.model
    state = states.get((provider, model))
    return ProviderLine(
        provider=provider,
        model=model,
        simulated=endpoint.simulated,
        state=state,
        look=label_of(state),
        why=failure_label(state.reason_class) if state is not None and state.reason_class else "",
        batches=waiting["batches"],
        scopes=[
            _scope(limits_for(organization.pk, profile)(provider, model), asked[model, profile], waiting)
            for profile in profiles
        ],
    )


def _scope(limits, asked, waiting):
    return Scope(
        limits,
        [
            Full(_("Requests in the last minute"), asked["requests"], limits.requests),
            Full(_("Input tokens in the last minute"), asked["input"], limits.input_tokens),
            Full(_("Output tokens in the last minute"), asked["output"], limits.output_tokens),
            Full(_("Tokens waiting in batches"), waiting["tokens"], limits.enqueued_batch_tokens),
        ],
    )


def _usage(organization):
    """{(model, profile): {requests, input, output}} of the last minute; calls under way count as requests."""
    newest = LLMAttempt.objects.aggregate(newest=Max("pk"))["newest"] or 0
    rows = (
        LLMAttempt.objects.filter(
            pk__gt=newest - NEWEST_TRIES,
            started_at__gte=Now() - datetime.timedelta(seconds=MINUTE_SECONDS),
            request__run__organization=organization,
            batch_item=None,
        )
        .order_by()
        .values("request__stage__model", "request__run__policy__rate_limit_profile")
        .annotate(requests=Count("pk"), input=Sum("prompt_tokens"), output=Sum("completion_tokens"))
    )
    found = defaultdict(Counter)
    for row in rows:
        place = resolve(row.pop("request__stage__model")).model, row.pop("request__run__policy__rate_limit_profile")
        found[place[0], place[1] or STANDARD] += Counter({name: count or 0 for name, count in row.items()})
    return found


def _waiting(organization):
    rows = LLMBatch.objects.filter(Q(status__in=LIVE), run__organization=organization).order_by().values("model")
    found = defaultdict(Counter)
    for row in rows.annotate(batches=Count("pk"), tokens=Sum("reserved_tokens")):
        found[resolve(row.pop("model")).model] += Counter(row)
    return found
