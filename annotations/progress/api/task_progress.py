"""Progress and agreement of a task over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.agreement.actions import summary
from annotations.agreement.tasks import agree
from annotations.progress.actions import completion, truth_steps
from annotations.tasks.api.base import TaskView
from annotations.tasks.models import AnnotationTask, Annotator
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, TextOrNull, optional
from evalhub.lib.definitions import sentence_of


class FigureOut(Answer):
    """A value with its interval, or null with a reason."""

    value = optional(serializers.FloatField)
    low = optional(serializers.FloatField, help_text="of the 95 % interval")
    high = optional(serializers.FloatField, help_text="of the 95 % interval")
    reason = TextOrNull(help_text="why there is no value")
    n_items = serializers.IntegerField()
    n_annotators = serializers.IntegerField()
    n_labels = serializers.IntegerField()
    notes = serializers.ListField(child=serializers.CharField(), help_text="what a reader has to know about it")
    interpretation = optional(serializers.CharField)

    def read_notes(self, snapshot):
        return snapshot.details.get("notes", [])

    def read_interpretation(self, snapshot):
        return snapshot.details.get("interpretation")


class MetricsOut(Answer):
    """Figures of the first question among people; `questions` has all by question, scope and metric."""

    krippendorff_alpha = optional(serializers.FloatField)
    fleiss_kappa = optional(serializers.FloatField)
    percent_agreement = optional(serializers.FloatField)
    question = optional(serializers.CharField, help_text="key of the question that these figures are about")
    scope = serializers.ChoiceField(["people"], help_text="whose labels these figures are about")
    reasons = serializers.DictField(
        child=optional(serializers.CharField), help_text="why a figure has no value, by its name"
    )
    questions = serializers.DictField(
        child=serializers.DictField(child=serializers.DictField(child=FigureOut())),
        help_text="by question key, scope and metric",
    )

    def read_krippendorff_alpha(self, figures):
        return _first(figures, "krippendorff_alpha")[0]

    def read_fleiss_kappa(self, figures):
        return _first(figures, "fleiss_kappa")[0]

    def read_percent_agreement(self, figures):
        return _first(figures, "percent_agreement")[0]

    def read_question(self, figures):
        return next(iter(figures.questions), None)

    def read_scope(self, figures):
        return "people"

    def read_reasons(self, figures):
        return {metric: _first(figures, metric)[1] for metric in ("krippendorff_alpha", "fleiss_kappa")}


class AnnotatorStatOut(Answer):
    annotator_id = serializers.UUIDField(source="annotator.pk")
    name = serializers.CharField(source="annotator.name")
    kind = serializers.ChoiceField(Annotator.kind.field.choices, source="annotator.kind")
    simulated = serializers.BooleanField(
        source="annotator.simulated", help_text="answers come from the simulated provider"
    )
    annotations_count = serializers.IntegerField(source="annotations")
    agreement_rate = optional(serializers.FloatField, help_text="share of label pairs with people that are equal")
    average_time_seconds = optional(serializers.FloatField, source="average_seconds")


class QuestionStepsOut(Answer):
    """How far the ground truth of a question is: items at each step."""

    question = serializers.CharField(source="question.key")
    labelled = serializers.IntegerField(help_text=sentence_of("labelled"))
    unlabelled = serializers.IntegerField(help_text=sentence_of("unlabelled"))
    waiting = serializers.IntegerField(help_text=sentence_of("waiting"))
    contested = serializers.IntegerField(help_text=sentence_of("contested"))
    undecided = serializers.IntegerField(help_text=sentence_of("undecided"))
    consensus = serializers.IntegerField(help_text=sentence_of("consensus"))
    adjudicated = serializers.IntegerField(help_text=sentence_of("adjudicated"))
    export_ready = serializers.IntegerField(help_text=sentence_of("export_ready"))
    provisional = serializers.IntegerField(help_text=sentence_of("provisional"))


class TaskProgressOut(Answer):
    """Progress of a task; its row holds the `task`, its `counts`, `truth`, `figures` and `annotators`."""

    total_items = serializers.IntegerField(source="counts.total")
    completed_items = serializers.IntegerField(source="counts.complete", help_text=sentence_of("complete"))
    withdrawn_items = serializers.IntegerField(source="counts.withdrawn")
    items_with_consensus = serializers.IntegerField(source="counts.full", help_text=sentence_of("full"))
    items_decided_in_part = serializers.IntegerField(source="counts.part", help_text=sentence_of("part"))
    items_labelled = serializers.IntegerField(source="truth.items.labelled", help_text=sentence_of("labelled"))
    items_unlabelled = serializers.IntegerField(source="truth.items.unlabelled", help_text=sentence_of("unlabelled"))
    items_waiting = serializers.IntegerField(source="truth.items.waiting", help_text=sentence_of("waiting"))
    items_contested = serializers.IntegerField(source="truth.items.contested", help_text=sentence_of("contested"))
    items_undecided = serializers.IntegerField(source="truth.items.undecided", help_text=sentence_of("undecided"))
    ground_truth = serializers.ListField(
        child=QuestionStepsOut(), source="truth.questions", help_text="a row for each question but free text"
    )
    status = serializers.ChoiceField(list(AnnotationTask.TRANSITIONS), source="task.status")
    agreement_metrics = MetricsOut(source="figures")
    computed_at = optional(serializers.DateTimeField, source="figures.computed_at")
    stale = serializers.BooleanField(
        source="figures.is_stale",
        help_text="newer answers are not in the figures yet; they are being computed, so ask again",
    )
    annotator_stats = AnnotatorStatOut(source="annotators", many=True)


class Progress(TaskView):
    access = {"GET": "read"}

    @extend_schema(responses=TaskProgressOut, extensions=errors())
    def get(self, request, task_id):
        """Read the progress of a task, its agreement and its annotators.

        Counts are those of now, agreement is as of `computed_at`. `stale`: newer answers are being computed; ask again.
        """
        task = self.task(request, task_id)
        figures = summary.figures_of(task)
        if figures.is_stale and task.status != "DRAFT":
            agree.delay_on_commit(str(task.pk))
        counts = completion.counts_of([task])[task.pk]
        row = {
            "task": task,
            "counts": counts,
            "truth": truth_steps.of_task(task=task, total=counts.remaining_total),
            "figures": figures,
            "annotators": summary.annotator_counts(task, figures),
        }
        return Response(TaskProgressOut.of(row))


def _first(figures, metric):
    """(value, why it has none) of the first question's figure among people."""
    scopes = next(iter(figures.questions.values()), {})
    found = scopes.get("people", {}).get(metric)
    return (found.value, found.reason or None) if found else (None, "NO_PAIRS")
