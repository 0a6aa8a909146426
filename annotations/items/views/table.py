"""The items tab of a task: the manager's table with its filter, its saved views and the way to bulk operations."""

from urllib.parse import urlencode

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from annotations.consensus.models.ground_truth import BY_PEOPLE
from annotations.items.actions import bulk_verbs, filters, saved_views, table
from annotations.items.actions.filters import ItemFilter
from annotations.labels.types import registry as label_types
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import item_content
from annotations.tasks.models import Annotator
from annotations.tasks.views.lookup import task_of
from annotations.tasks.views.tabs import page_context
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput

# {state: (its label, the state whose looks it has)}
STATES = {
    "open": (gettext_lazy("Open"), "open"),
    "in_work": (gettext_lazy("In progress"), "leased"),
    "agreeing": (gettext_lazy("Complete, answers agree"), "completed"),
    "disagreeing": (gettext_lazy("Complete, answers differ"), "fuzzy"),
    "adjudicated": (gettext_lazy("Adjudicated"), "adjudicated"),
    "withdrawn": (gettext_lazy("Withdrawn"), "withdrawn"),
}
COUNTED = {"complete": gettext_lazy("Complete (all)"), "with_consensus": gettext_lazy("With consensus (all)")}
STATE_LABELS = COUNTED | {code: words for code, (words, _code) in STATES.items()}
LISTED_ANNOTATORS = 500
LISTED_VALUES = 40  # of one question; a list of more is no choice
NAMED = 3
TRUTHS = 2


@requires("read")
@require_safe
def task_items(request, task_id):
    """A page of the table; twelve statements, and five to search, whatever its length.

    A filter that cannot be used is said with 400, a search that has to wait with 409.
    """
    task = task_of(request, task_id)
    page, total, problem, status = table.Page(), 0, "", 200
    try:
        chosen = filters.read(params=request.GET, task=task)
        found = filters.matched(task=task, chosen=chosen)
        keys = {"newer": request.GET.get("newer", ""), "older": request.GET.get("older", "")}
        page, total = table.page(task=task, chosen=chosen, items=found.items, **keys), table.count(found=found)
    except (InvalidInput, Conflict) as error:
        chosen, problem, status = ItemFilter(), error.message, error.status
    views = list(saved_views.visible(task=task, by=request.membership))
    form = forms.load(task.schema_version_id)
    context = (
        page_context(request, task, "items")
        | _filters(task, form, chosen)
        | _views(request, task, views, chosen)
        | {
            "page": page,
            "lines": [_line(row, task, form) for row in page.rows],
            "total": total,
            "most": table.MOST_COUNTED,
            "is_uncounted": chosen.search and chosen != ItemFilter(search=chosen.search),
            "problem": problem,
            "newer": _further(chosen, newer=page.newer),
            "older": _further(chosen, older=page.older),
            "verbs": bulk_verbs.registry.choices() if request.membership.may("manage") else [],
            "sort_position": _sorted(chosen, "last" if chosen.sort == "" else ""),
            "sort_disagreement": _sorted(chosen, "disagreement"),
        }
    )
    return render(request, "annotations/items/table.html", context, status=status)


def description_of(chosen, task):
    """What an ItemFilter means, as [(name, value)] for a reader; one statement when it names an annotator."""
    named = [
        (_("State"), STATE_LABELS[chosen.state] if chosen.state else ""),
        (
            _("Annotator"),
            Annotator.objects.filter(pk=chosen.annotator, organization=task.organization_id)
            .values_list("name", flat=True)
            .first()
            or chosen.annotator
            if chosen.annotator
            else "",
        ),
        (_("Answer"), chosen.label),
        (_("Search"), chosen.search),
        (_("Disagreement over"), "" if chosen.disagreement is None else f"{chosen.disagreement:g}"),
        (_("Flagged"), _("yes") if chosen.flagged else ""),
        (_("With comments"), _("yes") if chosen.commented else ""),
    ]
    return [(name, value) for name, value in named if value]


def _line(row, task, form):
    """A Row with what only the page needs: short texts, names that fit."""
    specs = {form.question_ids[spec.key]: spec for spec in form.specs}
    truths = [(specs[truth["question"]], truth) for truth in row.truths if truth["question"] in specs]
    words, code = STATES[row.state]
    return {
        "row": row,
        "item": row.item,
        "summary": item_content.summary(row.item.test_case),
        "state_label": words,
        "state_code": code,
        "needed": max(task.required_annotations_per_item, row.people + row.item.open_slots),
        "people": row.answers[:NAMED],
        "more_people": max(0, len(row.answers) - NAMED),
        "truths": [_truth(spec, truth) for spec, truth in truths[:TRUTHS]],
        "more_truths": max(0, len(truths) - TRUTHS),
    }


def _truth(spec, truth):
    """`mark`: the source of a value that does not speak for people; the others need none."""
    return {
        "title": spec.title,
        "shown": label_types[spec.label_type].display(spec.config, truth["value"]),
        "mark": "" if truth["source"] in BY_PEOPLE else truth["source"],
    }


def _filters(task, form, chosen):
    """What the filter row offers; one statement."""
    people = Annotator.objects.filter(organization=task.organization_id).order_by("kind", "name", "pk")
    groups = _labels(form)
    is_listed = any(chosen.label == value for _title, values in groups for value, _words in values)
    return {
        "chosen": chosen,
        "query": chosen.query(),
        "is_narrowed": bool(chosen.query()),
        "states": STATE_LABELS.items(),
        "annotators": [(str(pk), name) for pk, name in people.values_list("pk", "name")[:LISTED_ANNOTATORS]],
        "label_groups": groups,
        "other_label": "" if is_listed else chosen.label,
        "shown_disagreement": "" if chosen.disagreement is None else f"{chosen.disagreement:g}",
    }


def _labels(form):
    """[(question's title, [(filter, words)])] of the questions whose values can be listed."""
    return [
        (spec.title, [(f"{spec.key}={value}", words) for value, words in values])
        for spec in form.specs
        if (values := _values(spec))
    ]


def _values(spec):
    label_type = label_types[spec.label_type]
    if label_type.level(spec.config) == "sets":
        options = list((label_type.listed_values(spec.config) or {}).items())
        return options if len(options) <= LISTED_VALUES else []
    domain = label_type.domain(spec.config)
    if not domain or len(domain) > LISTED_VALUES:
        return []
    values = [label_type.from_consensus(spec.config, number) for number in domain]
    return [(value, label_type.display(spec.config, value)) for value in values]


def _views(request, task, views, chosen):
    """The tabs over the table, and the view that is open: the one named in the address, whatever was changed in it."""
    here = reverse("annotations:task_items", args=[task.pk])
    named = request.GET.get("view", "")
    current = next((view for view in views if str(view.pk) == named), None)
    is_all = current is None and not chosen.query()
    links = [{"label": _("All items"), "href": here, "current": is_all, "is_shared": False}]
    links += [
        {
            "label": view.name,
            "href": f"{here}?{_joined(view.query, view=view.pk)}",
            "current": view is current,
            "is_shared": view.shared,
        }
        for view in views
    ]
    may_change = current is not None and saved_views.may_change(view=current, by=request.membership)
    return {"views": links, "view": current, "may_change_view": may_change}


def _joined(query, **more):
    return "&".join(filter(None, [query, urlencode(more)]))


def _further(chosen, **key):
    return "?" + _joined(chosen.query(), **key) if all(key.values()) else ""


def _sorted(chosen, sort):
    """The address of the same filter in another order."""
    return "?" + ItemFilter(**vars(chosen) | {"sort": sort}).query()
