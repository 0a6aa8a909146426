"""`make coverage`: simulate how often each interval holds the truth, and write the table into docs/statistics.md.

    make coverage                     all of it, some minutes on two cores
    make coverage ARGS='experiments'  one part of it
    make coverage ARGS='--quick'      fewer repeats, nothing written

Seeded: the same code writes the same table. No database, no service.
"""

import argparse
import sys
import zlib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np

from annotations.agreement.bands import RELIABLE
from annotations.agreement.canonical import canonical
from annotations.agreement.comparisons.between import between
from annotations.agreement.distances.values import LEVELS
from annotations.agreement.label_arrays import Labels
from annotations.agreement.metrics import registry
from annotations.agreement.patterns import Patterns
from benchmarks import page_text
from benchmarks.coverage_of_evaluations import tables as evaluation_tables
from benchmarks.coverage_of_experiments import section as section_of_experiments
from benchmarks.figures import Section
from evalhub.lib.statistics import bootstrap, bounded_mean, clustered_slope, completion, jackknife, variance_shares
from evalhub.local.paths import ROOT
from reviews.quality.rank_correlation import spearman

PAGE = ROOT / "docs" / "statistics.md"
REPEATS, QUICK_REPEATS = 400, 20
POPULATION = 200_000
SIZES = (12, 20, 30, 50, 100)
ALPHA = "krippendorff_alpha"
EVEN, SKEWED, THREE = (0.5, 0.5), (0.9, 0.1), (0.5, 0.3, 0.2)
FIVE, STEPS = (0.2,) * 5, (0.05, 0.1, 0.2, 0.4, 0.25)
SETS = (frozenset(), frozenset({"a"}), frozenset({"b"}), frozenset({"a", "b"}))


@dataclass(frozen=True)
class Panel:
    """Annotators who label items. prevalence: of the values 1, 2, … error: of the model in which labels go wrong.

    hard: whole items are guessed by prevalence; noise: single labels are; near: single labels are a step off. With
    "hard" alpha is 1 - error, with "noise" (1 - error) squared.
    """

    annotators: int
    level: str
    prevalence: tuple
    model: str
    error: float
    metric: str = ALPHA

    def table(self, rng, n):
        values = np.arange(len(self.prevalence))
        truth = rng.choice(values, size=n, p=self.prevalence)
        labels = np.repeat(truth[:, None], self.annotators, axis=1)
        if self.model == "hard":
            hard = rng.random(n) < self.error
            labels[hard] = rng.choice(values, size=(hard.sum(), self.annotators), p=self.prevalence)
            return labels
        wrong = rng.random(labels.shape) < self.error
        if self.model == "noise":
            labels[wrong] = rng.choice(values, size=wrong.sum(), p=self.prevalence)
        else:
            labels[wrong] += rng.choice((-1, 1), size=wrong.sum())
        return np.clip(labels, 0, values.size - 1)

    def patterns(self, rng, n):
        domain = SETS if self.level == "sets" else tuple(np.arange(1.0, len(self.prevalence) + 1))
        item = np.repeat(np.arange(n), self.annotators)
        return Patterns.from_codes(item, self.table(rng, n).reshape(-1), domain=domain, n_annotators=self.annotators)

    def estimate(self, rng, n, **options):
        return registry[self.metric](self.patterns(rng, n), level=self.level, **options)


@dataclass(frozen=True)
class Beside(Panel):
    """Three machines against the majority of three people, by item; the machines err together on hard items."""

    def estimate(self, rng, n, **options):
        table = self.table(rng, n)
        labels = Labels.of_numbers(
            items=np.repeat(np.arange(n), 6),
            annotators=np.tile(np.arange(6), n),
            numbers=table.reshape(-1) + 1.0,
            kinds={3: "llm", 4: "llm", 5: "llm"},
        )
        return between(labels, level=self.level, **options).combined


@dataclass(frozen=True)
class Covered:
    """Of repeats with an interval, the share that held the truth; of all, those called high although they are not."""

    share: float
    with_interval: float
    called_high: float
    resampled: float | None


PANELS = {
    "2 annotators, 2 values": [Panel(2, "nominal", EVEN, "hard", 1 - a) for a in (0.3, 0.7, 0.85, 0.92)],
    "2 annotators, 2 values, 90 to 10": [Panel(2, "nominal", SKEWED, "hard", 1 - a) for a in (0.7, 0.92)],
    "3 annotators, 2 values": [Panel(3, "nominal", EVEN, "noise", 1 - a**0.5) for a in (0.7, 0.92)],
    "5 annotators, 2 values": [Panel(5, "nominal", EVEN, "noise", 1 - a**0.5) for a in (0.7, 0.92)],
    "2 annotators, 3 values": [Panel(2, "nominal", THREE, "hard", 1 - a) for a in (0.7, 0.92)],
    "3 annotators, 5 values": [Panel(3, "nominal", FIVE, "noise", 1 - a**0.5) for a in (0.7, 0.92)],
    "2 annotators, 5 steps, ordinal, a step off": [Panel(2, "ordinal", STEPS, "near", e) for e in (0.3, 0.08)],
    "2 annotators, 5 steps, ordinal, guessed": [Panel(2, "ordinal", STEPS, "hard", 1 - a) for a in (0.7, 0.92)],
    "3 annotators, 5 steps, ordinal, a step off": [Panel(3, "ordinal", STEPS, "near", e) for e in (0.3, 0.08)],
    "3 annotators, 5 numbers, interval": [Panel(3, "interval", STEPS, "noise", 1 - a**0.5) for a in (0.7, 0.92)],
    "2 annotators, 5 numbers, ratio": [Panel(2, "ratio", STEPS, "hard", 1 - a) for a in (0.7, 0.92)],
    "3 annotators, sets of 2 options": [
        Panel(3, "sets", (0.2, 0.4, 0.2, 0.2), "noise", 1 - a**0.5) for a in (0.7, 0.92)
    ],
    "3 machines beside 3 people, 2 values": [Beside(6, "nominal", EVEN, "hard", e) for e in (0.3, 0.08)],
    "AC1, 2 annotators, 90 to 10": [Panel(2, "nominal", SKEWED, "hard", e, "gwet_ac1") for e in (0.3, 0.08)],
    "Fleiss' kappa, 3 annotators, 3 values": [
        Panel(3, "nominal", THREE, "noise", e, "fleiss_kappa") for e in (0.15, 0.04)
    ],
    "Percent agreement, 3 annotators, 3 values": [
        Panel(3, "nominal", THREE, "noise", e, "percent_agreement") for e in (0.15, 0.04)
    ],
}
SCORES = {
    "even from 0 to 1": lambda rng, n: rng.random(n),
    "good, beta(8, 2)": lambda rng, n: rng.beta(8, 2, n),
    "5 steps, 70 % at the top": lambda rng, n: rng.choice(
        [0, 0.25, 0.5, 0.75, 1], size=n, p=[0.01, 0.03, 0.06, 0.2, 0.7]
    ),
    "right or wrong, 90 % right": lambda rng, n: (rng.random(n) < 0.9).astype(float),
    "right or wrong, 97 % right": lambda rng, n: (rng.random(n) < 0.97).astype(float),
    "good, 5 % are 0": lambda rng, n: np.where(rng.random(n) < 0.05, 0.0, rng.beta(30, 3, n)),
    "good, 2 % are 0": lambda rng, n: np.where(rng.random(n) < 0.02, 0.0, rng.beta(30, 3, n)),
}
CORRELATIONS = {
    "continuous": None,
    "5 steps": (-1.2, -0.4, 0.3, 1.0),
    "5 steps, half at the top": (-2.0, -1.3, -0.7, 0.0),
}


def seeded(*parts):
    return np.random.default_rng(zlib.crc32(repr(parts).encode()))


@cache
def panel_truth(panel):
    return panel.estimate(seeded(panel, "truth"), POPULATION, resamples=0).value


def panel_covered(panel, n, repeats, *, compared=False):
    """The Covered of panels of n items; `compared` also measures resampling items alone, as it was used before."""
    rng, truth = seeded(panel, n), panel_truth(panel)
    held, given, high, old = 0, 0, 0, []
    for _ in range(repeats):
        state = rng.bit_generator.state
        found = panel.estimate(rng, n)
        if found.low is not None:
            given += 1
            held += found.low - 1e-9 <= truth <= found.high + 1e-9
            high += found.low >= RELIABLE > truth
        if compared and found.value is not None:
            rng.bit_generator.state = state
            old.append(_resampled(panel, panel.patterns(rng, n), truth))
    kept = [one for one in old if one is not None]
    return Covered(held / max(given, 1), given / repeats, high / repeats, sum(kept) / len(kept) if kept else None)


def _resampled(panel, patterns, truth):
    units = canonical(patterns.pairable, panel.level)
    found = bootstrap.interval(LEVELS[panel.level](units), units.times, seed=1, resamples=500)
    return None if found.low is None else found.low <= truth <= found.high


def scores_covered(name, n, repeats):
    """(bounded means, Wald's interval) for the mean of n scores of a kind."""
    truth = float(SCORES[name](seeded(name, "truth"), 2_000_000).mean())
    rng, held, wald = seeded(name, n), 0, 0
    for _ in range(repeats):
        scores = SCORES[name](rng, n)
        found = bounded_mean.of_counts(scores, np.ones(n))
        half = 1.96 * scores.std(ddof=1) / n**0.5
        held += found.low <= truth <= found.high
        wald += abs(scores.mean() - truth) <= half
    return held / repeats, wald / repeats


def difference_covered(n, repeats):
    """The difference of two means of n scores each, as of a judge's own family and of others."""
    rng, held = seeded("difference", n), 0
    for _ in range(repeats):
        sides = [rng.beta(a, 4, n) - rng.beta(4, 4, n) for a in (5, 4)]
        means = [(side.mean(), bounded_mean.of_counts(side, np.ones(n), least=-1.0)) for side in sides]
        found = bounded_mean.difference(*means)
        held += found.low <= 5 / 9 - 0.5 <= found.high
    return held / repeats


def audit_covered(n, population, errors, uneven, repeats):
    """An error rate of n answers drawn from a finite population; uneven: half of it is drawn thrice as often."""
    rng = seeded("audit", n, population, errors, uneven)
    wrong = np.arange(population) < round(errors * population)
    chance = np.where(np.arange(population) % 2 == 0, 1.5, 0.5) if uneven else np.ones(population)
    chance = np.minimum(chance * n / population, 1.0)
    held = given = 0
    for _ in range(repeats):
        drawn = rng.random(population) < chance
        if not drawn.any():
            continue
        weights = 1 / chance[drawn]
        rate = float(weights @ wrong[drawn] / weights.sum())
        size = bounded_mean.effective_size(weights)
        found = bounded_mean.share(rate, size, drawn_share=weights.size / weights.sum())
        given += 1
        held += found.low - 1e-9 <= wrong.mean() <= found.high + 1e-9
    return held / given


def correlation_covered(kind, rho, n, repeats):
    truth = spearman(*_pairs(seeded(kind, rho), kind, rho, POPULATION).T)
    rng, held, given = seeded(kind, rho, n), 0, 0
    for _ in range(repeats):
        table = _pairs(rng, kind, rho, n)
        found = bootstrap.of_correlation(lambda rows: spearman(*np.moveaxis(rows, -1, 0)), table, seed=1, resamples=200)
        if found.low is not None:
            given += 1
            held += found.low <= truth <= found.high
    return held / max(given, 1)


def _pairs(rng, kind, rho, n):
    first = rng.normal(size=n)
    pairs = np.stack([first, rho * first + (1 - rho**2) ** 0.5 * rng.normal(size=n)], axis=1)
    return pairs if CORRELATIONS[kind] is None else np.digitize(pairs, CORRELATIONS[kind]) / 4


def slope_covered(rubrics, repeats):
    """(by rubric, by score) for a bias of 0 where each rubric has a favourite stage of its own."""
    rng, held, naive = seeded("slope", rubrics), 0, 0
    for _ in range(repeats):
        sums, scores = [], []
        for _rubric in range(rubrics):
            lengths = rng.integers(5, 80, size=4).astype(float)
            lengths -= lengths.mean()
            shares = rng.dirichlet(np.ones(4))
            counts = rng.multinomial(40, shares)
            centred = np.repeat(np.eye(4) - 0.25, counts, axis=0)
            sums.append((40 * float(lengths @ lengths), float((centred @ lengths).sum())))
            scores += [(float(lengths @ lengths), float(row @ lengths)) for row in centred]
        by_rubric, by_score = clustered_slope.slope(sums), clustered_slope.slope(scores)
        held += by_rubric.low is not None and by_rubric.low <= 0 <= by_rubric.high
        naive += by_score.low <= 0 <= by_score.high
    return held / repeats, naive / repeats


# Standard deviations of rows, rubrics, scorers and the rest, of scores on five levels.
SPREADS = {"evidence differs most": (1.0, 0.5, 0.4, 0.4), "the rest differs most": (0.5, 0.2, 0.2, 0.8)}


def shares_covered(spreads, rows, repeats):
    """{source: coverage} of the shares of variance, for three rubrics and two scorers as they are."""
    rng, (of_rows, of_rubrics, of_scorers, rest) = seeded("shares", spreads, rows), SPREADS[spreads]
    factors = {"rubrics": [0, 0, 1, 1, 2, 2], "scorers": [0, 1] * 3}
    shift = of_rubrics * np.repeat([-1, 0, 1], 2) + of_scorers * np.tile([-1, 1], 3) / 2**0.5

    def scored(n):
        values = 3 + of_rows * rng.normal(size=(n, 1)) + shift + rest * rng.normal(size=(n, 6))
        return np.clip(np.round(values), 1, 5)

    truth = variance_shares.shares(scored(POPULATION // 10), factors)
    held = dict.fromkeys(truth, 0)
    for _ in range(repeats):
        for name, found in variance_shares.shares(scored(rows), factors).items():
            held[name] += found.low <= truth[name].value <= found.high
    return {name: count / repeats for name, count in held.items()}


def paired_covered(groups, repeats):
    """Of the mean difference of two rubrics on five levels, each scored by two models on the same groups."""
    rng, held = seeded("paired", groups), 0

    def differences(n):
        group, own = rng.normal(size=(n, 1)), 0.5 * rng.normal(size=(n, 1))
        levels = [
            np.clip(np.round(3 + group + shift + own * sign + 0.4 * rng.normal(size=(n, 2))), 1, 5)
            for shift, sign in ((0.3, 1), (0, 0))
        ]
        return (levels[0] - levels[1]).mean(axis=1)

    truth = differences(POPULATION).mean()
    for _ in range(repeats):
        means = differences(groups)
        found = jackknife.interval(means.mean(), (means.sum() - means) / (groups - 1))
        held += found.low <= truth <= found.high
    return held / repeats


PACES = {"even": (40, None), "uneven": (40, 4), "every other day off": (40, "off")}


def completion_covered(name, days, repeats, left=250):
    """How often the day on which `left` pieces are done lies in the 80 % interval, which may have no end."""
    rng, held, known = seeded("completion", name, days), 0, 0
    mean, spread = PACES[name]

    def drawn(n):
        if spread == "off":
            return rng.poisson(2 * mean * (rng.random(n) < 0.5))
        return rng.poisson(mean if spread is None else mean * rng.gamma(spread, 1 / spread, n), size=n)

    for _ in range(repeats):
        found = completion.forecast(drawn(days), left)
        if found is None:
            continue
        known += 1
        day = int(np.argmax(np.cumsum(drawn(completion.MOST_DAYS)) >= left)) + 1
        held += (found.early or 1) <= day <= (found.late or completion.MOST_DAYS)
    return held / known


def section(repeats, run):
    """The Section of all tables; `run(function, *arguments)` gives something whose `result()` is the function's."""
    found = Section("Measured coverage", "make coverage")
    found.text.append(
        f"Nominal 95 %; {repeats} repeats each, so that a coverage of 0.95 is told to about "
        f"{1.96 * (0.95 * 0.05 / repeats) ** 0.5:.2f}. Seeded: the same code gives the same numbers."
    )
    compared = {panel for name in ("2 annotators, 2 values",) for panel in PANELS[name]}
    panels = [
        (
            name,
            panel,
            run(panel_truth, panel),
            [run(panel_covered, panel, n, repeats, compared=panel in compared) for n in SIZES],
        )
        for name, kinds in PANELS.items()
        for panel in kinds
    ]
    scores = [(name, n, run(scores_covered, name, n, repeats)) for name in SCORES for n in (10, 20, 50)]
    differences = [(n, run(difference_covered, n, repeats)) for n in (10, 30)]
    audits = [
        (case, run(audit_covered, *case, repeats))
        for case in (
            (20, 40, 0.1, False),
            (20, 400, 0.1, False),
            (20, 400, 0.02, False),
            (50, 60, 0.1, False),
            (20, 40, 0.1, True),
            (50, 500, 0.1, True),
            (50, 500, 0.4, True),
        )
    ]
    ranks = [
        (kind, rho, n, run(correlation_covered, kind, rho, n, repeats))
        for kind in CORRELATIONS
        for rho in (0.0, 0.8, 0.95)
        for n in (30, 60)
    ]
    slopes = [(n, run(slope_covered, n, repeats)) for n in (6, 10, 20)]
    variances = [(name, n, run(shares_covered, name, n, repeats)) for name in SPREADS for n in (8, 12, 30)]
    paired = [(n, run(paired_covered, n, repeats)) for n in (6, 12, 30)]
    paces = [(name, n, run(completion_covered, name, n, repeats)) for name in PACES for n in (2, 4, 7, 14)]
    _agreement_tables(found, panels, compared)
    found.table(
        ["mean of scores", "n", "bounded mean", "Wald"],
        [[name, n, *map(_share, job.result())] for name, n, job in scores],
    )
    found.table(["difference of means, n each", "bounded means"], [[n, _share(job.result())] for n, job in differences])
    found.table(
        ["audited about", "of", "wrong", "chances", "coverage"],
        [
            [n, size, f"{errors:.0%}", "uneven" if uneven else "equal", _share(job.result())]
            for (n, size, errors, uneven), job in audits
        ],
    )
    found.table(
        ["rank correlation", "of normal pairs with", "cases", "coverage"],
        [[kind, rho, n, _share(job.result())] for kind, rho, n, job in ranks],
    )
    found.table(
        ["rubrics, 40 scores each", "by rubric", "by score"], [[n, *map(_share, job.result())] for n, job in slopes]
    )
    found.table(
        ["share of variance", "evidence groups", "evidence", "rubric", "scorer", "rest"],
        [[name, n, *map(_share, job.result().values())] for name, n, job in variances],
    )
    found.table(["rubrics on the same groups", "difference"], [[n, _share(job.result())] for n, job in paired])
    found.table(
        ["answers by day", "days", "completion, 80 %"], [[name, n, _share(job.result())] for name, n, job in paces]
    )
    for heading, rows in evaluation_tables(repeats, run):
        found.table(heading, [[*row, _share(job.result())] for *row, job in rows])
    return found


def _agreement_tables(found, panels, compared):
    found.table(
        ["agreement", "truth", *(f"n {n}" for n in SIZES)],
        [
            [name, f"{truth.result():.2f}", *(_cell(job.result()) for job in jobs)]
            for name, _panel, truth, jobs in panels
        ],
    )
    found.table(
        ["resampling alone", "truth", *(f"n {n}" for n in SIZES)],
        [
            [name, f"{truth.result():.2f}", *(_share(job.result().resampled) for job in jobs)]
            for name, panel, truth, jobs in panels
            if panel in compared
        ],
    )
    found.table(
        ["called high although below 0.80", "truth", *(f"n {n}" for n in SIZES)],
        [
            [name, f"{truth.result():.2f}", *(f"{job.result().called_high:.3f}" for job in jobs)]
            for name, _panel, truth, jobs in panels
            if truth.result() < RELIABLE
        ],
    )


def _cell(covered):
    """The share, and how many repeats had an interval where a good part had none."""
    most = "" if covered.with_interval >= 0.95 else f" ({covered.with_interval:.0%})"
    return f"{covered.share:.3f}{most}"


def _share(value):
    return "" if value is None else f"{value:.3f}"


PARTS = {"coverage": section, "experiments": section_of_experiments}  # by the name of their place in the page


def main():
    parser = argparse.ArgumentParser(
        prog="make coverage", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all without one")
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    unknown = sorted(set(chosen.parts) - set(PARTS))
    if unknown:
        parser.error(f"There is no part {unknown[0]!r}. Valid: {', '.join(PARTS)}.")
    with ProcessPoolExecutor(max_workers=2) as pool:
        for name in chosen.parts or PARTS:
            found = PARTS[name](QUICK_REPEATS if chosen.quick else REPEATS, pool.submit)
            text = "\n\n".join([f"## {found.title}", *found.text]) + "\n"
            print(text)
            if not chosen.quick:
                page_text.put(name, text, page=PAGE)
                print(f"Written into {PAGE.relative_to(ROOT)}.", file=sys.stderr)


if __name__ == "__main__":
    main()
