"""A rubric study: models write rubrics for a concept, and models and people score a window's evidence with them."""

from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property

from datasets.models import DatasetVersion
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7
from experiments.studies.models.evidence_window import EvidenceWindow
from experiments.studies.settings import StudySettings
from reviews.models import EvaluationRun


class StudyQuerySet(OrganizationQuerySet):
    def listed(self):
        """Without samples that were removed."""
        return self.filter(is_listed=True)


class Study(OrganizationOwned):
    """`settings` are read by StudySettings and never changed. Its work and how far that is stand in `run`.

    It reads the window's evidence up to position `evidence_to`, as it was when the study began. `dataset_version`
    holds the bundles once the chosen view of the evidence is made; `left_out` names what is in none of them:
    [{"evidence_id", "label", "reason"}].
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    window = models.ForeignKey(EvidenceWindow, on_delete=models.PROTECT, related_name="studies")
    settings = JSONField()
    run = models.OneToOneField(EvaluationRun, on_delete=models.PROTECT, related_name="study")
    evidence_to = models.PositiveIntegerField()
    dataset_version = models.ForeignKey(
        DatasetVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    left_out = JSONField(default=list)
    is_sample = models.BooleanField(default=False, db_default=False, help_text="an example that the start page makes")
    is_listed = models.BooleanField(default=True, db_default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = StudyQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "name"], name="study_name_unique"),
            models.CheckConstraint(condition=Q(evidence_to__gte=1), name="study_has_evidence"),
        ]

    def __str__(self):
        return self.name

    @cached_property
    def design(self):
        """The StudySettings."""
        return StudySettings.read(self.settings)
