"""Write the append-only audit trail."""

from evalhub.accounts.models import AuditEvent, Membership, Organization


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


def record_everywhere(*, user, verb, details=None, by=None):
    """The same about a person, in each of their organizations."""
    for organization in Organization.objects.filter(memberships__user=user):
        record(organization=organization, verb=verb, target=user, details=details, by=by)
