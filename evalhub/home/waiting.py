"""What waits for this person: items to adjudicate, answers to audit, reviews to sign off, files to map, own work."""

from dataclasses import asdict

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotations.consensus.actions import adjudication_queue
from annotations.models import AnnotationTask, Annotator, ImportJob
from annotations.queue.actions import own_history
from annotations.tasks.actions import annotators
from evalhub.home import Row, Rows
from evalhub.lib.charts.numbers import count
from reviews.audits.actions import queue
from reviews.jobs.models import Job

MOST_OF_A_KIND = 2


def rows_of(membership, tasks):
    """The Rows of a member of the organization, whose open tasks these are; seven statements at most."""
    rows = []
    if membership.may("audit"):
        rows += [*_adjudications(tasks), *_audits(membership), *_sign_offs(membership.organization)]
    if membership.may("manage"):
        rows += _imports(membership.organization)
    if membership.may("annotate"):
        rows += _own(membership, tasks)
    return Rows.of(rows)


def _adjudications(tasks):
    """A row for each of the tasks with most items."""
    waiting = adjudication_queue.waiting(tasks)
    found = sorted((task for task in tasks if task.pk in waiting), key=lambda task: -waiting[task.pk])
    for task in found[:MOST_OF_A_KIND]:
        n = waiting[task.pk]
        words = ngettext("Adjudicate %(n)s item", "Adjudicate %(n)s items", n)
        href = reverse("annotations:adjudication_list", args=[task.pk])
        yield Row("gavel", words % {"n": count(n)}, task.name, _("Adjudicate"), href)


def _audits(membership):
    """One row for all answers that wait, with what they wait for."""
    organization = membership.organization
    if not Annotator.objects.filter(organization=organization, kind="llm").exists():
        return
    found = queue.waiting_counts(queue.listed(organization, annotators.of_member(membership)))
    if found.all != "0":
        one = 1 if found.all == "1" else 2
        title = ngettext("Audit %(n)s model answer", "Audit %(n)s model answers", one)
        note = _("Differ from people: %(differs)s · quote not found: %(missing)s · random sample: %(sample)s")
        href = reverse("reviews:audit_list")
        yield Row("scan-search", title % {"n": found.all}, note % asdict(found), _("Audit"), href)


def _sign_offs(organization):
    reviewed = Job.objects.for_organization(organization).filter(state="reviewed").order_by("-created_at")
    for job in reviewed[:MOST_OF_A_KIND]:
        title = _("Sign off result review “%(name)s”") % {"name": job.initiative_id or job.name}
        note = _("The reviewers have finished")
        yield Row("clipboard-check", title, note, _("Review"), job.get_absolute_url())


def _imports(organization):
    jobs = ImportJob.objects.filter(organization=organization, state="waiting", mapping={}).select_related("task")
    for job in jobs.order_by("-created_at")[:MOST_OF_A_KIND]:
        title = _("Map the columns of %(file)s") % {"file": job.file_name}
        href = reverse("annotations:import_detail", args=[job.pk])
        yield Row("file-input", title, job.task.name, _("Map"), href)


def _own(membership, tasks):
    """The task that this person worked on last, else the newest one, where it has items for them."""
    annotator = annotators.of_member(membership)
    open_to_all = AnnotationTask.objects.filter(pk__in=[task.pk for task in tasks])
    for task in own_history.last_worked_on_first(open_to_all, annotator)[:1]:
        done = own_history.done_by(annotator, [task]).get(task.pk, 0)
        verb = _("Continue") if done else _("Start")
        note = ngettext("%(n)s item answered by you", "%(n)s items answered by you", done) % {"n": count(done)}
        href = reverse("annotations:item_claim", args=[task.pk])
        yield Row("pencil-line", _("Annotate “%(task)s”") % {"task": task.name}, note, verb, href, takes_item=True)
