"""What people say of the difference between two evaluations, beside what a judge says of the same cases."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from annotations.models import Question, TaskItem
from evalhub.lib.statistics import paired, ppi
from evalhub.lib.statistics.estimate import Estimate
from experiments.evaluations.actions import case_scores, people_labels
from experiments.evaluations.models import Evaluation
from experiments.evaluations.reducers import MEAN

NOT_RANDOM, TOO_FEW_RANDOM, ALL_LABELLED = "not_random", "too_few_random", "all_labelled"


@dataclass(frozen=True)
class PeopleDifference:
    """`people` and `judge_same` over the cases that people labelled in both evaluations, `judge` over all. `n_agree` of
    them have the same direction by both. `corrected` is by PPI++ from `n_random` cases that chance has chosen; without
    it `reason` says why. `people` None: no case has labels in both."""

    question: Question
    people: Estimate | None = None
    judge_same: Estimate | None = None
    judge: Estimate | None = None
    n_agree: int = 0
    n_random: int = 0
    corrected: Estimate | None = None
    reason: str = ""


def people_difference(
    *, baseline: Evaluation, evaluation: Evaluation, base_question: Question, question: Question
) -> PeopleDifference:
    """The PeopleDifference of an evaluation less the baseline by one metric; about ten statements.

    Repetitions count by their mean, as people's labels do.
    """
    same = case_scores.same_cases(evaluation, baseline)
    now, before = (
        case_scores.of_metric(evaluation, question, reducer=MEAN),
        case_scores.of_metric(baseline, base_question, reducer=MEAN),
    )
    cases, first, second = case_scores.paired(now, before, same)
    by_judge = dict(zip(cases.tolist(), (first - second).tolist(), strict=True))
    here, there = _labels(evaluation, question), _labels(baseline, base_question)
    gaps, is_random = {}, {}
    for case in by_judge:
        other = case if same is None else same.get(case)
        if case in here and other in there:
            gaps[case] = here[case][0] - there[other][0]
            is_random[case] = here[case][1] and there[other][1]
    if not gaps:
        return PeopleDifference(question)
    said = np.array(list(gaps.values()))
    judged = np.array([by_judge[case] for case in gaps])
    drawn = [case for case in gaps if is_random[case]]
    corrected, reason = _corrected(gaps, by_judge, drawn)
    return PeopleDifference(
        question,
        people=paired.mean_difference(said),
        judge_same=paired.mean_difference(judged),
        judge=paired.mean_difference(np.array(list(by_judge.values()))),
        n_agree=int((np.sign(said) == np.sign(judged)).sum()),
        n_random=len(drawn),
        corrected=corrected,
        reason=reason,
    )


def _corrected(gaps: dict[int, float], by_judge: dict[int, float], drawn: Sequence[int]):
    if not drawn:
        return None, NOT_RANDOM
    if len(drawn) < ppi.LEAST_LABELLED:
        return None, TOO_FEW_RANDOM
    known = set(drawn)
    rest = [gap for case, gap in by_judge.items() if case not in known]
    if not rest:
        return None, ALL_LABELLED
    found = ppi.corrected_mean([gaps[case] for case in drawn], [by_judge[case] for case in drawn], rest)
    return found.estimate, ""


def _labels(evaluation, question):
    """{case: (mean of people's labels over its outputs, whether chance chose all of them)}."""
    labels = [each for each in people_labels.of_evaluation(evaluation) if each.question_id == question.pk]
    by_item = people_labels.by_item(labels).get(question.pk, {})
    chosen = {each.item_id for each in labels if not each.is_random}
    found = defaultdict(list)
    for item, case in TaskItem.objects.filter(pk__in=list(by_item)).values_list("pk", "test_case_id"):
        found[case].append((by_item[item], item not in chosen))
    return {
        case: (sum(value for value, _random in each) / len(each), all(random for _value, random in each))
        for case, each in found.items()
    }
