"""A machine's answers to one question beside people's, as the tests of a judge read them."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from evalhub.lib import strict_json
from evalhub.lib.statistics.estimate import Estimate
from reviews.quality.judged_cases import Measure

DEVELOPMENT, TEST = "development", "test"
SAME, OTHER = "same", "other"


def half_of(case: int) -> str:
    """In which half a case lies, whichever task shows it: a criterion is changed on one and tested on the other."""
    return TEST if hashlib.sha256(f"case {case}".encode()).digest()[0] & 1 else DEVELOPMENT


@dataclass(frozen=True)
class JudgedAnswer:
    """What the judge and people said of one item. `again`: the judge's values in later rounds. `week` is the Monday of
    the judge's answer, `length` that of the judged text in characters, None where it is not known. `traits` are what
    items may share: {name: value}.

    Of two outputs that are compared, `orders` is SAME where the judge preferred the same one in both orders of showing
    them, else the place (first, second) that it preferred in both, or OTHER; "" where it was not asked twice. `own` is
    the place of the one by the judge's own model family, "" where that is not exactly one of them."""

    item: int
    case: int
    value: float
    week: date
    people: Mapping[str, float] = field(default_factory=dict)
    again: tuple[float, ...] = ()
    length: int | None = None
    traits: Mapping[str, str] = field(default_factory=dict)
    orders: str = ""
    own: str = ""


@dataclass(frozen=True)
class JudgedLabels:
    """All of a judge's answers to a question. `passing`: the values with which an answer passes, None where that is not
    said. Values that are `is_ordered` are nearer or farther from each other. `winners` {value: first or second} of
    those that prefer one of two outputs."""

    answers: tuple[JudgedAnswer, ...]
    domain: tuple[float, ...] | None
    is_ordered: bool
    passing: frozenset[float] | None
    winners: Mapping[float, str] = field(default_factory=dict)

    def labelled(self, half: str) -> list[JudgedAnswer]:
        """Those that people have answered too, in one half."""
        return [each for each in self.answers if each.people and half_of(each.case) == half]

    def verdict(self, value: float) -> float:
        """1 where the value passes and 0 where not; the value itself where that is not said."""
        return value if self.passing is None else float(value in self.passing)

    def people_verdict(self, answer: JudgedAnswer) -> float | None:
        """The verdict of most people; None where there is no such one."""
        counts = Counter(map(self.verdict, answer.people.values())).most_common(2)
        return counts[0][0] if len(counts) == 1 or counts[0][1] > counts[1][1] else None

    def pairs(self, half: str) -> list[tuple[JudgedAnswer, float, float]]:
        """(answer, the judge's verdict, that of most people), ties of people left out."""
        found = ((each, self.verdict(each.value), self.people_verdict(each)) for each in self.labelled(half))
        return [(each, own, said) for each, own, said in found if said is not None]

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the answers and of what passes."""
        rows = sorted(
            strict_json.dumps([each.item, each.value, each.again, sorted(each.people.items())]) for each in self.answers
        )
        passing = sorted(self.passing) if self.passing is not None else None
        return hashlib.sha256("\n".join([strict_json.dumps(passing), *rows]).encode()).hexdigest()


def measured(found: Estimate) -> Measure:
    return Measure(found.value, found.low, found.high, found.n, found.reason or None)
