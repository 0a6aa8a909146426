"""What an annotator did in a task: the drawer, an own item read again, and taking it up once more."""

from dataclasses import dataclass, replace

from django.db.models import Count
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from annotations.labels.types import registry
from annotations.queue.actions import claims, decisions, drafts, leases, other_answers, own_history, withdrawals
from annotations.queue.models import Annotation, Assignment
from annotations.queue.views.desk import answers
from annotations.queue.views.desk import form as annotate_form
from annotations.queue.views.desk import page as benches
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import item_content
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput

PAGE = "annotations/queue/desk/history.html"
EXAMPLES, DIFFERS = "examples", "differs"
SHOWN = 50
TABS = (
    ("submitted", gettext_lazy("Submitted")),
    ("skipped", gettext_lazy("Skipped")),
    ("returned", gettext_lazy("Returned")),
    ("late", gettext_lazy("Late")),
    (DIFFERS, gettext_lazy("Differs from others")),
    (EXAMPLES, gettext_lazy("Examples")),
)


@dataclass(frozen=True)
class Tab:
    """One tab of the drawer; `count` None where counting says nothing."""

    key: str
    title: str
    count: int | None


@requires("annotate")
@require_GET
def history(request, task_id):
    """The newest 50 own items of a state (`tab`), or those that others answered otherwise, found by words of the item
    or the label (`search`), older ones by `before`."""
    bench = benches.open_bench(request, task_id)
    tab = request.GET.get("tab", "submitted")
    if tab not in dict(TABS):
        raise Http404("There is no such tab.")
    context = {"task": bench.task, "tab": tab, "tabs": _tabs(bench), "search": request.GET.get("search", "")}
    status = 200
    try:
        context |= _examples(bench) if tab == EXAMPLES else _page(request, bench, tab, context["search"])
    except (Conflict, InvalidInput) as error:
        if not context["search"]:
            raise
        context["problem"], status = error.message, 422
    return render(request, f"{PAGE}#list" if request.htmx else PAGE, context, status=status)


@requires("annotate")
@require_GET
def history_item(request, task_id, item_id):
    """An own item with the answer as it stands, to read; the item in hand opens as itself."""
    bench = benches.open_bench(request, task_id)
    return _show(request, bench, _own(bench, item_id))


@requires("annotate")
@require_GET
def history_step(request, task_id, item_id):
    """The own item before (`step=-1`) or after it (`step=1`); at either end the page says so and stays."""
    bench = benches.open_bench(request, task_id)
    here = _own(bench, item_id)
    step = 1 if request.GET.get("step") == "1" else -1
    found = own_history.neighbour(task=bench.task, annotator=bench.annotator, item_id=item_id, step=step)
    if found is not None:
        return _show(request, bench, _own(bench, found.item_id))
    if step == 1:
        return _in_hand(request, bench)
    words = _("This is the first item of your history.")
    return _show(request, bench, here, alert=benches.Alert(words, level="info"))


@requires("annotate")
@require_http_methods(["GET", "POST"])
def item_reopen(request, task_id, item_id):
    """Take an own item up again: to correct the answer that stands, or to answer what was skipped."""
    if request.method == "GET":
        return redirect("annotations:history_item", task_id, item_id)
    bench = benches.open_bench(request, task_id)
    try:
        lease = leases.reopen(task=bench.task, item_id=item_id, annotator=bench.annotator)
    except Conflict as error:
        return answers.refused(request, bench, item_id, error, None)
    if lease.revises is None and not request.htmx:
        return redirect("annotations:annotate", task_id)
    typed = annotate_form.of_answer(bench, lease) if lease.revises else None
    return benches.show(request, bench, lease, typed=typed)


def _own(bench, item_id):
    """The annotator's newest assignment on an item; 404 for items that they never had."""
    mine = Assignment.objects.filter(task=bench.task, item_id=item_id, annotator=bench.annotator)
    row = mine.exclude(state="prefetched").order_by("-round").first()
    if row is None:
        raise Http404("You have not had this item.")
    return row


def _show(request, bench, row, alert=None):
    if row.state == "leased":
        return _in_hand(request, bench, alert)
    shown = item_content.content(row.item_id)
    annotation = Annotation.objects.current().filter(item=row.item_id, annotator=bench.annotator).last()
    form = forms.load(annotation.schema_version_id) if annotation else bench.form
    kept = withdrawals.as_draft(annotation) if annotation else _draft(row)
    context = benches.frame(request, bench) | {
        "state": "own",
        "item": shown,
        "pane": benches.pane(request, shown, claims.lease_of(row)),
        "form": form,
        "own_row": row,
        "annotation": annotation,
        "alert": alert,
        "open_comments": benches.open_comments(request, bench, row.item_id, is_answered=annotation is not None),
        "questions": annotate_form.questions(form, kept, shown, seed=row.display_seed),
        "may_reopen": row.state not in ("late", "prefetched"),
        "decided": _decided(row, form) if annotation else [],
    }
    page = f"{benches.PAGE}#swap" if request.htmx else benches.PAGE
    return render(request, page, context)


def _in_hand(request, bench, alert=None):
    if not request.htmx:
        return redirect("annotations:annotate", bench.task.pk)
    lease = claims.open_lease(task=bench.task, annotator=bench.annotator)
    return benches.show(request, bench, lease, alert=alert)


def _draft(row):
    draft = drafts.find(assignment=row)
    return draft.answers if draft else {}


def _decided(row, form):
    """What an adjudicator decided on an item that the annotator has answered: [(title, value in words)]."""
    values = dict(decisions.in_force().filter(item=row.item_id).values_list("question__key", "value"))
    return [
        (spec.title, registry[spec.label_type].display(spec.config, values[spec.key]))
        for spec in form.specs
        if spec.key in values
    ]


def _tabs(bench):
    mine = Assignment.objects.filter(task=bench.task, annotator=bench.annotator, state__in=own_history.STATES)
    counts = dict(mine.values_list("state").annotate(n=Count("pk")))
    shown = [(key, title) for key, title in TABS if key != "late" or counts.get("late")]
    return [Tab(key, title, counts.get(key, 0) if key in own_history.STATES else None) for key, title in shown]


def _page(request, bench, tab, search):
    found, state = None, tab
    if tab == DIFFERS:
        found, state = other_answers.differing([bench.task], bench.annotator).get(bench.task.pk, {}), "submitted"
    page = own_history.page(
        task=bench.task,
        annotator=bench.annotator,
        state=state,
        search=search,
        items=found,
        before=request.GET.get("before") or None,
        limit=SHOWN,
    )
    rows = _with_texts(page.rows)
    if found:
        compared = [pk for row in rows for pk in found[row.item_id]]
        differences = other_answers.show(judgement_ids=compared, by=request.membership)
        rows = [replace(row, differences=differences[row.item_id]) for row in rows]
    return {"rows": rows, "older": page.before}


def _with_texts(rows):
    """The Rows with the first words of their items; one statement."""
    texts = own_history.texts_of([row.item_id for row in rows])
    return [replace(row, text=texts[row.item_id]) for row in rows]


def _examples(bench):
    """Adjudicated items among those that the annotator has answered: nobody learns a decision before answering."""
    decided = decisions.in_force().filter(item__task=bench.task)
    mine = Assignment.objects.filter(task=bench.task, annotator=bench.annotator, state="submitted")
    rows = mine.filter(item__in=decided.values("item")).select_related("item__test_case").order_by("-ended_at")
    return {"rows": _with_texts([_example(row) for row in rows[:SHOWN]]), "older": ""}


def _example(row):
    return own_history.Row(
        assignment_id=row.pk,
        item_id=row.item_id,
        position=row.item.position,
        state=row.state,
        note="",
        answers={},
        label="",
        external_id=row.item.test_case.external_id,
        ended_at=row.ended_at,
        flagged=False,
    )
