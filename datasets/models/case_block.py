"""Which values of a metadata field occur in a stretch of rows, so that a filter reads only stretches that can match."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from .dataset_version import DatasetVersion


class CaseBlock(models.Model):
    """Written once with the cases, a few thousand rows each. An index of JSON over a million rows would cost the import
    more than the cases themselves, and would not know of versions. Versions that cases are appended to have none.

    `values` are 64-bit hashes of the distinct values (`datasets.value_hashes`), `counts` how often each occurs.
    """

    id = models.BigAutoField(primary_key=True)
    version = models.ForeignKey(DatasetVersion, on_delete=models.CASCADE, related_name="+", db_index=False)
    field = models.CharField(max_length=200)
    first_row = models.PositiveIntegerField()
    last_row = models.PositiveIntegerField()
    values = ArrayField(models.BigIntegerField())
    counts = ArrayField(models.IntegerField())

    class Meta:
        ordering = ["first_row"]
        constraints = [
            models.UniqueConstraint(fields=["version", "field", "first_row"], name="block_once_per_field"),
        ]

    def __str__(self):
        return f"{self.field} in rows {self.first_row} to {self.last_row}"
