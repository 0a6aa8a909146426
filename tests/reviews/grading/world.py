"""Models that say what a test wants, observations, and the cases of judges fair and unfair."""

import random
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

from reviews.grading import LLMResponse, QualityObservation
from reviews.quality.judge_tests import measure
from reviews.quality.judged_cases import Case

NOON = "2026-03-01T12:00:00+00:00"


@dataclass
class Scripted:
    """An LLMAdapter that gives its `says` for every prompt, or raises it; `asked` holds (prompt, config)."""

    says: object = "Four."
    asked: list = field(default_factory=list)

    def execute_prompt(self, prompt, config):
        self.asked.append((prompt, config))
        if isinstance(self.says, BaseException):
            raise self.says
        return LLMResponse(self.says, metadata={"provider": "scripted", "latency_seconds": 0.1})

    def validate_config(self, config):
        return True


def response(text="Four."):
    return LLMResponse(text)


def make_observation(**overrides):
    fields = {
        "task_type": "summary",
        "adapter_id": "small",
        "model_id": "openai/small",
        "cost_usd": 0.001,
        "latency_ms": 120.0,
        "tokens_in": 100,
        "tokens_out": 20,
        "quality_score": 0.8,
        "recorded_at": NOON,
    }
    return QualityObservation(**fields | overrides)


def judged(count=60, *, noise=0.05, **overrides):
    """Cases of a fair judge: near the reference, the same in both orders, blind for length and family."""
    rng = random.Random(7)
    return [
        Case(
            **{
                "score": clip(reference + rng.gauss(0, noise)),
                "reference_score": reference,
                "length_difference": rng.randint(-300, 300),
                "swapped_score": None,
                "is_own_family": number % 2 == 0,
            }
            | overrides
        )
        for number in range(count)
        for reference in [rng.random()]
    ]


def clip(value):
    return min(max(value, 0.0), 1.0)


def swapped(cases, shift):
    return [replace(case, swapped_score=clip(case.score + shift)) for case in cases]


def figures_of(cases):
    """All figures of all kinds of judge tests, each under its key."""
    return SimpleNamespace(**{key: found for each in measure(cases) for key, found in each.figures.items()})
