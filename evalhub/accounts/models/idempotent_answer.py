"""What a POST with an Idempotency-Key was answered, so that the same request is done once."""

import datetime

from django.db import models
from django.db.models.functions import Now

from .membership import Membership

KEPT = datetime.timedelta(days=7)


class IdempotentAnswerQuerySet(models.QuerySet):
    def old(self):
        return self.filter(created_at__lt=Now() - KEPT)


class IdempotentAnswer(models.Model):
    """Written in the transaction of the work itself: where the row is, the work is done. `body` is JSON text."""

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=200)
    request_sha256 = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="", blank=True)
    created_at = models.DateTimeField(auto_now_add=True, db_default=Now(), db_index=True)

    objects = IdempotentAnswerQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["membership", "key"], name="idempotent_answer_unique")]

    def __str__(self):
        return self.key
