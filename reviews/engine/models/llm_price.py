"""What a model's tokens cost when they were used: a price list's entry, stored once and never changed."""

from django.db import models

from evalhub.lib.database.json_field import JSONField


class LLMPrice(models.Model):
    """`rates` as the list has them, in USD per token; `source` names the list and its version."""

    id = models.BigAutoField(primary_key=True)
    sha256 = models.CharField(max_length=64, unique=True)
    model = models.CharField(max_length=200)
    rates = JSONField()
    source = models.CharField(max_length=100)
    noted_at = models.DateTimeField(auto_now_add=True)

    def __str__(self):
        return f"{self.model} by {self.source}"
