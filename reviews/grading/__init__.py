"""Is a candidate as good as the baseline? Judges of pairs, the quality ledger and the router; pure.

result = PairedGrader(ExactMatchJudge()).grade(baseline_adapter, candidate_adapter, prompt, RunConfig())
"""

from reviews.grading.judges import EmbeddingSimilarityJudge, ExactMatchJudge, LLMJudge
from reviews.grading.ledger import QualityLedger
from reviews.grading.paired import PairedGrader
from reviews.quality.adapters import LLMAdapter, LLMResponse, RunConfig
from reviews.quality.observations import QualityObservation
from reviews.quality.results import BaselineGrader, GradingResult, Judge

__all__ = [
    "BaselineGrader",
    "EmbeddingSimilarityJudge",
    "ExactMatchJudge",
    "GradingResult",
    "Judge",
    "LLMAdapter",
    "LLMJudge",
    "LLMResponse",
    "PairedGrader",
    "QualityLedger",
    "QualityObservation",
    "RunConfig",
]
