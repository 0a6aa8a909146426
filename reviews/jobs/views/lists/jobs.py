"""The list of job directories: what each came to."""

from django.conf import settings
from django.db.models import F, Func, JSONField, Value
from django.db.models.functions import NullIf
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lib.charts import numbers, small
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from reviews.jobs.actions import roots
from reviews.jobs.models import Job
from reviews.jobs.models.job import STATES
from reviews.jobs.views import labels

CELLS = "reviews/jobs/job_cells.html"
FILTERS = (
    filters.choice(
        "state",
        "state",
        STATES,
        "jobs in one of these states",
        code="unknown_state",
        title=_("State"),
        labels={state: labels.STATES[state].label for state in STATES},
    ),
    filters.text("model_type", "model_type", "jobs of this method", title=_("Method")),
    filters.since("created_at", "jobs taken in then or later", title=_("Submitted from")),
)
# What only the page of one job shows.
LARGE = ("artifact_text", "artifact_metadata", "manifest", "files", "evaluate_text", "review_text", "error_message")


class PanelOveralls(Func):
    """The overall scores of a jury's members as its result file has them, so that the whole file stays where it is."""

    template = "jsonb_path_query_array((%(expressions)s)::jsonb, '$.panel[*].overall_score')"
    output_field = JSONField()


@register("jobs")
class JobList(List):
    title = _("Result reviews")
    in_palette = True
    columns = (
        Column("initiative", _("Initiative"), str, sort="initiative_id"),
        Column("state", _("State"), "look.label", template=f"{CELLS}#state", sort="state"),
        Column("confidence", _("Confidence"), "confidence", template=f"{CELLS}#confidence", sort="confidence"),
        Column("method", _("Method"), "method", template=f"{CELLS}#method", sort="model_type"),
        Column("directory", _("Directory"), "name", kind="mono", sort="name", default=False),
        Column(
            "verdict", _("Verdict"), lambda job: job.verdict and job.verdict[0], sort="sign_off_verdict", default=False
        ),
        Column("sample_size", _("Sample size"), "sample_size", kind="number", sort="sample_size", default=False),
        Column("created_by", _("Person"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Submitted"), "created_at", kind="time", sort="created_at"),
    )
    filters = FILTERS
    search, search_label = ("initiative_id", "name"), _("Initiative or directory")
    links = (Link(_("Submit result review"), "reviews:job_new", icon="folder-plus", primary=True),)
    empty = Empty(
        "folder-search",
        _("No result reviews yet"),
        _(
            "A pipeline writes its estimate to a job directory. Models review it by the rules of its method, then you"
            " audit the reviews and sign off."
        ),
        Link(_("Submit first job"), "reviews:job_new"),
        _("They appear here once an admin submits a job directory."),
    )
    template = "reviews/jobs/list.html"

    def rows(self):
        found = Job.objects.for_organization(self.organization).defer(*LARGE).select_related("created_by")
        return found.annotate(overalls=PanelOveralls(NullIf(F("review_text"), Value(""))))

    def searched(self, rows, text):
        return rows.matching(text)

    def load(self, rows):
        """Set `look`, `method`, `verdict` and `strip`, the confidence drawn small, of each."""
        titles = dict(labels.methods())
        for job in rows:
            job.look, job.verdict = labels.label_of(job), labels.verdict_of(job)
            job.method = titles.get(job.model_type, job.model_type)
            job.strip = None if job.confidence is None else _strip(job.confidence, job.overalls or [], job.spread)

    def is_live(self, rows):
        return any(job.state == "reviewing" for job in rows)

    def labels(self, filter):
        return dict(labels.methods()) if filter.name == "model_type" else super().labels(filter)

    def note(self, row):
        return row.name if row.name != str(row) else ""

    @cached_property
    def roots(self):
        return roots.roots_of(self.organization)

    @property
    def inbox(self):
        return settings.JOB_INBOX


def _strip(confidence, scores, spread):
    """A confidence with each model's own score, drawn small."""
    words = gettext("Confidence %(value)s") % {"value": numbers.point(confidence)}
    if spread is not None:
        figures = {"first": words, "spread": numbers.point(spread)}
        words = gettext("%(first)s; distance between models %(spread)s") % figures
    return small.strip(confidence, scores, words)
