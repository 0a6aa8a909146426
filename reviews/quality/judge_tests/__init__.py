"""Tests of a judge: how far its scores may be trusted. One file per kind of test.

A kind is a class under `@kinds.register(key)` with the base `JudgeTestKind`: its figures, what they must reach, and
which licence is left to a judge without it. What is measured is one `JudgeTest` row per kind; a judge's licence is
derived from the newest row of each kind. Kinds for judges of pairs measure `Case`s; those of the package `people` hold
a machine's answers to one question of a form against people's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from evalhub.lib.registry import Registry, View
from reviews.quality import judged_cases
from reviews.quality.judged_cases import Case, Measure

NOT_FIT, PRELABEL, ALONE = LICENCES = ("not_fit", "prelabel", "alone")

PAIRS, PEOPLE = "pairs", "people"  # what a kind compares: scored pairs, or answers with people's

kinds = Registry("judge test", package=__name__, instances=True)
pair_kinds = kinds.where(lambda kind: kind.subject == PAIRS)
people_kinds = kinds.where(lambda kind: kind.subject == PEOPLE)


@dataclass(frozen=True)
class Figure:
    """A figure of a kind: how it is shown, and the bound that a judge has to keep, at least or in size at most."""

    key: str
    title: str
    meaning: str
    bound: float | None = None
    is_least: bool = False


class JudgeTestKind:
    """`figures` in the order of pages; `main` is the key of the one that a row's value is, the others are details.

    `place` orders the kinds. `without` is the best licence of a judge that has not passed; a judge never tested so has
    no better one either where the kind `is_needed`.
    """

    subject = PAIRS
    place: int
    without = PRELABEL
    is_needed = True
    figures: tuple[Figure, ...]
    main: str

    def measure(self, cases: Sequence[Case]) -> dict[str, Measure]:
        """{key of a figure: Measure}; empty where such cases cannot say anything about it."""
        raise NotImplementedError

    def problems(self, found: dict[str, Measure]) -> list[str]:
        """Why a judge with these figures has not passed, in sentences."""
        raise NotImplementedError

    def cautions(self, found: dict[str, Measure]) -> list[str]:
        """What was not measured although the judge may pass."""
        return []


@dataclass(frozen=True)
class Result:
    """What one kind found."""

    kind: str
    figures: dict[str, Measure]
    problems: tuple[str, ...]
    cautions: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.problems


def in_order(of: View = pair_kinds) -> list[tuple[str, JudgeTestKind]]:
    """(key, kind) of these kinds, as pages and reasons list them."""
    return sorted(of.items(), key=lambda pair: pair[1].place)


def measure(cases: Sequence[Case]) -> list[Result]:
    """The Result of each kind that these cases can say something about."""
    judged_cases.check(cases)
    found = [(key, kind, kind.measure(cases)) for key, kind in in_order()]
    return [
        Result(key, figures, tuple(kind.problems(figures)), tuple(kind.cautions(figures)))
        for key, kind, figures in found
        if figures
    ]


def licence_of(passed: dict[str, bool]) -> str:
    """What a judge may do that has passed its newest test of each kind, or not.

    ALONE: label without people; PRELABEL: propose values that people confirm; NOT_FIT: neither.
    """
    limits = [kind.without for key, kind in pair_kinds.items() if not passed.get(key, not kind.is_needed)]
    return min([ALONE, *limits], key=LICENCES.index)
