"""Keep an organization's quality ledger: observations in from gradings and files, figures and files out."""

import datetime
from decimal import Decimal
from itertools import islice

from django.db import transaction
from django.db.models import Avg
from django.utils.translation import gettext as _

from datasets.actions.systems import SystemIds
from datasets.readers.lines import lines
from evalhub.accounts.actions import audit
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from reviews.quality.models import QualityObservation
from reviews.quality.observations import QualityObservation as Observed

AT_ONCE = 1000
LONGEST_LINE = 1_000_000
COST_STEP = Decimal("1e-10")  # what the table keeps of a cost
COLUMNS = {
    "adapter_id": "system__name",
    "model_id": "system__model",
    "since": "recorded_at__gte",
    "until": "recorded_at__lt",
}
FILTERS = ("task_type", "adapter_id", "model_id", "grader_id", "since", "until", "simulated")


@transaction.atomic
def record(*, organization, observations, by):
    """Write `reviews.grading.QualityObservation`s; returns how many. `by` is None when a program records them."""
    systems = SystemIds(organization.pk)
    new = [_row(organization, observation, systems) for observation in observations]
    QualityObservation.objects.bulk_create(new, batch_size=AT_ONCE)
    if by is not None and new:
        audit.record(organization=organization, verb="quality.recorded", details={"observations": len(new)}, by=by)
    return len(new)


@transaction.atomic
def import_jsonl(*, organization, file, by):
    """Read a binary file of JSON Lines, as `export_jsonl` or the QualityLedger writes them; returns how many.

    They are marked as imported: the router passes them over unless a policy trusts them. All of it or nothing: the
    first wrong line is an InvalidInput that names it, `details["line"]`. Reads as a stream.
    """
    found, count, systems = _observations(file), 0, SystemIds(organization.pk)
    while some := list(islice(found, AT_ONCE)):
        rows = [_row(organization, observation, systems, imported=True) for observation in some]
        QualityObservation.objects.bulk_create(rows)
        count += len(some)
    if not count:
        raise InvalidInput(
            _("The file does not contain an observation. Valid: one JSON object per line."), code="empty_file"
        )
    audit.record(organization=organization, verb="quality.imported", details={"observations": count}, by=by)
    return count


def export_jsonl(rows):
    """An iterator of lines of JSON of a queryset, oldest first, which reads as it goes."""
    rows = rows.with_systems().order_by("recorded_at", "id")
    return (f"{strict_json.dumps(observed(row).to_dict())}\n" for row in rows.iterator(chunk_size=AT_ONCE))


def filtered(*, organization, filters):
    """The rows that `filters` leaves: any of FILTERS, empty ones standing for all; since and until are datetimes."""
    unknown = sorted(set(filters) - set(FILTERS))
    if unknown:
        raise InvalidInput(
            _("Unknown filter: %(met)s. Valid: %(valid)s.") % {"met": ", ".join(unknown), "valid": ", ".join(FILTERS)}
        )
    chosen = {COLUMNS.get(name, name): value for name, value in filters.items() if value not in (None, "")}
    return QualityObservation.objects.for_organization(organization).filter(**chosen)


def by_task_type(*, organization, task_type):
    return QualityObservation.objects.for_organization(organization).with_systems().by_task_type(task_type)


def recent(*, organization, count=20):
    """The newest ones first."""
    return QualityObservation.objects.for_organization(organization).with_systems().recent(count)


def mean_quality(*, organization, task_type=None, adapter_id=None):
    """None when there is no such observation."""
    rows = filtered(organization=organization, filters={"task_type": task_type, "adapter_id": adapter_id})
    return rows.aggregate(mean=Avg("quality_score"))["mean"]


@transaction.atomic
def prune_before(*, organization, moment, by):
    """Remove what was recorded before `moment` (naive: UTC); returns how many."""
    moment = moment.replace(tzinfo=datetime.UTC) if moment.utcoffset() is None else moment
    rows = QualityObservation.objects.for_organization(organization).filter(recorded_at__lt=moment)
    count, _by_model = rows.delete()
    if count:
        details = {"observations": count, "before": moment.isoformat()}
        audit.record(organization=organization, verb="quality.pruned", details=details, by=by)
    return count


def observed(row):
    """The `reviews.grading.QualityObservation` of a row."""
    return Observed(
        task_type=row.task_type,
        adapter_id=row.adapter_id,
        model_id=row.model_id,
        cost_usd=row.cost_usd,
        latency_ms=row.latency_ms,
        tokens_in=row.tokens_in,
        tokens_out=row.tokens_out,
        quality_score=row.quality_score,
        baseline_adapter_id=row.baseline_adapter_id or None,
        recorded_at=row.recorded_at,
        tags=row.tags,
        grader_id=row.grader_id,
        notes=row.notes,
        simulated=row.simulated,
    )


def _observations(file):
    """Every observation of the file; blank lines are passed over."""
    for number, line in enumerate(lines(file, most=LONGEST_LINE), start=1):
        if not line.strip():
            continue
        try:
            if len(line) > LONGEST_LINE:
                raise InvalidInput(_("it has more than %(most)s bytes.") % {"most": f"{LONGEST_LINE:,}"})
            yield Observed.from_dict(strict_json.loads(line, allow_bom=number == 1))
        except InvalidInput as problem:
            text = _("Nothing was imported. Line %(number)s: %(problem)s")
            raise InvalidInput(
                text % {"number": number, "problem": problem.message},
                code="wrong_line",
                details={"line": number, **problem.details},
            ) from None


def _row(organization, observation, systems, *, imported=False):
    cost, baseline = observation.cost_usd, observation.baseline_adapter_id
    return QualityObservation(
        organization=organization,
        task_type=observation.task_type,
        system_id=systems.of(observation.adapter_id, (("model", observation.model_id),)),
        own_cost_usd=None if cost is None else Decimal(repr(cost)).quantize(COST_STEP),
        own_latency_ms=observation.latency_ms,
        own_tokens_in=observation.tokens_in,
        own_tokens_out=observation.tokens_out,
        own_quality_score=observation.quality_score,
        baseline_id=systems.of(baseline) if baseline else None,
        grader_id=observation.grader_id,
        own_notes=observation.notes,
        simulated=observation.simulated,
        imported=imported,
        tags=list(observation.tags) if isinstance(observation.tags, tuple) else dict(observation.tags),
        recorded_at=observation.recorded_at,
    )
