"""What speaks against each answer of a machine: people's value, the critic's, a missing quote, low confidence.

It decides the order of the lines on the audit page, and which of them an auditor has to have looked at.
"""

from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _

from reviews.audits.actions.reasons import LOW_CONFIDENCE

# In the order of the lines; those of `LOOKED_AT` are never accepted unseen.
DOUBTS = {
    "own": _("Differs from your answer"),
    "differs": _("Differs from people"),
    "missing": _("Quote not found"),
    "critic": _("The critic disagrees"),
    "unsure": _("Low confidence"),
}
LOOKED_AT = ("own", "differs", "missing")


@dataclass(frozen=True)
class People:
    """The most frequent value of people, how many gave it and how many answered."""

    value: str
    count: int
    total: int
    differs: bool


@dataclass(frozen=True)
class CriticValue:
    """What a critic answered to the question by itself, and its view of the whole answer (0 to 1)."""

    value: str
    agreement: float
    differs: bool


def sorted_lines(cards, beside):
    """The Cards with `people`, `critic` and `doubts`, the most doubtful first; equal ones in the form's order."""
    people = {answers.key: answers.counts for answers in beside["people"]}
    said = [line for line in beside["critics"].lines if line.state == "said"]
    lines = [_with_doubts(card, people.get(card.key), said[0] if said else None) for card in cards]
    return sorted(lines, key=_rank)


def _with_doubts(card, counts, critic):
    if card.judgement is None:
        return card
    people = _people(card, counts) if counts else None
    found = {
        "own": card.own_value and not card.equals_own,
        "differs": people is not None and people.differs,
        "missing": card.has_missing,
        "critic": critic is not None and _objects(card, critic),
        "unsure": card.judgement.confidence is not None and card.judgement.confidence < LOW_CONFIDENCE,
    }
    doubts = tuple(key for key in DOUBTS if found[key])
    return replace(card, people=people, critic=_critic_value(card, critic), doubts=doubts)


def _people(card, counts):
    total = sum(answer.count for answer in counts)
    return People(counts[0].value, counts[0].count, total, any(answer.value != card.shown_value for answer in counts))


def _critic_value(card, critic):
    if critic is None:
        return None
    own = next((answer for answer in critic.own if answer.key == card.key), None)
    return CriticValue(own.value if own else "", critic.agreement, own is not None and own.value != card.shown_value)


def _objects(card, critic):
    """By its own answer where it gave one to this question, else by its view of the whole answer."""
    value = _critic_value(card, critic)
    return value.differs if value.value else critic.is_doubtful


def _rank(card):
    """The place of its first doubt; answers without any follow, questions without an answer are last."""
    return list(DOUBTS).index(card.doubts[0]) if card.doubts else len(DOUBTS) + (card.judgement is None)
