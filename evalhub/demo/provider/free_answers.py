"""Answers of the simulation to a free prompt: what the prompt itself says, in a model's own words and at its length.

What an ideal answer holds follows from the prompt alone. Each model keeps a part of it, says some of it otherwise and
errs now and then, so that two models agree word for word on what is short, and nearly on what is long.
"""

import re
from dataclasses import dataclass

from evalhub.demo.provider import tokens
from evalhub.demo.provider.material import fenced
from evalhub.demo.provider.personality import personality_of, rng_of

_READ_CHARACTERS = 12_000
_MOST_POINTS = {"terse": 1, "hasty": 2, "generous": 5}
_USUAL_POINTS = 3
_SUM = re.compile(r"(?<![\d.])(-?\d{1,9}) ?([+*x×-]|plus|minus|times) ?(-?\d{1,9})(?![\d.])")
_COUNTED = re.compile(r"\b(?:how (?:many|much|long|old|far)|what (?:year|number|percentage)|which year|when)\b", re.I)
_YES_OR_NO = re.compile(r"^(?:is|are|was|were|do|does|did|can|could|may|should|has|have|will)\b", re.IGNORECASE)
_LABEL = re.compile(r"^[\w .-]{1,60}:$", re.MULTILINE)  # the name of a field, on a line of its own
_ORDERS = frozenset(
    "tell explain write describe give list name make please what when where which show summarize".split()
)
_SHORT = 14  # words of a question that one word or number answers
_STATEMENTS = (
    "{topic} matters most here, so it comes first",
    "{topic} depends on the case at hand",
    "With {topic} there are two ways, and the simpler one will do",
    "{topic} is best checked before anything else",
    "Most people get along with the usual {topic}",
    "{topic} should be written down, and looked at again later",
)
_OTHERWISE = (
    (" must ", " has to "),
    (" within ", " in "),
    (" can ", " may "),
    (" is ", " stays "),
    (" are ", " remain "),
    (" should ", " ought to "),
    (" you ", " one "),
    (" and ", " and also "),
    (" for ", " in the case of "),
)
_OPENINGS = ("In short: ", "As far as I can tell, ", "The main point: ", "Briefly, ")
_CLOSING = "I hope this helps; do ask if anything is unclear."


@dataclass(frozen=True)
class _Way:
    """How a model answers: chances to keep a point, to say it otherwise, and to get it wrong; at most so many."""

    keeps: float
    rewords: float
    errs: float
    most: int


def is_free(ask):
    """Whether an Ask is a prompt and nothing else: no rules, no form, no fenced material."""
    return not (ask.system or ask.schema or fenced(ask.user)[0])


def said(ask, seed):
    """The text of the answer; the same for the same prompt, model and seed."""
    prompt = ask.user[:_READ_CHARACTERS]
    way, rng = _way_of(ask.model), rng_of(seed, ask.model, prompt, "free")
    fact = _fact(prompt)
    if fact is not None:
        right, wrong = fact
        return wrong if rng.random() < way.errs else right
    points = [point for point in _points(prompt) if rng.random() < way.keeps] or _points(prompt)[:1]
    sentences = [_told(point, way, rng) for point in points[: way.most]]
    if "generous" in ask.model:
        sentences.append(_CLOSING)
    if rng.random() < way.rewords:
        sentences[0] = rng.choice(_OPENINGS) + sentences[0][0].lower() + sentences[0][1:]
    return " ".join(sentences)


def _way_of(model):
    noise = personality_of(model).noise
    most = next((most for name, most in _MOST_POINTS.items() if name in model), _USUAL_POINTS)
    return _Way(keeps=1 - 2 * noise, rewords=2 * noise, errs=noise, most=most)


def _fact(prompt):
    """(right, wrong) answer to a short question that one word or number settles, else None."""
    calculation = _SUM.search(prompt)
    if calculation and tokens.count(prompt) <= _SHORT:
        left, sign, right = int(calculation[1]), calculation[2], int(calculation[3])
        if sign in ("-", "minus"):
            right = -right
        value = left * right if sign in ("*", "x", "×", "times") else left + right
        return str(value), str(value + 1)
    if tokens.count(prompt) > _SHORT or not prompt.strip().endswith("?"):
        return None
    rng = rng_of("fact", prompt)
    if _COUNTED.search(prompt):
        value = rng.randint(2, 60)
        return str(value), str(value + rng.randint(1, 9))
    if _YES_OR_NO.match(prompt.strip()):
        return rng.choice((("Yes.", "No."), ("No.", "Yes.")))
    return None


def _points(prompt):
    """What an ideal answer says, most wanted first: sentences of the prompt's material, else of its topics."""
    sentences = tokens.sentences(_LABEL.sub("", prompt))
    asked = next((each for each in sentences if each.endswith("?")), sentences[0] if sentences else "")
    material = [each for each in dict.fromkeys(sentences) if not each.endswith("?") and tokens.count(each) > 3]
    if len(material) > 1:
        wanted = tokens.stems(asked)
        ranked = sorted(material, key=lambda each: -tokens.share(wanted, tokens.stems(each)))
        return [each.rstrip(".!;:") for each in ranked[:5]]
    rng = rng_of("points", prompt)
    topics = _topics(prompt) or ["the question"]
    statements = rng.sample(_STATEMENTS, min(len(_STATEMENTS), 5))
    return [_capital(text.format(topic=topics[at % len(topics)])) for at, text in enumerate(statements)]


def _topics(prompt):
    """Longer words of the prompt that carry content, in order."""
    found = dict.fromkeys(word.lower() for word in re.findall(r"[^\W\d_]{4,}", prompt) if tokens.stems(word))
    things = [word for word in found if word not in _ORDERS and not word.endswith(("ed", "ing"))]
    return (things or list(found))[:5]


def _told(point, way, rng):
    """One point as a sentence of the model's own."""
    if rng.random() < way.errs:
        point = re.sub(r"\d+", lambda found: str(int(found[0][:9]) + rng.randint(1, 9)), point, count=1)
    if rng.random() < way.rewords:
        for usual, other in rng.sample(_OTHERWISE, 4):
            point = point.replace(usual, other)
    return f"{_capital(point)}."


def _capital(text):
    return text[:1].upper() + text[1:]
