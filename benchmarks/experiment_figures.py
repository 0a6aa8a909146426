"""Two variants of 1,000,000 units and three metrics from moments and histograms: ms, memory, and the same bytes."""

import resource
import time

import numpy as np

from benchmarks.figures import Section, median, ms

UNITS, PARTS, BINS, METRICS = 1_000_000, 24, 1000, 3


def run(_site, *, quick):
    from evalhub.lib.statistics.experiments import summaries

    section = Section("Figures of an experiment on traffic", "make bench ARGS='experiment_figures'")
    rows = []
    for units in (10_000,) if quick else (10_000, UNITS):
        variants = [[parts(metric, units, shift) for shift in (0.0, 0.01)] for metric in range(METRICS)]

        def decided(variants=variants, units=units):
            return repr([
                summaries.compare(*map(summaries.merged, pair), planned_n=2 * units, margin=0.02) for pair in variants
            ])  # fmt: skip

        first, seconds, before = decided(), [], memory()
        same = True
        for _round in range(20 if quick else 200):
            began = time.perf_counter()
            same = decided() == first and same
            seconds.append(time.perf_counter() - began)
        grown = (memory() - before) / 1024
        rows.append([f"{units:,}", ms(median(seconds)), ms(max(seconds)), f"{grown:.1f}", "yes" if same else "no"])
        section.at_most(f"median, {units:,} units a variant", 1000 * median(seconds), 50, "ms")
        section.at_most("more memory after all rounds", grown, 1, "MB")
        section.at_least("rounds with the same bytes", 1 if same else 0, 1, "")
    section.text.append(
        f"{METRICS} metrics of two variants, each of {PARTS} parts with moments and a histogram of {BINS:,} bins:"
        " the parts are merged, and difference, relative difference, confidence sequence, posterior, guardrail, effect"
        " size, median and p95 come out. What a database needs to add the parts up is not in it. Times in ms."
    )
    section.table(["units a variant", "median", "slowest", "MB more after 200 rounds", "same bytes"], rows)
    return section


def parts(metric, units, shift):
    from evalhub.lib.statistics.experiments.histograms import Histogram
    from evalhub.lib.statistics.experiments.moments import SampleMoments
    from evalhub.lib.statistics.experiments.summaries import Summary

    rng = np.random.default_rng(metric)
    return [
        Summary(
            SampleMoments.of(values),
            Histogram(0.0, 1.0, tuple(np.histogram(values, BINS, (0.0, 1.0))[0].tolist())),
        )
        for values in np.array_split(np.clip(rng.beta(3, 2, units) + shift, 0, 1), PARTS)
    ]


def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
