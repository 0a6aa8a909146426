"""Change what an organization sets for all of its pages and new tasks."""

import zoneinfo
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.accounts.models import Organization
from evalhub.lib.errors import InvalidInput

FIELDS = ("name", "time_zone", "keep_raw_days", "default_model", "consensus_threshold", "audit_sample_share")
LONGEST = {"name": 255, "default_model": 200}
MOST_DAYS = 36_500


@transaction.atomic
def change(*, organization: Organization, changes: Mapping[str, Any], by: Any = None) -> Organization:
    """Set the FIELDS that are named; InvalidInput `invalid_setting` names the first that is none."""
    for name, value in changes.items():
        valid = _valid(name, value)
        if valid:
            words = _("%(name)s is %(met)s. Valid: %(valid)s.")
            met = {"name": name, "met": repr(value)[:60], "valid": valid}
            raise InvalidInput(words % met, code="invalid_setting", details={"field": name})
    organization = Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
    before = {name: getattr(organization, name) for name in changes}
    changed = {name: value for name, value in changes.items() if value != before[name]}
    for name, value in changed.items():
        setattr(organization, name, value)
    if changed:
        organization.save(update_fields=list(changed))
        details = {"settings": changed, "before": {name: before[name] for name in changed}}
        audit.record(organization=organization, verb="organization.changed", details=details, by=by)
    return organization


def time_zones() -> list[str]:
    return sorted(zoneinfo.available_timezones())


def _valid(name, value):
    """What would be valid, "" where the value is."""
    if name in LONGEST:
        fits = isinstance(value, str) and len(value) <= LONGEST[name] and value.isprintable()
        fits = fits and (bool(value.strip()) or name != "name")
        return "" if fits else _("a line of up to %(most)s characters") % {"most": LONGEST[name]}
    if name == "time_zone":
        return "" if value == "" or value in zoneinfo.available_timezones() else _("a name such as Europe/Berlin")
    if name == "keep_raw_days":
        fits = value is None or (isinstance(value, int) and 0 <= value <= MOST_DAYS)
        return "" if fits else _("a whole number from 0 to %(most)s") % {"most": MOST_DAYS}
    if name in FIELDS:
        return "" if value is None or 0 <= value <= 1 else _("a share from 0 to 1")
    return ", ".join(FIELDS)
