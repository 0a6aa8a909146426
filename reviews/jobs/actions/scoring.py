"""The score strategy: a confidence drawn from the method's range by the initiative's name, and nothing else."""

import hashlib
import random
from dataclasses import dataclass

from reviews.jobs import results


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


@dataclass(frozen=True)
class Scored:
    """What the strategy comes to: the files to write, and the dict for downstream stages."""

    confidence: float
    files: dict
    output: dict


def score(found):
    """The Scored of a JobRead; nothing is written."""
    scored = score_confidence(found.manifest.initiative_id, found.reviewer.confidence_range)
    low, high = scored.confidence_range
    evaluated = results.EvaluateResult(
        initiative_id=scored.initiative_id,
        confidence=scored.confidence,
        confidence_range=scored.confidence_range,
        strategy="score",
        report=f"Confidence drawn uniformly between {low:.2f} and {high:.2f}",
    )
    return Scored(
        confidence=scored.confidence,
        output=results.output(found.event, scored.confidence),
        files={results.SCORE_FILE: results.written(scored), results.EVALUATE_FILE: results.written(evaluated)},
    )
