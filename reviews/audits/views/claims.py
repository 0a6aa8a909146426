"""A justification in sentences, each with its quotes and with what a critic objects to it."""

import re
from dataclasses import dataclass

SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
WORD = re.compile(r"\w{4,}")
LEAST_SHARED = 2  # words that say where an objection or a quote belongs


@dataclass(frozen=True)
class Claim:
    """`text` is "" for quotes and objections that belong to no sentence more than to another; it comes last."""

    text: str
    quotes: tuple = ()
    objections: tuple = ()


def claims_of(text, quotes, objections):
    """The Claims of a text. A quote or an objection stands at the sentence with which it shares most words.

    `quotes` have `quote`; `objections` have `first`, the text that is shown.
    """
    sentences = [part for part in SENTENCE.split(text) if part.strip()]
    places = [_terms(sentence) for sentence in sentences]
    at_quotes = [(_place(quote.quote, places), quote) for quote in quotes]
    at_objections = [(_place(one.first, places), one) for one in objections]
    claims = [
        Claim(sentence, _at(place, at_quotes), _at(place, at_objections)) for place, sentence in enumerate(sentences)
    ]
    rest = Claim("", _at(None, at_quotes), _at(None, at_objections))
    return (*claims, rest) if rest.quotes or rest.objections else tuple(claims)


def _terms(text):
    return set(WORD.findall(text.casefold()))


def _place(text, places):
    """The sentence with most shared words, the first of equal ones; None where it shares too few."""
    words = _terms(text)
    shared = [len(words & each) for each in places]
    most = max(shared, default=0)
    return shared.index(most) if most >= LEAST_SHARED else None


def _at(place, found):
    return tuple(one for where, one in found if where == place)
