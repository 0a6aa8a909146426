"""A named collection of cases that grows by versions."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.errors import Conflict
from evalhub.lib.ids import uuid7

TYPES = ["EVALUATION", "BENCHMARK", "GOLDEN_SET", "ANNOTATION_QUEUE"]


class DatasetQuerySet(OrganizationQuerySet):
    def with_latest_version(self):
        """Loads `latest_versions`: a list with the newest version, empty where there is none; one query for all."""
        versions = self.model._meta.get_field("versions").related_model
        newest = versions.objects.order_by("dataset_id", "-version_number").distinct("dataset_id")
        light = newest.defer("columns", "mapping", "validation_errors")
        return self.prefetch_related(models.Prefetch("versions", queryset=light, to_attr="latest_versions"))

    def refused(self):
        """Datasets none of whose files could be used."""
        return self.filter(self._has_only_refused_files())

    def without_refused(self):
        return self.filter(~self._has_only_refused_files())

    def _has_only_refused_files(self):
        versions = self.model._meta.get_field("versions").related_model.objects.filter(dataset=models.OuterRef("pk"))
        return models.Exists(versions) & ~models.Exists(versions.exclude(validation_status="INVALID"))

    def listed(self):
        """Without those that are kept for runs of EvalHub itself."""
        return self.filter(is_listed=True)

    def matching(self, words):
        """Datasets whose name or description holds these words."""
        return self.filter(models.Q(name__icontains=words) | models.Q(description__icontains=words))


class Dataset(OrganizationOwned):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=255)
    description = models.TextField(blank=True, default="")
    type = models.CharField(max_length=20, choices=[(kind, kind) for kind in TYPES], default="EVALUATION")
    tags = JSONField(default=list)
    is_listed = models.BooleanField(
        default=True, db_default=True, help_text="false: EvalHub adds to it by itself, and nobody else changes it"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = DatasetQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["organization", "name"], name="dataset_name_unique"),
            models.CheckConstraint(condition=models.Q(type__in=TYPES), name="dataset_type_known"),
        ]
        indexes = [models.Index(fields=["organization", "-created_at"], name="dataset_by_organization")]

    def get_absolute_url(self):
        return reverse("datasets:dataset_detail", args=[self.pk])

    def check_own(self):
        """Conflict for a dataset that EvalHub keeps by itself."""
        if not self.is_listed:
            text = _("The dataset %(name)s is reserved for EvalHub. Create another dataset for your cases.")
            raise Conflict(text % {"name": self.name}, code="kept_dataset")

    @property
    def latest(self):
        """The newest version, None without one; needs `with_latest_version`."""
        return next(iter(self.latest_versions), None)

    def __str__(self):
        return self.name
