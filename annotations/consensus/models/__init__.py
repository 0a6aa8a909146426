"""Tables of decisions on items."""

from annotations.consensus.models.adjudication_request import AdjudicationRequest
from annotations.consensus.models.ground_truth import GroundTruth

__all__ = ["AdjudicationRequest", "GroundTruth"]
