"""Progress and agreement of a task over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from annotations.agreement.actions import summary
from annotations.agreement.tasks import agree
from annotations.progress.actions import completion
from annotations.tasks.api.base import TaskView
from annotations.tasks.api.response_bodies import TaskProgressOut


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
