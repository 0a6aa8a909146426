"""A baseline model and its candidates on the same prompts, and how a judge found the candidates' answers."""

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from annotations.models import AnnotationTask
from datasets.models import DatasetVersion, ModelOutput, System
from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.ids import uuid7
from reviews.engine.models.evaluation_run import EvaluationRun
from reviews.engine.models.llm_attempt import LLMAttempt
from reviews.engine.models.llm_request import LLMRequest
from reviews.quality.judges import grader_id_of

ANSWERING = "grading_answer"  # the kind of the stages that ask its systems


class GradingRunQuerySet(OrganizationQuerySet):
    def with_simulated(self):
        """`has_simulated`: whether the simulated provider answered any call."""
        calls = LLMAttempt.objects.filter(request__run=OuterRef("run"), simulated=True)
        return self.annotate(has_simulated=Exists(calls))

    def with_systems(self):
        """The systems that are compared; one statement more."""
        return self.select_related("baseline").prefetch_related("candidates")


class GradingRun(OrganizationOwned):
    """`judge` is a key of `reviews.quality.judges`; `judge_model` is the model it asks or embeds with, if any."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    dataset_version = models.ForeignKey(DatasetVersion, on_delete=models.PROTECT, related_name="+")
    task_type = models.CharField(max_length=100)
    baseline = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+", db_index=False)
    judge = models.CharField(max_length=40)
    judge_model = models.CharField(max_length=200, blank=True, default="")
    judge_prompt = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        help_text="the version of the prompt that a judge model is asked by",
    )
    parameters = JSONField(default=dict, help_text="of the graded models")
    most_cases = models.PositiveIntegerField(help_text="how many cases of the version, from its first one")
    asks_twice = models.BooleanField(default=False, help_text="the judge model sees each pair in both orders")
    problem = ReasonField(help_text="why pairs were left that a judge was to compare")
    graded_at = models.DateTimeField(null=True, blank=True, help_text="when a judge that is no model had graded all")
    run = models.OneToOneField(EvaluationRun, on_delete=models.PROTECT, related_name="grading")
    task = models.OneToOneField(
        AnnotationTask,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="grading",
        help_text="whose items are the pairs; what judges found are its judgements",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    has_simulated = False

    objects = GradingRunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["organization", "name"], name="grading_name_unique")]
        indexes = [models.Index(fields=["created_at"], name="grading_ungraded", condition=Q(graded_at=None))]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("reviews:grading_detail", args=[self.pk])

    @property
    def systems(self):
        """The baseline, then the candidates: the lane of a stage that asks them is their place here."""
        return [self.baseline, *(candidate.system for candidate in self.candidates.all())]

    def outputs(self, lanes=None, *, cases=None):
        """ModelOutputs that its systems answered with: all, or those of some lanes, or to some cases (ids)."""
        made = LLMRequest.objects.filter(run=self.run_id, stage__kind=ANSWERING, result__isnull=False)
        made = made if lanes is None else made.filter(stage__lane__in=lanes)
        made = made if cases is None else made.filter(target__in=cases)
        return ModelOutput.objects.filter(pk__in=made.values("result"))

    @property
    def grader_id(self):
        """The name of the scores of its judge, where that is a language model."""
        return grader_id_of(self.judge, model=self.judge_model, prompt_version=self.judge_prompt)

    @property
    def task_name(self):
        return f"Grading: {self.name}"

    @property
    def baseline_model(self):
        return self.baseline.name

    @property
    def candidate_models(self):
        return [system.name for system in self.systems[1:]]


class GradingCandidateManager(models.Manager):
    def get_queryset(self):
        return super().get_queryset().select_related("system")


class GradingCandidate(models.Model):
    """A system that is compared with the baseline of a grading run."""

    id = models.BigAutoField(primary_key=True)
    grading = models.ForeignKey(GradingRun, on_delete=models.CASCADE, related_name="candidates", db_index=False)
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+", db_index=False)
    position = models.PositiveSmallIntegerField()

    objects = GradingCandidateManager()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["grading", "position"], name="grading_candidate_position"),
            models.UniqueConstraint(fields=["grading", "system"], name="grading_candidate_once"),
        ]

    def __str__(self):
        return self.system.name
