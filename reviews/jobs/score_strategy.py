"""The score strategy: a confidence drawn from the method's range, the same for ever for the same initiative."""

import hashlib
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class ScoreResult:
    initiative_id: str
    confidence: float
    confidence_range: tuple[float, float]

    @property
    def report(self):
        """The sentence of evaluate_result.json; a fixed text that programs may read, so it is never translated."""
        low, high = self.confidence_range
        return f"Confidence drawn uniformly between {low:.2f} and {high:.2f}"

    def as_json(self):
        return {
            "initiative_id": self.initiative_id,
            "confidence": self.confidence,
            "confidence_range": list(self.confidence_range),
        }


def score_confidence(initiative_id, confidence_range):
    """The ScoreResult of an initiative, bit for bit what the pipeline's other programs draw.

    The id is hashed exactly as stored, blanks included; nothing is rounded or clamped. An initiative draws the same
    place in the range of every method.
    """
    low, high = confidence_range
    digest = hashlib.md5(initiative_id.encode(), usedforsecurity=False).hexdigest()
    place = random.Random(int(digest, 16) % 2**32).random()
    return ScoreResult(initiative_id, low + (high - low) * place, (low, high))
