"""The score strategy: a confidence drawn from the method's range by the initiative's name, and nothing else."""

from dataclasses import dataclass

from reviews.jobs import results
from reviews.jobs.score_strategy import score_confidence


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
