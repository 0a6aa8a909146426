"""What is to be judged, by which form and under which rules."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.expressions import RawSQL
from django.db.models.lookups import Exact

from datasets.models import DatasetVersion
from evalhub.accounts.models import Team
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.errors import Conflict
from evalhub.lib.ids import uuid7

# What an auditor sees before their own answer: nothing of anybody, everything, or everything but the critic.
AUDIT_MODES = ["blind_first", "assisted", "critic_hidden"]


ORIGINS = ("person", "study", "result_review", "evaluation")
# Whether the annotator `n` may work on the task `t`: of one of its teams, with all skills and languages it requires.
ELIGIBLE = """
    lower(n.expertise_tags::text)::text[] @> lower(t.required_skills::text)::text[]
    AND lower(n.languages::text)::text[] @> lower(t.required_languages::text)::text[]
    AND (NOT EXISTS (SELECT 1 FROM annotations_taskteam w WHERE w.task_id = t.id)
         OR EXISTS (SELECT 1 FROM annotations_taskteam w
                    JOIN accounts_teammember p ON p.team_id = w.team_id
                    JOIN accounts_membership s ON s.id = p.membership_id
                    WHERE w.task_id = t.id AND s.user_id = n.user_id))"""


class AnnotationTaskQuerySet(OrganizationQuerySet):
    def open(self):
        """Tasks that hand out work."""
        return self.filter(status="ACTIVE", preparation="READY")

    def listed(self):
        """Without those that only machines answer so far."""
        return self.filter(is_listed=True)

    def open_to(self, annotator):
        """Those whose teams, skills and languages admit this annotator."""
        found = f"""SELECT t.id FROM annotations_annotator n, annotations_annotationtask t
            WHERE n.id = %s AND n.organization_id = t.organization_id AND {ELIGIBLE}"""
        return self.filter(pk__in=RawSQL(found, [annotator.pk]))  # noqa: S611  the text is our own

    def of_people(self):
        """Those that a person made: not the tasks of studies, result reviews or evaluations."""
        return self.filter(origin="person")

    def people_first(self):
        """Those that a person made before all others, each the newest first."""
        return self.order_by(Exact(F("origin"), Value("person")).desc(), "-created_at", "-pk")


class AnnotationTask(OrganizationOwned):
    TRANSITIONS = {
        "DRAFT": ["ACTIVE"],
        "ACTIVE": ["PAUSED", "COMPLETED"],
        "PAUSED": ["ACTIVE", "COMPLETED"],
        "COMPLETED": ["ACTIVE"],
    }

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    dataset_version = models.ForeignKey(DatasetVersion, on_delete=models.PROTECT, related_name="annotation_tasks")
    name = models.CharField(max_length=255)
    description = models.TextField(blank=True, default="")
    instructions = models.TextField(help_text="the guideline, in Markdown")
    schema_version = models.ForeignKey(
        "annotations.SchemaVersion",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="the form that is handed out now",
    )
    guideline_version = models.PositiveIntegerField(default=1)
    output_name = models.CharField(max_length=200, blank=True, default="", help_text="which model output is judged")
    compared_outputs = ArrayField(
        models.CharField(max_length=200),
        default=list,
        blank=True,
        help_text="names of further outputs, shown beside it for questions that compare answers",
    )
    required_annotations_per_item = models.PositiveSmallIntegerField(default=3)
    blind_mode = models.BooleanField(default=True, help_text="nobody sees other answers before their own")
    allow_skip = models.BooleanField(default=True)
    allow_flag = models.BooleanField(default=True)
    lease_seconds = models.PositiveIntegerField(default=1800)
    time_limit_seconds = models.PositiveIntegerField(null=True, blank=True, help_text="soft: shown, never enforced")
    audit_sample_share = models.FloatField(default=0.1, help_text="share of machine answers drawn for audit by chance")
    audit_sample_mode = models.CharField(max_length=14, default="blind_first")
    audit_risk_mode = models.CharField(max_length=14, default="assisted")
    consensus_threshold = models.FloatField(default=2 / 3)
    sampling_config = JSONField(default=dict)
    status = models.CharField(max_length=10, default="DRAFT")
    preparation = models.CharField(max_length=8, default="PENDING", help_text="READY once its items exist")
    origin = models.CharField(
        max_length=13,
        default="person",
        db_default="person",
        help_text="who made it: a person, a study, result reviews, an evaluation",
    )
    is_listed = models.BooleanField(
        default=True, db_default=True, help_text="false: made for scores of machines, no person is asked yet"
    )
    keeps_order = models.BooleanField(
        default=False, db_default=False, help_text="compared outputs stand as stored, for everybody"
    )
    total_items = models.PositiveIntegerField(default=0, help_text="fixed when the items are drawn")
    teams = models.ManyToManyField(
        Team, through="annotations.TaskTeam", related_name="annotation_tasks", help_text="who may work; none: everybody"
    )
    required_skills = ArrayField(models.CharField(max_length=60), default=list, db_default=[], blank=True)
    required_languages = ArrayField(models.CharField(max_length=35), default=list, db_default=[], blank=True)
    max_items_per_person = models.PositiveIntegerField(
        null=True, blank=True, help_text="items that the queue gives one person; null: all"
    )
    due_on = models.DateField(null=True, blank=True, help_text="shown, never enforced")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = AnnotationTaskQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["DRAFT", "ACTIVE", "PAUSED", "COMPLETED"]), name="task_status_known"
            ),
            models.CheckConstraint(condition=Q(origin__in=ORIGINS), name="task_origin_known"),
            models.CheckConstraint(
                condition=Q(required_annotations_per_item__gte=1) & Q(required_annotations_per_item__lte=100),
                name="task_overlap_range",
            ),
            models.CheckConstraint(
                condition=Q(consensus_threshold__gte=0) & Q(consensus_threshold__lte=1), name="task_threshold_range"
            ),
            models.CheckConstraint(
                condition=Q(audit_sample_share__gte=0, audit_sample_share__lte=1), name="task_audit_share_range"
            ),
            models.CheckConstraint(
                condition=Q(audit_sample_mode__in=AUDIT_MODES, audit_risk_mode__in=AUDIT_MODES),
                name="task_audit_modes_known",
            ),
            models.CheckConstraint(condition=~Q(max_items_per_person=0), name="task_cap_above_zero"),
            models.CheckConstraint(
                condition=Q(lease_seconds__gte=1) & Q(lease_seconds__lte=604_800), name="task_lease_range"
            ),
        ]
        indexes = [models.Index(fields=["organization", "status"], name="task_by_status")]

    def __str__(self):
        return self.name

    def check_transition(self, status):
        if status not in self.TRANSITIONS[self.status]:
            valid = ", ".join(self.TRANSITIONS[self.status])
            raise Conflict(
                f"A task that is {self.status} cannot become {status}. Valid: {valid}.", code="bad_transition"
            )
