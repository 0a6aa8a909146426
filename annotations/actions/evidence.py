"""Check quotes against what the annotator saw and store how they matched."""

from annotations import evidence
from annotations.items import texts_of
from annotations.models import Evidence


def store_evidence(item, judgements, remarks):
    """One Evidence row per quote; `judgements` and `remarks` by question key."""
    sources = texts_of(item)
    rows = []
    for key, remark in remarks.items():
        for quote in remark.quotes if key in judgements else ():
            match = evidence.verify(quote, sources)
            rows.append(Evidence(
                judgement=judgements[key], quote=quote, field=match.field or "", start=match.start, end=match.end,
                source_sha256=match.source_sha256 or "", match=match.match, score=match.score,
            ))
    Evidence.objects.bulk_create(rows)
