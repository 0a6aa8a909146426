"""Rubrics of the simulation: writing one for a concept, and saying how usable one is."""

import re

from evalhub.demo.provider import tokens
from evalhub.demo.provider.personality import personality_of, rng_of
from evalhub.demo.provider.studies.strength import DEGREES

_SIZE = re.compile(r"\b(\d{1,2}) stages\b")
_MIDDLE = "Ambiguous / Mixed Evidence"
_STAGE = re.compile(r"^\s*(\d+)\) (.+?) :: (.+)$", re.MULTILINE)
_MINDS = re.compile(
    r"\b(?:feel\w*|intend\w*|intent\w*|believ\w*|want\w*|hop(?:e|es|ing)|attitude\w*|mood|really|genuin\w*|spirit|"
    r"understand\w*|aware\w*)\b",
    re.IGNORECASE,
)
# What a stage can be told by, each from its weakest form to its strongest.
_SIDES = (
    ("{degree} acts that concern {topic} are reported",),
    (
        "no official speaks of {topic}",
        "one case of an official who speaks of {topic} is quoted",
        "some officials speak for it and some against it",
        "several officials announce steps on {topic}",
        "the whole government announces steps on {topic}",
    ),
    (
        "those concerned go on as before",
        "a few of those concerned change what they do",
        "some of those concerned change what they do",
        "many of those concerned stop what they did",
        "all of those concerned stop what they did",
    ),
    (
        "nothing in law or rules changes",
        "a minor rule is changed for one occasion",
        "a rule is changed and another is kept",
        "several rules are changed in one direction",
        "a complete set of new rules is in force",
    ),
    (
        "nobody has reason to complain",
        "complaints are heard quickly",
        "complaints are heard in some cases",
        "complaints are heard late or by the same office",
        "complaints are punished",
    ),
    (
        "it ends on the day it begins",
        "it lasts for a few days",
        "it lasts for some weeks",
        "it lasts for many months",
        "it has been so in all of the time that is reported on",
    ),
)
# What a model in a hurry puts among the criteria, though nobody can see it in a text.
_UNSEEN = "those in charge really want it"


def rubric(ask, seed):
    """{reasoning, stages}: as many stages as the prompt names, the weakest first."""
    concept = re.sub(r"[;:\s]+", " ", " ".join(ask.texts("concept"))).strip() or "the concept"
    personality, rng = personality_of(ask.model), rng_of(seed, ask.model, ask.everything, "rubric")
    size = _size(ask.rules)
    sides = [_SIDES[0], *rng.sample(_SIDES[1:], rng.randint(2, 4))]
    topic = concept if len(concept) <= 80 else f"{concept[:80].rsplit(' ', 1)[0]} …"
    stages = []
    for number in range(1, size + 1):
        place = (number - 1) / max(size - 1, 1)
        criteria = [_side(side, place).format(degree=_degree(place), topic=topic) for side in sides]
        if len(criteria) < 5 and rng.random() < personality.slips * 0.5:
            criteria.append(_UNSEEN)
        stages.append({"stage_number": number, "label": _label(number, size, topic), "criteria": criteria})
    reasoning = (
        f"The weak end is a text in which nothing speaks of {topic}, the strong end one in which all of it does. The "
        f"lines are drawn by {len(sides)} things that can be seen: how often it is reported, and what changes with it."
    )
    return {"reasoning": reasoning, "stages": stages}


def rubric_quality(ask, seed):
    """{reasoning, observability, discriminability} from counts: words of minds, and words that neighbours share."""
    personality, rng = personality_of(ask.model), rng_of(seed, ask.model, ask.everything, "quality")
    stages = [(int(number), label, text) for number, label, text in _STAGE.findall("\n".join(ask.texts("rubric")))]
    criteria = [(number, each.strip()) for number, _, text in stages for each in text.split(";") if each.strip()]
    unseen = [(number, each) for number, each in criteria if _MINDS.search(each)]
    blurred = sorted((_overlap(one, other), one[0], other[0]) for one, other in zip(stages, stages[1:], strict=False))
    overlap = sum(pair[0] for pair in blurred) / len(blurred) if blurred else 0.5

    def number(value):
        return round(min(max(value + personality.bias + rng.gauss(0.0, personality.noise), 0.02), 0.98), 2)

    return {
        "reasoning": f"{_about_criteria(unseen)} {_about_neighbours(blurred)}",
        "observability": number(0.92 - 2.2 * len(unseen) / max(len(criteria), 1)),
        "discriminability": number(1.0 - 0.75 * overlap),
    }


def _about_criteria(unseen):
    if unseen:
        return f"Stage {unseen[0][0]} asks for what no text shows: “{unseen[0][1]}”."
    return "What the criteria name can be looked up in a text."


def _about_neighbours(blurred):
    if blurred and blurred[-1][0] > 0.4:
        _, low, high = blurred[-1]
        return f"Stages {low} and {high} use nearly the same words, so judges will waver there."
    return "Neighbouring stages differ in words that judges can hold on to."


def _size(rules):
    found = _SIZE.search(rules)
    return min(max(int(found.group(1)), 2), 20) if found else 5


def _label(number, size, topic):
    if size % 2 and number == (size + 1) // 2:
        return _MIDDLE
    place = (number - 1) / max(size - 1, 1)
    degree = _degree(place).capitalize()
    # On a scale longer than the words of degree two stages would have the same one.
    return f"{degree} signs of {topic}" + (f" ({number})" if size > len(DEGREES) else "")


def _degree(place):
    return DEGREES[round(place * (len(DEGREES) - 1))]


def _side(side, place):
    return side[round(place * (len(side) - 1))]


def _overlap(one, other):
    """The share of words that two stages have in common, from 0 to 1."""
    first, second = tokens.stems(one[2]), tokens.stems(other[2])
    return sum((first & second).values()) / max(sum((first | second).values()), 1)
