"""A quote behind a judgement and how far it was found in the source."""

from django.db import models
from django.db.models import Q

from annotations.queue.models.judgement import Judgement

MATCHES = ["exact", "whitespace", "fuzzy", "missing"]


class Evidence(models.Model):
    """Offsets count code points of the stored text of `field`, whose SHA-256 is kept beside them."""

    id = models.BigAutoField(primary_key=True)
    judgement = models.ForeignKey(Judgement, on_delete=models.CASCADE, related_name="evidence")
    quote = models.TextField(help_text="as the annotator gave it")
    field = models.CharField(max_length=200, blank=True, default="")
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    source_sha256 = models.CharField(max_length=64, blank=True, default="")
    match = models.CharField(max_length=10)
    score = models.FloatField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=Q(match__in=MATCHES), name="evidence_match_known"),
            models.CheckConstraint(
                condition=Q(match="missing", start__isnull=True) | ~Q(match="missing") & Q(start__isnull=False),
                name="evidence_found_has_offsets",
            ),
        ]

    def __str__(self):
        return f"{self.match}: {self.quote[:40]}"

    @property
    def anchor(self):
        """Where the quote is marked in a drawn text."""
        return f"#e{self.pk}"
