"""The pages of one annotation task: overview, items, one item, questions, guideline. Each tab is its own page."""

from django.db.models import Count, Q
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from annotations import items, pictures
from annotations.actions import comments, forms, item_states
from annotations.labels import registry as label_types
from annotations.labels.widgets import widget
from annotations.models import AgreementSnapshot, Annotation, AnnotationEvent, AnnotationTask, TaskItem
from annotations.views import task_numbers, work_pictures
from annotations.views.paging import keyset
from annotations.views.tabs import task_tabs
from evalhub.accounts.access import requires
from evalhub.lib import markdown

ITEM_STATES = {"open": "Open", "complete": "Complete", "closed": "Closed"}


@requires("read")
@require_safe
def task_detail(request, task_id):
    """How far the task is, how fast it goes, what was answered; eight statements."""
    task = _task(request, task_id)
    states, days = item_states.of_task(task=task), item_states.answers_by_day(task=task)
    context = _frame(request, task, "overview") | {
        "states": states,
        "items_by_state": work_pictures.item_chart(states) if states.total else None,
        "answers_by_day": work_pictures.day_chart(days) if any(count for _day, count in days) else None,
        "pace": task_numbers.pace(task, states),
        "left_out": task_numbers.skip_counts(task),
        "spreads": task_numbers.spreads(task),
        "newest": task_numbers.NEWEST,
        "headlines": _headlines(task),
    }
    return render(request, "annotations/task_detail.html", context)


@requires("read")
@require_safe
def task_items(request, task_id):
    """Items in queue order, filtered, a page by keyset; two statements."""
    task = _task(request, task_id)
    state, flagged, search = (request.GET.get(name, "").strip() for name in ("state", "flagged", "search"))
    found = _filtered(task, state, bool(flagged), search)
    page = keyset(found, request, field="position", kind=int)
    _add_answers(page.rows)
    for item in page.rows:
        item.state = "closed" if item.closed_reason else "open" if item.open_slots else "complete"
        item.summary = _summary(item.test_case)
    context = _frame(request, task, "items") | {"page": page, "state": state, "states": ITEM_STATES}
    context |= {"flagged": flagged, "search": search}
    return render(request, "annotations/task_items.html", context)


@requires("read")
@require_safe
def task_item(request, task_id, item_id):
    """One item with everybody's current answers, side by side, and what was said about it; eleven statements."""
    task = _task(request, task_id)
    item = get_object_or_404(TaskItem.objects.select_related("test_case", "task"), task=task, pk=item_id)
    loaded = (
        Annotation.objects.current().filter(item=item).select_related("annotator")
        .prefetch_related("judgements__question").order_by("pk")
    )
    context = _frame(request, task, "items") | {
        "item": item,
        "parts": items.content_of(item).texts(),
        "expected": item.test_case.expected_output,
        "answers": [{"annotation": row, "rows": _rows(row)} for row in loaded],
        "box": comments.box(item=item, membership=request.membership),
    }
    return render(request, "annotations/task_item.html", context)


@requires("read")
@require_safe
def task_questions(request, task_id):
    task = _task(request, task_id)
    form = forms.load(task.schema_version_id)
    context = _frame(request, task, "questions") | {
        "form": form,
        "schema": form.dump(),
        "widgets": [widget(spec, prefix="preview") for spec in form.specs],
    }
    return render(request, "annotations/task_questions.html", context)


@requires("read")
@require_safe
def task_guideline(request, task_id):
    task = _task(request, task_id)
    context = _frame(request, task, "guideline") | {"guideline": markdown.render(task.instructions)}
    return render(request, "annotations/task_guideline.html", context)


def _task(request, task_id):
    tasks = AnnotationTask.objects.for_organization(request.organization).select_related("dataset_version__dataset")
    return get_object_or_404(tasks, pk=task_id)


def _frame(request, task, tab):
    return {
        "task": task,
        "tabs": task_tabs(task, tab, request.membership),
        "may_manage": request.membership.may("manage"),
        "may_annotate": request.membership.may("annotate"),
    }


def _filtered(task, state, is_flagged, search):
    """Items of a task in a state, flagged by somebody, whose id in the dataset holds `search`."""
    found = TaskItem.objects.filter(task=task).select_related("test_case")
    if state == "open":
        found = found.open()
    elif state == "complete":
        found = found.filter(open_slots=0, closed_reason="")
    elif state == "closed":
        found = found.exclude(closed_reason="")
    if is_flagged:
        answers = Annotation.objects.current().filter(task=task, flagged=True).values("item")
        events = AnnotationEvent.objects.filter(task=task, verb="flagged", item__isnull=False).values("item")
        found = found.filter(Q(pk__in=answers) | Q(pk__in=events))
    if search:
        found = found.filter(test_case__external_id__icontains=search[:200].replace("\0", ""))
    return found


def _headlines(task):
    """Each question's agreement in words; questions that nobody answered are left out. One statement."""
    rows = AgreementSnapshot.objects.filter(
        task=task, metric="krippendorff_alpha", scope="people", question__schema_version=task.schema_version_id
    ).select_related("question").order_by("question__position")
    return [{"title": row.question.title, "row": row, "words": pictures.said(row)} for row in rows]


def _add_answers(rows):
    """Set `people` and `machines`: how many current answers each item has."""
    current = Annotation.objects.current().filter(item__in=[item.pk for item in rows]).order_by()
    human = Q(annotator__kind="human")
    counted = {
        pk: (people, machines)
        for pk, people, machines in current.values("item").annotate(
            people=Count("pk", filter=human), machines=Count("pk", filter=~human)
        ).values_list("item", "people", "machines")
    }
    for item in rows:
        item.people, item.machines = counted.get(item.pk, (0, 0))


def _summary(case):
    """The first text of the case, short."""
    for key in ("prompt", "question", "text", *case.input):
        if isinstance(case.input.get(key), str):
            return case.input[key][:300]
    return items.as_text(case.input)[:300]


def _rows(annotation):
    rows = []
    for judgement in sorted(annotation.judgements.all(), key=lambda row: row.question.position):
        question = judgement.question
        label_type = label_types[question.label_type]
        shown = "" if judgement.abstained else label_type.display(question.config, judgement.value)
        rows.append({"question": question, "judgement": judgement, "shown": shown})
    return rows
