"""The tabs of a task's pages; other apps add theirs by registering here."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Tab:
    """`name` is the URL name of a page that takes the task's id; `capability` who may open it."""

    key: str
    label: str
    name: str
    capability: str = "read"


TABS = [
    Tab("overview", _("Overview"), "annotations:task_detail"),
    Tab("items", _("Items"), "annotations:task_items"),
    Tab("people", _("People"), "annotations:task_people"),
    Tab("leases", _("Leases"), "annotations:task_leases"),
    Tab("agreement", _("Agreement"), "annotations:task_agreement"),
    Tab("adjudication", _("Adjudication"), "annotations:adjudication_list", "audit"),
    Tab("questions", _("Questions"), "annotations:task_questions"),
    Tab("guideline", _("Guideline"), "annotations:task_guideline"),
    Tab("settings", _("Settings"), "annotations:task_edit", "manage"),
]


def task_tabs(task, current, membership):
    """Items for `components/tabs.html`."""
    return [
        {"label": tab.label, "href": reverse(tab.name, args=[task.pk]), "current": tab.key == current, "count": None}
        for tab in TABS
        if membership.may(tab.capability)
    ]


def page_context(request, task, current):
    """What `annotations/tasks/task_page.html` needs, the frame of every page of a task."""
    return {
        "task": task,
        "tabs": task_tabs(task, current, request.membership),
        "may_manage": request.membership.may("manage"),
        "may_annotate": request.membership.may("annotate"),
    }
