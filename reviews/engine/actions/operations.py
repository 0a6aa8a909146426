"""What the workers of an installation have before them: due work by kind, leases, and work that crashed them."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Min, Q
from django.db.models.functions import Greatest, Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotations.models import ExportJob, ImportJob
from datasets.models import DatasetVersion
from evalhub import queues
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, NotFound
from evalhub.lib.reasons import WORKER_CRASH
from evalhub.work.models import WorkFailure
from evalhub.work.sweep import sweeps
from reviews.engine.models import EvaluationRun, LLMRequest
from reviews.engine.runs.actions import controls

MOST_CRASHED = 20
GIVEN_UP = "given_up"  # kind of the rows that sweeps gave up


@dataclass(frozen=True)
class WorkKind:
    """A table whose rows are work; `can_restart` when people may put a row back that crashed its workers."""

    title: str
    model: type
    can_restart: bool


_kinds = {}


@dataclass(frozen=True)
class WorkState:
    """One kind of work: rows that are due, since when the oldest is, and rows in workers' hands or left by them."""

    kind: str
    title: str
    due: int
    oldest_due_at: datetime | None
    leased: int
    expired: int


@dataclass(frozen=True)
class Crashed:
    """Work that ended because five workers died with it."""

    kind: str
    title: str
    pk: str
    name: str
    can_restart: bool


def register(kind, *, title, model, can_restart=True):
    """Show the rows of a table as work of this kind; features register theirs when the app starts."""
    _kinds[kind] = WorkKind(title, model, can_restart)


register("requests", title=_("Model calls"), model=LLMRequest)
register("cases", title=_("Files of test cases"), model=DatasetVersion, can_restart=False)
register("annotations", title=_("Files of annotations"), model=ImportJob)
register("exports", title=_("Exports"), model=ExportJob)


def work_of(organization=None):
    """The WorkState of each kind, of one organization or of all; a statement each."""
    return [_state(kind, each.title, _rows(kind, organization)) for kind, each in _kinds.items()]


def note_oldest():
    """Tell `/healthz` how long the oldest work of each kind has been due."""
    now = timezone.now()
    queues.note_oldest(
        {each.kind: round((now - each.oldest_due_at).total_seconds(), 1) for each in work_of() if each.oldest_due_at}
    )


def crashed(organization):
    """The newest Crashed of each kind, and how many there are in all; two statements a kind at most."""
    found, total = [], 0
    for kind, each in _kinds.items():
        rows = _crashed(kind, organization)
        total += rows.count()
        found += [
            Crashed(kind, each.title, str(row.pk), str(row), each.can_restart)
            for row in rows.order_by("-pk")[:MOST_CRASHED]
        ]
    return found, total


@transaction.atomic
def retry_failure(*, organization, pk, by):
    """Have a row tried again that a sweep gave up. NotFound for what is none of these rows."""
    failure = WorkFailure.objects.given_up().select_for_update().filter(organization=organization, pk=pk).first()
    if failure is None:
        raise NotFound(_("Not found: work that was given up with this ID."))
    if failure.sweep in sweeps:
        sweeps[failure.sweep].restart(failure.key)
    audit.record(organization=organization, verb="work.restarted", target=failure, by=by)
    failure.delete()


@transaction.atomic
def restart(*, organization, kind, pk, by):
    """Put work that crashed its workers back in line with fresh attempts. NotFound for what is none of these rows."""
    if kind == GIVEN_UP:
        retry_failure(organization=organization, pk=pk, by=by)
        return
    can_restart = kind in _kinds and _kinds[kind].can_restart
    rows = _crashed(kind, organization) if can_restart else LLMRequest.objects.none()
    row = rows.filter(pk=pk).first()
    if row is None:
        raise NotFound(_("Not found: crashed work with this ID."))
    if kind == "requests":
        controls.retry_request(request=row, by=by)
        return
    changed = rows.filter(pk=pk).update(state="waiting", attempts=0, last_error=None, next_attempt_at=None)
    if not changed:
        raise Conflict(_("It was already restarted."), code="restarted")
    audit.record(organization=organization, verb="work.restarted", target=row, details={"kind": kind}, by=by)


def _rows(kind, organization):
    model = _kinds[kind].model
    if kind != "requests":
        # An import without a mapping waits for people.
        rows = model.objects.exclude(mapping={}) if kind == "annotations" else model.objects.all()
        return rows if organization is None else rows.filter(organization=organization)
    asked = model.objects.filter(run__in=EvaluationRun.objects.due())
    return asked if organization is None else asked.filter(run__organization=organization)


def _crashed(kind, organization):
    model = _kinds[kind].model
    owner = {"run__organization": organization} if kind == "requests" else {"organization": organization}
    rows = model.objects.filter(state="failed", last_error=WORKER_CRASH(), **owner)
    return rows.select_related("run", "stage") if kind == "requests" else rows


def _state(kind, title, rows):
    waiting = Q(state="waiting") & (Q(next_attempt_at=None) | Q(next_attempt_at__lte=Now()))
    expired = Q(state="running", lease_until__lt=Now())
    found = rows.filter(state__in=["waiting", "running"]).aggregate(
        due=Count("pk", filter=waiting),
        expired=Count("pk", filter=expired),
        leased=Count("pk", filter=Q(state="running", lease_until__gte=Now())),
        oldest_due_at=Min(Greatest(F("created_at"), F("next_attempt_at")), filter=waiting),
    )
    return WorkState(kind=kind, title=title, **found)
