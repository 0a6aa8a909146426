"""The tabs of a task's pages; other apps add theirs by registering here."""

from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True)
class Tab:
    """`name` is the URL name of a page that takes the task's id; `capability` who may open it."""

    key: str
    label: str
    name: str
    capability: str = "read"


TABS = [
    Tab("overview", "Overview", "annotations:task_detail"),
    Tab("items", "Items", "annotations:task_items"),
    Tab("people", "People", "annotations:task_people"),
    Tab("leases", "Leases", "annotations:task_leases"),
    Tab("agreement", "Agreement", "annotations:task_agreement"),
    Tab("adjudication", "Adjudication", "annotations:adjudication_list", "audit"),
    Tab("questions", "Questions", "annotations:task_questions"),
    Tab("guideline", "Guideline", "annotations:task_guideline"),
    Tab("settings", "Settings", "annotations:task_edit", "manage"),
]


def task_tabs(task, current, membership):
    """Items for `components/tabs.html`."""
    return [
        {"label": tab.label, "href": reverse(tab.name, args=[task.pk]), "current": tab.key == current, "count": None}
        for tab in TABS if membership.may(tab.capability)
    ]
