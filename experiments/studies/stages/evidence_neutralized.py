"""Neutralized evidence: the cleaned text in plain words."""

from evalhub.lib.translation import gettext_noop
from experiments.studies.stages.evidence_view import EvidenceStage
from reviews.engine.stages import registry


@registry.register("evidence_neutralized")
class Neutralized(EvidenceStage):
    kind = name = "evidence_neutralized"
    title = gettext_noop("Neutralizes the evidence")
    default_prompt = "evidence_neutralized.v1"
    view = "neutralized"
