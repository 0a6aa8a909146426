"""The report of one job: a page to read, to print and to save as a PDF file from the browser."""

from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib.charts import Panel, numbers, panels
from evalhub.templatetags.states import look_of
from reviews.jobs.charts import EstimateSubject, ScoresSubject
from reviews.jobs.models import Job
from reviews.jobs.views import labels, summary
from reviews.jobs.views.files import job_of


@dataclass(frozen=True)
class Report:
    """What a report says; `decisions` are [(model, dimension, verdict, before, after, note)] of the auditors.

    `estimates` are [(name, value)] of the job's scorer event.
    """

    job: Job
    board: summary.Board
    method: str
    verdict: tuple | None
    estimate_panels: list[Panel]
    estimates: list
    score_panels: list[Panel]
    decisions: list
    made_at: object

    @property
    def signed(self):
        """Who signed the job off and when, or that nobody has."""
        if self.job.signed_off_at is None:
            return _("Not signed off")
        return _("Signed off by %(name)s on %(date)s") % {
            "name": self.job.signed_off_by,
            "date": f"{timezone.localtime(self.job.signed_off_at):%Y-%m-%d %H:%M %Z}",
        }


@requires("read")
@require_safe
def job_report(request, job_id):
    report = _of(request, job_id)
    trail = [{"label": str(report.job), "href": report.job.get_absolute_url()}]
    return render(request, "reviews/jobs/report.html", {"report": report, "job": report.job, "trail": trail})


def _of(request, job_id):
    """The Report of a job that has ended with a result; 404 for one that has none to report."""
    job = job_of(request, job_id)
    if job.confidence is None:
        raise Http404(_("This result review has no result."))
    board = summary.of_job(job, names=request.membership.may("manage"))
    return Report(
        job=job,
        board=board,
        method=labels.method_title(job.model_type),
        verdict=labels.verdict_of(job),
        estimate_panels=panels("job_estimate", EstimateSubject(job.event)) if job.event else [],
        estimates=_estimates(job.event) if job.event else [],
        made_at=timezone.now(),
        score_panels=panels("job_scores", ScoresSubject(board.panel, board.people)),
        decisions=[
            (
                card.member.annotator.model,
                line.title,
                look_of(line.score.audited).label,
                line.score.score,
                line.score.effective_score,
                line.score.note,
            )
            for card in board.cards
            for line in (*card.dimensions, *([card.overall] if card.overall else []))
            if line.score.audited
        ],
    )


def _estimates(event):
    ends = {"low": numbers.short(event["ci_lower"]), "high": numbers.short(event["ci_upper"])}
    return [
        (_("Estimate"), numbers.short(event["effect_estimate"])),
        (_("Interval"), _("%(low)s to %(high)s") % ends),
        (_("Cases"), numbers.count(event["sample_size"])),
        (_("Cost to scale"), numbers.short(event["cost_to_scale"])),
    ]
