"""Pages of bulk operations: what would be done, doing it, how far it is, and taking it back."""

from django.contrib import messages
from django.http import QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from annotations.items.actions import bulk_operations, bulk_selection
from annotations.items.actions.bulk_verbs import registry
from annotations.items.models import BulkOperation
from annotations.items.tasks import go_on_with
from annotations.items.views.lists.items import ItemList
from annotations.tasks.models import Annotator
from annotations.tasks.views.lookup import task_of
from annotations.tasks.views.tabs import page_context
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lists import address
from evalhub.lists.shown import Shown

SHOWN = 50
LISTED_PEOPLE = 500
PREVIEW = "annotations/items/bulk_preview.html"
OPERATION = "annotations/items/bulk_operation.html"


@requires("manage")
@require_http_methods(["GET", "HEAD", "POST"])
def bulk_preview(request, task_id):
    """What would be done to how many items and which would be left alone; nothing is changed, by POST neither."""
    task = task_of(request, task_id)
    data = request.POST if request.method == "POST" else request.GET
    choice = _choice(request, task, data)
    if choice is None:
        messages.info(request, _("Select rows or all that match, and choose an action."))
        return redirect("annotations:task_items", task_id)
    return _preview(request, task, choice, data)


@requires("manage")
@require_POST
def bulk_apply(request, task_id):
    """Do what the preview showed; when it would be something else by now the preview comes again and says so."""
    task, data = task_of(request, task_id), request.POST
    choice = _choice(request, task, data)
    if choice is None:
        return redirect("annotations:task_items", task_id)
    try:
        options = choice.verb.clean(task=task, given=data)
    except InvalidInput:
        return _preview(request, task, choice, data, status=422)
    if any(str(options[name]) != data.get(f"seen-{name}", "") for name in _decisive(choice.verb)):
        return _preview(request, task, choice, data, status=409, problem=_("Check the updated preview."))
    try:
        operation = bulk_operations.start(
            task=task,
            key=choice.key,
            options=options,
            items=choice.items,
            query=choice.query,
            expected=bulk_selection.whole_number(data.get("expected")),
            by=request.user,
        )
    except Conflict:
        problem = _("The items have changed since the preview. These are the new numbers. Nothing was done.")
        return _preview(request, task, choice, data, status=409, problem=problem)
    go_on_with(operation, operation.details["total"])
    return redirect("annotations:bulk_operation", task_id, operation.pk)


@requires("manage")
@require_safe
def bulk_list(request, task_id):
    task = task_of(request, task_id)
    titles = dict(registry.choices())
    rows = [(row, titles.get(row.verb, row.verb)) for row in bulk_operations.of_task(task=task).defer("before")[:SHOWN]]
    return render(request, "annotations/items/bulk_list.html", page_context(request, task, "items") | {"rows": rows})


@requires("manage")
@require_safe
def bulk_operation(request, task_id, operation_id):
    """How far an operation is, which items it left alone and why, and the button that takes it back."""
    operation = _operation(request, task_id, operation_id)
    outcome = bulk_operations.outcome(operation=operation)
    context = {"operation": operation, "outcome": outcome, "task": operation.task}
    if request.htmx:
        is_over = not outcome.is_under_way
        return HttpResponseClientRefresh() if is_over else render(request, f"{OPERATION}#progress", context)
    verb, words = registry[operation.verb], bulk_operations.reason_texts(operation=operation)
    given = operation.details["options"]
    found = []
    for option in verb.options:
        value = given.get(option.name, "")
        if option.kind == "person":
            value = Annotator.objects.filter(pk=value).values_list("name", flat=True).first() or ""
        if value != "":
            found.append((option.title, value))
    context |= page_context(request, task_of(request, task_id), "items") | {
        "verb": verb,
        "options": found,
        "refused": [(words.get(code, code), n) for code, n in outcome.refused],
        "kept": [(words.get(code, code), n) for code, n in outcome.kept],
        "left_alone": [(item, words.get(code, code)) for item, code in bulk_operations.left_alone(operation=operation)],
    }
    return render(request, OPERATION, context)


@requires("manage")
@require_POST
def bulk_undo(request, task_id, operation_id):
    operation = _operation(request, task_id, operation_id)
    try:
        operation = bulk_operations.undo(operation=operation, by=request.user)
    except Conflict as error:
        messages.error(request, error.message)
    else:
        go_on_with(operation, operation.n_items)
    return redirect("annotations:bulk_operation", task_id, operation_id)


def _choice(request, task, data):
    """The Choice of a form, None when nothing is chosen; NotFound for items of other tasks, InvalidInput."""
    key, is_all = data.get("verb", ""), data.get("all") == "1"
    ids = [] if is_all else data.getlist("row")
    if not key or not (is_all or ids):
        return None
    declared = ItemList(request, parent=task)
    chosen = address.read(declared, QueryDict(data.get("filter", "")))
    if is_all:
        items = address.narrowed(declared, chosen)
        return bulk_selection.all_matching(key=key, items=items, query=chosen.view_query)
    return bulk_selection.rows(task=task, key=key, ids=ids, query=chosen.view_query)


def _matched(request, task, query):
    """What an address of the list asks for, as [(name, value)]."""
    declared = ItemList(request, parent=task)
    chosen = address.read(declared, QueryDict(query))
    found = [(chip.title, chip.text) for chip in Shown(declared, chosen, []).chips]
    return found + ([(_("Search"), chosen.search)] if chosen.search else [])


def _preview(request, task, choice, data, *, status=200, problem=""):
    mistakes, options, seen = {}, {}, None
    try:
        options = choice.verb.clean(task=task, given=data)
        seen = bulk_operations.preview(task=task, verb=choice.verb, options=options, items=choice.items)
    except InvalidInput as error:
        mistakes = error.details.get("fields", {}) if request.method == "POST" else {}
    given = {option.name: str(data.get(option.name, option.default)) for option in choice.verb.options}
    context = page_context(request, task, "items") | {
        "choice": choice,
        "seen": seen,
        "problem": problem,
        "filter": choice.query,
        "fields": [
            {"option": option, "value": given[option.name], "mistake": mistakes.get(option.name, "")}
            for option in choice.verb.options
        ],
        "decisive": [(f"seen-{name}", options.get(name, "")) for name in _decisive(choice.verb)],
        "people": _people(task) if any(option.kind == "person" for option in choice.verb.options) else [],
        "words": _matched(request, task, choice.query) if not choice.ids else [],
    }
    return render(request, PREVIEW, context, status=status)


def _decisive(verb):
    """The options on which it depends what is done to which items: they are applied only as they were shown."""
    return [option.name for option in verb.options if option.kind != "text"]


def _people(task):
    people = Annotator.objects.available().eligible_for(task)
    return [(str(pk), name) for pk, name in people.order_by("name", "pk").values_list("pk", "name")[:LISTED_PEOPLE]]


def _operation(request, task_id, operation_id):
    """A whole operation of the reader's organization; its parts have no page."""
    rows = BulkOperation.objects.for_organization(request.organization).exclude(details__has_key="part_of")
    rows = rows.select_related("task", "created_by")
    return get_object_or_404(rows, pk=operation_id, task_id=task_id)
