"""Set what may be asked and spent: an organization's rate limit profiles, and its budget of a month."""

import re
from decimal import Decimal, InvalidOperation

from django.db import transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.accounts.models import Organization
from evalhub.lib.errors import InvalidInput
from reviews.engine.limits.actions import profiles
from reviews.engine.models import Budget, RateLimitProfile

LIMITS = ("requests_per_minute", "input_tokens_per_minute", "output_tokens_per_minute", "enqueued_batch_tokens")
LARGEST = dict.fromkeys(LIMITS, 10**12) | {"requests_per_minute": 10**9}
MOST_ROWS = 200
LONGEST_NAME = RateLimitProfile._meta.get_field("name").max_length
_PROVIDER = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
_MODEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+~-]{0,199}")


@transaction.atomic
def set_profile(*, organization, name, rows, by):
    """Write a profile's next version: its rows as a whole, in place of those before. Returns them.

    `rows` are dicts with `provider`, `model` ("" or missing: each of its models) and the limits, a missing one or
    None being no limit. `name` "" is the standard profile. What stands already is not written again.
    """
    name = str(name).strip()
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidInput(
            _("The profile's name is %(met)s. Valid: at most %(most)s letters, digits and signs, in one line.")
            % {"met": repr(name)[:100], "most": LONGEST_NAME},
            code="invalid_name",
        )
    wanted = _checked(rows)
    Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
    present = list(profiles.newest(organization.pk, [name]))
    if {(row.provider, row.model): _limits_of(row) for row in present} == wanted:
        return present
    version = present[0].version + 1 if present else 1
    written = RateLimitProfile.objects.bulk_create(
        RateLimitProfile(
            organization=organization,
            name=name,
            version=version,
            provider=provider,
            model=model,
            created_by=by,
            **limits,
        )
        for (provider, model), limits in wanted.items()
    )
    shown = [{"provider": row.provider, "model": row.model} | _limits_of(row) for row in written]
    audit.record(
        organization=organization,
        verb="rate_limits.set",
        details={"profile": name, "version": version, "rows": shown},
        by=by,
    )
    transaction.on_commit(profiles.forget)
    return written


@transaction.atomic
def set_monthly_budget(*, organization, monthly_usd, by):
    """Set the most that an organization's runs spend in a month, in USD; None is no limit. Returns the Budget."""
    amount = _money(monthly_usd)
    Budget.objects.bulk_create([Budget(organization=organization)], ignore_conflicts=True)
    budget = Budget.objects.select_for_update().get(organization=organization)
    before = budget.monthly_usd
    if before != amount:
        budget.monthly_usd = amount
        budget.save(update_fields=["monthly_usd", "updated_at"])
        audit.record(
            organization=organization,
            verb="budget.set",
            target=budget,
            details={"monthly_usd": _text(amount), "before_usd": _text(before)},
            by=by,
        )
    return budget


def _checked(rows):
    """{(provider, model): all limits}, or InvalidInput for the first row that is wrong."""
    if not isinstance(rows, list | tuple) or not 1 <= len(rows) <= MOST_ROWS:
        raise InvalidInput(
            _("A profile has at least one row and at most %(most)s; a row without numbers is no limit.")
            % {"most": MOST_ROWS},
            code="invalid_rows",
        )
    checked = {}
    for number, row in enumerate(rows, 1):
        place, limits = _checked_row(number, row)
        if place in checked:
            met = {"number": number, "place": "/".join(part for part in place if part)}
            raise InvalidInput(
                _("Row %(number)s names %(place)s a second time. Valid: one row for each.") % met, code="repeated_row"
            )
        checked[place] = limits
    return checked


def _checked_row(number, row):
    valid = ("provider", "model", *LIMITS)
    if not isinstance(row, dict) or set(row) - set(valid):
        raise _wrong(
            number, "", row if not isinstance(row, dict) else sorted(set(row) - set(valid), key=str), ", ".join(valid)
        )
    provider, model = row.get("provider"), row.get("model") or ""
    if not isinstance(provider, str) or not _PROVIDER.fullmatch(provider):
        raise _wrong(number, "provider", provider, _("a provider's name, such as openai"))
    if not isinstance(model, str) or (model and not _MODEL.fullmatch(model)):
        raise _wrong(number, "model", model, _("a model's name, such as gpt-4o-mini, or nothing for each of them"))
    checked = {}
    for limit in LIMITS:
        value = row.get(limit)
        whole = isinstance(value, int) and not isinstance(value, bool)
        if value is not None and not (whole and 1 <= value <= LARGEST[limit]):
            valid = _("a whole number from 1 to %(most)s, or nothing for no limit") % {"most": LARGEST[limit]}
            raise _wrong(number, limit, value, valid)
        checked[limit] = value
    return (provider, profiles.bare(provider, model)), checked


def _limits_of(row):
    return {limit: getattr(row, limit) for limit in LIMITS}


def _wrong(number, field, met, valid):
    words = (
        _("Row %(number)s: %(field)s is %(met)s. Valid: %(valid)s.")
        if field
        else _("Row %(number)s has %(met)s. Valid: %(valid)s.")
    )
    return InvalidInput(
        words % {"number": number, "field": field, "met": repr(met)[:80], "valid": valid}, code="invalid_limits"
    )


def _money(value):
    if value is None:
        return None
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        amount = Decimal("NaN")
    is_amount = amount.is_finite() and 0 < amount < 10**8 and int(amount.as_tuple().exponent) >= -10
    if isinstance(value, bool) or not is_amount:
        raise InvalidInput(
            _("monthly_usd is %(met)s. Valid: an amount above 0 in US dollars, such as 250.00, or nothing: no limit.")
            % {"met": repr(value)[:60]},
            code="invalid_budget",
        )
    return amount


def _text(amount):
    return None if amount is None else f"{amount.normalize():f}"
