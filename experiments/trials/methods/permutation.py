"""The chance of a difference as large where labels of variants are a coin's: signs of pairs, or names of units."""

from dataclasses import replace

import numpy as np

from evalhub.lib.statistics import paired
from evalhub.lib.statistics.estimate import NOTHING, TOO_FEW, Estimate
from evalhub.lib.statistics.seeds import seed_for
from experiments.trials.methods import Method, Outcome, methods
from experiments.trials.methods.base.method import effect_size

METHOD = "permutation"
DRAWS = 20_000
_BLOCK_CELLS = 4_000_000


@methods.register("permutation")
class Permutation(Method):
    key = "permutation"

    def compare(self, samples, rules):
        size = effect_size(samples)
        if samples.are_paired:
            found = paired.mean_difference(samples.differences(), alpha=rules.alpha)
            p = paired.sign_flip_p(samples.differences(), seed=rules.seed)
            return Outcome(replace(found, method=METHOD, low=None, high=None, p=p), effect_size=size)
        return Outcome(_of_separate(samples, rules), effect_size=size)


def _of_separate(samples, rules):
    first, second = (each.values[each.known] for each in (samples.control, samples.treatment))
    n = first.size + second.size
    if not first.size or not second.size:
        return Estimate(None, n, METHOD, reason=NOTHING)
    gap = float(second.mean() - first.mean())
    if n < 4:
        return Estimate(gap, n, METHOD, reason=TOO_FEW)
    both = np.concatenate([first, second])
    rng = np.random.default_rng(seed_for(METHOD, both, first.size) if rules.seed is None else rules.seed)
    far, least = 0, abs(gap) * (1 - 1e-12)
    block = max(1, min(1_000, _BLOCK_CELLS // n))
    for start in range(0, DRAWS, block):
        rows = np.tile(both, (min(block, DRAWS - start), 1))
        drawn = rng.permuted(rows, axis=1)[:, : second.size].sum(axis=1)
        gaps = drawn / second.size - (both.sum() - drawn) / first.size
        far += int((np.abs(gaps) >= least).sum())
    return Estimate(gap, n, METHOD, p=(far + 1) / (DRAWS + 1))
