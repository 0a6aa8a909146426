"""Sentences of a justification with the quotes and objections that belong to them."""

from dataclasses import dataclass

from reviews.audits.views.claims import claims_of

TEXT = "The refund window had closed, so only unused months are paid back. The invoice cannot be changed.\nFine."


@dataclass(frozen=True)
class Said:
    quote: str = ""
    first: str = ""


def shown(quotes=(), objections=()):
    claims = claims_of(TEXT, [Said(quote=quote) for quote in quotes], [Said(first=text) for text in objections])
    return [
        (claim.text[:11], [one.quote for one in claim.quotes], [one.first for one in claim.objections])
        for claim in claims
    ]


def test_each_stands_at_the_sentence_it_shares_most_words_with_and_what_belongs_nowhere_comes_last():
    window, invoice = "The 14-day refund window has passed", "An issued invoice cannot be CHANGED."
    objection = "Annual plans have a refund window of 30 days, and it had not closed."
    assert shown([invoice, window], [objection]) == [
        ("The refund ", [window], [objection]),
        ("The invoice", [invoice], []),
        ("Fine.", [], []),
    ]

    assert shown(["window seat"], ["I do not agree."])[-1] == ("", ["window seat"], ["I do not agree."])
    assert claims_of("", [], []) == ()
