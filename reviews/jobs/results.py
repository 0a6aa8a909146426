"""The files an evaluation leaves in its job directory, and the flat dict that the next stage of the pipeline reads."""

import json
from dataclasses import dataclass, replace
from statistics import fmean

from evalhub.lib import strict_json

EVALUATE_FILE = "evaluate_result.json"
SCORE_FILE = "score_result.json"
REVIEW_FILE = "review_result.json"
BACKEND = "litellm"
RESULT_FILES = (EVALUATE_FILE, SCORE_FILE, REVIEW_FILE)


@dataclass(frozen=True)
class ReviewDimension:
    """`quotes` stay with the judgement's evidence: the file's dimensions have three keys."""

    name: str
    score: float
    justification: str
    quotes: tuple[str, ...] = ()

    def as_json(self):
        return {"name": self.name, "score": self.score, "justification": self.justification}


@dataclass(frozen=True)
class ReviewResult:
    """`panel` is what each member of a jury said and `sign_off` what a person decided; left out of JSON when absent.

    `simulated` stands in JSON where an answer comes from the simulated provider.
    """

    initiative_id: str
    prompt_name: str
    prompt_version: str
    backend_name: str
    model: str
    dimensions: tuple[ReviewDimension, ...]
    overall_score: float
    raw_response: str
    timestamp: str
    panel: tuple = ()
    sign_off: dict | None = None
    simulated: bool = False

    def as_json(self):
        value = {
            "initiative_id": self.initiative_id,
            "prompt_name": self.prompt_name,
            "prompt_version": self.prompt_version,
            "backend_name": self.backend_name,
            "model": self.model,
            "dimensions": [dimension.as_json() for dimension in self.dimensions],
            "overall_score": self.overall_score,
            "raw_response": self.raw_response,
            "timestamp": self.timestamp,
        } | _mark(self.simulated)
        if self.panel:
            value["panel"] = [_plain(member) for member in self.panel]
        if self.sign_off is not None:
            value["sign_off"] = self.sign_off
        return value


@dataclass(frozen=True)
class EvaluateResult:
    """What both strategies end with; `report` is a sentence for score and the ReviewResult (or its JSON) for review."""

    initiative_id: str
    confidence: float
    confidence_range: tuple[float, float]
    strategy: str
    report: object

    def as_json(self):
        report = _plain(self.report)
        return {
            "initiative_id": self.initiative_id,
            "confidence": self.confidence,
            "confidence_range": list(self.confidence_range),
            "strategy": self.strategy,
            "report": report,
        } | _mark(isinstance(report, dict) and report.get("simulated", False))


def confidence_of(overalls):
    """The mean of the members' overall scores: that of one model is what it has reported, bit by bit; None for none."""
    return overalls[0] if len(overalls) == 1 else fmean(overalls) if overalls else None


def of_panel(members):
    """The ReviewResult of the one member's, or of several, with each member's own beside it."""
    first, *others = members
    if not others:
        return first
    return replace(
        first,
        model=", ".join(each.model for each in members),
        simulated=any(each.simulated for each in members),
        dimensions=_mean_dimensions(members),
        overall_score=confidence_of([each.overall_score for each in members]),
        raw_response=strict_json.dumps([each.raw_response for each in members]),
        panel=tuple(members),
    )


def review_files(review, *, confidence_range):
    """{name: text} of the two files that a ReviewResult is written to."""
    evaluated = EvaluateResult(
        initiative_id=review.initiative_id,
        confidence=review.overall_score,
        confidence_range=confidence_range,
        strategy="review",
        report=review,
    )
    return {REVIEW_FILE: written(review), EVALUATE_FILE: written(evaluated)}


def output(event, confidence):
    """The eight keys that stages downstream read, in their order: plain copies of a ScorerEvent, and the confidence."""
    return {
        "initiative_id": event.initiative_id,
        "confidence": confidence,
        "cost": event.cost_to_scale,
        "return_best": event.ci_upper,
        "return_median": event.effect_estimate,
        "return_worst": event.ci_lower,
        "model_type": event.model_type,
        "sample_size": event.sample_size,
    }


def written(value):
    """The text of a result file; BadJson for what strict JSON cannot hold, such as NaN."""
    plain = _plain(value)
    strict_json.dumps(plain)
    return json.dumps(plain, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _mean_dimensions(members):
    """Each dimension's mean over the members, with what every member says about it."""
    found = {}
    for result in members:
        for each in result.dimensions:
            found.setdefault(each.name, []).append((result.model, each))
    return tuple(
        ReviewDimension(
            name,
            sum(each.score for _, each in scored) / len(scored),
            "\n".join(f"{model}: {each.justification}" for model, each in scored),
            tuple(dict.fromkeys(quote for _, each in scored for quote in each.quotes)),
        )
        for name, scored in found.items()
    )


def _mark(simulated):
    return {"simulated": True} if simulated else {}


def _plain(value):
    return value.as_json() if hasattr(value, "as_json") else value
