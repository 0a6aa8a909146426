"""Find quotes in what the annotator saw and store how they matched."""

from annotations.content import quotes
from annotations.labels.base import invalid_labels
from annotations.queue.models import Evidence


def locate(*, notes, sources):
    """{question key: [Match]} of the quotes in `notes`; `sources` is {field: text}, as `items.texts_of` gives it."""
    return {key: [_match(quote, sources) for quote in note.quotes] for key, note in notes.items() if note.quotes}


def check_found(*, matches):
    """InvalidInput, by question, when a person's quote is not in the item."""
    mistakes = {
        key: f"This quote is not in the item: {match.quote[:200]!r}. Copy it from the text, or remove it."
        for key, found in matches.items()
        for match in found
        if match.match == "missing"
    }
    if mistakes:
        raise invalid_labels(mistakes)


def store_evidence(*, judgements, matches):
    """One Evidence row per quote; both by question key."""
    store_evidence_of([(judgements, matches)])


def store_evidence_of(answers):
    """`store_evidence` of (judgements, matches) of many answers; one statement, none when nothing was quoted."""
    rows = [
        Evidence(
            judgement=judgements[key],
            quote=match.quote,
            field=match.field or "",
            start=match.start,
            end=match.end,
            source_sha256=match.source_sha256 or "",
            match=match.match,
            score=match.score,
        )
        for judgements, matches in answers
        for key, found in matches.items()
        if key in judgements
        for match in found
    ]
    Evidence.objects.bulk_create(rows)


def _match(quote, sources):
    if isinstance(quote, str):
        return quotes.verify(quote, sources)
    return quotes.verify_at(
        quote["quote"], field=quote.get("field"), start=quote.get("start"), end=quote.get("end"), sources=sources
    )
