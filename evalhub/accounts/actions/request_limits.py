"""Set how many requests the API keys of an organization may send in a minute."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.accounts.models import Organization
from evalhub.accounts.models.organization import REQUEST_LIMITS
from evalhub.lib.errors import InvalidInput

MOST = 1_000_000


@transaction.atomic
def set_limits(*, organization: Organization, limits: Mapping[str, int | None], by: Any = None) -> Organization:
    """Change the limits that are named, None to the server's; a key goes by them from its next request on."""
    for kind, value in limits.items():
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        if kind not in REQUEST_LIMITS or not (value is None or (is_whole and 1 <= value <= MOST)):
            words = _("%(name)s is %(met)s. Valid: a whole number from 1 to %(most)s, or nothing for the server's.")
            met = {"name": kind, "met": repr(value)[:40], "most": MOST}
            raise InvalidInput(words % met, code="invalid_limits", details={"field": kind})
    organization = Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
    before = organization.own_request_limits
    changes = {kind: value for kind, value in limits.items() if value != before[kind]}
    for kind, value in changes.items():
        setattr(organization, f"{kind}_requests_per_minute", value)
    if changes:
        organization.save(update_fields=[f"{kind}_requests_per_minute" for kind in changes])
        details = {"limits": changes, "before": {kind: before[kind] for kind in changes}}
        audit.record(organization=organization, verb="request_limits.set", details=details, by=by)
    return organization
