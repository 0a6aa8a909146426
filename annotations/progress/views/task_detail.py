"""The pages of one annotation task: overview, one item, questions, guideline. Each tab is its own page."""

from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from annotations import content
from annotations.agreement.views import answer_statistics
from annotations.labels.types import registry as label_types
from annotations.labels.widgets import widget
from annotations.progress.actions import completion, forecasts, item_states, truth_steps, workload
from annotations.progress.charts import TaskSubject, TruthSubject
from annotations.progress.views import overview, truth
from annotations.queue.actions import comments, exposure
from annotations.queue.models import Annotation
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import item_content
from annotations.tasks.models import TaskItem
from annotations.tasks.views.lookup import task_of
from annotations.tasks.views.tabs import page_context
from evalhub.accounts.access import requires
from evalhub.lib import markdown
from evalhub.lib.charts import panels


@requires("read")
@require_safe
def task_detail(request, task_id):
    """What to do next, when it is done, how good, by whom; as many statements for many items as for one."""
    task = task_of(request, task_id)
    subject = _subject(task)
    workers = workload.workers(task=task, compared=workload.matrices(task=task))
    added = [source(task, request.membership, subject.agreement) for source in overview.sources]
    spreads = answer_statistics.spreads(task)
    steps = overview.steps_of(task, request.membership, workers)
    context = page_context(request, task, "overview") | {
        "states": subject.states,
        "given": subject.given,
        "needed": subject.given + subject.states.missing,
        "steps": [*steps, *(step for each in added for step in each.steps)][: overview.MOST_STEPS],
        "stats": [
            overview.forecast_stat(task, subject.states, subject.forecast),
            overview.agreement_stat(task, subject.agreement),
            *(stat for each in added for stat in each.stats),
        ],
        "panels": panels("task_overview", subject),
        "people": overview.people_of(workers),
        "people_panels": panels("task_people_agreement", subject),
        "sections": [each for each in added if each.template],
        "spreads": spreads if any(each.answers for each in spreads) else [],
        "selection": answer_statistics.selection_text(task),
        "teams": list(task.teams.all()),
        "may_export": request.membership.may("export"),
    }
    return render(request, "annotations/progress/task_detail.html", context)


def _subject(task):
    """The TaskSubject of the charts; four statements."""
    states, days = item_states.of_task(task=task), item_states.answers_by_day(task=task)
    given = answer_statistics.given(task)
    return TaskSubject(
        task=task,
        states=states,
        days=days,
        given=given.by_people,
        people=given.people,
        forecast=forecasts.of_days(days, given=given.by_people, missing=states.missing),
        agreement=overview.agreement_of(task),
        named=overview.named,
    )


@requires("read")
@require_safe
def task_truth(request, task_id):
    """How far the ground truth is, which reads every label of the task: loaded by the overview once that is shown."""
    task = task_of(request, task_id)
    total = completion.counts_of([task])[task.pk].remaining_total
    subject = TruthSubject(task, truth_steps.of_task(task=task, total=total))
    context = page_context(request, task, "overview") | {
        "panels": panels("task_truth", subject),
        "funnel": truth.funnel_of(task, subject.truth) if total else [],
        "funnel_columns": [(step, truth.STEPS[step]) for step in completion.STEPS],
    }
    page = "annotations/progress/task_truth.html"
    return render(request, f"{page}#truth" if request.htmx else page, context)


@requires("read")
@require_safe
def task_item(request, task_id, item_id):
    """One item with everybody's current answers, its ground truth and comments; sixteen statements at most.

    An answer of the reader's own after this is not blind.
    """
    task = task_of(request, task_id)
    item = get_object_or_404(TaskItem.objects.select_related("test_case", "task"), task=task, pk=item_id)
    loaded = (
        Annotation.objects.current()
        .filter(item=item)
        .select_related("annotator")
        .prefetch_related("judgements__question")
        .order_by("pk")
    )
    exposure.note_answers(annotations=loaded, by=request.membership)
    items, list_href = TaskItem.objects.filter(task=task), reverse("annotations:task_items", args=[task.pk])
    sees_truth = request.membership.may("manage") or request.membership.may("audit")
    context = page_context(request, task, "items") | {
        "trail": [
            {"label": task.name, "href": reverse("annotations:task_detail", args=[task.pk])},
            {"label": _("Items"), "href": list_href},
        ],
        "previous": items.filter(position__lt=item.position).order_by("-position").first(),
        "next": items.filter(position__gt=item.position).order_by("position").first(),
        "truths": truth.truths_of(task, item) if sees_truth else [],
        "item": item,
        "pane": content.pane(item_content.content_of(item)),
        "expected": item.test_case.expected_output,
        "acceptable": item.test_case.acceptable_answers,
        "answers": [{"annotation": row, "rows": _rows(row)} for row in loaded],
        "box": comments.box(item=item, membership=request.membership),
    }
    return render(request, "annotations/progress/task_item.html", context)


@requires("read")
@require_safe
def task_questions(request, task_id):
    task = task_of(request, task_id)
    form = forms.load(task.schema_version_id)
    context = page_context(request, task, "questions") | {
        "form": form,
        "schema": form.dump(),
        "widgets": [widget(spec, prefix="preview") for spec in form.specs],
    }
    return render(request, "annotations/progress/task_questions.html", context)


@requires("read")
@require_safe
def task_guideline(request, task_id):
    task = task_of(request, task_id)
    context = page_context(request, task, "guideline") | {"guideline": markdown.render(task.instructions)}
    return render(request, "annotations/progress/task_guideline.html", context)


def _rows(annotation):
    rows = []
    for judgement in sorted(annotation.judgements.all(), key=lambda row: row.question.position):
        question = judgement.question
        label_type = label_types[question.label_type]
        shown = "" if judgement.abstained else label_type.display(question.config, judgement.value)
        rows.append({"question": question, "judgement": judgement, "shown": shown})
    return rows
