"""What was measured of a judge becomes a row for each kind of test.

The first row of a measurement keeps its id, its lease and its state. Why a judge had not passed was one text about all
figures: it stands with the first kind that failed. Which kinds failed is found by the bounds of that time.
"""

import django.db.models.deletion
import django.utils.timezone
import evalhub.lib.ids
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from evalhub.lib.database.guards import same_parent

STATES = ("waiting", "running", "done", "failed", "cancelled")
# kind, its main figure, the others
KINDS = (
    ("calibration", "spearman", ("mean_difference",)),
    ("swap", "swap_consistency", ("swap_shift",)),
    ("length", "length_bias", ("length_correlation",)),
    ("family", "self_preference", ()),
)
SAME = ("organization_id", "reference", "grading_id", "simulated", "created_at", "created_by_id", "state")
LEASE = ("attempts", "lease_until", "lease_owner", "next_attempt_at", "last_error")


def divide(apps, schema_editor):
    calibrations, tests = (apps.get_model("reviews", name) for name in ("JudgeCalibration", "JudgeTest"))
    for old in calibrations.objects.order_by("pk").iterator():
        tests.objects.bulk_create(tests(**fields) for fields in _tests(old))


def unite(apps, schema_editor):
    calibrations, tests = (apps.get_model("reviews", name) for name in ("JudgeCalibration", "JudgeTest"))
    mains = {kind: main for kind, main, _others in KINDS}
    for first in tests.objects.filter(group=models.F("pk")).order_by("pk").iterator():
        group = [test for test in tests.objects.filter(group=first) if test.kind in mains]
        measures, done = {}, first.state == "done"
        for test in group if done else ():
            main = {"value": test.value, "low": test.low, "high": test.high, "n": test.n}
            measures |= {mains[test.kind]: main | {"reason": test.details.get("undefined")}}
            measures |= test.details.get("figures", {})
        group.sort(key=lambda test: list(mains).index(test.kind))
        calibrations.objects.create(
            pk=first.pk,
            grader_id=first.judge,
            tool=first.details.get("embedder", ""),
            measures=measures,
            passed=done and all(test.passed for test in group),
            reason=" ".join(test.reason for test in group if test.reason),
            **{name: getattr(first, name) for name in SAME + LEASE if name != "created_at"},
        )
        calibrations.objects.filter(pk=first.pk).update(created_at=first.created_at)


def _tests(old):
    """The fields of each row that a calibration becomes."""
    common = {"group_id": old.pk, "judge": old.grader_id, "metric": "quality"}
    common |= {name: getattr(old, name) for name in SAME}
    known = [kind for kind in KINDS if old.state == "done" and kind[1] in old.measures] or [None]
    failed = {kind[0] for kind in known if kind and not old.passed and _fails(kind[0], old.measures)}
    reason, failed = old.reason, failed or ({known[0][0]} if known[0] and not old.passed else set())
    for number, kind in enumerate(known):
        row = dict(common)
        if number == 0:
            row |= {"id": old.pk, "kind": "calibration", "details": {"embedder": old.tool}}
            row |= {name: getattr(old, name) for name in LEASE} | {"reason": "" if kind else old.reason}
        if kind:
            key, main, others = kind
            figure = old.measures[main]
            details = {
                "undefined": figure.get("reason"),
                "figures": {name: old.measures[name] for name in others if name in old.measures},
            }
            row |= {name: figure[name] for name in ("value", "low", "high", "n")}
            row |= {"kind": key, "details": row.get("details", {}) | details, "passed": key not in failed}
            if key in failed:
                row["reason"], reason = reason, ""
        yield row


def _fails(kind, measures):
    """Whether figures broke the bounds of version 1."""
    found = {name: {"value": None, "low": None, "n": 0, "reason": None} | (measures.get(name) or {}) for name in (
        "spearman", "mean_difference", "swap_consistency", "length_bias", "self_preference"
    )}
    value = {name: each["value"] for name, each in found.items()}
    agreement, swap, length = found["spearman"], found["swap_consistency"], found["length_bias"]
    if kind == "calibration":
        is_sure = agreement["reason"] == "PERFECT" or (agreement["low"] or 0) > 0
        agrees = agreement["n"] >= 30 and value["spearman"] is not None and is_sure and value["spearman"] >= 0.5
        return not agrees or value["mean_difference"] is None or abs(value["mean_difference"]) > 0.2
    if kind == "swap":
        return swap["n"] < 30 or value["swap_consistency"] is None or value["swap_consistency"] < 0.8
    if kind == "length":
        return not length["n"] or (value["length_bias"] is not None and abs(value["length_bias"]) > 0.3)
    return value["self_preference"] is not None and value["self_preference"] > 0.1


class Migration(migrations.Migration):
    atomic = False  # the rows' deferred checks must be through before the table goes

    dependencies = [
        ("accounts", "0001_squashed"),
        ("reviews", "0003_kinds_of_runs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="JudgeTest",
            fields=[
                ("state", models.CharField(
                    choices=[(state, state) for state in STATES], default="waiting", max_length=12
                )),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("lease_until", models.DateTimeField(blank=True, null=True)),
                ("lease_owner", models.CharField(blank=True, default="", max_length=80)),
                ("next_attempt_at", models.DateTimeField(blank=True, null=True)),
                ("last_error", models.TextField(blank=True, default="")),
                ("id", models.UUIDField(
                    default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False
                )),
                ("judge", models.CharField(
                    help_text="the fingerprint of the Annotator, or the grader_id of a judge that is none",
                    max_length=200,
                )),
                ("metric", models.CharField(help_text="key of what the judge scores", max_length=100)),
                ("kind", models.CharField(help_text="key of the registry of judge tests", max_length=20)),
                ("reference", models.CharField(help_text="a grader_id, or people", max_length=200)),
                ("value", models.FloatField(blank=True, null=True)),
                ("low", models.FloatField(blank=True, null=True)),
                ("high", models.FloatField(blank=True, null=True)),
                ("n", models.PositiveIntegerField(default=0)),
                ("details", models.JSONField(default=dict)),
                ("passed", models.BooleanField(default=False)),
                ("reason", models.TextField(blank=True, default="", help_text="why it has not passed")),
                ("data_fingerprint", models.CharField(
                    blank=True, default="", help_text="SHA-256 of the cases", max_length=64
                )),
                ("simulated", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("created_by", models.ForeignKey(
                    null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+",
                    to=settings.AUTH_USER_MODEL,
                )),
                ("grading", models.ForeignKey(
                    blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+",
                    to="reviews.gradingrun",
                )),
                ("group", models.ForeignKey(
                    db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="tests",
                    to="reviews.judgetest",
                )),
                ("organization", models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.organization"
                )),
            ],
            options={
                "ordering": ["-created_at"],
                "indexes": [
                    models.Index(fields=["organization", "judge", "kind", "-created_at"], name="judge_test_newest"),
                    models.Index(
                        condition=Q(state__in=["waiting", "running"]), fields=["next_attempt_at"],
                        name="judge_test_due",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=["group", "kind"], name="judge_test_unique"),
                    models.CheckConstraint(condition=Q(state__in=list(STATES)), name="judge_test_state_known"),
                    models.CheckConstraint(
                        condition=Q(state="done") | Q(passed=False), name="judge_test_passed_is_done"
                    ),
                    models.CheckConstraint(
                        condition=Q(low__isnull=True, high__isnull=True)
                        | Q(value__isnull=False, low__isnull=False, high__isnull=False),
                        name="judge_test_interval_has_value",
                    ),
                ],
            },
        ),
        same_parent("reviews_judgetest", column="grading_id", parent="reviews_gradingrun"),
        same_parent("reviews_judgetest", column="group_id", parent="reviews_judgetest"),
        migrations.RunPython(divide, unite, atomic=True),
        migrations.DeleteModel("JudgeCalibration"),
    ]
