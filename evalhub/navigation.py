"""Where pages lie: the sections of the rail, the pages of each as tabs, and where a path lies in them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.accounts.access import MEMBER


@dataclass(frozen=True)
class Page:
    """A page of a section. `name` is that of its address; `tabs` are the pages that share its place, itself first."""

    label: Any
    name: str
    capability: str = "read"
    tabs: tuple["Page", ...] = ()

    @cached_property
    def href(self):
        return reverse(self.name)

    @cached_property
    def places(self):
        return [self.href, *(tab.href for tab in self.tabs)]

    def is_for(self, membership):
        return self.capability == MEMBER or membership.may(self.capability)

    def reach(self, path):
        """How many characters of a path this page explains; 0 if it is not the place of the path."""
        return max((len(place) for place in self.places if path.startswith(place)), default=0)


@dataclass(frozen=True)
class Section:
    """An entry of the rail, which leads to the first of its pages that the role may use.

    `count` is what waits for the reader there, a key of `evalhub.home.counts`.
    """

    label: Any
    icon: str
    pages: tuple[Page, ...]
    count: str = ""

    def pages_for(self, membership):
        return [page for page in self.pages if page.is_for(membership)]


def _tabbed(label, *tabs):
    """A page that stands for its first tab."""
    first, *_others = pages = tuple(Page(*tab) for tab in tabs)
    return Page(label, first.name, first.capability, pages)


HOME = Section(_("Home"), "layout-dashboard", (Page(_("Home"), "dashboard", MEMBER),))
START = Page(_("What do you want to do?"), "start", "manage")
SECTIONS = (
    Section(_("Data"), "database", (
        Page(_("Datasets"), "datasets:dataset_list"),
        Page(_("Imports"), "annotations:import_list", "manage"),
        Page(_("Exports"), "annotations:export_list", "export"),
    )),
    Section(_("Tasks"), "tags", (Page(_("Tasks"), "annotations:task_list"),)),
    Section(_("Annotate"), "pencil-line", (Page(_("Annotate"), "annotations:my_work", "annotate"),), "own"),
    Section(_("Audit"), "scan-search", (Page(_("Audit"), "reviews:audit_list", "audit"),), "audits"),
    Section(_("Adjudicate"), "gavel", (Page(_("Adjudicate"), "annotations:adjudicate_list", "audit"),),
            "adjudications"),
    Section(_("Evaluate"), "flask-conical", (
        Page(_("Evaluations"), "experiments:evaluation_list"),
        _tabbed(_("Benchmarks"), (_("Suites"), "benchmarks:suite_list"), (_("Runs"), "benchmarks:run_list")),
        Page(_("Metrics"), "annotations:metric_list"),
        _tabbed(_("Experiments"), (_("Experiments"), "experiments:experiment_list"),
                (_("Compare"), "experiments:experiment_history")),
        Page(_("Gates"), "experiments:gate_list"),
        _tabbed(_("Result reviews"), (_("Result reviews"), "reviews:job_list"), (_("Methods"), "reviews:method_list")),
        _tabbed(_("Rubric studies"), (_("Studies"), "experiments:study_list"),
                (_("Evidence sets"), "experiments:window_list")),
    )),
    Section(_("Models"), "bot", (
        Page(_("Models"), "reviews:judge_list"),
        Page(_("Cost and quality"), "reviews:costs"),
        _tabbed(_("Routing"), (_("Routing"), "reviews:quality"), (_("Gradings"), "reviews:grading_list"),
                (_("Calibrations"), "reviews:calibration_list"), (_("Observations"), "reviews:observations"),
                (_("Routed prompts"), "reviews:routed_prompt_list")),
        Page(_("Prompts"), "reviews:prompt_list"),
        Page(_("Runs"), "reviews:run_list"),
        _tabbed(_("Ledger"), (_("Requests"), "reviews:ledger"), (_("Attempts"), "reviews:attempts")),
        _tabbed(_("Providers and limits"), (_("Providers"), "reviews:providers"),
                (_("Provider keys"), "reviews:provider_keys", "admin"),
                (_("Limits and budget"), "reviews:rate_limits"), (_("Operations"), "reviews:operations")),
    )),
    Section(_("Organization"), "building-2", (
        _tabbed(_("People and teams"), (_("People"), "people_list", "admin"), (_("Teams"), "team_list", "admin"),
                (_("Invitations"), "invitation_list", "admin")),
        Page(_("Organization settings"), "organization_settings", "admin"),
        Page(_("Webhooks"), "events:webhook_list", "admin"),
        Page(_("Audit log"), "audit_log", "admin"),
    )),
    Section(_("Settings"), "settings", (
        Page(_("Settings"), "account_settings", MEMBER),
        Page(_("API keys"), "api_key_list", MEMBER),
        Page(_("API reference"), "api_docs", MEMBER),
    )),
)  # fmt: skip


@dataclass(frozen=True)
class Location:
    """Where a path lies; `is_page`: it is that of the page itself, or of one of its tabs."""

    section: Section
    page: Page
    is_page: bool


def location_of(path):
    """The Location of a path; None where no page explains it."""
    if path == HOME.pages[0].href:
        return Location(HOME, HOME.pages[0], is_page=True)
    every = [(page.reach(path), section, page) for section in SECTIONS for page in section.pages]
    reach, section, page = max(every, key=lambda found: found[0])
    return Location(section, page, is_page=path in page.places) if reach else None


def sections_for(membership):
    """[(Section, pages)], Home first, of what the role may use."""
    shown = [(section, section.pages_for(membership)) for section in (HOME, *SECTIONS)]
    return [(section, pages) for section, pages in shown if pages]


def tabs_for(membership, pages, path):
    """Items for components/tabs.html of the pages that the role may use; none where there is no other page."""
    shown = [page for page in pages if page.is_for(membership)]
    items = [{"label": page.label, "href": page.href, "current": path in page.places} for page in shown]
    return items if len(items) > 1 else []
