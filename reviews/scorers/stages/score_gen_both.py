"""The second of both orders: what a model prefers in either order is its verdict, and else it is a tie.

Models like the answer that is shown first, or last (Zheng et al. 2023). Both answers are kept, and whether they agree.
"""

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from annotations.labels.types import registry as label_types
from annotations.models import Judgement
from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.client.exchange import OK
from reviews.engine.models import LLMRequest
from reviews.engine.stages import registry
from reviews.engine.stages.base import Finding, Prepared
from reviews.engine.stages.previous_answers import answers_before
from reviews.scorers.stages import position_consistency, score_gen_swapped
from reviews.scorers.stages.material import item_views, task_view
from reviews.scorers.stages.score_gen import Scores
from reviews.scorers.stages.task_stages import BOTH, SWAPPED

MOST_QUOTES = 20  # as many as one answer may have
DISAGREE = "The two orders of the answers lead to different verdicts."
ONE_ABSTAINED = "The model abstained in one of the two orders of the answers."


@dataclass(frozen=True)
class InBothOrders(Finding):
    """A Finding whose answers were given in both orders: {question key: BothOrders} of those that depend on it."""

    orders: Mapping = field(default_factory=dict)


@registry.register(BOTH)
class BothOrdersScores(Scores):
    """A target is the id of the item. It follows the same item's answer in the other order."""

    kind = BOTH
    name = "score_gen"
    title = gettext_noop("Answers the form in both orders")
    has_targets = False
    keeps_target = True
    may_be_reused = False  # half of its answer comes from the other order

    def follow(self, request):
        return request.target, request.item_id

    def consistency(self, run):
        return position_consistency.of_run(run)

    def prepare(self, requests):
        questions, others = super().prepare(requests), answers_before(requests, SWAPPED)
        if not any(isinstance(question, Prepared) for question in questions.values()):
            return questions
        scorer, task = self.scorer(requests), task_view(requests[0].run.task)
        items = item_views([request.item_id for request in requests])
        return {
            request.pk: _beside(
                questions[request.pk],
                others.get(request.target),
                functools.partial(scorer.read, item=score_gen_swapped.swapped(items[request.item_id]), question=task),
                task,
            )
            for request in requests
        }

    def store(self, request, finding, outcome):
        fields = super().store(request, finding, outcome)
        _keep([(request, finding, fields)])
        return fields

    def store_many(self, answers):
        many = super().store_many(answers)
        _keep([(request, finding, fields) for (request, finding, _), fields in zip(answers, many, strict=True)])
        return many


def together(task, first, second):
    """(answers, {question key: BothOrders}) of {question key: AnswerReading} in the stored order and in the other.

    There are BothOrders of the questions that got a value in each order.
    """
    answers, orders = {}, {}
    for question in task.questions:
        if question.key not in first:
            continue
        label_type, one, two = label_types[question.label_type], first[question.key], second.get(question.key)
        if not label_type.is_positional:
            answers[question.key] = one
        elif two is None or one.abstained or two.abstained:
            answers[question.key] = _abstained(one, two)
        else:
            both = label_type.both_orders(question.config, one.value, two.value)
            orders[question.key], answers[question.key] = both, _answer(both, one, two)
    return answers, orders


def _answer(both, one, two):
    """The AnswerReading of two values: how sure a model is of a tie that it never gave, nobody knows."""
    quotes = tuple(dict.fromkeys((*one.quotes, *two.quotes)))[:MOST_QUOTES]
    if both.is_consistent:
        sure = None if one.confidence is None or two.confidence is None else (one.confidence + two.confidence) / 2
        return replace(one, value=both.value, quotes=quotes, confidence=sure)
    reasons = f"{DISAGREE}\n1, 2: {both.first}. {one.justification}\n2, 1: {both.second}. {two.justification}"
    return replace(
        one, value=both.value, justification=reasons, quotes=quotes, confidence=None, abstained=both.value is None
    )


def _abstained(one, two):
    if one.abstained and (two is None or two.abstained):
        return one
    said = one if two is None or one.abstained else two  # which says why it abstained
    return replace(
        one, value=None, abstained=True, confidence=None, justification=f"{ONE_ABSTAINED} {said.justification}".strip()
    )


def _beside(question, other, read_other, task):
    """A question in the stored order whose answer is read together with `other`, the Outcome in the other one."""
    if not isinstance(question, Prepared):
        return question
    if other is None:
        return NotFound("The answer in the other order is gone.", code="target_missing")
    return replace(question, read=functools.partial(_read, question.read, other, read_other, task))


def _read(read, other, read_other, task, outcome):
    """The Finding of both. An answer in one order alone says nothing of what depends on the order."""
    finding, swapped = read(outcome), read_other(other)
    failed = next((each for each in (finding, swapped) if each.status != OK), None)
    if failed is not None:
        positional = {each.key for each in task.questions if label_types[each.label_type].is_positional}
        kept = {key: answer for key, answer in failed.values.items() if key not in positional}
        return replace(failed, values=kept)
    answers, orders = together(task, finding.values, swapped.values)
    same = {name: getattr(finding, name) for name in finding.__dataclass_fields__}
    return InBothOrders(**same | {"values": answers, "orders": orders})


def _keep(stored):
    """Keep what was said in each order with the judgements; three statements, however many answers."""
    annotations = {fields["annotation"].pk: (request, finding) for request, finding, fields in stored}
    swapped = LLMRequest.objects.current().filter(
        stage__kind=SWAPPED,
        run__in={request.run_id for request, _ in annotations.values()},
        target__in=[request.target for request, _ in annotations.values()],
    )
    by_target = {(request.run_id, request.target): request for request in swapped}
    rows = Judgement.objects.filter(annotation__in=list(annotations)).select_related("question")
    checked = []
    for row in rows:
        request, finding = annotations[row.annotation_id]
        both = finding.orders.get(row.question.key)
        if both is not None:
            row.details["orders"] = {
                "first": both.first,
                "second": both.second,
                "is_consistent": both.is_consistent,
                "place": both.place,
                "request": by_target[request.run_id, request.target].pk,
            }
            checked.append(row)
    Judgement.objects.bulk_update(checked, ["details"])
