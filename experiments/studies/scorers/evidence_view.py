"""Rewrites evidence: cleaned, neutralized or without names, as its prompt says."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.parsers.evidence_view import EvidenceText
from reviews.scorers.parsers.parsed_scorer import ParsedScorer
from reviews.scorers.registry import MODEL, TEXT, registry


@registry.register("evidence_view")
class EvidenceRewriter(ParsedScorer):
    """`item` is a Case with the `title` and `text` of the view before, `question` None. What is read has the `text`."""

    title = gettext_noop("Rewrites the evidence")
    needs = frozenset({TEXT, MODEL})
    parser = EvidenceText()
