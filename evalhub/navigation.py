"""The rail: Home and six groups of pages, of which a member sees what the role may use, and where a path lies in it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from evalhub.accounts.access import MEMBER


@dataclass(frozen=True)
class Entry:
    """A page of the rail. `name` is that of its address; pages at the addresses named in `beside` belong to it too.

    `count` is what waits for the reader there, a key of `evalhub.home.counts`.
    """

    label: Any
    name: str
    capability: str = "read"
    beside: tuple[str, ...] = ()
    count: str = ""

    @cached_property
    def href(self):
        return reverse(self.name)

    @cached_property
    def places(self):
        return [self.href, *map(reverse, self.beside)]

    def is_for(self, membership):
        return self.capability == MEMBER or membership.may(self.capability)

    def reach(self, path):
        """How many characters of a path this entry explains; 0 if it is not the place of the path."""
        return max((len(place) for place in self.places if path.startswith(place)), default=0)


@dataclass(frozen=True)
class Group:
    key: str
    label: Any
    icon: str
    entries: tuple[Entry, ...]


HOME = Entry(_("Home"), "dashboard", MEMBER)
START = Entry(_("What do you want to do?"), "start", "manage")
GROUPS = (
    Group(
        "data",
        _("Data"),
        "database",
        (
            Entry(_("Datasets"), "datasets:dataset_list"),
            Entry(_("Imports"), "annotations:import_list", "manage"),
            Entry(_("Exports"), "annotations:export_list", "export"),
        ),
    ),
    Group(
        "label",
        pgettext_lazy("group of pages", "Label"),
        "tags",
        (
            Entry(_("Tasks"), "annotations:task_list"),
            Entry(_("Annotate"), "annotations:my_work", "annotate", count="own"),
            Entry(_("Audit"), "reviews:audit_list", "audit", count="audits"),
            Entry(_("Adjudicate"), "annotations:adjudicate_list", "audit", count="adjudications"),
        ),
    ),
    Group(
        "evaluate",
        _("Evaluate"),
        "flask-conical",
        (
            Entry(_("Evaluations"), "experiments:evaluation_list"),
            Entry(_("Benchmarks"), "benchmarks:suite_list", beside=("benchmarks:run_list",)),
            Entry(_("Metrics"), "annotations:metric_list"),
            Entry(_("Experiments"), "experiments:experiment_list"),
            Entry(_("Gates"), "experiments:gate_list"),
            Entry(_("Result reviews"), "reviews:job_list", beside=("reviews:method_list",)),
            Entry(_("Rubric studies"), "experiments:study_list"),
        ),
    ),
    Group(
        "models",
        _("Models"),
        "bot",
        (
            Entry(_("Cost and quality"), "reviews:costs"),
            Entry(_("Quality"), "reviews:quality"),
            Entry(_("Models and judges"), "reviews:judge_list"),
            Entry(_("Prompts"), "reviews:prompt_list"),
            Entry(_("Runs"), "reviews:run_list"),
            Entry(_("Ledger"), "reviews:ledger"),
            Entry(_("Limits and budget"), "reviews:rate_limits", beside=("reviews:providers", "reviews:operations")),
        ),
    ),
    Group(
        "organization",
        _("Organization"),
        "building-2",
        (
            Entry(_("People and teams"), "people_list", "admin"),
            Entry(_("API keys"), "api_key_list", MEMBER),
            Entry(_("Webhooks"), "events:webhook_list", "admin"),
            Entry(_("Organization settings"), "organization_settings", "admin"),
            Entry(_("Provider keys"), "reviews:provider_keys", "admin"),
            Entry(_("Audit log"), "audit_log", "admin"),
            Entry(_("Settings"), "account_settings", MEMBER),
            Entry(_("API reference"), "api_docs", MEMBER),
        ),
    ),
)


@dataclass(frozen=True)
class Location:
    """Where a page lies. `group` is None at Home."""

    group: Group | None
    entry: Entry
    is_entry: bool  # the page is that of the entry itself


def location_of(path):
    """The Location of a path; None where no entry explains it."""
    if path == HOME.href:
        return Location(None, HOME, is_entry=True)
    every = [(entry.reach(path), group, entry) for group in GROUPS for entry in group.entries]
    reach, group, entry = max(every, key=lambda found: found[0])
    return Location(group, entry, is_entry=path == entry.href) if reach else None


def groups_for(membership):
    """[(Group, entries)] with something that the role may use."""
    shown = [(group, [entry for entry in group.entries if entry.is_for(membership)]) for group in GROUPS]
    return [(group, entries) for group, entries in shown if entries]
