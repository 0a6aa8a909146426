"""How long the providers' raw answers are kept: the ledger's texts, tokens and costs stay for good."""

import datetime

from django.conf import settings
from django.db.models.functions import Now

from reviews.engine.models import LLMAttempt

AT_ONCE = 2000


def sweep():
    """Forget some of the raw answers that are older than EVALHUB_KEEP_RAW_DAYS; AT_ONCE means that more are left."""
    old = Now() - datetime.timedelta(days=settings.KEEP_RAW_DAYS)
    found = LLMAttempt.objects.filter(raw_response__isnull=False, started_at__lt=old).order_by("started_at")
    pks = list(found.values_list("pk", flat=True)[:AT_ONCE])
    return LLMAttempt.objects.filter(pk__in=pks).update(raw_response=None)
