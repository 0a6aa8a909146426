"""Who judges: a person, a language model with its exact settings, a program, or a jury of models."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.expressions import RawSQL

from annotations.tasks.models.annotation_task import ELIGIBLE
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.ids import uuid7


class AnnotatorQuerySet(OrganizationQuerySet):
    def people(self):
        return self.filter(kind="human")

    def with_account(self):
        """People who can be given work: those without an account came with a file."""
        return self.people().filter(user__isnull=False)

    def available(self):
        """People who can be given an item now."""
        return self.with_account().filter(status="active", blocked_at=None)

    def eligible_for(self, task):
        """Those whom the task's teams, skills and languages admit."""
        found = f"""SELECT n.id FROM annotations_annotator n, annotations_annotationtask t
            WHERE t.id = %s AND n.organization_id = t.organization_id AND {ELIGIBLE}"""
        return self.filter(pk__in=RawSQL(found, [task.pk]))  # noqa: S611  the text is our own

    def machines(self):
        return self.exclude(kind="human")


class Annotator(OrganizationOwned):
    """A model with another prompt, parser or parameter is another annotator: its fingerprint differs."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(
        max_length=8,
        choices=[("human", "Person"), ("llm", "Model"), ("program", "Program"), ("jury", "Jury")],
    )
    user = models.ForeignKey("accounts.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=200)
    external_name = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text="of a person without an account: e-mail or name, as a file had it",
    )
    method = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        help_text="key of the scorer that asks and reads; import or prelabels: came with a file; none of people",
    )
    model = models.CharField(max_length=200, blank=True, default="")
    prompt_version = models.CharField(max_length=100, blank=True, default="")
    parser_version = models.CharField(max_length=40, blank=True, default="")
    parameters = JSONField(default=dict)
    fingerprint = models.CharField(max_length=64, blank=True, default="")
    simulated = models.BooleanField(default=False, help_text="answers come from the simulated provider")
    status = models.CharField(max_length=8, choices=[("active", "Active"), ("paused", "Paused")], default="active")
    expertise_tags = ArrayField(models.CharField(max_length=60), default=list, db_default=[], blank=True)
    languages = ArrayField(models.CharField(max_length=35), default=list, db_default=[], blank=True)
    blocked_at = models.DateTimeField(null=True, blank=True, help_text="since when no new item goes to a person")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = AnnotatorQuerySet.as_manager()

    class Meta:
        ordering = ["kind", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["organization", "user"], name="annotator_person_unique", condition=Q(kind="human")
            ),
            models.UniqueConstraint(
                fields=["organization", "fingerprint"], name="annotator_fingerprint_unique", condition=~Q(kind="human")
            ),
            models.CheckConstraint(
                condition=Q(kind="human", user__isnull=False, model="", external_name="")
                | Q(kind="human", user__isnull=True, model="") & ~Q(external_name="")
                | Q(kind="llm", user__isnull=True, external_name="") & ~Q(model="")
                | Q(kind="program", user__isnull=True, external_name="")
                | Q(kind="jury", user__isnull=True, external_name="", model=""),
                name="annotator_kind_agrees",
            ),
            models.CheckConstraint(condition=~Q(kind="human") | Q(method=""), name="annotator_person_has_no_method"),
            models.UniqueConstraint(
                fields=["organization", "external_name"],
                name="annotator_outside_unique",
                condition=Q(kind="human") & ~Q(external_name=""),
            ),
        ]

    def __str__(self):
        return self.name
