"""Read what a machine and people answered to one question, over every task that asks it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Length
from django.utils import timezone

from annotations.agreement.label_arrays import nearest
from annotations.labels.measures import SETS, measured
from annotations.labels.types import registry as label_types
from annotations.models import Annotation, AnnotationTask, Annotator, Judgement, Question, TaskItem
from annotations.queue.models.annotation import FIRST_ROUND
from datasets.models import ModelOutput, TestCase
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.translation import gettext as _
from reviews.quality.judged_labels import OTHER, SAME, JudgedAnswer, JudgedLabels
from reviews.scorers.actions.configured_models import family_of
from reviews.scorers.metrics import metrics_of_answers

MOST_ANSWERS = 500_000
MOST_LOOKED_AT = 50
MOST_COUNTED = 1_000
LONGEST_TRAIT, MOST_TRAITS = 60, 8


@dataclass(frozen=True)
class Criterion:
    """What a machine scores: a version of a metric in every task that asks it, or one question of one form.

    `key` is stored with the tests of it; `question` is the newest that asks it.
    """

    key: str
    title: str
    question: Question

    @property
    def questions(self):
        same = Question.objects.filter(metric=self.question.metric_id) if self.question.metric_id else Question.objects
        return same if self.question.metric_id else same.filter(pk=self.question.pk)

    @property
    def pass_at(self):
        metric = self.question.metric
        return None if metric is None else metric.pass_at

    def passing(self, values):
        """Those of the values that pass by the metric; None where there is none, or it does not say."""
        if self.pass_at is None:
            return None
        is_lower = self.question.metric.direction == "lower"
        return frozenset(each for each in values if (each <= self.pass_at if is_lower else each >= self.pass_at))


def key_of(question: Question) -> str:
    """The key of the Criterion that a question asks; its metric has to be loaded."""
    metric = question.metric
    return f"{metric.key}@{metric.version}" if metric else f"question:{question.pk}"


def criteria_of(annotator: Annotator) -> list[Criterion]:
    """What this machine has answered and can be held against people; one statement."""
    answered = Annotation.objects.current().filter(task=OuterRef("pk"), annotator=annotator)
    tasks = AnnotationTask.objects.filter(Exists(answered), organization=annotator.organization_id)
    asked = Question.objects.filter(schema_version__in=tasks.values("schema_version")).select_related("metric")
    # A machine answers each of its questions in every answer: some answers to a form name them all.
    own = Annotation.objects.current().filter(
        annotator=annotator, task__schema_version=OuterRef(OuterRef("schema_version"))
    )
    same = Q(question=OuterRef("pk")) | Q(question__metric=OuterRef("metric"))
    asked = asked.filter(Exists(Judgement.objects.filter(same, annotation__in=own.values("pk")[:MOST_LOOKED_AT])))
    if annotator.kind == "program":
        asked = asked.filter(metric__method=annotator.method)
    else:
        asked = asked.exclude(metric__method__in=metrics_of_answers.keys())
    found = {}
    for question in asked.order_by("-schema_version_id", "position"):
        declared = measured(question)
        if declared is not None and declared.level != SETS:
            key = key_of(question)
            found.setdefault(key, Criterion(key, question.title, question))
    return list(found.values())


def check(*, annotator: Annotator, criterion: Criterion, passing: frozenset[float] | None = None) -> None:
    """InvalidInput and Conflict for what cannot be read and compared; one statement."""
    _check(passing, measured(criterion.question).domain)
    if not is_shared(annotator=annotator, criterion=criterion):
        words = _("People have answered none of the items that the judge has answered to this question.")
        raise Conflict(words, code="no_labels_of_people")


def is_shared(*, annotator: Annotator, criterion: Criterion) -> bool:
    """Whether people have answered an item of the machine by a criterion; one statement."""
    return _people_rows(criterion, annotator).exists()


def count_shared(*, annotator: Annotator, criterion: Criterion) -> int:
    """How many items a test would compare, MOST_COUNTED + 1 for any number above; one statement."""
    items = _people_rows(criterion, annotator).order_by().values("annotation__item").distinct()
    return items[: MOST_COUNTED + 1].count()


def read(*, annotator: Annotator, criterion: Criterion, passing: frozenset[float] | None = None) -> JudgedLabels:
    """The JudgedLabels; five statements. Only answers count that were given blind and stand.

    passing: which values pass, instead of those of the metric. InvalidInput for values that the question does not have,
    Conflict for more than MOST_ANSWERS.
    """
    declared = measured(criterion.question)
    _check(passing, declared.domain)
    is_cut_at = passing is None and criterion.pass_at is not None  # then what lies between two points tells enough
    rounds = _rounds(annotator, criterion, None if is_cut_at else declared.domain)
    people = _people(criterion, annotator)
    items = TaskItem.objects.in_bulk(list(people))
    outputs = _outputs(items.values())
    cases = TestCase.objects.in_bulk({item.test_case_id for item in items.values()})
    answers = []
    for (item, case), values in rounds.items():
        if FIRST_ROUND not in values:
            continue
        value, at, orders = values[FIRST_ROUND]
        again = tuple(each for number, (each, *_) in sorted(values.items()) if number != FIRST_ROUND)
        facts = _facts(items[item], cases[case], outputs, annotator.model) if item in people else {}
        day = timezone.localdate(at)
        monday = day - timedelta(days=day.weekday())
        answers.append(
            JudgedAnswer(item, case, value, monday, people.get(item, {}), again, orders=_orders_of(orders), **facts)
        )
    met = {value for each in answers for value in (each.value, *each.again, *each.people.values())}
    passing = criterion.passing(met) if passing is None else passing
    winners = _winners(criterion.question, declared.domain)
    return JudgedLabels(tuple(answers), declared.domain, declared.level != "nominal", passing, winners)


def _winners(question, domain):
    """{number: first or second} of the values that prefer one of two outputs."""
    label_type = label_types[question.label_type]
    told = {
        number: label_type.winner(question.config, label_type.from_consensus(question.config, number))
        for number in domain or ()
    }
    return {number: winner for number, winner in told.items() if winner}


def _orders_of(orders):
    """What `JudgedAnswer.orders` says, of what a judgement keeps of both orders."""
    if not orders:
        return ""
    return SAME if orders["is_consistent"] else orders["place"] or OTHER


def _check(passing, domain):
    if passing is not None and (domain is None or not passing or not passing < set(domain)):
        valid = ", ".join(f"{value:g}" for value in domain or ()) or _("none, as the question has no fixed values")
        words = _("The passing values are %(met)s. Valid: some, not all, of %(valid)s.")
        met = ", ".join(f"{value:g}" for value in sorted(passing)) or _("none")
        raise InvalidInput(words % {"met": met[:200], "valid": valid[:500]}, code="invalid_passing")


def _current_judgements(criterion):
    return Judgement.objects.filter(
        question__in=criterion.questions,
        number__isnull=False,
        annotation__withdrawn_at=None,
        annotation__superseded_at=None,
        annotation__exposure="blind",
        annotation__flagged=False,
    )


def _rounds(annotator, criterion, domain):
    """{(item id, case id): {round: (value, moment, both orders)}} of the machine, values as the nearest of `domain`."""
    rows = _current_judgements(criterion).filter(annotation__annotator=annotator)
    columns = ("annotation__item", "annotation__item__test_case", "annotation__round", "number")
    columns += ("annotation__submitted_at", "details__orders")
    found = defaultdict(dict)
    for item, case, number, value, at, orders in rows.values_list(*columns)[: MOST_ANSWERS + 1]:
        found[item, case][number] = (float(nearest(value, domain)) if domain else value, at, orders)
    if len(found) > MOST_ANSWERS:
        words = _("The judge has more than %(most)s answers to this question. A test reads all of them.")
        raise Conflict(words % {"most": MOST_ANSWERS}, code="too_many_answers")
    return found


def _people(criterion, annotator):
    """{item id: {annotator id: value}} of people, for items that the machine has answered."""
    found, rows = defaultdict(dict), _people_rows(criterion, annotator)
    for item, person, value in rows.values_list("annotation__item", "annotation__annotator", "number"):
        found[item][str(person)] = value
    return found


def _people_rows(criterion, annotator):
    own = Annotation.objects.current().filter(item=OuterRef("annotation__item"), annotator=annotator)
    return _current_judgements(criterion).filter(
        Exists(own), annotation__round=FIRST_ROUND, annotation__annotator__kind="human"
    )


def _outputs(items):
    """{output id: (name of its system, characters, the model that is its system)}."""
    wanted = {pk for item in items for pk in item.outputs}
    rows = ModelOutput.objects.filter(pk__in=wanted).annotate(characters=Length("text"))
    return {pk: tuple(told) for pk, *told in rows.values_list("pk", "system__name", "characters", "system__model")}


def _facts(item, case, outputs, judge_model):
    shown = [outputs[pk] for pk in item.outputs if pk in outputs]
    plain = {name: value for name, value in case.metadata.items() if isinstance(value, str | bool | int)}
    traits = {name: str(value) for name, value in plain.items() if 0 < len(str(value)) <= LONGEST_TRAIT}
    traits = dict(sorted(traits.items())[:MOST_TRAITS])
    if len({name for name, *_ in shown}) == 1:
        traits["system"] = shown[0][0][:LONGEST_TRAIT]
    own = _own_position(judge_model, [model for *_, model in shown])
    return {"length": sum(length for _name, length, _model in shown) or None, "traits": traits, "own": own}


def _own_position(judge_model, models):
    """The place of the one of two models that is of the judge's own family; "" where that is not exactly one."""
    if len(models) != 2 or not judge_model or not all(models):
        return ""
    is_own = [family_of(model) == family_of(judge_model) for model in models]
    return "" if is_own[0] == is_own[1] else "first" if is_own[0] else "second"
