"""What one grading has found so far: per candidate the scores of a grader, beside what its answers cost."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db.models import Avg, Count, F, StdDev
from django.db.models.functions import Floor
from django.utils.translation import gettext as _

from evalhub.lib.charts import Panel, numbers, panels
from evalhub.lib.charts.small import TENTHS, histogram
from evalhub.lib.charts.svg import Svg
from reviews.quality.charts import GradingSubject
from reviews.quality.graders import SWAPPED, title_of
from reviews.quality.models import QualityObservation
from reviews.quality.views.model_summaries import Mean, mean_of

HISTOGRAM = (120, 28)


@dataclass(frozen=True)
class ModelResult:
    """One model of a grading. `quality` None for the baseline; means None where nothing is known."""

    model: str
    is_baseline: bool
    quality: Mean | None
    histogram: Svg | None
    answers: int
    cost_usd: float | None
    priced: int
    latency_ms: float | None
    tokens_in: float | None
    tokens_out: float | None


@dataclass(frozen=True)
class Results:
    """`graders` are (grader_id, title, n) of whoever has compared pairs; `grader` the one whose scores are shown."""

    graders: list
    grader: str
    models: list[ModelResult]
    panels: list[Panel]

    @property
    def title(self):
        return title_of(self.grader)


def results_of(grading, asked=""):
    """The Results by the grader asked for, else by the one that compared most; four statements."""
    graded = QualityObservation.objects.filter(grading=grading).order_by()
    counts = graded.values_list("grader_id").annotate(n=Count("pk")).order_by("-n", "grader_id")
    graders = [(grader_id, title_of(grader_id), n) for grader_id, n in counts if not grader_id.endswith(SWAPPED)]
    known = [grader_id for grader_id, _title, _n in graders]
    grader = asked if asked in known else next(iter(known), "")
    own = graded.filter(grader_id=grader)
    scores = {
        row["system__name"]: mean_of(row["mean"], row["deviation"], row["n"])
        for row in own.values("system__name").annotate(
            mean=Avg("quality_score"), deviation=StdDev("quality_score", sample=True), n=Count("pk")
        )
    }
    bins = defaultdict(Counter)
    for model, at, count in (
        own.annotate(at=Floor(F("quality_score") * TENTHS)).values_list("system__name", "at").annotate(n=Count("pk"))
    ):
        bins[model][min(int(at), TENTHS - 1)] += count
    answers = _answers(grading)
    order = [grading.baseline_model, *grading.candidate_models]
    models = [_result(grading, model, scores.get(model), bins.get(model), answers.get(model, {})) for model in order]
    return Results(graders, grader, models, panels("grading", GradingSubject(models)))


def _answers(grading):
    rows = (
        grading.outputs()
        .order_by()
        .values("system__name")
        .annotate(
            n=Count("pk"),
            cost=Avg("cost_usd"),
            priced=Count("cost_usd"),
            latency=Avg("latency_ms"),
            put=Avg("tokens_in"),
            got=Avg("tokens_out"),
        )
    )
    return {row["system__name"]: row for row in rows}


def _result(grading, model, quality, bins, row):
    cost = row.get("cost")
    return ModelResult(
        model=model,
        is_baseline=model == grading.baseline_model,
        quality=quality,
        histogram=_histogram(bins) if bins else None,
        answers=row.get("n", 0),
        cost_usd=None if cost is None else float(cost),
        priced=row.get("priced", 0),
        latency_ms=row.get("latency"),
        tokens_in=row.get("put"),
        tokens_out=row.get("got"),
    )


def _histogram(bins):
    width, height = HISTOGRAM
    title = _("Scores of %(n)s pairs") % {"n": numbers.count(sum(bins.values()))}
    return histogram(bins, title=title, height=height, width=str(width), kind="llm")
