"""The questions of each machine answer of a page, the most doubtful first, with the values beside them."""

from collections import defaultdict
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotations.content import letters
from annotations.labels.measures import is_compared
from annotations.labels.types import registry as label_types
from annotations.models import Judgement, Question
from evalhub.lib.charts import numbers
from reviews.audits.actions import majority
from reviews.audits.actions.blind_modes import CRITIC_HIDDEN
from reviews.audits.views import critics, doubts, other_answers
from reviews.audits.views.critics import CriticLine, Critics
from reviews.audits.views.doubts import CriticValue, People
from reviews.audits.views.other_answers import Answers
from reviews.scorers.models import Critique


@dataclass(frozen=True)
class QuestionLine:
    """One question of a machine's answer: its value, the people's, and what speaks against it (`doubts.DOUBTS`)."""

    key: str
    title: str
    letter: str
    hue: int
    judgement: Judgement | None
    shown_value: str
    own_value: str
    missing_quotes: int
    is_compared: bool
    people: People | None = None
    critic: CriticValue | None = None
    doubts: tuple = ()

    @property
    def equals_own(self):
        return self.own_value == self.shown_value

    @property
    def has_missing(self):
        return self.missing_quotes > 0

    @property
    def doubt(self):
        """The key of what speaks loudest against the value; empty where nothing does."""
        return self.doubts[0] if self.doubts else ""

    @property
    def doubt_text(self):
        """The same in words, with its figure."""
        if self.doubt == "missing":
            n = self.missing_quotes
            return ngettext("%(n)s quote not found", "%(n)s quotes not found", n) % {"n": n}
        if self.doubt == "critic":
            return _("Critic objects, agreement %(value)s") % {"value": numbers.point(self.critic.agreement)}
        if self.doubt == "unsure":
            return _("Low confidence, %(value)s") % {"value": numbers.point(self.judgement.confidence)}
        return str(doubts.words(self.doubt, self.people)) if self.doubt else ""


def lines_of(picks, auditor):
    """{annotation id: its QuestionLines} of AuditPicks that may be shown, the most doubtful first; five statements."""
    annotations = {pick.pk: pick.annotation for pick in picks}
    questions = _questions(annotations.values())
    values, others, own = _values(annotations), defaultdict(list), {}
    for row in _answers_of_people(annotations.values()):
        where = row.annotation.item_id, row.question.key
        if row.annotation.annotator_id == auditor.pk:
            own[where] = row
        if not row.abstained and row.annotation.round == 1 and row.annotation.origin != "audit":
            others[where].append(row)
    said = _critiques([pick.pk for pick in picks if pick.mode != CRITIC_HIDDEN])
    stands = majority.stands_of(annotations)
    return {
        pk: _lines(annotation, questions[annotation.schema_version_id], values[pk], others, own, said.get(pk), stands)
        for pk, annotation in annotations.items()
    }


def first(lines, why):
    """The line that is shown of these: the most doubtful, of those that have the doubt `why` where any has it."""
    told = next((line for line in lines if why in line.doubts), None)
    if told is None:
        return next(iter(lines), None)
    return replace(told, doubts=(why, *(key for key in told.doubts if key != why)))


def _questions(annotations):
    found = defaultdict(list)
    versions = {annotation.schema_version_id for annotation in annotations}
    for question in Question.objects.filter(schema_version__in=versions).order_by("position"):
        found[question.schema_version_id].append(question)
    return found


def _values(annotations):
    """{annotation id: {question id: Judgement}} with the number of quotes that were not found."""
    found = defaultdict(dict)
    missing = Count("evidence", filter=Q(evidence__match="missing"))
    rows = Judgement.objects.filter(annotation__in=list(annotations)).annotate(missing=missing)
    for row in rows.defer("justification"):
        found[row.annotation_id][row.question_id] = row
    return found


def _answers_of_people(annotations):
    items = {annotation.item_id for annotation in annotations}
    standing = Judgement.objects.filter(
        annotation__item__in=items, annotation__withdrawn_at=None, annotation__superseded_at=None
    )
    people = standing.filter(annotation__annotator__kind="human").select_related("annotation", "question")
    return people.defer("justification").order_by("pk")


def _critiques(ids):
    """{annotation id: the first Critique of its current critics}."""
    rows = Critique.objects.filter(annotation__in=ids, request__replaced=False)
    found = {}
    for row in rows.order_by("request__stage__lane", "request"):
        found.setdefault(row.annotation_id, row)
    return found


def _lines(annotation, questions, values, others, own, critique, stands):
    """In the order that the audit page has them in."""
    lines, people = [], []
    for place, question in enumerate(questions):
        where, judgement = (annotation.item_id, question.key), values.get(question.pk)
        lines.append(
            QuestionLine(
                key=question.key,
                title=question.title,
                letter=letters.letter(place),
                hue=letters.hue(place),
                judgement=judgement,
                shown_value=_shown(question, judgement),
                own_value=_shown(question, own[where]) if where in own else "",
                missing_quotes=judgement.missing if judgement else 0,
                is_compared=is_compared(question),
            )
        )
        if where in others:
            given = defaultdict(list)
            for row in others[where]:
                given[_shown(question, row)].append("")
            people.append(Answers(question.key, question.title, other_answers.counted(given, names=False)))
    critic_lines = ()
    if critique is not None:
        own_answers = tuple(critics.own_answers(critique, questions))
        critic_lines = (CriticLine("said", critique.model, critique, own=own_answers),)
    critics_shown = Critics(hidden=False, lines=critic_lines)
    return doubts.sorted_lines(lines, {"people": people, "critics": critics_shown, "stands": stands})


def _shown(question, judgement):
    if judgement is None:
        return _("Not chosen")
    if judgement.abstained:
        return _("Abstained")
    return label_types[question.label_type].display(question.config, judgement.value) or _("Not chosen")
