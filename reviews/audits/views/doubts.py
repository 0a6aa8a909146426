"""What speaks against each answer of a machine: people's value, the critic's, a missing quote, low confidence.

It decides the order of the lines on the audit page, and which of them an auditor has to have looked at.
"""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from reviews.audits.actions.reasons import LOW_CONFIDENCE

# In the order of the lines; those of `LOOKED_AT` are never accepted unseen.
DOUBTS = {
    "own": gettext_lazy("Differs from your answer"),
    "differs": gettext_lazy("Differs from people"),
    "missing": gettext_lazy("Quote not found"),
    "critic": gettext_lazy("Critic objects"),
    "split": gettext_lazy("People are split"),
    "dissent": gettext_lazy("Some people differ"),
    "unsure": gettext_lazy("Low confidence"),
}
# An icon and a word each, where a column of lines has room for no more.
SHORT = {
    "own": ("equal-not", gettext_lazy("You")),
    "differs": ("equal-not", gettext_lazy("People")),
    "missing": ("search-x", gettext_lazy("Quote")),
    "critic": ("triangle-alert", gettext_lazy("Critic")),
    "split": ("split", gettext_lazy("Split")),
    "dissent": ("users", gettext_lazy("Some differ")),
    "unsure": ("gauge", gettext_lazy("Unsure")),
}
LOOKED_AT = ("own", "differs", "missing")


@dataclass(frozen=True)
class People:
    """The most frequent values of people, how many gave each of them, and how many of all gave the machine's.

    `stand`: how they relate to the machine's value, as in `majority.STANDS`; "" also where that is not compared.
    `given`: (value as it is stored, how many gave it) of all of them.
    """

    values: tuple
    count: int
    total: int
    same: int
    given: tuple
    stand: str = ""

    @property
    def value(self):
        """The one that most gave; of a tie each with its number."""
        if len(self.values) == 1:
            return self.values[0]
        return ", ".join(f"{self.count} × {value}" for value in self.values)

    @property
    def counted(self):
        """How many gave the value that is shown, in words."""
        return "" if len(self.values) > 1 else _("%(n)s of %(total)s") % {"n": self.count, "total": self.total}

    @property
    def others(self):
        """How many gave another value than the machine's, in words."""
        met = {"n": self.total - self.same, "total": self.total}
        return ngettext("%(n)s of %(total)s differs", "%(n)s of %(total)s differ", met["n"]) % met


@dataclass(frozen=True)
class CriticValue:
    """What a critic answered to the question by itself, and its view of the whole answer (0 to 1)."""

    value: str
    agreement: float
    differs: bool


def words(key, people):
    """A doubt in words, with its figure where people are the reason of a weak one."""
    return people.others if key == "dissent" else DOUBTS[key]


def sorted_lines(cards, beside):
    """The Cards with `people`, `critic` and `doubts`, the most doubtful first; equal ones in the form's order.

    `beside`: people's Answers, Critics, and `stands`, how each answer of the machine relates to people by its question.
    """
    people = {answers.key: answers.counts for answers in beside["people"]}
    said = [line for line in beside["critics"].lines if line.state == "said"]
    lines = [_with_doubts(card, people.get(card.key), beside["stands"], said[0] if said else None) for card in cards]
    # The place of its first doubt; answers without any follow, questions without an answer are last
    return sorted(
        lines,
        key=lambda card: list(DOUBTS).index(card.doubts[0]) if card.doubts else len(DOUBTS) + (card.judgement is None),
    )


def _with_doubts(card, counts, stands, critic):
    if card.judgement is None:
        return card
    stand = stands.get((card.judgement.annotation_id, card.judgement.question_id), "")
    people = _people(card, counts, stand) if counts else None
    found = {
        "own": card.is_compared and card.own_value and not card.equals_own,
        **{key: stand == key for key in ("differs", "split", "dissent")},
        "missing": card.has_missing,
        "critic": card.is_compared and critic is not None and _objects(card, critic),
        "unsure": card.judgement.confidence is not None and card.judgement.confidence < LOW_CONFIDENCE,
    }
    doubts = tuple(key for key in DOUBTS if found[key])
    return replace(card, people=people, critic=_critic_value(card, critic), doubts=doubts)


def _people(card, counts, stand):
    most, total = counts[0].count, sum(answer.count for answer in counts)
    same = sum(answer.count for answer in counts if answer.value == card.shown_value)
    given = tuple((answer.raw, answer.count) for answer in counts)
    return People(tuple(answer.value for answer in counts if answer.count == most), most, total, same, given, stand)


def _critic_value(card, critic):
    if critic is None:
        return None
    own = next((answer for answer in critic.own if answer.key == card.key), None)
    differs = card.is_compared and own is not None and own.value != card.shown_value
    return CriticValue(own.value if own else "", critic.agreement, differs)


def _objects(card, critic):
    """By its own answer where it gave one to this question, else by its view of the whole answer."""
    value = _critic_value(card, critic)
    return value.differs if value.value else critic.is_doubtful
