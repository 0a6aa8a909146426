"""Numbers and pictures of a task's answers: how many there are, how labels are spread."""

import datetime
from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.labels.measures import SETS, measured
from annotations.labels.types import registry as label_types
from annotations.queue.models import Annotation, Judgement
from annotations.tasks.models import Question
from evalhub.lib import charts
from evalhub.lib.charts import numbers

NEWEST = 20_000
KINDS = (("human", gettext_lazy("People")), ("llm", gettext_lazy("Models")), ("program", gettext_lazy("Programs")))
SELECTIONS = {
    "all": gettext_lazy("all"),
    "random": gettext_lazy("random"),
    "stratified": gettext_lazy("stratified"),
    "priority": gettext_lazy("by priority"),
}


@dataclass(frozen=True)
class Given:
    """Answers that stand: all, those of people, and how many people they are by; when the newest of theirs came."""

    answers: int
    by_people: int
    people: int
    newest_at: datetime.datetime | None


@dataclass(frozen=True)
class Spread:
    """How the answers to one question are spread; `chart` is None for questions without listed values."""

    title: str
    answers: int
    chart: charts.Chart | None


def selection_text(task):
    """How many items a task has and how they were chosen."""
    config = task.sampling_config
    words = {"n": numbers.count(task.total_items), "how": SELECTIONS[config.get("strategy") or "all"]}
    if not config.get("sample_size"):
        return _("%(n)s (%(how)s)") % words
    words |= {"most": numbers.count(config["sample_size"]), "seed": config["seed"]}
    return _("%(n)s (%(how)s, at most %(most)s, seed %(seed)s)") % words


def given(task):
    """The Given of a task; one statement. What auditors override takes no slot, and is no answer of people here."""
    people = Q(annotator__kind="human") & ~Q(origin="audit")
    found = Annotation.objects.current().filter(task=task)
    return Given(
        **found.aggregate(
            answers=Count("pk"),
            by_people=Count("pk", filter=people),
            people=Count("annotator", filter=people, distinct=True),
            newest_at=Max("submitted_at", filter=people),
        )
    )


def counted_questions(task):
    """The questions of the task's form in order, free text aside."""
    asked = Question.objects.filter(schema_version_id=task.schema_version_id).order_by("position")
    return [question for question in asked if not label_types[question.label_type].is_free_text]


def spreads(task):
    """A Spread per question, free text aside, from the newest annotations; two statements."""
    questions = counted_questions(task)
    newest = Annotation.objects.current().filter(task=task).order_by("-pk").values("pk")[:NEWEST]
    rows = (
        Judgement.objects.filter(annotation__in=newest, question__in=questions)
        .order_by()
        .values_list("question_id", "annotation__annotator__kind", "value")
        .annotate(n=Count("pk"))
    )
    counted, abstained = {}, {}
    for question_id, kind, value, n in rows:
        if value is None:
            abstained.setdefault(question_id, Counter())[kind] += n
        else:
            counted.setdefault(question_id, []).append((kind, value, n))
    return [_spread(each, counted.get(each.pk, []), abstained.get(each.pk, Counter())) for each in questions]


def _spread(question, rows, abstained):
    scale = measured(question)
    categories = None
    if scale is not None and scale.level == SETS:
        categories = list((_listed(question) or {}).values())
    elif scale is not None and scale.is_counted:
        categories = [_category_of(question, number) for number in scale.domain or ()]
    answers = sum(n for _kind, _value, n in rows)
    if not categories or not rows:
        return Spread(title=question.title, answers=answers, chart=None)
    by_kind = {kind: Counter() for kind, _words in KINDS}
    for kind, value, n in rows:
        for name in _names(question, value):
            by_kind[kind][name] += n
    groups = [
        charts.Shares(str(words), tuple(by_kind[kind][name] for name in categories), kind)
        for kind, words in KINDS
        if by_kind[kind]
    ]
    finding = _finding(groups, categories, abstained)
    chart = charts.stacked_shares(groups, categories, title=question.title, finding=finding)
    return Spread(title=question.title, answers=answers, chart=chart)


def _names(question, value):
    scale = measured(question)
    if scale is not None and scale.level == SETS:
        labels = _listed(question)
        return [labels[entry] for entry in value if entry in labels]
    return [_category_of(question, label_types[question.label_type].number(question.config, value))]


def _listed(question):
    return label_types[question.label_type].listed_values(question.config)


def _category_of(question, number):
    """The name of a point of the scale: its words where values are words, as in comparisons, else its number."""
    label_type = label_types[question.label_type]
    value = label_type.from_consensus(question.config, number)
    return label_type.display(question.config, value) if isinstance(value, str) else f"{number:g}"


def _finding(groups, categories, abstained):
    """The most frequent value of each kind of judge, and how many of them abstained."""
    parts = []
    for group in groups:
        top = max(range(len(categories)), key=lambda index: group.counts[index])
        share = numbers.share(group.counts[top] / group.total)
        parts.append(
            _("%(who)s: most often %(value)s (%(share)s, n = %(n)s)")
            % {"who": group.label, "value": categories[top], "share": share, "n": numbers.count(group.total)}
        )
    if abstained:
        parts.append(_("abstained: %(n)s") % {"n": numbers.count(abstained.total())})
    return "; ".join(parts) + "."
