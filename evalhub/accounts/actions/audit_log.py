"""Read the audit trail as a file: rows from new to old, in portions that each end in time."""

from evalhub.accounts.actions import audit

ROWS_PER_READ = 1000
COLUMNS = ("event_id", "at", "action", "person", "object_type", "object_id", "details")


def export(*, organization, events, format, conditions, by):
    """Yield the rows of `events` as they are now; that somebody took them away stands in the trail itself."""
    details = {"format": format} | {name: str(value) for name, value in conditions.items() if value}
    event = audit.record(organization=organization, verb="audit_log.exported", details=details, by=by)
    return _rows(events.select_related("actor").order_by("-pk"), event.pk)


def row_of(event):
    """What a file says of one event, by the names of COLUMNS."""
    values = (
        event.pk,
        event.at.isoformat(),
        event.verb,
        event.actor.email if event.actor else None,
        event.object_type,
        event.object_id,
        event.details,
    )
    return dict(zip(COLUMNS, values, strict=True))


def _rows(events, below):
    while portion := list(events.filter(pk__lt=below)[:ROWS_PER_READ]):
        yield from map(row_of, portion)
        below = portion[-1].pk
