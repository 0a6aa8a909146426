"""How many pairs or units show a difference, and what difference so many can show."""

import math

from evalhub.lib.statistics.experiments.confidence_sequence import half_width
from evalhub.lib.statistics.numeric import root


def power(effect: float, error: float, *, alpha: float = 0.05) -> float:
    """The chance that a two-sided test finds a difference of this size, with this standard error (normal)."""
    from scipy.special import ndtr, ndtri

    z, steps = float(ndtri(1 - alpha / 2)), abs(effect) / error
    return float(ndtr(steps - z) + ndtr(-steps - z))


def pairs_for(effect: float, deviation: float, *, alpha: float = 0.05, chance: float = 0.8) -> float:
    """Pairs that show a mean difference of `effect` with this chance; deviation is of the pairs' differences."""
    return (_needed(alpha, chance) * deviation / abs(effect)) ** 2


def units_for(effect: float, deviation: float, *, alpha: float = 0.05, chance: float = 0.8) -> float:
    """Units of each of two variants, where no unit is in both; deviation is of one unit's value."""
    return 2 * (_needed(alpha, chance) * deviation / abs(effect)) ** 2


def units_by_t(
    effect: float, deviation: float, *, alpha: float = 0.05, chance: float = 0.8, paired: bool = False
) -> float:
    """Units of each variant, or pairs, for Student's t test: exact, and a little more than by the normal."""
    first = pairs_for if paired else units_for
    most = max(10.0, 4 * first(effect, deviation, alpha=alpha, chance=chance))
    return root(lambda n: power_by_t(effect, deviation, n, alpha=alpha, paired=paired) - chance, 2.0, most)


def power_by_t(effect: float, deviation: float, n: float, *, alpha: float = 0.05, paired: bool = False) -> float:
    """The chance of Student's t test with n pairs, or n units of each of two variants."""
    from scipy.special import nctdtr, stdtrit

    freedom = n - 1 if paired else 2 * (n - 1)
    steps = abs(effect) / deviation * math.sqrt(n if paired else n / 2)
    limit = float(stdtrit(freedom, 1 - alpha / 2))
    return float(1 - nctdtr(freedom, steps, limit) + nctdtr(freedom, steps, -limit))


def pairs_safe_to_look(effect: float, deviation: float, *, alpha: float = 0.05, chance: float = 0.8) -> float:
    """Pairs after which the confidence sequence planned for as many excludes 0 with this chance; it may end earlier."""
    return (_needed_safe(alpha, chance) * deviation / abs(effect)) ** 2


def power_safe_to_look(effect: float, error: float, *, alpha: float = 0.05) -> float:
    """The chance that the confidence sequence excludes 0 at its planned n, with this standard error there."""
    from scipy.special import ndtr

    limit, steps = half_width(1.0, 1.0, planned_n=1.0, alpha=alpha), abs(effect) / error
    return float(ndtr(steps - limit) + ndtr(-steps - limit))


def detectable(error: float, *, alpha: float = 0.05, chance: float = 0.8) -> float:
    """The smallest difference that is shown with this chance at this standard error."""
    return _needed(alpha, chance) * error


def detectable_safe_to_look(error: float, *, alpha: float = 0.05, chance: float = 0.8) -> float:
    """The same of the confidence sequence at its planned n."""
    return _needed_safe(alpha, chance) * error


def paired_deviation(first: float, second: float, correlation: float) -> float:
    """The standard deviation of differences of values with these deviations and this correlation."""
    return math.sqrt(max(0.0, first**2 + second**2 - 2 * correlation * first * second))


def corrected_deviation(judge: float, people: float, correlation: float, share: float) -> float:
    """The deviation a pair counts with, where a judge scores all pairs and people a random share of them (PPI++).

    judge, people: deviations of their differences, with this correlation. The root of n times the squared error.
    """
    if not judge:
        return people / math.sqrt(share)
    weight = min(1.0, max(0.0, correlation * people / judge * (1 - share)))  # least variance over n and N - n
    rest = people**2 + weight**2 * judge**2 - 2 * weight * correlation * people * judge
    return math.sqrt(rest / share + (weight**2 * judge**2 / (1 - share) if share < 1 else 0.0))


def _needed(alpha, chance):
    from scipy.special import ndtri

    return float(ndtri(1 - alpha / 2) + ndtri(chance))


def _needed_safe(alpha, chance):
    """Standard errors at the planned n."""
    from scipy.special import ndtri

    return half_width(1.0, 1.0, planned_n=1.0, alpha=alpha) + float(ndtri(chance))
