"""Tests of a machine's answers to one question against people's, on the same items. One file per kind."""

from dataclasses import dataclass
from typing import Any

from reviews.quality.judge_tests import PEOPLE, JudgeTestKind
from reviews.quality.judged_cases import Measure
from reviews.quality.judged_labels import JudgedLabels

PASSED, FAILED, UNDECIDED = STATES = ("passed", "failed", "undecided")


@dataclass(frozen=True)
class Rule:
    """What a judge must keep to label alone, and whether it does. `needs`: how many labelled answers would decide it
    at the rate that was found; None where nobody can say."""

    title: str
    found: str
    state: str
    n: int = 0
    needs: int | None = None


class PeopleTestKind(JudgeTestKind):
    """Its `measure` takes JudgedLabels; `details` is what a page shows beside the figures, as plain JSON."""

    subject = PEOPLE

    def measure(self, cases: JudgedLabels) -> dict[str, Measure]:  # type: ignore[override]
        raise NotImplementedError

    def details(self, labels: JudgedLabels) -> dict[str, Any]:
        return {}

    def rules(self, found: dict[str, Measure], details: dict[str, Any]) -> list[Rule]:
        """What its figures say of the licence, in the reader's language."""
        return []

    def problems(self, found):
        return []


def state_of(found: Measure, bound: float) -> str:
    """Whether the interval lies above the bound, below it, or on both sides."""
    if found.low is None or found.high is None:
        return UNDECIDED
    return PASSED if found.low >= bound else FAILED if found.high < bound else UNDECIDED
