"""Pages of bulk operations: what would be done, doing it, how far it is, and taking it back."""

from dataclasses import dataclass

from django.contrib import messages
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from annotations.actions import bulk, item_filters
from annotations.actions.bulk_verbs import registry
from annotations.actions.bulk_verbs.base import KEPT, Verb
from annotations.actions.item_filters import ItemFilter
from annotations.models import Annotator, BulkOperation, TaskItem
from annotations.tasks import bulk_run
from annotations.views.adjudication import task_of
from annotations.views.tabs import task_tabs
from annotations.views.task_items import words_of
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput, NotFound

MOST_CHOSEN = 500
SHOWN = 50
LISTED_PEOPLE = 500
PREVIEW = "annotations/bulk_preview.html"
OPERATION = "annotations/bulk_operation.html"


@dataclass(frozen=True)
class Wanted:
    """What the form asks for. ids: of the rows that were chosen; empty: all that the filter matches."""

    key: str
    verb: Verb
    ids: list
    chosen: ItemFilter
    items: QuerySet


@requires("manage")
@require_http_methods(["GET", "HEAD", "POST"])
def bulk_preview(request, task_id):
    """What would be done to how many items and which would be left alone; nothing is changed, by POST neither."""
    task = task_of(request, task_id)
    data = request.POST if request.method == "POST" else request.GET
    wanted = _wanted(task, data)
    if wanted is None:
        messages.info(request, _("Choose rows, or all that match, and what to do with them."))
        return redirect("annotations:task_items", task_id)
    return _preview(request, task, wanted, data)


@requires("manage")
@require_POST
def bulk_apply(request, task_id):
    """Do what the preview showed; when it would be something else by now the preview comes again and says so."""
    task, data = task_of(request, task_id), request.POST
    wanted = _wanted(task, data)
    if wanted is None:
        return redirect("annotations:task_items", task_id)
    try:
        options = wanted.verb.clean(task=task, given=data)
    except InvalidInput:
        return _preview(request, task, wanted, data, status=422)
    if any(str(options[name]) != data.get(f"seen-{name}", "") for name in _decisive(wanted.verb)):
        return _preview(request, task, wanted, data, status=409, problem=_("This is what you would do now."))
    try:
        operation = bulk.start(
            task=task, key=wanted.key, options=options, items=wanted.items, expected=_number(data.get("expected")),
            query=wanted.chosen.query(), by=request.user,
        )
    except Conflict:
        problem = _("The items have changed since you looked: these are the numbers now. Nothing was done.")
        return _preview(request, task, wanted, data, status=409, problem=problem)
    _go_on(operation, operation.details["total"])
    return redirect("annotations:bulk_operation", task_id, operation.pk)


@requires("manage")
@require_safe
def bulk_list(request, task_id):
    task = task_of(request, task_id)
    titles = dict(registry.choices())
    rows = [(row, titles.get(row.verb, row.verb)) for row in bulk.of_task(task=task).defer("before")[:SHOWN]]
    return render(request, "annotations/bulk_list.html", _frame(request, task) | {"rows": rows})


@requires("manage")
@require_safe
def bulk_operation(request, task_id, operation_id):
    """How far an operation is, which items it left alone and why, and the button that takes it back."""
    operation = _operation(request, task_id, operation_id)
    outcome = bulk.outcome(operation=operation)
    context = {"operation": operation, "outcome": outcome, "task": operation.task}
    if request.htmx:
        is_over = not outcome.is_under_way
        return HttpResponseClientRefresh() if is_over else render(request, f"{OPERATION}#progress", context)
    verb, words = registry[operation.verb], _words(operation)
    context |= _frame(request, task_of(request, task_id)) | {
        "verb": verb, "options": _options_in_words(verb, operation),
        "refused": [(words.get(code, code), n) for code, n in outcome.refused],
        "kept": [(words.get(code, code), n) for code, n in outcome.kept],
        "left_alone": [(item, words.get(code, code)) for item, code in bulk.left_alone(operation=operation)],
    }
    return render(request, OPERATION, context)


@requires("manage")
@require_POST
def bulk_undo(request, task_id, operation_id):
    operation = _operation(request, task_id, operation_id)
    try:
        operation = bulk.undo(operation=operation, by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
    else:
        _go_on(operation, operation.n_items)
    return redirect("annotations:bulk_operation", task_id, operation_id)


def _go_on(operation, n_items):
    """Do it now when it is little, else wake a worker; its sweep goes on with what either leaves behind."""
    if n_items <= bulk.AT_ONCE:
        bulk.run(operation=operation)
    else:
        bulk_run.delay_on_commit(str(operation.pk))


def _wanted(task, data):
    """The Wanted of a form, None when nothing is chosen; NotFound for items of other tasks, InvalidInput."""
    key, is_all = data.get("verb", ""), data.get("all") == "1"
    ids = [] if is_all else data.getlist("item")
    if not key or not (is_all or ids):
        return None
    verb, chosen = registry[key], item_filters.parse(query=data.get("filter", ""), task=task)
    if is_all:
        return Wanted(key, verb, [], chosen, item_filters.matching(task=task, chosen=chosen))
    if len(ids) > MOST_CHOSEN:
        raise InvalidInput(_("%(n)s rows are chosen. Valid: at most %(most)s; take all that match instead.") % {
            "n": len(ids), "most": MOST_CHOSEN}, code="too_many")
    wanted = {_number(text) for text in ids}
    items = TaskItem.objects.filter(task=task, pk__in=wanted)
    if items.count() != len(wanted):
        raise NotFound(_("There is no such item in this task."))
    return Wanted(key, verb, sorted(wanted), chosen, items)


def _preview(request, task, wanted, data, *, status=200, problem=""):
    mistakes, options, seen = {}, {}, None
    try:
        options = wanted.verb.clean(task=task, given=data)
        seen = bulk.preview(task=task, verb=wanted.verb, options=options, items=wanted.items)
    except InvalidInput as error:
        mistakes = error.details.get("fields", {}) if request.method == "POST" else {}
    given = {option.name: str(data.get(option.name, option.default)) for option in wanted.verb.options}
    context = _frame(request, task) | {
        "wanted": wanted, "seen": seen, "problem": problem, "filter": wanted.chosen.query(),
        "fields": [{"option": option, "value": given[option.name], "mistake": mistakes.get(option.name, "")}
                   for option in wanted.verb.options],
        "decisive": [(f"seen-{name}", options.get(name, "")) for name in _decisive(wanted.verb)],
        "people": _people(task) if any(option.kind == "person" for option in wanted.verb.options) else [],
        "words": words_of(wanted.chosen, task) if not wanted.ids else [],
    }
    return render(request, PREVIEW, context, status=status)


def _decisive(verb):
    """The options on which it depends what is done to which items: they are applied only as they were shown."""
    return [option.name for option in verb.options if option.kind != "text"]


def _people(task):
    people = Annotator.objects.people().filter(organization=task.organization_id, status="active")
    return [(str(pk), name) for pk, name in people.order_by("name", "pk").values_list("pk", "name")[:LISTED_PEOPLE]]


def _operation(request, task_id, operation_id):
    """A whole operation of the reader's organization; its parts have no page."""
    rows = BulkOperation.objects.for_organization(request.organization).exclude(details__has_key="part_of")
    rows = rows.select_related("task", "created_by")
    return get_object_or_404(rows, pk=operation_id, task_id=task_id)


def _words(operation):
    """{code: why an item was left alone}."""
    verb, options = registry[operation.verb], operation.details["options"]
    return {reason.code: reason.words for reason in verb.reasons(task=operation.task, options=options)} | KEPT


def _options_in_words(verb, operation):
    given = operation.details["options"]
    found = []
    for option in verb.options:
        value = given.get(option.name, "")
        if option.kind == "person":
            value = Annotator.objects.filter(pk=value).values_list("name", flat=True).first() or ""
        if value != "":
            found.append((option.title, value))
    return found


def _number(text):
    """A number in an address or a form; 0, which is no id and no count, for anything else."""
    text = text or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def _frame(request, task):
    return {
        "task": task, "tabs": task_tabs(task, "items", request.membership),
        "may_manage": request.membership.may("manage"), "may_annotate": request.membership.may("annotate"),
    }
