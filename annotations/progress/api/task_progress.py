"""Progress and agreement of a task over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.agreement.actions import summary
from annotations.agreement.tasks import agree
from annotations.progress.actions import completion
from annotations.tasks.api.base import TaskView
from evalhub.api.fields import optional


class FigureOut(serializers.Serializer):
    """A value with its interval, or null with a reason."""

    value = optional(serializers.FloatField)
    low = optional(serializers.FloatField)
    high = optional(serializers.FloatField)
    reason = optional(serializers.CharField)
    n_items = serializers.IntegerField()
    n_annotators = serializers.IntegerField()
    n_labels = serializers.IntegerField()
    notes = serializers.ListField(child=serializers.CharField())
    interpretation = optional(serializers.CharField)


class MetricsOut(serializers.Serializer):
    """Figures of the first question among people; `questions` has all by question, scope and metric."""

    krippendorff_alpha = optional(serializers.FloatField)
    fleiss_kappa = optional(serializers.FloatField)
    percent_agreement = optional(serializers.FloatField)
    question = optional(serializers.CharField)
    scope = serializers.CharField()
    reasons = serializers.DictField(child=optional(serializers.CharField))
    questions = serializers.DictField(child=serializers.DictField(child=serializers.DictField(child=FigureOut())))


class AnnotatorStatOut(serializers.Serializer):
    annotator_id = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.CharField()
    simulated = serializers.BooleanField()
    annotations_count = serializers.IntegerField()
    agreement_rate = optional(serializers.FloatField)
    average_time_seconds = optional(serializers.FloatField)


class TaskProgressOut(serializers.Serializer):
    total_items = serializers.IntegerField()
    completed_items = serializers.IntegerField(
        help_text="people have given every answer they need, and none was returned"
    )
    withdrawn_items = serializers.IntegerField()
    items_with_consensus = serializers.IntegerField(help_text="people agreed, or one decided; machines do not count")
    status = serializers.CharField()
    agreement_metrics = MetricsOut()
    computed_at = optional(serializers.DateTimeField)
    stale = serializers.BooleanField(
        help_text="newer answers are not in the figures yet; they are being computed, so ask again"
    )
    annotator_stats = AnnotatorStatOut(many=True)


class Progress(TaskView):
    access = {"GET": "read"}

    @extend_schema(responses=TaskProgressOut)
    def get(self, request, task_id):
        """Counts now; agreement as of `computed_at`, at once. `stale`: newer answers are being computed; ask again."""
        task = self.task(request, task_id)
        figures = summary.figures_of(task)
        if figures.is_stale and task.status != "DRAFT":
            agree.delay_on_commit(str(task.pk))
        counts = completion.counts_of([task])[task.pk]
        return Response(
            {
                "total_items": counts.total,
                "completed_items": counts.complete,
                "withdrawn_items": counts.withdrawn,
                "items_with_consensus": counts.with_consensus,
                "status": task.status,
                "agreement_metrics": _metrics(figures),
                "computed_at": figures.computed_at.isoformat() if figures.computed_at else None,
                "stale": figures.is_stale,
                "annotator_stats": [_annotator(row) for row in summary.annotator_counts(task, figures)],
            }
        )


def _metrics(figures):
    """The first question's figures among people, and every question's in every scope."""
    questions = {
        key: {scope: _scope(found) for scope, found in scopes.items()} for key, scopes in figures.questions.items()
    }
    first = next(iter(questions), None)
    headline = questions[first].get("people", {}) if first else {}
    alpha = headline.get("krippendorff_alpha") or {"value": None, "reason": "NO_PAIRS"}
    kappa = headline.get("fleiss_kappa") or {"value": None, "reason": "NO_PAIRS"}
    return {
        "krippendorff_alpha": alpha["value"],
        "fleiss_kappa": kappa["value"],
        "percent_agreement": (headline.get("percent_agreement") or {"value": None})["value"],
        "question": first,
        "scope": "people",
        "reasons": {"krippendorff_alpha": alpha["reason"], "fleiss_kappa": kappa["reason"]},
        "questions": questions,
    }


def _scope(found):
    return {
        metric: {
            "value": row.value,
            "low": row.low,
            "high": row.high,
            "reason": row.reason or None,
            "n_items": row.n_items,
            "n_annotators": row.n_annotators,
            "n_labels": row.n_labels,
            "notes": row.details.get("notes", []),
            "interpretation": row.details.get("interpretation"),
        }
        for metric, row in found.items()
    }


def _annotator(row):
    return {
        "annotator_id": str(row.annotator.pk),
        "name": row.annotator.name,
        "kind": row.annotator.kind,
        "simulated": row.annotator.simulated,
        "annotations_count": row.annotations,
        "agreement_rate": row.agreement_rate,
        "average_time_seconds": row.average_seconds,
    }
