"""The results of an evaluation: their list, and one of them with everybody's reasons."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from annotations import content
from annotations.content import Highlight, letters
from annotations.labels.types import registry as label_types
from annotations.models import Annotation, Evidence, Judgement, TaskItem
from annotations.queue.actions import exposure
from annotations.tasks.actions import item_content
from datasets.models import ModelOutput
from evalhub.accounts.access import requires
from evalhub.lists.views import METHODS, answer
from experiments.evaluations.actions import people_labels, result_rows
from experiments.evaluations.views import licences
from experiments.evaluations.views.evaluation_frame import evaluation_of, frame, overall_of
from experiments.evaluations.views.labels import word_failures
from experiments.evaluations.views.lists.results import ResultList

MOST_OTHERS = 8


@dataclass(frozen=True)
class QuoteLine:
    evidence: Evidence
    field: str
    letter: str
    hue: int


@dataclass(frozen=True)
class ScorerCard:
    """What a scorer says of one metric, its reason and quotes; `failure` says why there is no value, `licence` what a
    model may do."""

    score: result_rows.Score
    failure: str
    quotes: list
    licence: Any = None


@dataclass(frozen=True)
class PersonCard:
    """One person's answers: [(title of the question, value, reason)]."""

    annotation: Annotation
    rows: list


@requires("read")
@require_http_methods(METHODS)
def result_list(request, evaluation_id):
    evaluation = evaluation_of(request, evaluation_id)
    context = frame(request, evaluation, "results", overall_of(evaluation))
    return answer(request, ResultList(request, parent=evaluation), context=context)


@requires("read")
@require_safe
def result_detail(request, evaluation_id, result_id):
    """One output with what people and scorers say of it and why; as many statements for many scorers as for one.

    A person's answer to the same output is not blind after this.
    """
    evaluation = evaluation_of(request, evaluation_id)
    items = TaskItem.objects.filter(task=evaluation.task_id).select_related("test_case", "task")
    item = get_object_or_404(items, pk=result_id)
    scorers = result_rows.scorers_of(evaluation)
    labels = [each for each in people_labels.of_evaluation(evaluation) if each.item_id == item.pk]
    result_rows.load(evaluation, [item], scorers, labels)
    word_failures([item])
    shown = item_content.content_of(item)
    quotes = _quotes(item, shown)
    people = _people(labels)
    _note_seen(item, people, request.membership)
    known = licences.licences_of(evaluation.organization, scorers)
    cards = [_card(score, quotes, known) for score in item.scores]
    highlights = [
        Highlight(line.evidence.field, line.evidence.start, line.evidence.end, line.evidence.pk, line.letter, line.hue)
        for lines in quotes.values()
        for line in lines
        if line.evidence.start is not None
    ]
    context = frame(request, evaluation, "results", overall_of(evaluation)) | {
        "item": item,
        "title": item_content.summary(item.test_case, longest=140),
        "pane": content.pane(shown, highlights=highlights),
        "people": people,
        "cards": cards,
        "n_scored": sum(1 for card in cards if card.score.shown),
        "difference": _difference(item, labels),
        "previous": _beside(item, "-position", position__lt=item.position),
        "next": _beside(item, "position", position__gt=item.position),
        "others": _others(evaluation, item),
        "repetitions": _repetitions(evaluation, item),
    }
    return render(request, "experiments/evaluations/result_detail.html", context)


def _quotes(item, shown):
    """{judgement's id: [QuoteLine]} of the item's scores, a letter for each scorer that quotes."""
    judgements = [score.judgement.pk for score in item.scores if score.judgement]
    found = defaultdict(list)
    for evidence in Evidence.objects.filter(judgement__in=judgements).order_by("judgement", "pk"):
        found[evidence.judgement_id].append(evidence)
    return {
        pk: [
            QuoteLine(evidence, shown.title_of(evidence.field), letters.letter(place), letters.hue(place))
            for evidence in own
        ]
        for place, (pk, own) in enumerate(found.items())
    }


def _card(score, quotes, known):
    own = quotes.get(score.judgement.pk, []) if score.judgement else []
    failed = score.judgement.failure if score.judgement and not score.shown else None
    failure = "" if score.shown else str(failed) if failed else score.why or _("Not scored yet.")
    return ScorerCard(score, failure, own, known.get((score.question.pk, score.annotator.pk)))


def _people(labels):
    """PersonCards in the order in which they answered; two statements, none without labels."""
    pks = {label.annotation_id for label in labels}
    if not pks:
        return []
    rows = defaultdict(list)
    judgements = Judgement.objects.filter(annotation__in=pks).select_related("question").order_by("question__position")
    for judgement in judgements:
        question = judgement.question
        shown = (
            "" if judgement.abstained else label_types[question.label_type].display(question.config, judgement.value)
        )
        rows[judgement.annotation_id].append({"question": question, "judgement": judgement, "shown": shown})
    answers = Annotation.objects.filter(pk__in=pks).select_related("annotator").order_by("pk")
    return [PersonCard(each, rows[each.pk]) for each in answers]


def _note_seen(item, people, reader):
    shown = [score.judgement.annotation for score in item.scores if score.judgement]
    exposure.note_answers(annotations=[*shown, *(each.annotation for each in people)], by=reader)


def _difference(item, labels):
    """A sentence where people and scorers, or scorers among themselves, do not agree whether a metric passes."""
    by_question = defaultdict(list)
    for label in labels:
        if label.question_id is not None and label.number is not None:
            by_question[label.question_id].append(label.number)
    for score in item.scores:
        given = by_question.get(score.question.pk)
        verdicts = {result_rows.passes(score.question, number) for number in given or ()}
        if score.passes is not None and verdicts == {not score.passes}:
            words = {
                "metric": score.name,
                "scorer": score.annotator.name,
                "n": len(given),
            }
            if score.passes:
                return _("%(scorer)s passes %(metric)s; all labels of people fail it (%(n)s).") % words
            return _("%(scorer)s fails %(metric)s; all labels of people pass it (%(n)s).") % words
    passes = defaultdict(set)
    for score in item.scores:
        passes[score.name].add(score.passes)
    title = next((title for title, found in passes.items() if {True, False} <= found), None)
    return _("Scorers disagree whether %(metric)s passes.") % {"metric": title} if title else ""


def _beside(item, order, **where):
    pk = TaskItem.objects.filter(task=item.task_id, **where).order_by(order).values_list("pk", flat=True).first()
    return pk and reverse("experiments:result_detail", args=[item.task.evaluation.pk, pk])


def _repetitions(evaluation, item):
    """Tabs of all outputs of the same case, in order; none for the only one. Two statements."""
    own = list(TaskItem.objects.filter(task=item.task_id, test_case=item.test_case_id).order_by("position"))
    if len(own) < 2:
        return []
    outputs = ModelOutput.objects.filter(pk__in=[pk for each in own for pk in each.outputs])
    numbers = dict(outputs.values_list("pk", "repetition"))
    own.sort(key=lambda each: numbers.get(each.outputs[0], 0))
    return [
        {
            "label": _("Repetition %(n)s") % {"n": place},
            "href": reverse("experiments:result_detail", args=[evaluation.pk, each.pk]),
            "current": each.pk == item.pk,
        }
        for place, each in enumerate(own, start=1)
    ]


def _others(evaluation, item) -> list[dict[str, Any]]:
    """The same case in other evaluations of its version, the newest first."""
    found = TaskItem.objects.filter(
        test_case=item.test_case_id,
        task__evaluation__organization=evaluation.organization_id,
        task__dataset_version=evaluation.task.dataset_version_id,
    ).exclude(task=evaluation.task_id)
    rows = found.select_related("task__evaluation").order_by("-task__created_at", "pk")[:MOST_OTHERS]
    return [
        {
            "name": each.task.evaluation.name,
            "created_at": each.task.evaluation.created_at,
            "href": reverse("experiments:result_detail", args=[each.task.evaluation.pk, each.pk]),
        }
        for each in rows
    ]
