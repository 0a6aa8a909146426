"""What the quality ledger says of each model: mean quality with its interval, cost and age."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Avg, Count, Max, Q, StdDev
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib.charts import numbers
from evalhub.lib.statistics import bounded_mean
from reviews.quality.graders import SWAPPED, title_of
from reviews.quality.judge_tests import ALONE
from reviews.quality.judges import is_trusted
from reviews.quality.models import JudgeTest, QualityObservation

LEAST_FOR_INTERVAL = 10
FEW = gettext_lazy("No interval below 10 observations.")
STALE_DAYS = 30
MIXED = gettext_lazy("Not defined: real and simulated scores are mixed. Choose a source.")


@dataclass(frozen=True)
class Mean:
    """A mean of scores from 0 to 1 with its 95 % interval; `reason` says why there is none."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    reason: str = ""

    @property
    def interval(self):
        return numbers.interval(self.low, self.high)


@dataclass(frozen=True)
class ModelLine:
    """One model; costs None: none is known, and `priced` says of how many observations it is."""

    model: str
    quality: Mean
    cost_usd: float | None
    priced: int
    latency_ms: float
    newest: datetime
    simulated: bool
    is_stale: bool = False


@dataclass(frozen=True)
class GraderLine:
    """A grader of one kind of task, and whether the router listens to it."""

    grader_id: str
    title: str
    n: int
    simulated: bool
    counts: bool
    why: str
    imported: bool = False

    @property
    def key(self):
        """As an address says it: what real and simulated models did is never mixed, nor what came in a file."""
        return f"{'simulated' if self.simulated else 'real'}{'-imported' if self.imported else ''}|{self.grader_id}"


@dataclass(frozen=True)
class Total:
    """What can be said of any rows of the ledger together."""

    n: int
    quality: Mean
    newest: datetime | None

    @property
    def is_stale(self):
        return self.newest is not None and timezone.now() - self.newest > timedelta(days=STALE_DAYS)


def mean_of(value, deviation, n):
    """The Mean of n scores from 0 to 1 with this sample standard deviation."""
    if value is None or n < LEAST_FOR_INTERVAL:
        return Mean(value, None, None, n, str(FEW) if value is not None else "")
    found = bounded_mean.interval(value, deviation**2 * (n - 1) / n, n)
    return Mean(value, found.low, found.high, n)


def total_of(found):
    """The Total of these rows, whose mean is undefined where real and simulated scores are mixed; one statement."""
    row = found.order_by().aggregate(
        mean=Avg("quality_score"),
        deviation=StdDev("quality_score", sample=True),
        n=Count("pk"),
        newest=Max("recorded_at"),
        made_up=Count("pk", filter=Q(simulated=True)),
    )
    if 0 < row["made_up"] < row["n"]:
        return Total(row["n"], Mean(None, None, None, row["n"], str(MIXED)), row["newest"])
    return Total(row["n"], mean_of(row["mean"], row["deviation"], row["n"]), row["newest"])


def tasks_of(organization):
    """{kind of task: (n, newest)} of the ledger, the newest first; one statement."""
    rows = QualityObservation.objects.for_organization(organization).order_by().values("task_type")
    found = rows.annotate(n=Count("pk"), newest=Max("recorded_at")).order_by("-newest", "task_type")
    return {row["task_type"]: (row["n"], row["newest"]) for row in found}


def graders_of(organization, task_type, *, trusts_imports=False):
    """The GraderLines of a kind of task, the busiest first; two statements.

    What was imported is a line of its own, which counts where the policy `trusts_imports`.
    """
    rows = QualityObservation.objects.for_organization(organization).by_task_type(task_type).order_by()
    found = rows.exclude(grader_id__endswith=SWAPPED).values("grader_id", "simulated", "imported")
    found = found.annotate(n=Count("pk"))
    licences = JudgeTest.objects.for_organization(organization).licences()
    lines = [
        GraderLine(
            row["grader_id"],
            title_of(row["grader_id"]),
            row["n"],
            row["simulated"],
            *_calibration(row["grader_id"], licences.get((row["grader_id"], row["simulated"]))),
            row["imported"],
        )
        for row in found.order_by("-n", "grader_id", "simulated", "imported")
    ]
    lines = [_imported(line, trusts_imports) if line.imported else line for line in lines]
    if any(line.counts and not line.simulated for line in lines):
        why = _("Simulated models count only where no real model is known.")
        lines = [replace(line, counts=False, why=why) if line.simulated else line for line in lines]
    return lines


def _imported(line, is_trusted_here):
    """The line of what came in files."""
    title = _("%(grader)s, imported") % {"grader": line.title}
    if is_trusted_here:
        return replace(line, title=title)
    return replace(line, title=title, counts=False, why=_("Imported, and the policy does not count imports."))


def _calibration(grader_id, licence):
    if is_trusted(grader_id):
        return True, _("Not a language model, so no calibration is needed.")
    if not grader_id:
        return False, _("No grader is named.")
    if licence is None:
        return False, _("Never calibrated.")
    if licence != ALONE:
        return False, _("Failed its latest calibration.")
    return True, _("Passed its latest calibration.")


def models_of(organization, task_type, grader, *, since=None):
    """The ModelLines of what a GraderLine stands for, by name; one statement. Stale: nothing since then."""
    rows = QualityObservation.objects.for_organization(organization).by_task_type(task_type).order_by()
    rows = rows.filter(grader_id=grader.grader_id, simulated=grader.simulated, imported=grader.imported)
    found = rows.values("system__name").annotate(
        mean=Avg("quality_score"),
        deviation=StdDev("quality_score", sample=True),
        n=Count("pk"),
        cost=Avg("cost_usd"),
        priced=Count("cost_usd"),
        latency=Avg("latency_ms"),
        newest=Max("recorded_at"),
    )
    return [
        ModelLine(
            model=row["system__name"],
            quality=mean_of(row["mean"], row["deviation"], row["n"]),
            cost_usd=None if row["cost"] is None else float(row["cost"]),
            priced=row["priced"],
            latency_ms=row["latency"],
            newest=row["newest"],
            simulated=grader.simulated,
            is_stale=since is not None and row["newest"] < since,
        )
        for row in found.order_by("system__name")
    ]


def policy_since(policy, now):
    """The moment before which the router takes no observation into account, or None."""
    if policy is None or policy.max_age_days is None:
        return None
    return now - timedelta(days=policy.max_age_days)
