"""Dempster-Shafer belief functions over the stages: a diagnostic of conflict, not the primary figure.

Zadeh's example shows why: two sources that each call an option nearly impossible end in certainty of it. So the
conflict is always shown beside the result. All sources speak of one text: of two texts both may be right, and their
conflict says nothing. Shafer 1976; the transferable belief model of Smets and Kennes 1994.
"""

import math
from dataclasses import dataclass

from evalhub.lib.errors import InvalidInput

TOTAL_CONFLICT = 0.9999  # from here on nothing is left to share out


@dataclass(frozen=True)
class Source:
    """One score: its stages (none: it abstained), and the critics' numbers; a critic that is missing discounts nothing.

    `agreement` is that an expert agrees, `observability` and `discriminability` are of the rubric.
    """

    selected: frozenset
    agreement: float = 1.0
    observability: float = 1.0
    discriminability: float = 1.0

    def __post_init__(self):
        for name in ("agreement", "observability", "discriminability"):
            value = getattr(self, name)
            if not (math.isfinite(value) and 0 <= value <= 1):
                raise InvalidInput(f"{name} is {value!r}. Valid: 0 to 1.")


@dataclass(frozen=True)
class Combined:
    """`masses` by set of stages, the empty one left out; `pignistic` None when the sources leave nothing to share.

    `conflict` is the mass of the empty set. Without a source `reason` is NO_SOURCES, and nothing else is defined.
    """

    masses: dict
    conflict: float | None
    pignistic: tuple | None
    reason: str = ""


def open_world(sources, n):
    """The empty set keeps its mass: the truth may lie outside of the scale. An abstention speaks for just that."""
    frame = frozenset(range(1, n + 1))
    return combine([_open_mass(source, frame) for source in sources], n)


def closed_world(sources, n):
    """One of the stages is true: abstentions say nothing and are left out."""
    frame = frozenset(range(1, n + 1))
    return combine([_simple(source.selected, source.agreement, frame) for source in sources if source.selected], n)


def combine(masses, n):
    """The unnormalized conjunctive combination of mass functions {frozenset: mass}, undefined for none of them."""
    if not masses:
        return Combined(masses={}, conflict=None, pignistic=None, reason="NO_SOURCES")
    frame = frozenset(range(1, n + 1))
    combined = {frame: 1.0}
    for mass in masses:
        wrong = [stages for stages in mass if not stages <= frame]
        if wrong or not math.isclose(math.fsum(mass.values()), 1, abs_tol=1e-9):
            raise InvalidInput(f"The masses are {mass!r}. Valid: sets of 1 to {len(frame)} whose masses sum up to 1.")
        combined = _conjunction(combined, mass)
    conflict = combined.pop(frozenset(), 0.0)
    # Each set's mass shared evenly among its stages, as a bettor would (Smets 1990).
    left = 1 - conflict
    if conflict >= TOTAL_CONFLICT or left <= 0:
        pignistic = None
    else:
        pignistic = tuple(
            math.fsum(mass / len(stages) for stages, mass in combined.items() if stage in stages) / left
            for stage in range(1, n + 1)
        )
    return Combined(masses=combined, conflict=conflict, pignistic=pignistic)


def _open_mass(source, frame):
    if not source.selected:
        return {frozenset(): source.agreement, frame: 1 - source.agreement}
    if source.selected == frame:
        return {frame: source.agreement, frozenset(): 1 - source.agreement}
    return _simple(source.selected, source.agreement * source.observability * source.discriminability, frame)


def _simple(selected, mass, frame):
    """The mass on one set, the rest on the whole frame."""
    return {frame: 1.0} if selected == frame else {frozenset(selected): mass, frame: 1 - mass}


def _conjunction(left, right):
    found = {}
    for stages, mass in left.items():
        for others, weight in right.items():
            if mass * weight:
                common = stages & others
                found[common] = found.get(common, 0.0) + mass * weight
    return found
