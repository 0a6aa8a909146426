"""What needs attention, the worst first: failed runs, refused files, a budget that runs out, low agreement."""

import datetime

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotations.agreement import bands, figures
from annotations.models import AgreementSnapshot
from datasets.models import DatasetVersion
from evalhub.home import MOST_ROWS, Row, Rows
from evalhub.lib.charts import numbers
from evalhub.work.models import WorkFailure
from reviews.costs.views.costs import month_of
from reviews.engine.actions import operations
from reviews.engine.models import EvaluationRun, LLMRequest
from reviews.engine.runs.views import totals
from reviews.engine.views.labels import note_of_run

RECENT = datetime.timedelta(days=7)
NEGATIVE, CAUTION = "negative", "caution"


def rows_of(organization, tasks):
    """The Rows of an organization, whose open tasks these are."""
    rows = [*_runs(organization), *_crashes(organization), *_given_up(organization), *_files(organization)]
    rows += [*_budget(organization), *_agreement(tasks)]
    return Rows.of(sorted(rows, key=lambda row: row.tone != NEGATIVE))


def _runs(organization):
    """Runs that ended with failures in the last week or that wait for a provider; those without any answer first."""
    failed = LLMRequest.objects.current().filter(run=OuterRef("pk"), state="failed")
    lately = Q(finished_at__gte=timezone.now() - RECENT) & (Q(status="failed") | Q(status="completed") & Exists(failed))
    runs = EvaluationRun.objects.for_organization(organization).select_related("task", "annotator")
    found = list(runs.filter(lately | Q(status="held", desired_state="run")).order_by("-created_at")[:MOST_ROWS])
    labels = totals.labels_of(found)
    for run in found:
        note = str(run.held_reason or "") if run.status == "held" else note_of_run(run)
        href = reverse("reviews:run_detail", args=[run.pk])
        title = _("%(run)s: %(state)s") % {"run": run, "state": labels[run.pk].label}
        tone = NEGATIVE if run.status == "failed" else CAUTION
        yield Row("circle-alert", title, note, _("Open run"), href, tone)


def _crashes(organization):
    _shown, n = operations.crashed(organization)
    if n:
        words = ngettext("%(n)s piece of work crashed its workers", "%(n)s pieces of work crashed their workers", n)
        note = _("It can be restarted")
        yield Row("plug-zap", words % {"n": numbers.count(n)}, note, _("Open"), reverse("reviews:operations"), NEGATIVE)


def _given_up(organization):
    n = WorkFailure.objects.given_up().filter(organization=organization).count()
    if n:
        words = ngettext("%(n)s piece of work was given up", "%(n)s pieces of work were given up", n)
        note = _("It failed repeatedly. Open for the reason")
        yield Row("plug-zap", words % {"n": numbers.count(n)}, note, _("Open"), reverse("reviews:operations"), NEGATIVE)


def _files(organization):
    """The newest file of the last week that cannot be used and that no later version replaces."""
    later = DatasetVersion.objects.filter(dataset=OuterRef("dataset"), version_number__gt=OuterRef("version_number"))
    refused = DatasetVersion.objects.for_organization(organization).filter(
        ~Exists(later), validation_status="INVALID", created_at__gte=timezone.now() - RECENT
    )
    for version in refused.select_related("dataset").order_by("-created_at")[:1]:
        words = {"name": version.dataset.name, "number": version.version_number}
        href = reverse("datasets:version_detail", args=[version.dataset_id, version.version_number])
        title = _("File of %(name)s, version %(number)s was refused") % words
        yield Row("database", title, _("No cases were imported"), _("See errors"), href, NEGATIVE)


def _budget(organization):
    month = month_of(organization)
    if not month.is_over:
        return
    words = {
        "limit": numbers.usd(month.limit_usd),
        "spent": numbers.usd(month.spent_usd),
        "expected": numbers.usd(month.expected_usd or month.spent_usd),
        "month": month.name,
    }
    is_spent = month.spent_usd >= month.limit_usd
    title = (
        _("The budget of %(limit)s for %(month)s is used up")
        if is_spent
        else _("Models will pass the budget of %(limit)s in %(month)s")
    )
    note = _("%(spent)s spent, %(expected)s expected by the end of the month")
    tone = NEGATIVE if is_spent else CAUTION
    yield Row("wallet", title % words, note % words, _("Limits"), reverse("reviews:rate_limits"), tone)


def _agreement(tasks):
    """Questions of open tasks on which agreement is low; the lowest first."""
    found = AgreementSnapshot.objects.among_people().filter(task__in=[task.pk for task in tasks])
    found = found.select_related("task", "question").defer("details").order_by("value")
    for row in [row for row in found if bands.is_low(row)][:MOST_ROWS]:
        figure = figures.figure(row)
        title = _("Agreement is %(value)s, %(band)s") % {"value": figure.value, "band": figure.band}
        note = f"{row.question.title} · {row.task.name} · {figure.note}"
        href = reverse("annotations:task_agreement", args=[row.task_id])
        yield Row("trending-down", title, note, _("Compare"), href, CAUTION)
