"""Verdicts of the simulation on a pair of answers: how alike they are, and the weaknesses of a judge in a hurry."""

import json
import re
from collections import Counter

from evalhub.demo.provider.material import fenced
from evalhub.demo.provider.personality import personality_of, rng_of

REFERENCE, TESTED = "reference", "answer under test"
_READ_CHARACTERS = 12_000
_STEADY = 0.06  # the noise of a judge that place and length do not sway


def is_pair(ask):
    """Whether an Ask shows a reference and an answer under test, fenced."""
    return {REFERENCE, TESTED} <= {name for name, _text in fenced(ask.user)[0]}


def written(ask, seed):
    """The JSON text of the verdict. A hasty judge likes what comes last and what is long."""
    shown = [(name, text[:_READ_CHARACTERS]) for name, text in fenced(ask.user)[0]]
    texts, names = dict(shown), [name for name, _text in shown]
    reference, tested = texts[REFERENCE], texts[TESTED]
    personality = personality_of(ask.model)
    swayed = max(personality.noise - _STEADY, 0.0)
    comes_last = names.index(TESTED) > names.index(REFERENCE)
    longer = (len(tested) - len(reference)) / max(len(tested), len(reference), 1)
    score = likeness(reference, tested) + 0.5 * personality.bias
    score += swayed * (0.9 if comes_last else -0.9) + 2.0 * swayed * longer
    score += rng_of(seed, ask.model, reference, tested, "pair").gauss(0.0, 0.5 * personality.noise)
    score += rng_of(seed, ask.model, ask.user, "order").gauss(0.0, 0.2 * personality.noise)
    notes = _notes(Counter(_tokens(reference)), Counter(_tokens(tested)))
    return json.dumps({"notes": notes, "quality_score": round(min(max(score, 0.0), 1.0), 2)}, ensure_ascii=False)


def likeness(reference, tested):
    """From 0 to 1: how many words both have (the F1 of the two bags), words in common being easy to come by."""
    one, other = Counter(_tokens(reference)), Counter(_tokens(tested))
    together = one.total() + other.total()
    return 2 * (one & other).total() / together if together else 1.0


def _tokens(text):
    return re.findall(r"\w+", text.lower())


def _notes(reference, tested):
    missing, added = reference - tested, tested - reference
    if not missing and not added:
        return "Both say the same."
    told = []
    if missing:
        told.append(f"It leaves out what the reference says about “{_longest(missing)}”.")
    if added:
        told.append(f"It brings in “{_longest(added)}”, which the reference does not have.")
    return " ".join(told)


def _longest(found):
    return " ".join(sorted(found, key=len, reverse=True)[:2])
