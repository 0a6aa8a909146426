"""What the scores of one scorer for one question come to, for all outputs or a slice of them; derived."""

from django.db import models
from django.db.models import F, Q, Value

from annotations.labels.types import registry as label_types
from annotations.models import Annotator, Question
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.statistics import means
from evalhub.lib.statistics.estimate import NOT_ALIKE, Estimate

from .evaluation import Evaluation


class ScoreSummary(models.Model):
    """Replaced whole by `actions.summaries.refresh`. `slice` is "" for all outputs, else `field=value` of the metadata.

    `failed` is {code of the reason: number of outputs}; what is neither scored nor failed is still to come. `m2` is
    the sum of squared differences from the mean, `quantiles` {"p5": …} by order statistics, `histogram` {"low", "high",
    "counts"} with bins of one width. `corpus` {"score", "signature"} is the score of all outputs as one text, where the
    metric has one: no mean. `n_passed` is null where the metric has no threshold, `cost_usd` where a price is
    unknown. `high_water` is the newest judgement that was counted. `score_modes` {mode: number of scores} of a scorer
    that has them: scores of several modes are counted, and have no figures together.

    Of an evaluation with repetitions the figures are of cases, and `cases` is {"reducer", "counts_passes", "n",
    "n_total", "left_out"}: how many of how many cases have a value by its reducer, and {code of the reason: cases} of
    those without one. All counts beside it are of outputs.
    """

    id = models.BigAutoField(primary_key=True)
    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="summaries", db_index=False)
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="+", db_index=False)
    annotator = models.ForeignKey(Annotator, on_delete=models.PROTECT, related_name="+", db_index=False)
    slice = models.CharField(max_length=320, blank=True, default="")
    n_total = models.PositiveIntegerField()
    n_scored = models.PositiveIntegerField()
    n_passed = models.PositiveIntegerField(null=True, blank=True)
    failed = JSONField(default=dict)
    mean = models.FloatField(null=True, blank=True)
    m2 = models.FloatField(null=True, blank=True)
    min = models.FloatField(null=True, blank=True)
    max = models.FloatField(null=True, blank=True)
    quantiles = JSONField(default=dict)
    histogram = JSONField(default=dict)
    score_modes = JSONField(default=dict, db_default=Value({}, JSONField()))
    corpus = JSONField(default=dict, db_default=Value({}, JSONField()))
    cases = JSONField(default=dict, db_default=Value({}, JSONField()))
    cost_usd = models.DecimalField(max_digits=18, decimal_places=10, null=True, blank=True)
    high_water = models.BigIntegerField(default=0)
    computed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["question__position", "annotator__name", "slice"]
        constraints = [
            models.UniqueConstraint(fields=["evaluation", "question", "annotator", "slice"], name="score_summary_once"),
            models.CheckConstraint(condition=Q(n_scored__lte=F("n_total")), name="score_summary_n_of_total"),
            models.CheckConstraint(
                condition=Q(n_scored=0, mean__isnull=True) | Q(n_scored__gt=0), name="score_summary_mean_has_scores"
            ),
        ]

    def __str__(self):
        return f"{self.question} by {self.annotator}{f', {self.slice}' if self.slice else ''}"

    @property
    def n_failed(self):
        return sum(self.failed.values())

    @property
    def is_mixed(self):
        """Whether its scores were made in several ways."""
        return len(self.score_modes) > 1

    @property
    def n_cases(self):
        """How many cases have a value, or outputs where each is a case of its own."""
        return self.cases.get("n", self.n_scored)

    @property
    def n_cases_total(self):
        return self.cases.get("n_total", self.n_total)

    @property
    def reducer(self):
        """mean, majority or pass@k; "" without repetitions."""
        return self.cases.get("reducer", "")

    @property
    def counts_passes(self):
        return bool(self.cases.get("counts_passes"))

    @property
    def estimate(self):
        """The mean with its 95 % interval, as an Estimate; the question has to be loaded."""
        if self.is_mixed:
            return Estimate(None, self.n_scored, means.BOUNDED, reason=NOT_ALIKE)
        bounds = label_types[self.question.label_type].bounds(self.question.config)
        least, most = (0.0, 1.0) if self.counts_passes else bounds
        n = sum(self.histogram.get("counts", ()))
        return means.of_moments(n, self.mean, self.m2, least=least, most=most)
