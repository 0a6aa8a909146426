"""Audit what a machine said about one item: accept, override, evidence wrong, cannot judge, guideline gap."""

from dataclasses import asdict, dataclass, replace

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.labels import schema
from annotations.labels.types import registry as label_types
from annotations.models import Annotation, Judgement, TaskItem
from annotations.queue.actions import drafts, exposure, submissions
from annotations.tasks.actions import form as forms
from annotations.tasks.actions import history, item_content
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.audits.actions import blind_modes, leases, picks
from reviews.audits.models import Audit, AuditSample
from reviews.audits.models.audit import VERDICTS

LONGEST_NOTE = 4000
REASON_CODES = {
    "wrong_value": gettext_lazy("Wrong value"),
    "misread_source": gettext_lazy("Misread source"),
    "missed_evidence": gettext_lazy("Missed evidence"),
    "wrong_justification": gettext_lazy("Weak reasoning"),
    "guideline_gap": gettext_lazy("Unclear guideline"),
    "other": gettext_lazy("Other"),
}


@dataclass(frozen=True)
class Decision:
    """An auditor's word on one judgement. `value` is the auditor's own answer: required for an override.

    `without_quote`: the auditor has checked the value although a quote of the machine was not found. In a draft the
    verdict may be missing.
    """

    verdict: str = ""
    value: object = None
    reason_code: str = ""
    note: str = ""
    without_quote: bool = False
    ms_to_decide: int | None = None


def as_draft(decisions):
    """{question key: Decision} as a draft holds it: without how long it took on which device."""
    return {key: asdict(replace(decision, ms_to_decide=None)) for key, decision in decisions.items()}


def of_draft(draft, *, before_seeing):
    """{question key: Decision} of a Draft; empty where there is none.

    `before_seeing`: the auditor has not seen the machine's answer. A bare value was typed then; where its save arrives
    after the answer itself, it is no word on what the machine said.
    """
    typed = {key: Decision(**row) for key, row in draft.answers.items()} if draft else {}
    if before_seeing:
        return typed
    return {key: said for key, said in typed.items() if said.verdict or said.note or said.without_quote}


def answer_first(*, annotation, answers, auditor, task):
    """Store the auditor's own answers before the machine's are shown: their own annotation, no human place taken.

    It is blind unless they have seen others' answers or comments on this item before. Raises InvalidInput as a
    person's submission does: required questions need an answer.
    """
    seen = exposure.before_answering(task=task, item_id=annotation.item_id, annotator=auditor)
    stored = submissions.submit(
        item_id=annotation.item_id,
        task=task,
        annotator=auditor,
        submission=submissions.Submission(answers=answers, origin="audit", exposure=seen),
    )
    drafts.drop(annotator=auditor, annotation=annotation)
    return stored


def decide(*, annotation, decisions, auditor, task):
    """Store decisions by question key about one machine annotation; all of them or none.

    An override's value becomes the auditor's own annotation (origin audit, no human place taken), or a new revision
    of it. A decision counts as blind where the auditor had answered that question before seeing the machine's answer.
    Each keeps the mode, the reasons and the chance of being drawn that held when it was made.
    Raises InvalidInput for unknown verdicts or questions, an override without value or reason, an unfound quote
    accepted without a tick; Conflict `replaced` when the machine's answer stands no longer, `in_other_hands` when
    another auditor has it, `answer_first` when it may not be seen yet, `already_audited` for a second word.
    """
    judgements = {row.question.key: row for row in _of(annotation).prefetch_related("evidence")}
    form = forms.load(annotation.schema_version_id)
    own = _checked(
        decisions, judgements, form.specs, item_content.content(annotation.item_id) if form.needs_item else None
    )
    try:
        with transaction.atomic():
            _check_stands(annotation)
            stamp = _stamp(annotation, auditor)
            blind = blind_keys(annotation, auditor)
            own_before = own_annotation(annotation, auditor)
            accepted = {key: judgements[key].value for key, said in decisions.items() if said.verdict == "accept"}
            own_judgements = _keep_values(annotation, own, accepted, own_before, auditor, task)
            audits = Audit.objects.bulk_create(
                Audit(
                    judgement=judgements[key],
                    auditor=auditor,
                    verdict=decision.verdict,
                    note=decision.note.strip(),
                    reason_code=decision.reason_code,
                    ms_to_decide=decision.ms_to_decide,
                    blind=key in blind,
                    own_judgement=own_judgements.get(key),
                    **stamp,
                )
                for key, decision in decisions.items()
            )
            drafts.drop(annotator=auditor, annotation=annotation)
            if not _of(annotation).exclude(audits__auditor=auditor).exists():
                leases.release(annotation=annotation, auditor=auditor)
            picks.note_audited(annotation=annotation)
            history.note(
                task=task,
                item=annotation.item,
                actor=auditor,
                verb="audited",
                details={
                    "annotation": annotation.pk,
                    "questions": sorted(decisions),
                    "own_annotation": _new_own(own_judgements, own_before),
                },
            )
    except IntegrityError as error:
        if "audit_once_per_auditor" not in str(error):
            raise
        return _decided_before(judgements, decisions, auditor)
    return audits


def in_other_hands(other):
    """The Conflict that tells an auditor who else has the answer."""
    return Conflict(
        _("%(name)s is auditing this answer. Nothing was saved. Take over to continue.") % {"name": other.name},
        code="in_other_hands",
    )


def _stamp(annotation, auditor):
    """What held when the word was given: mode, reasons, chance of being drawn. Conflict where it may not be given."""
    other = leases.holder(annotation=annotation, besides=auditor)
    if other is not None:
        raise in_other_hands(other)
    view = blind_modes.view_of(annotation, auditor)
    if view.hidden:
        raise Conflict(
            _("This answer is audited blind. Give your own answer on its audit page first."), code="answer_first"
        )
    drawn = AuditSample.objects.filter(annotation=annotation).values_list("inclusion_probability", flat=True).first()
    return {"mode": view.mode, "why": list(picks.now(annotation).reasons), "inclusion_probability": drawn}


def _decided_before(judgements, decisions, auditor):
    """The same words sent twice are the same audit; other words are a Conflict."""
    mine = Audit.objects.filter(judgement__in=[judgements[key] for key in decisions], auditor=auditor)
    stored = {audit.judgement_id: audit for audit in mine}
    same = all(
        (audit := stored.get(judgements[key].pk)) is not None
        and (audit.verdict, audit.reason_code, audit.note)
        == (decision.verdict, decision.reason_code, decision.note.strip())
        for key, decision in decisions.items()
    )
    if not same:
        raise Conflict(
            _("You have already audited this answer. Your first audit counts."),
            code="already_audited",
        )
    return list(stored.values())


def own_annotation(annotation, auditor):
    """The auditor's current annotation of the same item, or None."""
    return Annotation.objects.current().filter(item=annotation.item_id, annotator=auditor).first()


def blind_keys(annotation, auditor):
    """The questions of the item that the auditor answered before seeing anything, whatever they revised since."""
    blind = Judgement.objects.filter(
        annotation__item=annotation.item_id,
        annotation__annotator=auditor,
        annotation__exposure="blind",
        annotation__withdrawn_at=None,
        abstained=False,
    )
    return set(blind.values_list("question__key", flat=True))


def _check_stands(annotation):
    """Locks the item, as every writer of annotations does, so that nothing is replaced while the audit is written."""
    TaskItem.objects.select_for_update().get(pk=annotation.item_id)
    if not Annotation.objects.current().filter(pk=annotation.pk).exists():
        raise Conflict(_("The model's answer has been replaced or withdrawn. Nothing was saved."), code="replaced")


def _checked(decisions, judgements, specs, shown):
    """{key: value} of the overrides, as they will be stored; InvalidInput names every problem by question."""
    if not decisions:
        raise InvalidInput(_("Decide at least one question."), code="no_decision")
    by_key = {spec.key: spec for spec in specs}
    own, problems = {}, {}
    for key, decision in decisions.items():
        try:
            if key not in judgements:
                raise InvalidInput(_("The model did not answer %(key)s.") % {"key": repr(str(key)[:64])})
            value = _check(decision, judgements[key], by_key[key], shown)
        except InvalidInput as error:
            problems[key] = error.message
        else:
            if decision.verdict == "override":
                own[key] = value
    if problems:
        raise InvalidInput(next(iter(problems.values())), code="invalid_audit", details={"fields": problems})
    return own


def _check(decision, judgement, spec, shown):
    """The value of an override, cleaned; None for the other verdicts."""
    if decision.verdict not in VERDICTS:
        met = {"met": repr(str(decision.verdict)[:40]), "valid": ", ".join(VERDICTS)}
        raise InvalidInput(_("The verdict is %(met)s. Valid: %(valid)s.") % met)
    if len(decision.note) > LONGEST_NOTE:
        met = {"met": len(decision.note), "most": LONGEST_NOTE}
        raise InvalidInput(_("The note has %(met)s characters. Valid: at most %(most)s.") % met)
    if (
        decision.verdict == "accept"
        and not decision.without_quote
        and any(quote.match == "missing" for quote in judgement.evidence.all())
    ):
        raise InvalidInput(_("A quote was not found in the source. Confirm that you checked the value without it."))
    if decision.verdict != "override":
        return None
    label_type = label_types[spec.label_type]
    if label_type.is_empty(spec.config, decision.value):
        raise InvalidInput(_("An override needs your own answer."))
    value = label_type.clean_beside(spec.config, decision.value, shown)
    if value == judgement.value:
        raise InvalidInput(_("Your answer equals the model's answer. Accept it, or choose another value."))
    if decision.reason_code not in REASON_CODES:
        raise InvalidInput(_("Choose a reason for the override."), details={"valid": list(REASON_CODES)})
    return value


def _keep_values(annotation, own, accepted, before, auditor, task):
    """{key: Judgement} of the auditor, with these values: what they answered already, else a new revision.

    A question that is asked only after certain answers needs these from the auditor too: what they accept in the same
    breath is theirs as well. InvalidInput names the questions that are not asked even so.
    """
    rows = {row.question.key: row for row in _of(before)} if before else {}
    if all(key in rows and rows[key].value == value for key, value in own.items()):
        return rows
    kept = {key: row.value for key, row in rows.items() if not row.abstained}
    specs = forms.load(annotation.schema_version_id).specs
    answers = kept | own
    if not own.keys() <= schema.visible(specs, answers):
        answers = accepted | kept | own
    unasked = own.keys() - schema.visible(specs, answers)
    if unasked:
        words = _("This question depends on other questions. Decide those as well.")
        raise InvalidInput(words, code="invalid_audit", details={"fields": dict.fromkeys(sorted(unasked), words)})
    submission = submissions.Submission(
        answers=answers,
        origin="audit",
        exposure="saw_machine",
        partial=True,
        revises=before.revision if before else None,
    )
    stored = submissions.submit(item_id=annotation.item_id, task=task, annotator=auditor, submission=submission)
    return {row.question.key: row for row in _of(stored.annotation)}


def _new_own(own_judgements, before):
    """The id of the auditor's own annotation that these decisions made; None where they made none."""
    made = next(iter(own_judgements.values())).annotation_id if own_judgements else None
    return made if before is None or made != before.pk else None


def _of(annotation):
    return Judgement.objects.filter(annotation=annotation).select_related("question")
