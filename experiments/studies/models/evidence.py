"""One text of a window as it came, and what models made of it: cleaned, neutralized, abstracted."""

from django.db import models
from django.db.models import Q

from experiments.studies.models.evidence_window import EvidenceWindow
from experiments.studies.settings import VIEWS
from reviews.models import LLMRequest


class Evidence(models.Model):
    """Never changed once stored: a study names its evidence by window and position."""

    id = models.BigAutoField(primary_key=True)
    window = models.ForeignKey(EvidenceWindow, on_delete=models.CASCADE, related_name="evidence", db_index=False)
    position = models.PositiveIntegerField(help_text="from 1")
    title = models.CharField(max_length=500, blank=True, default="")
    url = models.TextField(blank=True, default="")
    raw_content = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["window", "position"], name="evidence_position_unique"),
            models.CheckConstraint(condition=Q(position__gte=1), name="evidence_position_from_one"),
        ]

    def __str__(self):
        return f"{self.label} {self.title}".strip()

    @property
    def label(self):
        """Its short name within the window."""
        return f"E{self.position}"


class EvidenceView(models.Model):
    """What scorers read instead of the raw text; `request` is null for a text that came with the evidence."""

    id = models.BigAutoField(primary_key=True)
    evidence = models.ForeignKey(Evidence, on_delete=models.CASCADE, related_name="views", db_index=False)
    view = models.CharField(max_length=12)
    text = models.TextField()
    request = models.ForeignKey(LLMRequest, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evidence", "view"], name="evidence_view_unique"),
            models.CheckConstraint(condition=Q(view__in=VIEWS), name="evidence_view_known"),
        ]

    def __str__(self):
        return f"{self.view}: {self.text[:60]}"
