"""Windows of evidence, and studies in which models write rubrics and score the evidence with them."""

from .evidence import Evidence, EvidenceView
from .evidence_window import EvidenceWindow
from .score_lane import ScoreLane
from .study import Study
from .study_sample import StudySample

__all__ = ["Evidence", "EvidenceView", "EvidenceWindow", "ScoreLane", "Study", "StudySample"]
