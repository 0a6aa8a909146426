"""Words, sentences and numbers of a text, as the simulation counts them."""

import re
from collections import Counter

_WORD = re.compile(r"[^\W\d_][^\W_]*(?:['’][^\W\d_]+)?")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?]*")
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|cannot|nothing|neither|without|impossible|only)\b|n['’]t\b", re.IGNORECASE
)
_ENDINGS = ("ingly", "ments", "ment", "ings", "ing", "ied", "ies", "ed", "es", "ly", "s", "e")
_COMMON = frozenset(
    "a about after again all also am an and any are as at be because been before being both but by can could did do "
    "does doing done down each for from further get had has have having he her here him his how i if in into is it "
    "its just let me more most my need of off on once one or other our out over own please same she should so some "
    "such take than that the their them then there these they this those through to too under until up us very want "
    "was way we were what when where which while who why will with would yes you your".split()
)


def stems(text):
    """The words that carry content, cut to rough stems, with how often each occurs."""
    words = (word.lower().replace("’", "'") for word in _WORD.findall(text))
    return Counter(stem(word) for word in words if word not in _COMMON and len(word) > 2)


def count(text):
    return len(_WORD.findall(text)) + len(_NUMBER.findall(text))


def numbers(text):
    """The numbers in a text as written, thousands separators and a lone trailing zero part aside."""
    return {found.replace(",", "").removesuffix(".00") for found in _NUMBER.findall(text)}


def sentences(text):
    """The sentences in order, stripped, each an exact part of the text."""
    return [part.strip() for part in _SENTENCE.findall(text) if count(part) > 0]


def negations(text):
    return len(_NEGATION.findall(text))


def share(part, whole):
    """How much of the words of `part` is among those of `whole`, from 0 to 1; 1 if there is nothing to find."""
    total = sum(part.values())
    return sum(many for word, many in part.items() if word in whole) / total if total else 1.0


def most_like(text, candidates):
    """The sentence among `candidates` that shares most with `text`, or an empty text if none shares anything."""
    wanted, wanted_numbers = stems(text), numbers(text)
    best, best_score = "", 0.0
    for candidate in candidates:
        own = stems(candidate)
        common = sum((wanted & own).values()) + len(wanted_numbers & numbers(candidate))
        score = common / (len(own) + 4) ** 0.5
        if score > best_score:
            best, best_score = candidate, score
    return best


def stem(word):
    """The word in lower case without its ending."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word
