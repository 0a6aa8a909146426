"""G-Eval: the judge that answers by the steps of a metric, with scores weighted by the model's own probabilities.

Liu et al. 2023. The score is the mean of the points of the scale, each weighted by the probability that the model gave
to its token, where the provider tells that; else it is the point that the model wrote.
"""

import re
from dataclasses import replace

from annotations.labels.types import registry as label_types
from evalhub.lib.translation import gettext_noop
from reviews.engine.client import score_tokens
from reviews.scorers.judges.answer_schema import answer_fields
from reviews.scorers.judges.questions import QuestionsJudge
from reviews.scorers.judges.score_modes import LOGPROB, SCORE_MODE, SINGLE
from reviews.scorers.registry import registry

LEAST_MASS = 0.5  # of the probability that must lie on points of the scale
MOST_POINTS = 101


@registry.register("g_eval")
class GEval(QuestionsJudge):
    """The value comes first in each answer, so that the tokens in its place follow from criterion and case alone."""

    title = gettext_noop("G-Eval, weighted by probability")
    version = "g_eval-1"
    default_prompt = "g_eval.v1"
    reference_prompt = "g_eval_with_reference.v1"
    is_default = False
    has_score_modes = True

    def prepare(self, item, question):
        return replace(super().prepare(item, question), top_logprobs=score_tokens.MOST)

    def reading(self, outcome, item, task):
        reading = super().reading(outcome, item, task)
        likely = score_tokens.found_in(outcome.raw)
        fields = {each.question.key: each for each in answer_fields(task.questions)}
        answers = {key: _weighed(answer, fields[key], outcome.text, likely) for key, answer in reading.answers.items()}
        return replace(reading, answers=answers)


def _weighed(answer, field, text, likely):
    """The AnswerReading with its exact number and how it was made; as it is where there is no scale of whole points."""
    points = _points(field.question)
    if not points or answer.abstained:
        return answer
    shares = _shares(field, answer.value, text, likely, points)
    mass = sum(shares.values())
    if mass < LEAST_MASS:
        return replace(answer, details={SCORE_MODE: SINGLE})
    number = sum(point * share for point, share in shares.items()) / mass
    details = {
        SCORE_MODE: LOGPROB,
        "mass": round(mass, 6),
        "shares": {f"{p:g}": round(s, 6) for p, s in shares.items()},
    }
    # Between two points that are as near, the one that was written.
    nearest = min(points, key=lambda point: (abs(point - number), point != answer.value))
    return replace(answer, value=int(nearest), number=number, details=details)


def _points(question):
    """The whole numbers of the question's scale, None for one that has others."""
    label_type = label_types[question.label_type]
    if question.json_schema.get("type") != "integer":
        return None
    points = label_type.domain(question.config)
    if points is None:
        low, high = label_type.bounds(question.config)
        is_short = low is not None and high is not None and high - low < MOST_POINTS
        points = range(int(low), int(high) + 1) if is_short else None
    return points and {float(point) for point in points}


def _shares(field, value, text, likely, points):
    """{point: probability} of the tokens in the place of the value; empty where the provider did not tell them."""
    found = re.search(rf'"{re.escape(field.stem)}_value"\s*:\s*(-?\d+)', text)
    if not found or float(found[1]) != value:
        return {}
    tokens = likely.get(len(text[: found.start(1)].encode()), {})
    numbers = {token: float(token) for token in tokens if re.fullmatch(r"-?\d+", token)}
    return {number: tokens[token] for token, number in numbers.items() if number in points}
