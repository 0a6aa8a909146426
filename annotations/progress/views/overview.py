"""What the overview of a task shows beside its charts: what to do next, figures, people. Later apps add theirs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from django.urls import reverse
from django.utils import dateformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotations.agreement import figures
from annotations.agreement.metrics import HEADLINE
from annotations.agreement.models import AgreementSnapshot
from annotations.consensus.actions import adjudication_queue
from annotations.progress.views.task_people import row_of
from annotations.queue.models import Assignment
from annotations.tasks.actions import annotators
from datasets.models.purposes import purpose_of
from evalhub.lib.charts import numbers

MOST_STEPS, MOST_PEOPLE = 4, 5
LEAST_ANSWERS = 20  # of somebody whose speed is compared


@dataclass(frozen=True)
class Step:
    """Something to do next, one link."""

    icon: str
    title: str
    note: str
    href: str


@dataclass(frozen=True)
class Stat:
    """A figure of the row of figures; without a value, `reason` says why."""

    label: str
    value: str = ""
    note: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Addition:
    """What a later app shows of a task: things to do, figures, and the template of a section with its context."""

    steps: list[Step] = field(default_factory=list)
    stats: list[Stat] = field(default_factory=list)
    template: str = ""
    context: dict[str, Any] = field(default_factory=dict)


sources: list[Callable[..., Addition]] = []  # called with the task, the reader's membership, and the agreement


def steps_of(task, membership, workers):
    """The Steps that annotations know of; four statements."""
    steps = []
    if membership.may("audit"):
        n = adjudication_queue.waiting([task]).get(task.pk, 0)
        if n:
            words = ngettext("%(n)s item to adjudicate", "%(n)s items to adjudicate", n)
            href = reverse("annotations:adjudication_list", args=[task.pk])
            steps.append(Step("gavel", words % {"n": numbers.count(n)}, _("People disagree or asked for it"), href))
    late = Assignment.objects.filter(task=task, state="late").count() if membership.may("manage") else 0
    if late:
        words = ngettext("%(n)s late answer", "%(n)s late answers", late) % {"n": numbers.count(late)}
        href = f"{reverse('annotations:task_leases', args=[task.pk])}?state=late"
        steps.append(Step("clock-alert", words, _("Count it, or leave it out"), href))
    steps = [*steps, *_fast(task, workers)] or [*_path(task, membership)]
    if membership.may("manage") and (short := annotators.shortage(task)):
        href = reverse("annotations:task_people", args=[task.pk])
        steps.append(Step("users", short, _("Invite people, or admit more of them to the task"), href))
    return steps


def _path(task, membership):
    """Where the path goes on for which the data was brought."""
    purpose = purpose_of(task.dataset_version.purpose)
    if purpose.next_page and membership.may("manage"):
        note = _("You get: %(what)s") % {"what": purpose.gets}
        yield Step("route", purpose.next_title, note, reverse(purpose.next_page, args=[task.pk]))


def _fast(task, workers):
    """The person who answers in less than half of the time of the others, where all have answered enough."""
    known = [each for each in workers if each.median_seconds and each.answered >= LEAST_ANSWERS]
    if len(known) < 3:
        return
    fastest = min(known, key=lambda each: each.median_seconds)
    others = median(each.median_seconds for each in known if each is not fastest)
    if fastest.median_seconds >= others / 2:
        return
    words = {"name": fastest.annotator.name, "time": numbers.seconds(fastest.median_seconds)}
    note = _("others %(time)s") % {"time": numbers.seconds(others)}
    if fastest.closeness.alpha is not None:
        note += ", " + _("alpha %(value)s") % {"value": numbers.point(fastest.closeness.alpha)}
    href = reverse("annotations:task_people", args=[task.pk])
    yield Step("hourglass", _("%(name)s answers in %(time)s") % words, note, href)


def agreement_of(task):
    """[(title, {scope: AgreementSnapshot of alpha})] of the form's questions in order; one statement."""
    rows = AgreementSnapshot.objects.filter(
        task=task, metric=HEADLINE, scope__in=["people", "between"], question__schema_version=task.schema_version_id
    )
    found = {}
    for row in rows.select_related("question").order_by("question__position"):
        found.setdefault(row.question.title, {})[row.scope] = row
    return list(found.items())


def agreement_stat(task, agreement):
    """The Stat of the task's agreement, else why its first question has none; one statement."""
    label = _("Agreement among people")
    row = AgreementSnapshot.objects.filter(task=task).headlines().first()
    if row is None:
        undefined = [scopes["people"] for _title, scopes in agreement if "people" in scopes]
        if not undefined:
            return Stat(label, reason=_("Not defined yet: no item has two labels. Ask a second annotator."))
        return Stat(label, reason=figures.figure(undefined[0]).reason)
    found = figures.figure(row)
    note = f"{found.band} · {found.note}"
    return Stat(_("Agreement: %(question)s") % {"question": row.question.title}, found.value, note)


def forecast_stat(task, states, found):
    """When the task is done, with its interval, beside the day when it is due; else why that is not known."""
    label = _("Forecast")
    due = _("due %(day)s") % {"day": named(task.due_on)} if task.due_on else ""
    if not states.missing and states.total:
        return Stat(label, _("Done"), due)
    if task.status != "ACTIVE":
        return Stat(label, reason=_("No items are assigned: the task is not active."), note=due)
    if found is None:
        return Stat(label, reason=_("Needs 2 days of answers"), note=due)
    if found.done_on is None:
        return Stat(label, reason=_("More than a year at this pace"), note=due)
    if found.late_on is None:
        note = _("80 %% interval: %(early)s or later") % {"early": named(found.early_on)}
    else:
        note = _("80 %% interval %(early)s to %(late)s") % {
            "early": named(found.early_on),
            "late": named(found.late_on),
        }
    return Stat(label, dateformat.format(found.done_on, "D j M"), " · ".join(filter(None, [note, due])))


def people_of(workers):
    """[(Worker, alpha with others, its n or why there is none, most answers of one)] of the busiest people."""
    people = [each for each in workers if each.annotator.kind == "human"][:MOST_PEOPLE]
    most = max((each.answered for each in people), default=0)
    rows = [(each, row_of(each)) for each in people]
    return [
        (each, row.alpha, numbers.counted(each.closeness.n_labels) if row.alpha else row.note, most or 1)
        for each, row in rows
    ]


def named(day, *, long=False):
    """A day in words: 26 Nov, or Thursday 26 November."""
    return dateformat.format(day, "l j F" if long else "j M")
