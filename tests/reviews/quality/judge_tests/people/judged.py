"""Answers of a judge and of people to make tests of, and what these say."""

from datetime import date, timedelta

from reviews.quality.judge_tests import people_kinds
from reviews.quality.judged_labels import TEST, JudgedAnswer, JudgedLabels, half_of
from reviews.quality.licence_rules import licence_of_tests

MONDAY = date(2026, 3, 2)
CASES = [case for case in range(2000) if half_of(case) == TEST][:400]


def labels(n=400, *, wrong_passes=0, wrong_fails=0, again=True, people=2, weeks=1):
    """n answers of the test half, every fourth a fail by people; so many passes and fails are the other way round."""
    answers = []
    for place, case in enumerate(CASES[:n]):
        said = float(place % 4 != 0)
        is_wrong = (said and place < 4 * wrong_fails) or (not said and place < 4 * wrong_passes)
        own = 1 - said if is_wrong else said
        answers.append(
            JudgedAnswer(
                item=case,
                case=case,
                value=own,
                week=MONDAY + timedelta(weeks=place % weeks),
                people={f"p{number}": said for number in range(people)},
                again=(own, own) if again else (),
            )
        )
    return JudgedLabels(tuple(answers), (0.0, 1.0), True, frozenset({1.0}))


def results_of(found):
    return {key: (kind.measure(found), kind.details(found)) for key, kind in people_kinds.items()}


def licence(found):
    return licence_of_tests(results_of(found))
