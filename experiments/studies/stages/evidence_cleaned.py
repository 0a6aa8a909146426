"""Cleaned evidence: the raw text without what a page has left in it."""

from evalhub.lib.translation import gettext_noop
from experiments.studies.stages.evidence_view import EvidenceStage
from reviews.engine.stages import registry


@registry.register("evidence_cleaned")
class Cleaned(EvidenceStage):
    kind = name = "evidence_cleaned"
    title = gettext_noop("Cleans the evidence")
    default_prompt = "evidence_cleaned.v1"
    view = "cleaned"
    has_targets = True
