"""Evaluations by G-Eval, and a model that tells the likely tokens of its scores."""

import json
from dataclasses import replace

from tests.experiments.evaluations_world import RIGHT, make_evaluation, make_version, take_steps
from tests.reviews.machine import answer, outcome_of

JUDGE = {"model": "simulated-careful", "method": "g_eval"}
SHARES = {"4": 0.6, "3": 0.4}


def told(call, *, value=4, shares=SHARES):
    """An answer whose first value has these shares of likely tokens; None: the provider tells none."""
    outcome = outcome_of(answer(call, value=value))
    if shares is None:
        return outcome
    name = next(each for each in call.response_format.model_fields if each.endswith("_value"))
    text = json.dumps(outcome.parsed)
    place = text.index(f'"{name}": ') + len(f'"{name}": ')
    return replace(outcome, text=text, raw={"choices": [{"logprobs": {"numbers": {str(place): shares}}}]})


def evaluated(organization, outputs=3, **settings):
    version = make_version(organization, [RIGHT] * outputs)
    return take_steps(make_evaluation(version, ["faithfulness"], judges=[JUDGE], **settings))
