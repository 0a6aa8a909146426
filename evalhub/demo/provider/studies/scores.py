"""Verdicts of the simulation: which of the shown stages a piece of evidence fits."""

import re

from evalhub.demo.provider import tokens
from evalhub.demo.provider.personality import personality_of, rng_of
from evalhub.demo.provider.studies.strength import rising, strength

_LINE = re.compile(r'^(\S+): (?:"(?P<label>[^\n]*)" - )?Criteria: (?P<criteria>.+)$', re.MULTILINE)
_FEWEST_WORDS = 5
_READ_CHARACTERS = 12_000  # of each text, in bounded time
_ABSTAIN = "ABSTAIN"


def verdict(ask, seed):
    """{reasoning, verdict}: the name of a stage, or a list of names where several may be given."""
    personality, rng = personality_of(ask.model), rng_of(seed, ask.model, ask.everything, "verdict")
    evidence = [text[:_READ_CHARACTERS] for text in ask.texts("evidence")]
    stages = {found.group(1): found["criteria"] for found in _LINE.finditer("\n".join(ask.texts("stages")))}
    order = rising(stages)
    if not order or _abstains(ask, evidence, personality, rng):
        chosen, reasoning = [_ABSTAIN], "The evidence says too little to hold any of the stages against it."
    else:
        place = strength(evidence) + 0.5 * personality.bias + rng.gauss(0.0, 0.7 * personality.noise)
        chosen = _chosen(order, min(max(place, 0.0), 1.0), ask.several)
        reasoning = _reasoning(evidence, stages, order, chosen)
    return {"reasoning": reasoning, "verdict": chosen if ask.several else chosen[0]}


def _abstains(ask, evidence, personality, rng):
    is_allowed = _ABSTAIN in ask.rules
    is_thin = tokens.count("\n".join(evidence)) < _FEWEST_WORDS
    return is_allowed and (is_thin or rng.random() < 2 * personality.abstains)


def _chosen(order, place, several):
    """The stage nearest to the place; where several may be named and it lies between two, both."""
    exact = place * (len(order) - 1)
    if several and 0.35 < exact % 1 < 0.65:
        return [order[int(exact)], order[int(exact) + 1]]
    return [order[round(exact)]]


def _reasoning(evidence, stages, order, chosen):
    sentences = tokens.sentences("\n".join(evidence)) or ["nothing"]
    criteria = [each.strip() for each in stages[chosen[0]].split(";")]
    telling = tokens.most_like(stages[chosen[0]], sentences) or sentences[0]
    said = f"The evidence says: “{_cut(telling)}”. That fits “{criteria[0]}”, which {chosen[0]} asks for."
    place = order.index(chosen[-1])
    if len(chosen) > 1:
        return f"{said} It meets {chosen[1]} as well, for “{stages[chosen[1]].split(';')[0].strip()}” holds too."
    if place + 1 < len(order):
        above = order[place + 1]
        return f"{said} Nothing in it shows “{stages[above].split(';')[0].strip()}”, so {above} is too much."
    return f"{said} No other stage that is shown goes as far."


def _cut(sentence):
    parts = sentence.rstrip(".!?").split()
    return " ".join(parts[:20]) + (" …" if len(parts) > 20 else "")
