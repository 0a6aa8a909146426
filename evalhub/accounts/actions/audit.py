"""Write the append-only audit trail."""

from evalhub.accounts.models import AuditEvent, Membership


def record(*, organization, verb, target=None, details=None, by=None):
    """Note that `by` (a User or Membership, or None for the system) did `verb` to `target` in `organization`."""
    return AuditEvent.objects.create(
        organization=organization,
        verb=verb,
        object_type=target._meta.label if target is not None else "",
        object_id=str(target.pk) if target is not None else "",
        details=details or {},
        actor=by.user if isinstance(by, Membership) else by,
    )
