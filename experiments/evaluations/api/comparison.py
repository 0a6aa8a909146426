"""Evaluations compared over the API, on the cases that both have scores of."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from evalhub.accounts.api.request_limits import QUERY
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictSerializer, StrictText
from experiments.evaluations.actions import comparison
from experiments.evaluations.api.evaluations import EvaluationView

MOST_SLICES = 10


class CompareIn(StrictSerializer):
    example = {
        "baseline_id": "0192f0c1-7f3a-7c11-9d2e-3b6a5e8f1c22",
        "evaluation_ids": ["0192f0c2-11d0-7a3c-8f00-0c1d2e3f4a5b"],
        "slice_by": ["category"],
    }

    baseline_id = s.UUIDField()
    evaluation_ids = s.ListField(child=s.UUIDField(), min_length=1, max_length=comparison.MOST_EVALUATIONS - 1)
    slice_by = s.ListField(
        child=StrictText(max_length=200),
        required=False,
        max_length=MOST_SLICES,
        help_text="metadata fields, by whose values the differences are given besides",
    )


class DifferenceOut(Answer):
    """Of an Estimate."""

    value = s.FloatField(allow_null=True, help_text="the evaluation less the baseline")
    low = s.FloatField(allow_null=True, help_text="of the 95 % interval")
    high = s.FloatField(allow_null=True)
    p = s.FloatField(allow_null=True, help_text="of no difference")
    n = s.IntegerField()
    method = s.CharField()
    reason = s.CharField(help_text="why there is no interval; empty where there is one")


class SliceDifferenceOut(Answer):
    field = s.CharField()
    value = s.CharField()
    difference = DifferenceOut()
    p_corrected = s.FloatField(allow_null=True, help_text="by Holm over the slices of the metric")


class MetricDifferenceOut(Answer):
    """Of a MetricDifference."""

    metric = s.CharField(source="question.key")
    evaluation_id = s.UUIDField(source="evaluation.pk")
    better = s.CharField(help_text="higher, lower or none")
    n_pairs = s.IntegerField(help_text="cases that both have a score of")
    baseline_mean = s.FloatField(allow_null=True)
    mean = s.FloatField(allow_null=True)
    difference = DifferenceOut(allow_null=True)
    p_corrected = s.FloatField(allow_null=True, help_text="by Holm over all metrics and evaluations")
    wins = s.IntegerField(help_text="cases that are better than in the baseline")
    ties = s.IntegerField()
    losses = s.IntegerField()
    gained = s.ListField(
        child=s.IntegerField(), allow_null=True, help_text="cases that pass here alone; null without a threshold"
    )
    lost = s.ListField(child=s.IntegerField(), allow_null=True, help_text="cases that pass in the baseline alone")
    flip_p = s.FloatField(allow_null=True, help_text="McNemar's exact p of gained against lost")
    slices = SliceDifferenceOut(many=True)
    reducer = s.CharField(help_text="majority or pass@k, where repetitions became one value by it; empty for means")
    reason = s.CharField(help_text="why there are no figures; empty where there are some")


class MeasureDifferenceOut(Answer):
    """Of a MeasureDifference."""

    measure = s.ChoiceField(comparison.COMPARED_MEASURES)
    evaluation_id = s.UUIDField(source="evaluation.pk")
    n_pairs = s.IntegerField(help_text="cases whose answers of both say it")
    baseline_mean = s.FloatField(allow_null=True)
    mean = s.FloatField(allow_null=True)
    difference = DifferenceOut(help_text="with p that is not corrected")


class ComparisonOut(Answer):
    baseline_id = s.UUIDField(source="baseline.pk")
    metrics = MetricDifferenceOut(many=True)
    measures = MeasureDifferenceOut(many=True, help_text="latency and cost of the answers")


class EvaluationCompare(EvaluationView):
    access = {"POST": "read"}
    request_classes = {"POST": QUERY}

    @extend_schema(
        operation_id="evaluations_compare",
        summary="Compare evaluations",
        request=CompareIn,
        responses=ComparisonOut,
        extensions=errors("not_found", "invalid_evaluations", "evaluation_running"),
    )
    def post(self, request):
        """Differences from a baseline on the same cases, metric by metric, with intervals, flips and slices."""
        body = CompareIn.read(request.data)
        found = comparison.compare(
            baseline=self.evaluation(request, body["baseline_id"]),
            evaluations=[self.evaluation(request, pk) for pk in body["evaluation_ids"]],
            slice_by=body.get("slice_by", ()),
        )
        return Response(ComparisonOut.of(found))
