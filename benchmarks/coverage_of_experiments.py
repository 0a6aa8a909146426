"""How often the intervals of experiments hold the truth, and what looking at them early costs."""

from functools import cache

import numpy as np

from benchmarks.coverage_of_evaluations import seeded, share_covered_by
from benchmarks.figures import Section
from evalhub.lib.statistics import mcnemar, paired, ppi
from evalhub.lib.statistics.experiments import (
    beta_binomial,
    confidence_sequence,
    cuped,
    histograms,
    non_inferiority,
    normal_posterior,
    off_policy,
    permutation,
    pooled,
    quantile_difference,
    ratios,
    sample_ratio,
    score_posterior,
    thompson,
    welch,
    wilcoxon,
)
from evalhub.lib.statistics.experiments.moments import SampleMoments

POPULATION = 1_000_000
SIZES = (20, 50, 200, 1000)
PER_CLUSTER = 5
LOOKS = np.arange(30, 501, 10)


# -- Data: {control, treatment, known before, turns, cluster}, one of each case.


def bounded(rng, n):
    """Scores from 0 to 1 in quarters."""
    ease = rng.beta(3, 2, n)
    known, control, treatment = (
        np.clip(np.round(4 * (ease + rng.normal(shift, 0.2, n))), 0, 4) / 4 for shift in (0, 0, 0.05)
    )
    return control, treatment, known


def skewed(rng, n):
    """Costs: the mean of some is a hundred times that of others."""
    base = rng.lognormal(0, 0.7, n)
    return tuple(factor * base * rng.lognormal(0, 0.5, n) for factor in (1, 1.15, 1))


def binary(rng, n):
    ease = rng.beta(3, 2, n)
    return tuple((rng.random(n) < ease + gain * (1 - ease)).astype(float) for gain in (0, 0.2, 0))


def clustered(rng, n):
    """Documents of 5 cases each, which gain alike."""
    level, gain = (np.repeat(rng.normal(0, 0.15, n // PER_CLUSTER), PER_CLUSTER) for _ in range(2))
    return tuple(0.6 + level + share * (0.05 + gain) + rng.normal(0, 0.15, n) for share in (0, 1, 0))


SHAPES = {"bounded": bounded, "skewed": skewed, "binary": binary, "clustered": clustered}


def _clusters(name, n):
    return np.repeat(np.arange(n // PER_CLUSTER), PER_CLUSTER) if name == "clustered" else None


def _turns(rng, n):
    return 1.0 + rng.poisson(2, n)


# -- The same cases in both variants.


def _paired_t(name, rng, control, treatment):
    return paired.mean_difference(treatment - control, _clusters(name, control.size))


def _permuted(name, rng, control, treatment):
    return permutation.of_pairs(treatment - control)


def _ranks(name, rng, control, treatment):
    return wilcoxon.shift(treatment - control)


def _flips(name, rng, control, treatment):
    gaps = treatment - control
    return mcnemar.share_difference(int((gaps > 0).sum()), int((gaps < 0).sum()), gaps.size)


def _median_of_pairs(name, rng, control, treatment):
    return quantile_difference.of_pairs(control, treatment, 0.5)


def _normal_of_pairs(name, rng, control, treatment):
    moments = SampleMoments.of(treatment - control)
    return normal_posterior.of_difference(moments.mean, moments.error_squared**0.5, freedom=moments.n - 1)


PAIRED = {
    "paired t": (_paired_t, SHAPES, SIZES),
    "permutation": (_permuted, ("bounded", "skewed", "binary"), (20, 50)),
    "Wilcoxon, Hodges-Lehmann": (_ranks, ("bounded", "skewed", "clustered"), SIZES),
    "McNemar, Bonett-Price": (_flips, ("binary",), SIZES),
    "difference of medians": (_median_of_pairs, ("skewed",), (20, 50, 200)),
    "normal posterior": (_normal_of_pairs, ("bounded", "skewed", "binary"), SIZES),
}


# -- Separate units: (values, known before, turns) of each variant.


def _welch(name, rng, first, second):
    if name == "clustered":
        errors = [paired.clustered_error(each[0], _clusters(name, each[0].size)) for each in (first, second)]
        return welch.of_means(second[0].mean() - first[0].mean(), *errors)
    return welch.difference(SampleMoments.of(first[0]), SampleMoments.of(second[0]))


def _cuped(name, rng, first, second):
    clusters = _clusters(name, first[0].size)
    return cuped.difference(first[:2], second[:2], clusters=None if clusters is None else (clusters, clusters))


def _ratio(name, rng, first, second):
    return ratios.difference(*((values * turns, turns) for values, _known, turns in (first, second)))


def _relative(name, rng, first, second):
    return ratios.relative_difference(SampleMoments.of(first[0]), SampleMoments.of(second[0]))


def _permuted_samples(name, rng, first, second):
    return permutation.of_samples(first[0], second[0])


def _quantile(q):
    def found(name, rng, first, second):
        return quantile_difference.of_samples(first[0], second[0], q)

    return found


def _quantile_of_bins(q):
    def found(name, rng, first, second):
        bins = [histograms.of_parts([(histograms.counted(each[0]), 1.0)]) for each in (first, second)]
        return histograms.quantile_difference(*bins, q).difference

    return found


def _normal(name, rng, first, second):
    moments = [SampleMoments.of(each[0]) for each in (first, second)]
    error = sum(each.error_squared for each in moments) ** 0.5
    freedom = welch.degrees_of_freedom(*((each.n, each.error_squared) for each in moments))
    return normal_posterior.of_difference(moments[1].mean - moments[0].mean, error, freedom=freedom)


def _scores(name, rng, first, second):
    return score_posterior.difference(SampleMoments.of(first[0]), SampleMoments.of(second[0]))


def _passes(name, rng, first, second):
    return beta_binomial.difference(*((int(each[0].sum()), each[0].size) for each in (first, second)))


UNCLUSTERED = ("bounded", "skewed", "binary")
SEPARATE = {
    "Welch's t": (_welch, SHAPES, SIZES),
    "CUPED": (_cuped, SHAPES, SIZES),
    "ratio": (_ratio, UNCLUSTERED, SIZES),
    "relative": (_relative, UNCLUSTERED, SIZES),
    "permutation": (_permuted_samples, ("bounded", "binary"), (20, 50)),
    "difference of medians": (_quantile(0.5), ("skewed",), (20, 50, 200)),
    "difference of p95": (_quantile(0.95), ("skewed",), (200,)),
    "difference of medians, of bins": (_quantile_of_bins(0.5), ("skewed",), (50, 200, 1000)),
    "difference of p90, of bins": (_quantile_of_bins(0.9), ("skewed",), (200, 1000)),
    "difference of p99, of bins": (_quantile_of_bins(0.99), ("skewed",), (1000,)),
    "normal posterior": (_normal, UNCLUSTERED, SIZES),
    "score posterior": (_scores, UNCLUSTERED, (20, 50, 200)),
    "beta-binomial posterior": (_passes, ("binary",), SIZES),
}
QUANTILES = {
    "difference of medians": 0.5,
    "difference of p95": 0.95,
    "difference of medians, of bins": 0.5,
    "difference of p90, of bins": 0.9,
    "difference of p99, of bins": 0.99,
}
SLOW = {
    "permutation",
    "Wilcoxon, Hodges-Lehmann",
    "difference of medians",
    "difference of p95",
    "score posterior",
    "beta-binomial posterior",
}


@cache
def _population(name):
    """A million cases: control, and treatment."""
    return SHAPES[name](seeded(name), POPULATION)[:2]


@cache
def _truth(name, method=""):
    control, treatment = _population(name)
    if method in QUANTILES:
        return np.quantile(treatment, QUANTILES[method]) - np.quantile(control, QUANTILES[method])
    gaps = treatment - control
    if method == "Wilcoxon, Hodges-Lehmann":
        return float(np.median(gaps + np.roll(gaps, 1))) / 2
    return float(gaps.mean()) / (float(control.mean()) if method == "relative" else 1)


def pairs_covered(method, name, n, repeats):
    rng, found = seeded("pairs", method, name, n), PAIRED[method][0]

    def drawn():
        control, treatment, _known = SHAPES[name](rng, n)
        return found(name, rng, control, treatment)

    return share_covered_by(_truth(name, method), (drawn() for _ in range(repeats)))


def samples_covered(method, name, n, repeats):
    rng, found = seeded("samples", method, name, n), SEPARATE[method][0]

    def drawn():
        (control, _other, known), (_one, treatment, before) = (SHAPES[name](rng, n) for _ in range(2))
        return found(name, rng, (control, known, _turns(rng, n)), (treatment, before, _turns(rng, n)))

    return share_covered_by(_truth(name, method), (drawn() for _ in range(repeats)))


# -- Looks, limits and health.


def looks_alarm(name, repeats, planned=(100, 500, 5000)):
    """Shares of A/A experiments on the same cases in which any look from 30 to 500 cases finds a difference."""
    from scipy.special import stdtrit

    rng, n = seeded("looks", name), int(LOOKS[-1])
    gaps = np.empty((repeats, n))
    for row in gaps:
        ease, _other, _known = SHAPES[name](rng, 2 * n)
        row[:] = ease[:n] - ease[n:]
    totals, squares = gaps.cumsum(axis=1)[:, LOOKS - 1], (gaps**2).cumsum(axis=1)[:, LOOKS - 1]
    means = totals / LOOKS
    errors = np.sqrt((squares - totals * means) / (LOOKS - 1) / LOOKS)
    fixed = (np.abs(means) > stdtrit(LOOKS - 1, 0.975) * errors).any(axis=1).mean()
    once = (np.abs(means) > stdtrit(LOOKS - 1, 0.975) * errors)[:, -1].mean()
    sequences = []
    for size in planned:
        widths = np.array([confidence_sequence.half_width(1.0, k, planned_n=size) for k in LOOKS.tolist()])
        sequences.append((np.abs(means) > widths * errors).any(axis=1).mean())
    spread = float(gaps.std()) * 0.2  # differences that are looked for: about a fifth of a deviation
    least = [
        min(confidence_sequence.likelihood_ratio_p(*each, spread**2) for each in zip(*row, strict=True))
        for row in zip(means.tolist(), errors.tolist(), strict=True)
    ]
    return once, fixed, *sequences, (np.array(least) <= 0.05).mean()


def guardrail_passed(name, n, repeats):
    """Shares of treatments that are worse by just the margin and pass: paired, and separate."""
    rng, passed = seeded("guardrail", name, n), [0, 0]
    truth = _truth(name)
    for _ in range(repeats):
        control, treatment, _known = SHAPES[name](rng, n)
        one, other, gaps = (SampleMoments.of(each) for each in (control, treatment, treatment - control))
        _control, treatment, _known = SHAPES[name](rng, n)
        apart = SampleMoments.of(treatment)
        freedom = welch.degrees_of_freedom((one.n, one.error_squared), (apart.n, apart.error_squared))
        for place, (value, squared, free) in enumerate(
            (
                (gaps.mean, gaps.error_squared, n - 1),
                (apart.mean - one.mean, one.error_squared + apart.error_squared, freedom),
            )
        ):
            # What is worse by 0.1 and allowed to be so: shifted by the true difference and the margin.
            found = non_inferiority.guardrail(value - truth - 0.1, squared**0.5, free, margin=0.1)
            passed[place] += found.is_shown
    return [count / repeats for count in passed]


def ratio_alarms(repeats, units=2000):
    """Of fairly shared units: below 0.05 and 0.001 at the end, and at any look after each 10 units."""
    ends = seeded("ratio").binomial(units, 0.5, 50 * repeats).tolist()
    last = np.array([sample_ratio.p_value([each, units - each], [0.5, 0.5]) for each in ends])
    counts = (seeded("running").random((5 * repeats, units)) < 0.5).cumsum(axis=1)[:, 9::10].tolist()
    running = cache(lambda one, other: sample_ratio.running_p([one, other], [0.5, 0.5]))
    least = np.array([min(running(each, 10 * k - each) for k, each in enumerate(row, 1)) for row in counts])
    return [(found <= limit).mean() for found in (last, least) for limit in (0.05, 0.001)]


# -- Bandits.

ARMS, BATCH, UNITS = (0.5, 0.55, 0.65), 100, 5000
POLICIES = {"even": None, "Thompson": thompson.chances_of_best, "top-two": thompson.top_two}


def bandit(policy, repeats, floor=0.05):
    """Passes lost against the best variant; coverage of the worst and best mean by propensity, of plain means, and of
    what was gained over even shares and over the first variant alone."""
    rng, lost, held, plain = seeded("bandit", policy), 0.0, np.zeros(3), np.zeros(3)
    gained, truths = np.zeros(2), np.array(ARMS)
    for _ in range(repeats):
        seen, passes, outcomes, chances = np.zeros(3), np.zeros(3), [[], [], []], [[], [], []]
        for _batch in range(UNITS // BATCH):
            shares = _shares(POLICIES[policy], seen, passes, floor, int(rng.integers(2**31)))
            for arm, size in enumerate(rng.multinomial(BATCH, shares)):
                found = rng.random(size) < ARMS[arm]
                outcomes[arm].append(found)
                chances[arm].append(np.full(size, shares[arm]))
                seen[arm] += size
                passes[arm] += found.sum()
        lost += float(((max(ARMS) - np.array(ARMS)) * seen).sum())
        outcomes, chances = ([np.concatenate(each) for each in kept] for kept in (outcomes, chances))
        means = [off_policy.of_parts(_parts(*each)) for each in zip(outcomes, chances, strict=True)]
        for place, other in enumerate(([1 / 3] * 3, [1, 0, 0])):
            found = off_policy.gain(means, other)
            truth = float(((seen / seen.sum() - np.array(other)) * truths).sum())
            gained[place] += found.low <= truth <= found.high
        for arm, truth in enumerate(ARMS):
            found = off_policy.mean(outcomes[arm], chances[arm])
            held[arm] += found.low <= truth <= found.high
            even = off_policy.mean(outcomes[arm], np.ones(len(outcomes[arm])))
            plain[arm] += even.low <= truth <= even.high
    return [lost / repeats, *(each / repeats for each in (held[0], held[2], plain[0], plain[2], *gained.tolist()))]


def _parts(outcomes, chances):
    return [(SampleMoments.of(outcomes[chances == chance]), chance) for chance in np.unique(chances).tolist()]


def _shares(weights, seen, passes, floor, seed):
    if weights is None or seen.min() < thompson.LEAST_UNITS:
        return [1 / 3] * 3
    means = (passes + 1) / (seen + 2)
    found = weights(means, np.sqrt(means * (1 - means) / seen), seed=seed, draws=1000)
    return thompson.floored(found, floor)


# -- People's labels of a part, a machine's of all.


def machine_corrected(kind, error, labelled, repeats, others=500):
    """The machine is kinder to the treatment by 0.1, so that its own difference would be wrong."""
    rng, truth = seeded("machine", kind, error, labelled), 0.05

    def people(n, shift):
        return rng.normal(0.6 + shift, 0.15, n)

    def scores(labels, kindness):
        return labels + kindness + rng.normal(0, error, labels.size)

    def drawn():
        n = labelled + others
        if kind == "paired":
            said = people(n, 0.05) - people(n, 0)
            found = scores(said, 0.1)
            return ppi.corrected_mean(said[:labelled], found[:labelled], found[labelled:]).estimate
        parts = []
        for shift, kindness in ((0, 0), (0.05, 0.1)):
            said = people(n, shift)
            found = scores(said, kindness)
            parts.append((said[:labelled], found[:labelled], found[labelled:]))
        return ppi.difference(*parts)

    return share_covered_by(truth, (drawn() for _ in range(repeats)))


# -- Repeats on separate cases, pooled.

REPEATS, PLANNED = (2, 3, 5, 10), 200
DIFFERENT = 0.05  # deviation of the true differences, where repeats differ


def pooled_covered(kind, name, k, repeats):
    """Of k repeats with PLANNED pairs: `fixed` effect, likewise but `stopped` at the first look of the sequence that
    excludes zero, where true differences are `different`, and DerSimonian and Laird's for these (`random`)."""
    rng, truth = seeded("pooled", kind, name, k), _truth(name)

    def drawn():
        shifts = rng.normal(0, DIFFERENT, k) if kind in ("different", "random") else np.zeros(k)
        found = [_repeat(rng, name, kind == "stopped") for _ in range(k)]
        values, errors = [each[0] + shift for each, shift in zip(found, shifts, strict=True)], [e for _v, e in found]
        return pooled.fixed_effect(values, _random_errors(values, errors) if kind == "random" else errors).estimate

    return share_covered_by(truth, (drawn() for _ in range(repeats)))


def _repeat(rng, name, stops):
    """(difference, its error) at the end or where the confidence sequence excludes zero."""
    control, treatment, _known = SHAPES[name](rng, PLANNED)
    gaps = treatment - control
    for n in LOOKS[LOOKS < PLANNED].tolist() if stops else ():
        mean, error = gaps[:n].mean(), gaps[:n].std(ddof=1) / n**0.5
        if abs(mean) > confidence_sequence.half_width(error, n, planned_n=PLANNED):
            return float(mean), float(error)
    return float(gaps.mean()), float(gaps.std(ddof=1) / PLANNED**0.5)


def _random_errors(values, errors):
    """Errors with DerSimonian and Laird's (1986) variance between repeats in them."""
    found, weights = pooled.fixed_effect(values, errors), 1 / np.square(errors)
    between = (found.q - len(values) + 1) / (weights.sum() - np.square(weights).sum() / weights.sum())
    return [(error**2 + max(0.0, between)) ** 0.5 for error in errors]


# -- Tables.


def section(repeats, run):
    """The Section of all tables of experiments."""
    found = Section("Measured coverage of experiments", "make coverage ARGS='experiments'")
    found.text.append(
        f"Nominal 95 %, {2 * repeats} repeats each, so that a coverage of 0.95 is known to about "
        f"{1.96 * (0.95 * 0.05 / 2 / repeats) ** 0.5:.3f}; {repeats // 2} for permutations, ranks, quantiles and "
        f"posteriors by quadrature, known to about {1.96 * (0.95 * 0.05 / (repeats // 2)) ** 0.5:.3f}. An empty cell: "
        "no interval there, or not simulated."
    )
    for heading, rows in tables(repeats, run):
        found.table(heading, [[cell for each in row for cell in _cells(each)] for row in rows])
    return found


def _cells(each):
    if each is None or isinstance(each, str | int | float):
        return ["" if each is None else each]
    results = each.result()
    return [
        "" if value is None else f"{value:.3f}" if value <= 1 else f"{value:,.0f}"
        for value in (results if isinstance(results, list | tuple) else [results])
    ]


def tables(repeats, run):
    """[(headings, [[…, job]])]; `run(function, *arguments)` gives something whose `result()` is the function's."""
    more, fewer = 2 * repeats, repeats // 2
    sizes = [f"n {n}" for n in SIZES]

    def rows(methods, covered):
        for method, (_found, names, known) in methods.items():
            count = fewer if method in SLOW else more
            for name in names:
                yield [method, name, *(run(covered, method, name, n, count) if n in known else None for n in SIZES)]

    return [
        (["difference on the same cases", "data", *sizes], list(rows(PAIRED, pairs_covered))),
        (["difference of separate units, n each", "data", *sizes], list(rows(SEPARATE, samples_covered))),
        (
            ["A/A, a look each 10 cases from 30 to 500", "t once, at 500", "t at any look", "sequence planned for 100",
             "for 500", "for 5,000", "mSPRT"],
            [[name, run(looks_alarm, name, 4 * repeats)] for name in UNCLUSTERED],
        ),
        (
            ["passed although worse by the margin, at 5 %", "n", "paired", "separate"],
            [[name, n, run(guardrail_passed, name, n, more)] for name in UNCLUSTERED for n in SIZES],
        ),
        (
            ["sample ratio although fair", "at 2,000 units, 0.05", "0.001", "at any of 200 looks, 0.05", "0.001"],
            [["two even shares", run(ratio_alarms, repeats)]],
        ),
        (
            ["bandit of 5,000 units, passes 50, 55, 65 %", "passes lost",
             "by propensity: worst", "best", "plain mean: worst", "best", "gain over even shares", "over the worst"],
            [[policy, run(bandit, policy, repeats)] for policy in POLICIES],
        ),
        (
            ["difference by a machine that is too kind", "its error", "n 40", "n 60", "n 200"],
            [[kind, error, *(run(machine_corrected, kind, error, n, more) for n in (40, 60, 200))]
             for kind in ("paired", "separate") for error in (0.05, 0.3)],
        ),
        (
            [f"repeats of {PLANNED} pairs, pooled", "data", *(f"{k} repeats" for k in REPEATS)],
            [[title, name, *(run(pooled_covered, kind, name, k, more) for k in REPEATS)]
             for title, kind in (("fixed effect", "fixed"), ("fixed effect, stopped when clear", "stopped"),
                                 ("fixed effect, true differences vary", "different"),
                                 ("DerSimonian-Laird, true differences vary", "random"))
             for name in UNCLUSTERED],
        ),
    ]  # fmt: skip
