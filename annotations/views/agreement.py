"""The agreement tab of a task: figures with intervals, pairs, and who did how much."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render

from annotations import pictures
from annotations.actions import progress
from annotations.models import AnnotationTask, Question
from annotations.tasks import agree
from annotations.views.tabs import task_tabs
from evalhub.accounts.access import requires


@requires("read")
def task_agreement(request, task_id):
    task = get_object_or_404(AnnotationTask.objects.for_organization(request.organization), pk=task_id)
    figures = progress.figures_of(task)
    titles = dict(Question.objects.filter(schema_version_id=task.schema_version_id).values_list("key", "title"))
    context = {
        "task": task, "tabs": task_tabs(task, "agreement", request.membership), "figures": figures,
        "questions": [
            pictures.question_pictures(key, titles[key], scopes, figures.pair_matrices.get(key))
            for key, scopes in figures.questions.items()
        ],
        "annotators": progress.annotator_counts(task, figures), "counts": progress.item_counts(task),
    }
    return render(request, "annotations/task_agreement.html", context)


@requires("read")
def agreement_recompute(request, task_id):
    task = get_object_or_404(AnnotationTask.objects.for_organization(request.organization), pk=task_id)
    if request.method == "POST":
        agree.delay_on_commit(str(task.pk))
        messages.success(request, "The figures are being recomputed. Reload in a moment.")
    return redirect("annotations:task_agreement", task.pk)
