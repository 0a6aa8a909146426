"""A person's last word on a reviewed job: what was audited is written into its files, and nothing moves any more."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.accounts.actions import audit
from evalhub.events.actions import outbox
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.jobs.actions import panels, review_runs
from reviews.jobs.models import Job

VERDICTS = {
    "trust": gettext_lazy("Trust"),
    "caution": gettext_lazy("Use with caution"),
    "reject": gettext_lazy("Do not use"),
}
LONGEST_NOTE = 10_000


@transaction.atomic
def sign_off(*, job, verdict, note="", by):
    """Sign a reviewed job off; its result files are written again, overridden values replaced by the auditors'.

    InvalidInput for an unknown verdict, or one below trust without a note. Conflict `not_reviewed`, `signed_off`,
    `not_audited` until every answer of every model was audited. JobError when the directory cannot be written.
    """
    note = _checked(verdict, note)
    job = (
        Job.objects.select_for_update(of=("self",)).select_related("run", "method_task", "organization").get(pk=job.pk)
    )
    if job.state == "signed_off":
        raise Conflict(_("This result review is already signed off."), code="signed_off")
    if job.state != "reviewed":
        raise Conflict(
            _("This result review is %(state)s. Valid: one whose review has ended.") % {"state": job.state},
            code="not_reviewed",
        )
    job.signed_off_at, job.signed_off_by = timezone.now(), by
    job.sign_off_verdict, job.sign_off_note, job.state = verdict, note, "signed_off"
    changes = _audited(job) if job.strategy == "review" else {}
    for name, value in changes.items():
        setattr(job, name, value)
    job.save(update_fields=["state", "signed_off_at", "signed_off_by", "sign_off_verdict", "sign_off_note", *changes])
    audit.record(organization=job.organization, verb="job.signed_off", target=job, details={"verdict": verdict}, by=by)
    told = {"job_id": job.pk, "verdict": verdict}
    outbox.emit(organization=job.organization, type="result_review.signed_off", object=job, payload=told)
    return job


def unaudited(panel):
    """The models whose answers nobody has audited whole."""
    return [member.annotator.model for member in panel.answered if not member.is_audited]


def _checked(verdict, note):
    if verdict not in VERDICTS:
        words = _("verdict is %(met)s. Valid: %(valid)s.")
        raise InvalidInput(
            words % {"met": repr(verdict)[:40], "valid": ", ".join(VERDICTS)},
            code="unknown_verdict",
            details={"field": "verdict"},
        )
    note = note.strip() if isinstance(note, str) else ""
    if verdict != "trust" and not note:
        raise InvalidInput(
            _("Enter a note that explains why the estimate is not simply trusted."),
            code="note_missing",
            details={"field": "note"},
        )
    if len(note) > LONGEST_NOTE or "\0" in note:
        raise InvalidInput(
            _("The note has %(met)d characters. Valid: at most %(most)d, without NUL.")
            % {"met": len(note), "most": LONGEST_NOTE},
            code="note_too_long",
            details={"field": "note"},
        )
    return note


def _audited(job):
    """What the audits make of the panel, written to the files; the fields of the Job that change."""
    panel = panels.panel_of(job)
    left = unaudited(panel)
    if left:
        raise Conflict(
            _("Some answers are not audited. Audit first: %(models)s.") % {"models": ", ".join(left)},
            code="not_audited",
            details={"models": left},
        )
    sign_off = {
        "verdict": job.sign_off_verdict,
        "note": job.sign_off_note,
        "by": job.signed_off_by.email,
        "at": job.signed_off_at.isoformat(),
    }
    return {
        "confidence": panel.confidence,
        "overall_mean": panel.overall_mean,
        "spread": panel.spread,
        **review_runs.written(job, panel, sign_off=sign_off),
    }
