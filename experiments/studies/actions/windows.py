"""Make windows of evidence."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from annotations.labels.reading import unstorable
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput
from experiments.models import EvidenceWindow

LONGEST_NAME = 200
LONGEST_CONCEPT = 300
LONGEST_COUNTRY = 100


def create(*, organization, name, concept, start_date=None, end_date=None, country="", by):
    """A new window without evidence; names are unique within an organization.

    InvalidInput for blank or overlong texts and dates in the wrong order, Conflict when the name is taken.
    """
    window = EvidenceWindow(
        organization=organization,
        name=_text("name", name, LONGEST_NAME),
        concept=_text("concept", concept, LONGEST_CONCEPT),
        start_date=start_date,
        end_date=end_date,
        country=_text("country", country, LONGEST_COUNTRY, blank=True),
        created_by=by,
    )
    if start_date is not None and end_date is not None and end_date < start_date:
        words = _("The last day %(end)s is before the first day %(start)s.")
        raise InvalidInput(words % {"start": start_date, "end": end_date}, code="bad_dates")
    try:
        with transaction.atomic():
            window.save(force_insert=True)
            audit.record(organization=organization, verb="evidence_window.created", target=window, by=by)
    except IntegrityError as error:
        if "window_name_unique" not in str(error):
            raise
        raise Conflict(
            _("An evidence set named %(name)s already exists.") % {"name": repr(window.name)}, code="name_taken"
        ) from None
    return window


def _text(field, value, longest, *, blank=False):
    text = value.strip() if isinstance(value, str) else None
    if text is None or (not text and not blank) or len(text) > longest or unstorable(text) or not text.isprintable():
        words = _("%(field)s is %(met)s. Valid: one line of %(least)s to %(most)s characters.")
        raise InvalidInput(
            words % {"field": field, "met": repr(value)[:80], "least": 0 if blank else 1, "most": longest},
            code="invalid_text",
            details={"field": field},
        )
    return text
