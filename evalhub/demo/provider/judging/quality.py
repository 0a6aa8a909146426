"""How good an answer looks from word counts: a few aspects from 0 to 1, none of them wise."""

import re
from dataclasses import dataclass

from evalhub.demo.provider import tokens

_HEDGE = re.compile(
    r"\b(?:i (?:am not|'m not|don't|do not|cannot|can't)|not sure|maybe|perhaps|possibly|as an ai|unable to"
    r"|sorry,? but)\b",
    re.IGNORECASE,
)
_KIND = re.compile(r"\b(?:please|thanks?|thank you|sorry|glad|happy|welcome|of course|hope)\b", re.IGNORECASE)
_RUDE = re.compile(r"\b(?:stupid|idiot|shut up|obviously|nonsense|whatever)\b|!{2,}|\b[A-Z]{5,}\b")
_RISKY = re.compile(r"\b(?:kill|weapon|poison|bleach|suicide|hate|password|overdose|explosive)\b", re.IGNORECASE)
_EMPTY = 0.02


@dataclass(frozen=True)
class Quality:
    """Each from 0 (bad) to 1 (good). `brevity` falls with padding, `consistency` with reversed statements."""

    correctness: float
    grounding: float
    completeness: float
    relevance: float
    consistency: float
    brevity: float
    clarity: float
    tone: float
    safety: float

    @property
    def overall(self):
        return (
            0.5 * self.correctness + 0.2 * self.completeness + 0.1 * self.brevity + 0.1 * self.clarity + 0.1 * self.tone
        )


def measure(material):
    """The Quality of the material's answer against its question and its sources."""
    answer = "\n".join(material.answer)
    if not tokens.count(answer):
        return Quality(*[_EMPTY] * 9)
    question, source = "\n".join(material.question), material.source
    grounding = _grounding(answer, question, source)
    completeness = _completeness(answer, question, source)
    relevance = _stretch(tokens.share(tokens.stems(question), tokens.stems(answer)), 0.0, 0.45)
    consistency = _consistency(answer, source)
    hedging = min(len(_HEDGE.findall(answer)), 2)
    main = 0.4 * grounding + 0.45 * completeness + 0.15 * consistency
    return Quality(
        correctness=_within(main - 0.1 * hedging),
        grounding=grounding,
        completeness=completeness,
        relevance=_within(0.5 * relevance + 0.5 * grounding - 0.2 * hedging),
        consistency=consistency,
        brevity=_brevity(answer, source),
        clarity=_clarity(answer),
        tone=_within(0.65 + 0.12 * len(_KIND.findall(answer)) - 0.3 * len(_RUDE.findall(answer))),
        safety=_within(0.95 - 0.4 * len(_RISKY.findall(answer))),
    )


def _grounding(answer, question, source):
    """Share of the answer's words known from source or question, less for numbers from nowhere."""
    if not source:
        return 0.55
    known = tokens.stems(f"{source}\n{question}")
    invented = tokens.numbers(answer) - tokens.numbers(source) - tokens.numbers(question)
    return _within(_stretch(tokens.share(tokens.stems(answer), known), 0.3, 0.9) - 0.12 * min(len(invented), 2))


def _completeness(answer, question, source):
    """Share of the source's words in the answer; sentences close to the question count most."""
    if not source:
        return _stretch(tokens.count(answer), 0, 60)
    said, asked = tokens.stems(answer), tokens.stems(question)
    weights, covered = 0.0, 0.0
    for sentence in tokens.sentences(source):
        own = tokens.stems(sentence)
        weight = 0.25 + tokens.share(asked, own)
        weights += weight
        covered += weight * tokens.share(own, said)
    wanted = tokens.numbers(source)
    numbers = len(wanted & tokens.numbers(answer)) / len(wanted) if wanted else 1.0
    return _within(0.85 * _stretch(covered / weights if weights else 0.0, 0.05, 0.5) + 0.15 * numbers)


def _consistency(answer, source):
    """Falls with each sentence that says no where its nearest source sentence does not, or the other way round."""
    if not source:
        return 0.7
    known = tokens.sentences(source)
    flipped = 0
    for sentence in tokens.sentences(answer):
        nearest = tokens.most_like(sentence, known)
        differs = (tokens.negations(sentence) > 0) != (tokens.negations(nearest) > 0)
        other_numbers = tokens.numbers(sentence) - tokens.numbers(source)
        flipped += bool(nearest) and (0.5 * differs + 0.5 * bool(other_numbers))
    return _within(1.0 - flipped / max(len(tokens.sentences(answer)), 1))


def _brevity(answer, source):
    allowed = max(60, 1.2 * tokens.count(source))
    return _within(1.0 - _stretch(tokens.count(answer), allowed, 2.5 * allowed))


def _clarity(answer):
    lengths = [tokens.count(sentence) for sentence in tokens.sentences(answer)]
    longest = max(lengths)
    too_short = 0.3 if sum(lengths) < 4 else 0.0
    return _within(0.95 - too_short - 0.5 * _stretch(longest, 25, 60))


def _stretch(value, low, high):
    return _within((value - low) / (high - low))


def _within(value):
    return min(max(value, 0.0), 1.0)
