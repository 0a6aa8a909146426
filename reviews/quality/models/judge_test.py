"""How far a judge's scores can be trusted: what each kind of test has found, and what a judge may do by that."""

from collections import defaultdict

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from evalhub.accounts.models.organization import OrganizationOwned, OrganizationQuerySet
from evalhub.lib import reasons
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.ids import uuid7
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet
from reviews.quality.judge_tests import JudgeTestKind, in_order, kinds, licence_of, pair_kinds, people_kinds
from reviews.quality.judged_cases import Measure
from reviews.quality.models.grading_run import GradingRun

UNDER_WAY = ("waiting", "running")


class JudgeTestQuerySet(OrganizationQuerySet, LeasedWorkQuerySet):
    def of_pairs(self):
        """Of judges of pairs; all others hold a machine's answers against people's."""
        return self.filter(kind__in=pair_kinds.keys())

    def against_people(self):
        return self.filter(kind__in=people_kinds.keys())

    def measurements(self):
        """The first test of each measurement of pairs, with the others; two statements."""
        return self.of_pairs().filter(group=F("pk")).prefetch_related("tests")

    def measured(self):
        """Without those that wait or have failed: they say nothing of their judge."""
        return self.filter(state="done")

    def under_way(self):
        return self.filter(state__in=UNDER_WAY)

    def ended(self):
        return self.exclude(state__in=UNDER_WAY)

    def licences(self):
        """{(judge, simulated): licence} by the newest test of each kind; one statement.

        Another fingerprint is another judge: what was measured of this one says nothing of it.
        """
        newest = (
            self.of_pairs()
            .measured()
            .order_by("judge", "simulated", "kind", "-created_at", "-pk")
            .distinct("judge", "simulated", "kind")
        )
        passed = defaultdict(dict)
        for judge, simulated, kind, has_passed in newest.values_list("judge", "simulated", "kind", "passed"):
            passed[judge, simulated][kind] = has_passed
        return {key: licence_of(found) for key, found in passed.items()}


class JudgeTest(OrganizationOwned, LeasedWork):
    """One kind of test of one judge; the tests that were measured together are a group, named by its first.

    `value` with its interval is the main figure of its kind. `details` holds the other `figures`, the code `undefined`
    that says why the value or its interval is missing, and the `embedder` of the reference. A measurement waits for a
    worker where its reference takes long: its first test is there alone until it is done, and a failed one has
    `last_error` and no figures.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey("self", on_delete=models.CASCADE, related_name="tests", db_index=False)
    judge = models.CharField(
        max_length=200, help_text="the fingerprint of the Annotator, or the grader_id of a judge that is none"
    )
    metric = models.CharField(max_length=100, help_text="key of what the judge scores")
    kind = models.CharField(max_length=20, help_text="key of the registry of judge tests")
    reference = models.CharField(max_length=200, help_text="a grader_id, or people")
    grading = models.ForeignKey(GradingRun, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    value = models.FloatField(null=True, blank=True)
    low = models.FloatField(null=True, blank=True)
    high = models.FloatField(null=True, blank=True)
    n = models.PositiveIntegerField(default=0)
    details = JSONField(default=dict)
    passed = models.BooleanField(default=False)
    reason = ReasonField(help_text="why it has not passed")
    data_fingerprint = models.CharField(max_length=64, blank=True, default="", help_text="SHA-256 of the cases")
    simulated = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey("accounts.User", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = JudgeTestQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["group", "kind"], name="judge_test_unique"),
            models.CheckConstraint(condition=Q(state__in=LeasedWork.STATES), name="judge_test_state_known"),
            models.CheckConstraint(condition=Q(state="done") | Q(passed=False), name="judge_test_passed_is_done"),
            models.CheckConstraint(
                condition=Q(low__isnull=True, high__isnull=True)
                | Q(value__isnull=False, low__isnull=False, high__isnull=False),
                name="judge_test_interval_has_value",
            ),
        ]
        indexes = [
            models.Index(fields=["organization", "judge", "kind", "-created_at"], name="judge_test_newest"),
            models.Index(
                fields=["next_attempt_at"], name="judge_test_due", condition=Q(state__in=["waiting", "running"])
            ),
        ]

    def __str__(self):
        return f"{self.judge} against {self.reference}"

    @property
    def spec(self) -> JudgeTestKind:
        return kinds[self.kind]

    @property
    def figures(self):
        """{key: Measure} of this test."""
        if self.state != "done":
            return {}
        main = Measure(self.value, self.low, self.high, self.n, self.details.get("undefined"))
        others = {key: Measure(**each) for key, each in self.details.get("figures", {}).items()}
        return {self.spec.main: main, **others}

    @property
    def results(self):
        """The tests of this measurement in the order of their kinds; one whose kind is not installed is left out."""
        found = {test.kind: test for test in self.tests.all()}
        return [found[key] for key, _kind in in_order() if key in found]

    @property
    def has_passed(self):
        """Whether every test of this measurement has."""
        return self.state == "done" and all(test.passed for test in self.tests.all())

    @property
    def reasons(self):
        """Why this measurement has not passed, as one Reason, or None."""
        return reasons.joined(test.reason for test in self.results if test.reason)

    @property
    def cautions(self):
        """What this measurement could not say, in the reader's language."""
        return [words for test in self.results if test.figures for words in test.spec.cautions(test.figures)]

    @property
    def licence(self):
        """What a judge with just this measurement may do; None without one."""
        return licence_of({test.kind: test.passed for test in self.tests.all()}) if self.state == "done" else None
