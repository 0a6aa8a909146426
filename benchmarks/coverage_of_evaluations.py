"""How often the intervals of an evaluation and of two systems on the same cases hold the truth."""

import zlib

import numpy as np

from evalhub.lib.statistics import alt_test, mcnemar, means, paired, ppi, proportions, quantiles, rogan_gladen

POPULATION = 2_000_000
# Differences of two systems' scores of a case: most tie in steps of a quarter, or few cases gain much.
DIFFERENCES = {
    "scores in quarters": lambda rng, n: np.clip(np.round(4 * rng.normal(0.05, 0.2, n)) / 4, -1, 1),
    "a tenth of the cases gains": lambda rng, n: np.where(rng.random(n) < 0.1, rng.beta(4, 2, n), 0.0),
    "normal": lambda rng, n: rng.normal(0.03, 0.2, n),
}
LATENCIES = {
    "lognormal": lambda rng, n: rng.lognormal(6, 0.8, n),
    "two models": lambda rng, n: np.where(rng.random(n) < 0.2, rng.gamma(3, 900, n), rng.gamma(5, 80, n)),
}
RIGHT = 0.9  # of a person's labels
JUDGES = ((0.7, 0.9, 0.85, 100, 100), (0.7, 0.95, 0.95, 30, 30), (0.9, 0.97, 0.8, 60, 30), (0.3, 0.9, 0.99, 30, 60))


def tables(repeats, run):
    """[(headings, [[…, job]])]; `run(function, *arguments)` gives something whose `result()` is the function's."""
    return [
        (
            ["mean difference, paired t", "cases", "coverage"],
            [[name, n, run(difference_covered, name, n, repeats)] for name in DIFFERENCES for n in (12, 30, 100, 300)],
        ),
        (
            ["mean difference of documents of 5 cases, clustered", "documents", "coverage"],
            [["correlation 0.5 within", n, run(clusters_covered, n, repeats)] for n in (10, 30, 100)],
        ),
        (
            ["mean without a range, Student's t", "n", "coverage"],
            [[name, n, run(mean_covered, name, n, repeats)] for name in LATENCIES for n in (30, 100, 300)],
        ),
        (
            ["quantile, order statistics", "quantile", "n", "coverage"],
            [[name, q, n, run(quantile_covered, name, q, n, repeats)]
             for name in LATENCIES for q, n in ((0.5, 12), (0.5, 100), (0.95, 100), (0.95, 300))],
        ),
        (
            ["share, Wilson", "n", "coverage"],
            [[share, n, run(share_covered, share, n, repeats)] for share in (0.5, 0.9, 0.98) for n in (12, 30, 100)],
        ),
        (
            ["difference of shares on the same cases", "cases", "coverage"],
            [[f"{up:.0%} gained, {down:.0%} lost", n, run(flips_covered, up, down, n, repeats)]
             for up, down in ((0.1, 0.05), (0.02, 0.01)) for n in (30, 100, 300)],
        ),
        (
            ["corrected share of passes", "TPR", "TNR", "labelled passes", "labelled fails", "coverage"],
            [[*judge, run(correction_covered, *judge, repeats)] for judge in JUDGES],
        ),
        (
            ["mean of a judge corrected by labels", "error", "labelled", "others", "coverage"],
            [["in steps of a quarter", error, n, size, run(labels_covered, error, n, size, repeats)]
             for error, n, size in ((0.1, 40, 300), (0.1, 100, 1000), (0.4, 40, 300), (0.4, 100, 1000))],
        ),
        (
            ["alternative annotator test, three people", "worse than each by", "items", "judges that pass"],
            [[f"right in {RIGHT:.0%}", worse, n, run(judges_that_pass, worse, n, repeats)]
             for worse in (0.0, 0.05, alt_test.EPSILON) for n in (50, 100, 300)],
        ),
    ]  # fmt: skip


def difference_covered(name, n, repeats):
    truth = float(DIFFERENCES[name](seeded(name), POPULATION).mean())
    rng = seeded(name, n)
    return share_covered_by(truth, (paired.mean_difference(DIFFERENCES[name](rng, n)) for _ in range(repeats)))


def clusters_covered(documents, repeats):
    rng, names = seeded("documents", documents), np.repeat(np.arange(documents), 5)

    def drawn():
        shared = np.repeat(rng.normal(0.05, 0.1, documents), 5)
        return paired.mean_difference(shared + rng.normal(0, 0.1, documents * 5), names)

    return share_covered_by(0.05, (drawn() for _ in range(repeats)))


def mean_covered(name, n, repeats):
    truth = float(LATENCIES[name](seeded(name), POPULATION).mean())
    rng = seeded(name, n, "mean")

    def drawn():
        values = LATENCIES[name](rng, n)
        return means.of_moments(n, float(values.mean()), float(((values - values.mean()) ** 2).sum()))

    return share_covered_by(truth, (drawn() for _ in range(repeats)))


def quantile_covered(name, q, n, repeats):
    truth = float(np.quantile(LATENCIES[name](seeded(name), POPULATION), q))
    rng = seeded(name, q, n)
    return share_covered_by(truth, (quantiles.of_values(LATENCIES[name](rng, n), q) for _ in range(repeats)))


def share_covered(share, n, repeats):
    rng = seeded("share", share, n)
    return share_covered_by(share, (proportions.wilson(int(rng.binomial(n, share)), n) for _ in range(repeats)))


def flips_covered(up, down, n, repeats):
    rng = seeded("flips", up, down, n)
    draws = (rng.multinomial(n, (up, down, 1 - up - down)) for _ in range(repeats))
    return share_covered_by(
        up - down, (mcnemar.share_difference(int(gained), int(lost), n) for gained, lost, _rest in draws)
    )


def correction_covered(truth, hit_rate, reject_rate, passes, fails, repeats, n=300):
    rng = seeded("corrected", truth, hit_rate, reject_rate, passes, fails)
    judged = truth * hit_rate + (1 - truth) * (1 - reject_rate)

    def drawn():
        return rogan_gladen.corrected(
            int(rng.binomial(n, judged)),
            n,
            hits=int(rng.binomial(passes, hit_rate)),
            passes=passes,
            correct_fails=int(rng.binomial(fails, reject_rate)),
            fails=fails,
        )

    return share_covered_by(truth, (drawn() for _ in range(repeats)))


def labels_covered(error, n, size, repeats):
    """The judge is 0.1 too kind besides, so that its own mean would be wrong."""
    rng = seeded("labels", error, n, size)
    truth = float(_labels(seeded("labels"), POPULATION).mean())

    def drawn():
        said = _labels(rng, n + size)
        judged = np.clip(said + 0.1 + rng.normal(0, error, n + size), 0, 1)
        return ppi.corrected_mean(said[:n], judged[:n], judged[n:]).estimate

    return share_covered_by(truth, (drawn() for _ in range(repeats)))


def _labels(rng, n):
    return np.round(4 * rng.beta(3, 2, n)) / 4


def judges_that_pass(worse, n, repeats):
    """The part of judges that may take a person's place, of such as are worse than each of three people by so much.

    Of two values, on items where the two others agree, which is all that counts: (2 RIGHT - 1) (RIGHT - the judge's).
    """
    rng, skill = seeded("alt-test", worse, n), RIGHT - worse / (2 * RIGHT - 1)
    passed = 0
    for _ in range(repeats):
        labels = rng.random((4, n)) < np.array([[RIGHT], [RIGHT], [RIGHT], [skill]])
        *people, judge = [dict(enumerate(map(float, each))) for each in labels]
        passed += alt_test.alt_test(dict(enumerate(people)), judge).passed
    return passed / repeats


def share_covered_by(truth, estimates):
    """The part of the estimates with an interval whose interval holds the truth; None where hardly any has one."""
    held = [found.low <= truth <= found.high for found in estimates if found.low is not None]
    return sum(held) / len(held) if held else None


def seeded(*parts):
    return np.random.default_rng(zlib.crc32(repr(parts).encode()))
