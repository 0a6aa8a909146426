"""One version of a dataset: an uploaded file, checked in a worker, all of its cases or none; or open for cases."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from evalhub.accounts.models.organization import OrganizationOwned
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.errors import Conflict
from evalhub.lib.ids import uuid7
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet

from .dataset import Dataset

STATUSES = ["DRAFT", "PUBLISHED", "DEPRECATED"]
VALIDATIONS = ["PENDING", "VALID", "INVALID"]


class DatasetVersionQuerySet(LeasedWorkQuerySet):
    def for_organization(self, organization):
        return self.filter(organization=organization)

    def with_tasks(self, most):
        """Loads `used_by`: up to `most` annotation tasks over each, the newest first; one query for all."""
        tasks = self.model._meta.get_field("annotation_tasks").related_model.objects.listed().order_by("-created_at")
        return self.prefetch_related(models.Prefetch("annotation_tasks", tasks[:most], to_attr="used_by"))

    def usable(self):
        """Versions whose cases are complete."""
        return self.filter(validation_status="VALID")


class DatasetVersion(OrganizationOwned, LeasedWork):
    """`state` is the import's work, `validation_status` its result, `status` what people may do with the version.

    An open version has no file: programs add cases, which never change, until it is published.
    """

    TRANSITIONS = {"DRAFT": ["PUBLISHED", "DEPRECATED"], "PUBLISHED": ["DEPRECATED"], "DEPRECATED": ["PUBLISHED"]}

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    dataset = models.ForeignKey(Dataset, on_delete=models.PROTECT, related_name="versions")
    version_number = models.PositiveIntegerField()
    description = models.TextField(blank=True, default="")
    status = models.CharField(max_length=12, default="DRAFT")
    purpose = models.CharField(
        max_length=20, blank=True, default="", db_default="", help_text="key of a Purpose; empty: none was chosen"
    )
    is_open = models.BooleanField(
        default=False, db_default=False, help_text="cases are added to it, until it is published"
    )
    validation_status = models.CharField(max_length=8, default="PENDING")
    file_format = models.CharField(max_length=40)
    file_name = models.CharField(max_length=255, blank=True, default="")
    stored_path = models.CharField(max_length=500, blank=True, default="")
    size_bytes = models.BigIntegerField(default=0)
    encoding = models.CharField(
        max_length=20, blank=True, default="", db_default="", help_text="what the file is converted from; empty: UTF-8"
    )
    mapping = JSONField(default=dict, help_text="which column is what; empty means guessed by name")
    labels = JSONField(
        default=dict,
        db_default=models.Value({}, output_field=JSONField()),
        help_text="of a file with a row per label: {count, annotators, values: {question: {value: count}}}",
    )
    columns = JSONField(default=list, help_text="[{name, type}] in file order")
    schema_hash = models.CharField(max_length=64, blank=True, default="")
    row_count = models.PositiveIntegerField(default=0)
    unindexed_from = models.PositiveIntegerField(
        null=True, blank=True, help_text="cases from this row on wait to be indexed for search"
    )
    validation_errors = JSONField(default=list, help_text="the first 100: [{row, column, reason}]")
    error_count = models.PositiveIntegerField(default=0)
    error_groups = JSONField(
        default=list,
        db_default=models.Value([], output_field=JSONField()),
        help_text="all errors by reason: [{row, column, reason, value, count, rows}], the first of each in full",
    )
    rows_read = models.PositiveIntegerField(default=0, db_default=0, help_text="of the file, with bad ones")
    is_cut = models.BooleanField(default=False, db_default=False, help_text="the file cannot be read to its end")
    leaves_out_bad_rows = models.BooleanField(
        default=False, db_default=False, help_text="rows with an error are no cases, the others are"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")
    published_at = models.DateTimeField(null=True, blank=True)

    objects = DatasetVersionQuerySet.as_manager()

    class Meta:
        ordering = ["-version_number"]
        constraints = [
            models.UniqueConstraint(fields=["dataset", "version_number"], name="version_number_unique"),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="version_status_known"),
            models.CheckConstraint(condition=Q(validation_status__in=VALIDATIONS), name="version_validation_known"),
            models.CheckConstraint(
                condition=~Q(status="PUBLISHED") | Q(validation_status="VALID"), name="version_published_is_valid"
            ),
            models.CheckConstraint(
                condition=Q(validation_status="VALID") | Q(row_count=0), name="version_rows_only_when_valid"
            ),
            models.CheckConstraint(
                condition=Q(is_open=False) | Q(status="DRAFT", validation_status="VALID", state="done"),
                name="version_open_is_draft",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "next_attempt_at"], name="version_due", condition=~Q(state="done")),
            models.Index(fields=["unindexed_from"], name="version_to_index", condition=Q(unindexed_from__isnull=False)),
        ]

    def __str__(self):
        return f"{self.dataset} version {self.version_number}"

    def get_absolute_url(self):
        return reverse("datasets:version_detail", args=[self.dataset_id, self.version_number])

    def check_transition(self, status):
        if status not in self.TRANSITIONS[self.status]:
            valid = ", ".join(self.TRANSITIONS[self.status])
            text = _("A %(status)s version cannot become %(wanted)s. Valid: %(valid)s.")
            raise Conflict(text % {"status": self.status, "wanted": status, "valid": valid}, code="bad_transition")
