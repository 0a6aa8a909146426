"""The pages of one annotation task: overview, one item, questions, guideline. Each tab is its own page."""

from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from annotations import content
from annotations.agreement import figures
from annotations.agreement.models import AgreementSnapshot
from annotations.agreement.views import answer_statistics
from annotations.labels.types import registry as label_types
from annotations.labels.widgets import widget
from annotations.progress.actions import item_states
from annotations.progress.charts import TaskSubject
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
    """How far the task is, how fast it goes, what was answered; nine statements."""
    task = task_of(request, task_id)
    states, days = item_states.of_task(task=task), item_states.answers_by_day(task=task)
    context = page_context(request, task, "overview") | {
        "states": states,
        "panels": panels("task_overview", TaskSubject(states, days)),
        "pace": answer_statistics.pace(task, states),
        "left_out": answer_statistics.skip_counts(task),
        "spreads": answer_statistics.spreads(task),
        "newest": answer_statistics.NEWEST,
        "headlines": _headlines(task),
        "selection": answer_statistics.selection_text(task),
        "teams": list(task.teams.all()),
        "may_export": request.membership.may("export"),
    }
    return render(request, "annotations/progress/task_detail.html", context)


@requires("read")
@require_safe
def task_item(request, task_id, item_id):
    """One item with everybody's current answers, side by side, and what was said about it; twelve statements.

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
    context = page_context(request, task, "items") | {
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


def _headlines(task):
    """Each question's agreement in words; questions that nobody answered are left out. One statement."""
    rows = (
        AgreementSnapshot.objects.filter(
            task=task, metric="krippendorff_alpha", scope="people", question__schema_version=task.schema_version_id
        )
        .select_related("question")
        .order_by("question__position")
    )
    return [{"title": row.question.title, "row": row, "words": figures.figure_text(row)} for row in rows]


def _rows(annotation):
    rows = []
    for judgement in sorted(annotation.judgements.all(), key=lambda row: row.question.position):
        question = judgement.question
        label_type = label_types[question.label_type]
        shown = "" if judgement.abstained else label_type.display(question.config, judgement.value)
        rows.append({"question": question, "judgement": judgement, "shown": shown})
    return rows
