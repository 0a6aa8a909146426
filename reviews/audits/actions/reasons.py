"""Why a machine's answer deserves a look: one entry per reason, each a query over some answers.

To add a reason, register a Reason: its `sql` selects ids from `base`, the machine answers that are being listed, with
the columns id, task_id, item_id, annotator_id. Ids may repeat. `audit_picks` stores what it finds and asks again when
an event tells of the item: what changes a reason without one has to note it.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from reviews.audits.actions.majority import STANDS

LOW_CONFIDENCE = 0.6
LOW_AGREEMENT = 0.5  # of an expert with the answer, as a critic puts it
FIRST_OF_ANNOTATOR = 20
SAMPLE = "sample"
RISK = "risk"


@dataclass(frozen=True)
class Reason:
    """`weight`: how far up it brings an answer; weights of several reasons add up."""

    key: str
    title: str
    weight: int
    sql: str


REASONS = {}


def register(reason):
    """Put a Reason on offer: in the queue, its filter and its badges. A key that is taken is a ValueError."""
    if reason.key in REASONS or reason.key in (SAMPLE, RISK):
        raise ValueError(f"The reason {reason.key!r} is registered already.")
    REASONS[reason.key] = reason
    return reason


register(
    Reason(
        "missing",
        _("Quote not found"),
        5,
        """
    SELECT base.id FROM base
    JOIN annotations_judgement j ON j.annotation_id = base.id
    JOIN annotations_evidence e ON e.judgement_id = j.id AND e.match = 'missing'
""",
    )
)

# Where the critic is hidden from auditors, its doubt may not even decide what comes first.
register(
    Reason(
        "critic",
        _("Critic objects"),
        4,
        f"""
    SELECT base.id FROM base
    JOIN reviews_critique c ON c.annotation_id = base.id AND c.expert_agreement < {LOW_AGREEMENT}
    JOIN reviews_llmrequest r ON r.id = c.request_id AND NOT r.replaced
    JOIN annotations_annotationtask t ON t.id = base.task_id
    LEFT JOIN reviews_auditsample s ON s.annotation_id = base.id
    WHERE CASE WHEN s.id IS NULL THEN t.audit_risk_mode ELSE t.audit_sample_mode END <> 'critic_hidden'
""",
    )
)

register(Reason("differs", _("Differs from people"), 4, f"SELECT id FROM ({STANDS}) AS stands WHERE stand = 'differs'"))
register(Reason("split", _("People are split"), 2, f"SELECT id FROM ({STANDS}) AS stands WHERE stand = 'split'"))

register(
    Reason(
        "unsure",
        _("Low confidence"),
        2,
        f"""
    SELECT j.annotation_id AS id FROM base
    JOIN annotations_judgement j ON j.annotation_id = base.id AND j.confidence < {LOW_CONFIDENCE}
""",
    )
)

# A model with another prompt or parameter is another annotator: its first answers show what the change did.
register(
    Reason(
        "new",
        _("New prompt or model"),
        1,
        f"""
    SELECT first.id FROM (SELECT DISTINCT task_id, annotator_id FROM base) AS pair
    CROSS JOIN LATERAL (
        SELECT a.id FROM annotations_annotation a
        WHERE a.task_id = pair.task_id AND a.annotator_id = pair.annotator_id
        ORDER BY a.submitted_at, a.id LIMIT {FIRST_OF_ANNOTATOR}
    ) AS first
    JOIN base ON base.id = first.id
""",
    )
)

SAMPLE_WEIGHT = 3
WHY = {SAMPLE: _("Random sample")} | {key: reason.title for key, reason in REASONS.items()}


def titles(why, *, hidden=False):
    """The words of reasons, heaviest first; before a blind answer they say no more than how it came here."""
    if hidden:
        return [_("Random sample") if SAMPLE in why else _("Selected manually")] if why else []
    return [WHY[key] for key in why if key in WHY]
