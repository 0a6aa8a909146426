"""Abstracted evidence: the neutralized text without names."""

from evalhub.lib.translation import gettext_noop
from experiments.studies.stages.evidence_view import EvidenceStage
from reviews.engine.stages import registry


@registry.register("evidence_abstracted")
class Abstracted(EvidenceStage):
    kind = name = "evidence_abstracted"
    title = gettext_noop("Removes names from the evidence")
    default_prompt = "evidence_abstracted.v1"
    view = "abstracted"
