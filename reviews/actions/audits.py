"""Audit what a machine said about one item: accept, override, evidence wrong, cannot judge."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction

from annotations.actions import history, submissions
from annotations.models import Annotation, Judgement
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.models import Audit
from reviews.models.audit import VERDICTS

REASON_CODES = {
    "wrong_value": "The value is wrong",
    "misread_source": "The source was misread",
    "missed_evidence": "Evidence was missed",
    "wrong_justification": "The reasons do not carry the value",
    "guideline_gap": "The guideline does not cover this",
    "other": "Another reason",
}


@dataclass(frozen=True)
class Decision:
    """An auditor's word on one judgement. `value` is the auditor's own answer: required for an override."""

    verdict: str
    value: object = None
    reason_code: str = ""
    note: str = ""
    ms_to_decide: int | None = None


def answer_first(*, annotation, answers, auditor, task):
    """Store the auditor's own answers before the machine's are shown: blind, their own annotation, no human place."""
    return submissions.submit(
        item_id=annotation.item_id, task=task, annotator=auditor,
        submission=submissions.Submission(answers=answers, origin="audit", exposure="blind", partial=True),
    )


def decide(*, annotation, decisions, auditor, task):
    """Store decisions by question key about one machine annotation; all of them or none.

    An override's value becomes the auditor's own annotation (origin audit, no human place taken). The audit counts as
    blind when the auditor had answered the item before. Raises InvalidInput for unknown verdicts or questions and for
    an override without value or reason, Conflict `already_audited` for a second word.
    """
    judgements = {row.question.key: row for row in annotation.judgements.select_related("question")}
    _check(decisions, judgements)
    own = {key: decision.value for key, decision in decisions.items() if decision.verdict == "override"}
    before = own_annotation(annotation, auditor)
    try:
        with transaction.atomic():
            own_judgements = _keep_values(annotation, own, before, auditor, task)
            audits = Audit.objects.bulk_create(
                Audit(
                    judgement=judgements[key], auditor=auditor, verdict=decision.verdict, note=decision.note.strip(),
                    reason_code=decision.reason_code, ms_to_decide=decision.ms_to_decide,
                    blind=before is not None and before.exposure == "blind",
                    own_judgement=own_judgements[key] if key in own else None,
                )
                for key, decision in decisions.items()
            )
            history.note(task=task, item=annotation.item, actor=auditor, verb="audited",
                         details={"annotation": annotation.pk, "questions": sorted(decisions)})
    except IntegrityError as error:
        if "audit_once_per_auditor" not in str(error):
            raise
        raise Conflict("You have audited this already; your first word stands.", code="already_audited") from error
    return audits


def own_annotation(annotation, auditor):
    """The auditor's current annotation of the same item, or None."""
    return Annotation.objects.current().filter(item=annotation.item_id, annotator=auditor).first()


def _check(decisions, judgements):
    if not decisions:
        raise InvalidInput("Decide at least one question.", code="no_decision")
    problems = {}
    for key, decision in decisions.items():
        if key not in judgements:
            problems[key] = f"The machine gave no answer to {key!r}."
        elif decision.verdict not in VERDICTS:
            problems[key] = f"The verdict is {decision.verdict!r}. Valid: {', '.join(VERDICTS)}."
        elif decision.verdict == "override" and decision.value is None:
            problems[key] = "An override needs your own answer."
        elif decision.verdict == "override" and decision.value == judgements[key].value:
            problems[key] = "Your answer is the machine's own. Accept it, or choose another."
        elif decision.verdict == "override" and decision.reason_code not in REASON_CODES:
            problems[key] = f"An override needs a reason. Valid: {', '.join(REASON_CODES)}."
    if problems:
        raise InvalidInput(next(iter(problems.values())), code="invalid_audit", details={"fields": problems})


def _keep_values(annotation, own, before, auditor, task):
    """{key: Judgement} of the auditor with these values: what they answered already, else a new revision."""
    rows = _judgements_of(before) if before else {}
    if all(key in rows and rows[key].value == value for key, value in own.items()):
        return rows
    kept = {key: row.value for key, row in rows.items() if not row.abstained}
    submission = submissions.Submission(
        answers=kept | own, origin="audit", exposure="saw_machine", partial=True,
        revises=before.revision if before else None,
    )
    stored = submissions.submit(item_id=annotation.item_id, task=task, annotator=auditor, submission=submission)
    return _judgements_of(stored.annotation)


def _judgements_of(annotation):
    return {row.question.key: row for row in Judgement.objects.filter(annotation=annotation).select_related("question")}
