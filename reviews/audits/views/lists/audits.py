"""The list of model answers to audit, and how often such answers are wrong.

What is hidden from the auditor is neither shown nor found: no search, filter, order or file tells anything of it.
"""

from dataclasses import dataclass

from django.db.models import Count, Exists, Min, OuterRef, Subquery
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotations.models import AnnotationTask, Judgement, Question
from annotations.tasks.actions import annotators, item_content, item_search
from evalhub.api import filters
from evalhub.lists import address, register
from evalhub.lists.declaration import Column, Empty, Link, List, Preset
from reviews.audits.actions import (
    blind_modes,
    bulk_accept,
    decision_speed,
    leases,
    missing_answers,
    openings,
    queue,
    reasons,
)
from reviews.audits.models import Audit
from reviews.audits.views import error_rate_panels, in_doubt
from reviews.engine.models import EvaluationRun

CELLS = "reviews/audits/cells.html"
WHY_LABELS = {queue.QUEUE: _("Sampled or in doubt"), queue.ALL: _("All answers")} | reasons.WHY
LONGEST_TEXT = 120
FILTERS = (
    filters.identifier("task", "task", "answers of this task", title=_("Task")),
    filters.one_of("state", "", queue.STATES, "", default="open", title=_("State"), labels=queue.STATES),
    filters.one_of("why", queue.because, WHY_LABELS, "", default=queue.QUEUE, title=_("Why"), labels=WHY_LABELS),
    filters.text(
        "model",
        lambda rows, value: rows.filter(hidden=False, annotation__annotator__model=value),
        "",
        title=_("Model"),
    ),
    filters.since("annotation__submitted_at", "", title=_("Judged from")),
)


@dataclass(frozen=True)
class AuditSummary:
    """Error rates, and how many answers of the view this auditor may accept at once."""

    rates: error_rate_panels.TaskRates | None
    acceptable: int


def _unless_hidden(read):
    """A column's value, where it may be told."""
    return lambda row: gettext("Hidden") if row.values_hidden else read(row)


def query_of(params):
    """The parameters of an address that say which rows are listed, and in which order."""
    names = [*(each.name for each in FILTERS), "q", "sort"]
    return {name: text for name, text in address.texts_of(params).items() if name in names}


@register("audits")
class AuditList(List):
    title = _("Audit")
    lead = _(queue.AUDITS_WAITING)
    capability = "audit"
    columns = (
        Column("item", _("Item"), "text"),
        Column("question", _("Question in doubt"), "question_text", template=f"{CELLS}#question"),
        Column("model", _("Model"), _unless_hidden(lambda row: row.line.shown_value), template=f"{CELLS}#model"),
        Column("people", _("People"), _unless_hidden(lambda row: row.people_text), template=f"{CELLS}#people"),
        Column(
            "doubt", _("Doubt"), "doubt_text", template=f"{CELLS}#doubt", sort="place", figure="differs_from_people"
        ),
        Column("judged_at", _("Judged"), "annotation.submitted_at", kind="time", sort="pk"),
        Column(
            "annotator",
            _("Model's name"),
            _unless_hidden(lambda row: row.annotation.annotator.name),
            template=f"{CELLS}#annotator",
            default=False,
        ),
        Column(
            "confidence",
            _("Lowest confidence"),
            _unless_hidden(lambda row: row.lowest),
            template=f"{CELLS}#confidence",
            default=False,
        ),
        Column("task", _("Task"), "annotation.task.name", default=False),
        Column("state", _("State"), "state_text", default=False),
    )
    filters = FILTERS
    search_label = _("Item texts and IDs")
    order = "doubt"
    presets = (
        Preset(_("To audit"), {}),
        Preset(_("Differs from people"), {"why": "differs"}),
        Preset(_("Quote not found"), {"why": "missing"}),
        Preset(_("Random sample"), {"why": "sample"}),
        Preset(_("Mine, unfinished"), {"state": "unfinished", "why": queue.ALL}),
        Preset(_("Audited"), {"state": "audited", "why": queue.ALL}),
    )
    empty = Empty(
        "scan-search",
        _("No answers to audit"),
        _("Add a model on the Models tab of a task. Its answers appear here as a random sample or because of a doubt."),
        Link(_("Go to the tasks"), "annotations:task_list", capability="read", icon=""),
    )
    template = "reviews/audits/list.html"
    top = "reviews/audits/top.html"

    def __init__(self, request, parent=None):
        super().__init__(request, parent)
        self.auditor = annotators.of_member(self.membership)
        self.task_id, self.start_href, self.why = None, "", ""

    def rows(self):
        lowest = Judgement.objects.filter(annotation=OuterRef("pk")).order_by().values("annotation")
        found = queue.listed(self.organization, self.auditor).annotate(
            lowest=Subquery(lowest.annotate(lowest=Min("confidence")).values("lowest")),
            is_begun=Exists(Audit.objects.filter(judgement__annotation=OuterRef("pk"))),
        )
        related = ("annotation__annotator", "annotation__task", "annotation__item__test_case")
        return found.select_related(*related)

    def narrow(self, rows, filter, value):
        if filter.name == "state":
            return queue.in_state(rows, value, self.auditor)
        if filter.name == "task":
            self.task_id = value
        if filter.name == "why":
            self.why = value
        return super().narrow(rows, filter, value)

    def searched(self, rows, text):
        """By what the items show, which is hidden from nobody."""
        versions = {
            task.dataset_version_id: task.dataset_version for task in self.tasks if self.task_id in (None, task.pk)
        }
        return rows.filter(item_search.matches_in(list(versions.values()), text, path="item__").condition)

    def load(self, rows):
        """What cells show; that the auditor has seen these values is noted. Nine statements at most."""
        secret = blind_modes.items_hidden_from(self.auditor, [row.item_id for row in rows])
        holders = leases.holders([row.pk for row in rows], besides=self.auditor)
        shown = [row for row in rows if not row.hidden]
        lines = in_doubt.lines_of(shown, self.auditor) if shown else {}
        questions = Question.objects.filter(schema_version__in={row.annotation.schema_version_id for row in rows})
        numbers_of = dict(questions.order_by().values_list("schema_version").annotate(Count("pk")))
        for row in rows:
            row.questions = numbers_of[row.annotation.schema_version_id]
            row.text = item_content.summary(row.annotation.item.test_case, LONGEST_TEXT)
            row.line, row.holder = in_doubt.first(lines.get(row.pk, ()), self.why), holders.get(row.pk)
            row.values_hidden = row.hidden or row.item_id in secret
            _describe(row)
        openings.note(annotations=[row.annotation for row in rows if not row.values_hidden], auditor=self.auditor)
        self.start_href = next((self.href(row) for row in rows if row.holder is None), "")

    def summarize(self, rows):
        acceptable = bulk_accept.acceptable(rows, auditor=self.auditor)
        return AuditSummary(error_rate_panels.of_tasks(self.tasks, self.task_id), len(acceptable))

    def preset_counts(self, chosen):
        """Of what waits, and of the chosen task; one statement."""
        if chosen.search or set(chosen.values) - {"task", "state", "why"}:
            return {}
        rows = queue.listed(self.organization, self.auditor)
        if "task" in chosen.values:
            rows = rows.filter(task=chosen.values["task"])
        counts = queue.waiting_counts(rows)
        shown = (counts.all, counts.differs, counts.missing, counts.sample)
        return {preset.title: n for preset, n in zip(self.presets, shown, strict=False)}

    def note(self, row):
        item = row.annotation.item
        number = gettext("Item %(number)s") % {"number": item.position + 1}
        return " · ".join(filter(None, [row.annotation.task.name, number, item.test_case.external_id]))

    def href(self, row):
        query = address.query(query_of(self.request.GET))
        return reverse("reviews:audit_item", args=[row.pk]) + (f"?{query}" if query else "")

    def labels(self, filter):
        if filter.name == "task":
            return {str(task.pk): task.name for task in self.tasks}
        if filter.name == "model":
            runs = EvaluationRun.objects.filter(task__in=self.tasks).order_by("annotator__model")
            return {model: model for model in runs.values_list("annotator__model", flat=True).distinct()}
        return super().labels(filter)

    @cached_property
    def tasks(self):
        """Those that any model was asked to judge."""
        has_run = Exists(EvaluationRun.objects.filter(task=OuterRef("pk")))
        found = AnnotationTask.objects.for_organization(self.organization).filter(has_run)
        return list(found.select_related("dataset_version").order_by("name"))

    @cached_property
    def unanswered(self):
        return missing_answers.counts(self.organization)

    @cached_property
    def unanswered_total(self):
        return sum(self.unanswered.values())

    @cached_property
    def paces(self):
        return decision_speed.paces(self.organization)

    @property
    def own_pace(self):
        return next((pace for pace in self.paces if pace.auditor_id == self.auditor.pk), None)

    @property
    def may_see_paces(self):
        return self.membership.may("manage")

    @property
    def query(self):
        return address.query(query_of(self.request.GET))


def _describe(row):
    """The texts of the cells: of a hidden row, those that say no more than how it came here."""
    n = row.questions
    row.question_text = (
        ngettext("%(n)s question, blind first", "%(n)s questions, blind first", n) % {"n": n}
        if row.hidden
        else row.line.title
    )
    told = queue.shown_reasons(row.reasons, hidden=row.hidden, sampled=row.sampled)
    titles = [str(title) for title in reasons.titles(told, hidden=row.hidden)]
    row.doubt_text = (row.line and row.line.doubt_text) or ", ".join(titles) or gettext("No signals")
    row.people_text = row.line.people.value if row.line and row.line.people else ""
    partly = row.is_open and row.is_begun
    row.state_text = gettext("Partly audited") if partly else gettext("To audit") if row.is_open else gettext("Audited")
