"""How the API shows evaluations: in lists, by themselves, and as batch jobs."""

from rest_framework import serializers as s

from evalhub.api.fields import Answer
from evalhub.api.paging import ListOut
from experiments.evaluations.models.evaluation import (
    CANCELLED,
    COLLECTING,
    COMPLETED,
    FAILED,
    PAUSED,
    PENDING,
    RUNNING,
    SINGLE,
    STATUSES,
    TYPES,
)
from experiments.evaluations.summary_estimates import FEW

JOB_STATUSES = {
    PENDING: "queued",
    RUNNING: "running",
    COLLECTING: "collecting",
    PAUSED: "paused",
    COMPLETED: "completed",
    FAILED: "failed",
    CANCELLED: "cancelled",
}
SINGLE_STATUSES = JOB_STATUSES | {PENDING: "pending", RUNNING: "pending"}
UNKNOWN = "null: the price of a call is unknown"


class SummaryScoreOut(Answer):
    """Of a ScoreSummary."""

    example = {"mean": 0.9, "p50": 1.0, "p95": 1.0, "n_scored": 95, "n_total": 100, "failed": {"no_reference": 5}}

    mean = s.FloatField(allow_null=True, help_text="of what was scored; null: nothing was, or in several modes")
    p50 = s.FloatField(allow_null=True, source="quantiles.p50")
    p95 = s.FloatField(allow_null=True, source="quantiles.p95")
    min = s.FloatField(allow_null=True)
    max = s.FloatField(allow_null=True)
    low = s.FloatField(source="estimate.low", allow_null=True, help_text="of the 95 % interval of the mean")
    high = s.FloatField(source="estimate.high", allow_null=True)
    method = s.CharField(source="estimate.method", help_text="of the interval")
    reason = s.CharField(source="estimate.reason", help_text="why there is no interval; empty where there is one")
    corpus_score = s.FloatField(
        allow_null=True, help_text="of all outputs as one text, by BLEU or chrF; no mean", source="corpus.score"
    )
    corpus_signature = s.CharField(allow_null=True, help_text="of sacrebleu", source="corpus.signature")
    n_scored = s.IntegerField()
    n_total = s.IntegerField()
    failed = s.DictField(child=s.IntegerField(), help_text="{code of the reason: outputs without a score}")
    reducer = s.CharField(help_text="of repetitions, whose figures are of cases; empty without any")
    n_cases = s.IntegerField(help_text="cases with a value; without repetitions outputs with a score")
    n_cases_total = s.IntegerField()
    cases_left_out = s.DictField(child=s.IntegerField(), help_text="{code of the reason: cases without a value}")
    n_passed = s.IntegerField(allow_null=True, help_text="null: the metric has no threshold")
    score_modes = s.DictField(
        child=s.IntegerField(), help_text="{logprob or single: scores} of G-Eval; with both there is no mean"
    )
    scorer = s.CharField(source="annotator.name")
    metric = s.CharField(source="question.key")
    cost_usd = s.FloatField(allow_null=True, help_text="of the calls for this metric; null: none, or unknown")

    def read_cases_left_out(self, summary):
        return summary.cases.get("left_out", {})


class EvaluationProgressOut(Answer):
    """Of an EvaluationProgress."""

    total = s.IntegerField(help_text="outputs")
    completed = s.IntegerField(help_text="outputs that all scorers are through with")
    failed = s.IntegerField(help_text="of these, outputs that a scorer has no score of")


class EvaluationOut(Answer):
    """An evaluation in a list; the context holds the `progress` of each."""

    run_id = s.UUIDField(source="pk", help_text="the same as evaluation_id")
    evaluation_id = s.UUIDField(source="pk")
    name = s.CharField()
    type = s.ChoiceField(TYPES)
    status = s.ChoiceField(STATUSES)
    dataset_version_id = s.UUIDField(source="task.dataset_version_id")
    output_name = s.CharField(source="task.output_name", help_text="empty: `system` gives the outputs")
    system = s.CharField(source="system.name", allow_null=True)
    baseline_run_id = s.UUIDField(source="baseline_id", allow_null=True)
    repetitions = s.IntegerField()
    reducer = s.CharField(help_text="mean, majority or pass@k: how the scores of repetitions become one value")
    total_items = s.IntegerField(source="n_outputs")
    completed_items = s.IntegerField(source="read_progress.completed")
    failed_items = s.IntegerField(source="read_progress.failed")
    summary_scores = s.DictField(child=s.FloatField(allow_null=True), help_text="{metric: mean}")
    total_cost_usd = s.FloatField(allow_null=True, help_text=UNKNOWN, source="read_progress.cost_usd")
    simulated = s.BooleanField(
        help_text="some answers come from the simulated provider", source="read_progress.simulated"
    )
    error = s.CharField(allow_null=True, help_text="why it has failed", source="last_error.english")
    sampling = s.DictField(help_text="which outputs: rate, seed and the like; of an online evaluation its rule")
    left_out_items = s.IntegerField(
        source="n_left_out", help_text="outputs that the rule drew and a daily limit left out"
    )
    metadata = s.DictField()
    created_at = s.DateTimeField()
    created_by = s.EmailField(allow_null=True, source="created_by.email")
    started_at = s.DateTimeField(allow_null=True)
    completed_at = s.DateTimeField(source="finished_at", allow_null=True)

    def read_progress(self, evaluation):
        return self.context["progress"][evaluation.pk]

    def read_summary_scores(self, evaluation):
        return {key: summary.mean for key, summary in self.read_progress(evaluation).by_key.items()}


class EvaluationDetailOut(EvaluationOut):
    """One evaluation; what is `scores` of a single one are the means of a batch."""

    example = {
        "status": "completed",
        "type": "SINGLE",
        "scores": {"exact_match": 1.0},
        "reasoning": {"faithfulness": "Every statement is in the context."},
        "failures": {},
        "latency_ms": 120,
    }

    status = s.ChoiceField(sorted({*SINGLE_STATUSES.values(), *JOB_STATUSES.values()}))
    scores = s.DictField(child=s.FloatField(allow_null=True), source="*", help_text="{metric: score}; null: none")
    reasoning = s.DictField(child=s.CharField(), help_text="{metric: why}, of a single evaluation")
    failures = s.DictField(child=s.CharField(), help_text="{metric: why it has no score}, of a single evaluation")
    latency_ms = s.IntegerField(allow_null=True, help_text="from the request to the last score; null: not through")
    cost_usd = s.FloatField(allow_null=True, help_text=UNKNOWN, source="read_progress.cost_usd")

    def read_status(self, evaluation):
        return (SINGLE_STATUSES if evaluation.type == SINGLE else JOB_STATUSES)[evaluation.status]

    def read_scores(self, evaluation):
        return self.read_summary_scores(evaluation)

    def read_reasoning(self, evaluation):
        return {each.key: each.justification for each in self.context["answers"] if each.justification}

    def read_failures(self, evaluation):
        return {each.key: each.failure for each in self.context["answers"] if each.failure}

    def read_latency_ms(self, evaluation):
        if evaluation.finished_at is None:
            return None
        return round((evaluation.finished_at - evaluation.created_at).total_seconds() * 1000)


class DayOut(SummaryScoreOut):
    """Of a ScoreSummary of one day."""

    example = {"day": "2026-11-27", "mean": 0.9, "n_scored": 95, "n_total": 100, "failed": {"no_reference": 5}}

    day = s.DateField(help_text="on which the outputs occurred, UTC")
    is_few = s.BooleanField(help_text="fewer than 30 scores: a trend should not be read from it")

    def read_day(self, summary):
        return summary.slice.partition("=")[2]

    def read_is_few(self, summary):
        return summary.n_scored < FEW


class DayListOut(ListOut):
    days = DayOut(many=True, source="rows")


class EvaluationListOut(ListOut):
    runs = EvaluationOut(many=True, source="rows")


class BatchOut(Answer):
    """An evaluation as a job; the context holds its `progress` and when it is likely to be through."""

    job_id = s.UUIDField(source="pk")
    evaluation_id = s.UUIDField(source="pk", help_text="the same")
    status = s.ChoiceField(list(JOB_STATUSES.values()))
    progress = EvaluationProgressOut()
    summary_scores = s.DictField(
        child=SummaryScoreOut(),
        help_text="by metric; `metric:scorer` where it has several",
        source="read_progress.by_key",
    )
    total_items = s.IntegerField(source="n_outputs")
    total_cost_usd = s.FloatField(allow_null=True, help_text=UNKNOWN, source="read_progress.cost_usd")
    simulated = s.BooleanField(
        help_text="some answers come from the simulated provider", source="read_progress.simulated"
    )
    error = s.CharField(allow_null=True, help_text="why it has failed", source="last_error.english")
    estimated_completion = s.DateTimeField(
        allow_null=True,
        help_text="null: it has ended, or no call of one of its models was measured yet",
        source="context.estimated_completion",
    )
    created_at = s.DateTimeField()
    started_at = s.DateTimeField(allow_null=True)
    completed_at = s.DateTimeField(source="finished_at", allow_null=True)

    def read_status(self, evaluation):
        return JOB_STATUSES[evaluation.status]

    def read_progress(self, evaluation):
        return self.context["progress"][evaluation.pk]
