"""How long the providers' raw answers are kept: the ledger's texts, tokens and costs stay for good."""

import datetime

from django.conf import settings
from django.db.models.functions import Now

from evalhub.accounts.models import Organization
from reviews.engine.models import LLMAttempt

AT_ONCE = 2000


def sweep():
    """Forget some of the raw answers that are older than their organization keeps them, which is EVALHUB_KEEP_RAW_DAYS
    where it does not say; AT_ONCE means that more are left."""
    done = 0
    own = dict(Organization.objects.exclude(keep_raw_days=None).values_list("pk", "keep_raw_days"))
    for organization, days in [*own.items(), (None, settings.KEEP_RAW_DAYS)]:
        old = Now() - datetime.timedelta(days=days)
        found = LLMAttempt.objects.filter(raw_response__isnull=False, started_at__lt=old).order_by("started_at")
        if organization is not None:
            found = found.filter(request__run__organization=organization)
        elif own:
            found = found.exclude(request__run__organization__in=own)
        pks = list(found.values_list("pk", flat=True)[: AT_ONCE - done])
        done += LLMAttempt.objects.filter(pk__in=pks).update(raw_response=None)
    return done
