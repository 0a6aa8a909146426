"""The alternative annotator test, which says whether a judge may take the place of one of several people.

Calderon et al. (2025). For each person the judge and that person are both held against the other people.
"""

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW
from evalhub.lib.statistics.multiple_testing import benjamini_yekutieli

METHOD = "alt-test"
LEAST_ITEMS = 30  # that a person shares with others, the judge among them
EPSILON, LEVEL, LEAST_WINS = 0.15, 0.05, 0.5
NEEDS_TWO_PEOPLE = "NEEDS_TWO_PEOPLE"


@dataclass(frozen=True)
class Contest:
    """The judge against one person: how often each was at least as close to the others as the other was.

    `p`: of the hypothesis that the person is better by epsilon or more; None where it is exactly epsilon everywhere.
    """

    person: Hashable
    n: int
    judge_share: float
    person_share: float
    p: float | None
    is_won: bool = False


@dataclass(frozen=True)
class AltTest:
    """`winning_rate`: the part of people whom the judge beats; None with a reason. `advantage`: the mean of the
    judge's shares, for ranking judges."""

    winning_rate: float | None
    advantage: float | None
    contests: tuple[Contest, ...]
    epsilon: float
    n: int
    reason: str = ""

    @property
    def passed(self) -> bool:
        return self.winning_rate is not None and self.winning_rate >= LEAST_WINS


def alt_test(
    people: Mapping[Hashable, Mapping[Hashable, float]],
    judge: Mapping[Hashable, float],
    *,
    epsilon: float = EPSILON,
    is_distance: bool = False,
) -> AltTest:
    """The AltTest of {person: {item: value}} and {item: value} of the judge.

    Closeness to the others is the share of them with the same value, or is_distance: the root of the mean squared
    difference, less being closer. People with fewer than LEAST_ITEMS items are no opponents but count among others.
    """
    shared = {item for values in people.values() for item in values if item in judge}
    if not shared or len(people) < 2:
        return AltTest(None, None, (), epsilon, len(shared), NOTHING if not shared else NEEDS_TWO_PEOPLE)
    score = _closeness if is_distance else _same
    found = [_contest(person, people, judge, score, epsilon) for person in people]
    found = [contest for contest in found if contest.n >= LEAST_ITEMS]
    if not found:
        return AltTest(None, None, (), epsilon, len(shared), TOO_FEW)
    corrected = benjamini_yekutieli([1.0 if each.p is None else each.p for each in found])
    contests = tuple(
        Contest(each.person, each.n, each.judge_share, each.person_share, each.p, p <= LEVEL)
        for each, p in zip(found, corrected, strict=True)
    )
    wins = sum(each.is_won for each in contests) / len(contests)
    advantage = sum(each.judge_share for each in contests) / len(contests)
    return AltTest(wins, advantage, contests, epsilon, len(shared))


def _contest(person, people, judge, score, epsilon):
    lost, judged, own = [], [], []
    for item, value in people[person].items():
        others = [values[item] for other, values in people.items() if other != person and item in values]
        if item in judge and others:
            of_judge, of_person = score(judge[item], others), score(value, others)
            judged.append(of_judge >= of_person)
            own.append(of_person >= of_judge)
            lost.append(own[-1] - judged[-1])
    n = len(lost)
    if n < LEAST_ITEMS:
        return Contest(person, n, 0.0, 0.0, None)
    return Contest(person, n, sum(judged) / n, sum(own) / n, _p_below(lost, epsilon))


def _p_below(lost, epsilon):
    """Student's t: the chance of a mean this low where the true one is epsilon."""
    n = len(lost)
    mean = sum(lost) / n
    deviation = math.sqrt(sum((each - mean) ** 2 for each in lost) / (n - 1))
    if not deviation:
        return None if mean == epsilon else float(mean > epsilon)
    from scipy.special import stdtr  # here: a web process that tests no judge does without

    return float(stdtr(n - 1, (mean - epsilon) / (deviation / math.sqrt(n))))


def _same(value, others):
    return sum(other == value for other in others) / len(others)


def _closeness(value, others):
    return -math.sqrt(sum((other - value) ** 2 for other in others) / len(others))
