"""How many pairs and labels an experiment needs, from what a pilot says of how scores vary."""

import math
from dataclasses import dataclass, replace

import numpy as np

from evalhub.lib.statistics.experiments import mcnemar_power, power
from experiments.trials.methods import Samples
from experiments.trials.methods.base.samples import MACHINE_VALUE

LEAST_PAIRS = 10  # whose spread counts as known
ASSUMED_CORRELATION = 0.0  # of the scores of two variants: the careful one
ASSUMED_AGREEMENT = 0.5  # correlation of a judge's and people's differences
LEAST_DIFFERING = 50  # pairs that pass in one variant alone, below which the normal approximation is off
NORMAL, EXACT = "normal", "mcnemar"


@dataclass(frozen=True)
class Spread:
    """`deviation` of one score and `correlation` of both variants' over `n` pairs, n 0: assumed.

    `people` is the deviation of people's paired differences and `agreement` their correlation with the judge's, over
    `n_labelled` pairs, 0: people are taken to vary as the judge does. `mean` is the treatment's. `differing` is the
    share of pairs that pass in one variant alone, None where scores are more than pass and fail.
    """

    deviation: float
    correlation: float = ASSUMED_CORRELATION
    n: int = 0
    mean: float | None = None
    people: float | None = None
    agreement: float = ASSUMED_AGREEMENT
    n_labelled: int = 0
    differing: float | None = None

    @property
    def judge(self) -> float:
        """The deviation of the judge's paired differences."""
        return power.paired_deviation(self.deviation, self.deviation, self.correlation)

    @property
    def of_people(self) -> float:
        return self.judge if self.people is None else self.people


@dataclass(frozen=True)
class Wish:
    """The smallest difference that matters, and how surely it is to be found; `share` of the pairs people label."""

    effect: float
    chance: float = 0.8
    alpha: float = 0.05
    share: float = 0.0
    is_safe_to_look: bool = True


@dataclass(frozen=True)
class Sizes:
    """Pairs: by the judge alone, corrected by people, by people alone; `labelled` of the corrected ones. `unpaired`:
    units of each variant by the judge. The corrected ones are None without a labelled share. `method` is how
    `judge_once` was found: NORMAL or EXACT."""

    judge_once: int
    judge_safe: int
    corrected_once: int | None
    corrected_safe: int | None
    people: int
    unpaired: int
    unpaired_safe: int
    method: str = NORMAL

    def of(self, wish: Wish) -> int:
        """The pairs of the plan itself."""
        if not wish.share:
            return self.judge_safe if wish.is_safe_to_look else self.judge_once
        found = self.corrected_safe if wish.is_safe_to_look else self.corrected_once
        return found or 0

    def units(self, wish: Wish) -> int:
        """Units of each variant, where none is in two of them."""
        return self.unpaired_safe if wish.is_safe_to_look else self.unpaired

    def labelled(self, wish: Wish) -> int:
        return math.ceil(self.of(wish) * wish.share)


def spread_of(samples: Samples) -> Spread | None:
    """What the pairs of a pilot say; None for fewer than LEAST_PAIRS, or where all differ by the same.

    With machine values the values are people's, of some pairs.
    """
    has_machines = samples.control.machine_values is not None
    first, second = samples.pairs(MACHINE_VALUE) if has_machines else samples.pairs()
    known = ~np.isnan(first) & ~np.isnan(second)
    one, other = first[known], second[known]
    if one.size < LEAST_PAIRS or not (other - one).std():
        return None
    deviation = math.sqrt((one.var(ddof=1) + other.var(ddof=1)) / 2)
    correlation = 1 - float((other - one).var(ddof=1)) / (2 * deviation**2)  # so that `judge` is that of the pairs
    differing = float((one != other).mean()) if np.isin([one, other], (0, 1)).all() else None
    found = Spread(deviation, correlation, int(one.size), float(other.mean()), differing=differing)
    return _with_people(found, samples, second - first) if has_machines else found


def _with_people(found, samples, judged):
    said = np.subtract(*reversed(samples.pairs()))
    both = ~np.isnan(said) & ~np.isnan(judged)
    said, judged = said[both], judged[both]
    if said.size < LEAST_PAIRS or not said.std():
        return found
    agreement = float(np.corrcoef(said, judged)[0, 1]) if judged.std() else 0.0
    return replace(found, people=float(said.std(ddof=1)), agreement=agreement, n_labelled=int(said.size))


def sizes(spread: Spread, wish: Wish) -> Sizes:
    corrected = corrected_deviation(spread, wish.share)
    options = {"alpha": wish.alpha, "chance": wish.chance}

    def pairs(rule, deviation):
        return max(math.ceil(rule(wish.effect, deviation, **options) - 1e-9), 2)

    once, safe = pairs(power.pairs_for, spread.judge), pairs(power.pairs_safe_to_look, spread.judge)
    differing = _differing(spread, wish.effect, once)
    exact = differing and mcnemar_power.pairs_for(wish.effect, differing, **options)
    return Sizes(
        judge_once=exact or once,
        judge_safe=max(safe, exact or 0),
        corrected_once=None if corrected is None else pairs(power.pairs_for, corrected),
        corrected_safe=None if corrected is None else pairs(power.pairs_safe_to_look, corrected),
        people=pairs(power.pairs_for, spread.of_people),
        unpaired=pairs(power.units_for, spread.deviation),
        unpaired_safe=pairs(power.pairs_safe_to_look, math.sqrt(2) * spread.deviation),
        method=EXACT if exact else NORMAL,
    )


def _differing(spread, effect, n):
    """The share of pairs that differ, at least the effect, where so few of n do that power is exact; else None."""
    if spread.differing is None or spread.differing * n >= LEAST_DIFFERING or effect > 1:
        return None
    return max(spread.differing, effect)


def corrected_deviation(spread: Spread, share: float) -> float | None:
    """What a pair's difference varies by once people have labelled this share; None without a share."""
    if not share:
        return None
    return power.corrected_deviation(spread.judge, spread.of_people, spread.agreement, share)


@dataclass(frozen=True)
class Reach:
    """The smallest difference that so many pairs show, in the way that was asked for and at one look at the end."""

    planned: float | None
    once: float | None


def reach(spread: Spread, wish: Wish, n: int) -> Reach:
    """None where pairs that pass or fail are too few for any difference."""
    deviation = corrected_deviation(spread, wish.share) or spread.judge
    options = {"alpha": wish.alpha, "chance": wish.chance}
    once = power.detectable(deviation / math.sqrt(n), **options)
    differing = None if wish.share else _differing(spread, 0.0, n)
    if differing:
        once = mcnemar_power.detectable(n, differing, **options)
    safe = power.detectable_safe_to_look(deviation / math.sqrt(n), **options)
    return Reach(safe if wish.is_safe_to_look else once, once)


def curves(spread: Spread, wish: Wish, pairs: list[int]) -> dict[str, list[float]]:
    """The chance to find the effect by number of pairs: {"judge", "once", "safe"}; without a share no "judge"."""
    corrected = corrected_deviation(spread, wish.share)
    is_exact = spread.differing is not None and sizes(spread, wish).method == EXACT

    def chances(rule, deviation):
        return [rule(wish.effect, deviation / math.sqrt(n), alpha=wish.alpha) for n in pairs]

    if is_exact:
        differing = max(spread.differing or 0.0, wish.effect)
        judge = [mcnemar_power.power(wish.effect, differing, n, alpha=wish.alpha) for n in pairs]
    else:
        judge = chances(power.power, spread.judge)
    safe = chances(power.power_safe_to_look, corrected or spread.judge)
    if corrected is None:
        return {"once": judge, "safe": safe}
    return {"judge": judge, "once": chances(power.power, corrected), "safe": safe}
