"""Answers of machines as auditors left them: what prompts may show as examples."""

from django.db.models import Max

from evalhub.lib.translation import gettext as _
from reviews.audits.actions.error_rates import RIGHT, WRONG
from reviews.audits.models import Audit
from reviews.scorers.library.actions.examples import AuditedAnswer


def audited_answers(*, organization, annotations=None, limit):
    """The newest AuditedAnswers of an organization, or those of some annotations; two statements.

    An accepted value stands, an override takes its place; a question about which auditors said neither is left out.
    """
    settled = Audit.objects.filter(
        judgement__annotation__task__organization=organization, verdict__in=(*RIGHT, *WRONG), invalid_reason=""
    )
    if annotations is not None:
        settled = settled.filter(judgement__annotation__in=annotations)
    newest = settled.values("judgement__annotation").annotate(at=Max("decided_at")).order_by("-at")[:limit]
    order = [row["judgement__annotation"] for row in newest]
    related = ("judgement__question", "judgement__annotation__item__task", "own_judgement")
    by_annotation = {}
    for audit in settled.filter(judgement__annotation__in=order).select_related(*related).order_by("decided_at"):
        by_annotation.setdefault(audit.judgement.annotation_id, {})[audit.judgement_id] = audit
    return [_answer(list(by_annotation[pk].values())) for pk in order]


def _answer(audits):
    audits = sorted(audits, key=lambda audit: audit.judgement.question.position)
    annotation = audits[0].judgement.annotation
    item = annotation.item
    return AuditedAnswer(
        annotation=annotation.pk,
        item=item.pk,
        case=item.test_case_id,
        label=_("Item %(n)s of %(task)s") % {"n": item.position + 1, "task": item.task.name},
        answers=tuple(_settled(audit) for audit in audits),
    )


def _settled(audit):
    judgement = audit.own_judgement if audit.verdict in WRONG else audit.judgement
    title = audit.judgement.question.title
    return {"title": title, "value": judgement.value, "justification": judgement.justification}
