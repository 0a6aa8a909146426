"""The agreement tab of a task: figures with intervals, pairs, how labels are spread, and who did how much."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from annotations import pictures
from annotations.actions import progress
from annotations.actions.measures import measured
from annotations.models import AnnotationTask, Question
from annotations.tasks import agree
from annotations.views import task_numbers
from annotations.views.tabs import task_tabs
from evalhub.accounts.access import requires


@requires("read")
@require_safe
def task_agreement(request, task_id):
    task = get_object_or_404(AnnotationTask.objects.for_organization(request.organization), pk=task_id)
    figures = progress.figures_of(task)
    questions = _questions(task, figures)
    context = {
        "task": task, "tabs": task_tabs(task, "agreement", request.membership), "figures": figures,
        "questions": questions, "has_machines": any(question.between for question in questions),
        "annotators": progress.annotator_counts(task, figures),
        "counts": progress.item_counts(task),
    }
    return render(request, "annotations/task_agreement.html", context)


@requires("read")
def agreement_recompute(request, task_id):
    task = get_object_or_404(AnnotationTask.objects.for_organization(request.organization), pk=task_id)
    if request.method == "POST":
        agree.delay_on_commit(str(task.pk))
        messages.success(request, "The figures are being recomputed. Reload in a moment.")
    return redirect("annotations:task_agreement", task.pk)


def _questions(task, figures):
    """The QuestionPictures of every measured question, in the form's order."""
    asked = Question.objects.filter(schema_version_id=task.schema_version_id).exclude(label_type="text")
    questions = list(asked.order_by("position"))
    spreads = task_numbers.spreads(task) if figures.questions else [None] * len(questions)
    return [
        pictures.question_pictures(
            question.key, question.title, figures.questions[question.key], figures.pair_matrices.get(question.key),
            level=measured(question).level, spread=spread.chart,
        )
        for question, spread in zip(questions, spreads, strict=True)
        if question.key in figures.questions
    ]
