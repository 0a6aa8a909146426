"""All figures of two variants of 1,000,000 units and three metrics, as a look computes them: ms, memory, same bytes."""

import resource
import time

import numpy as np

from benchmarks.figures import Section, median, ms

UNITS, PARTS, METRICS = 1_000_000, 24, ("score", "seconds", "cost_usd")


def run(_site, *, quick):
    from evalhub.lib import strict_json
    from experiments.trials.analysis import figures
    from experiments.trials.analysis.plan import GUARDRAIL, PRIMARY, SEQUENTIAL, MetricPlan, Plan

    section = Section("Figures of an experiment on traffic", "make bench ARGS='experiment_figures'")
    rows = []
    metrics = tuple(
        MetricPlan(key, key, GUARDRAIL if place else PRIMARY, margin=0.02) for place, key in enumerate(METRICS)
    )
    for units in (10_000,) if quick else (10_000, UNITS):
        parts = {key: [_parts(place, units, shift) for shift in (0.0, 0.01)] for place, key in enumerate(METRICS)}
        plan = Plan(SEQUENTIAL, 0.05, 2 * units, 100, metrics)

        def decided(parts=parts, plan=plan):
            samples = {key: [_sample(*each) for each in enumerate(both)] for key, both in parts.items()}
            return strict_json.dumps(figures.as_json(figures.compute(plan, samples, [])))

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
        f"{len(METRICS)} metrics of two variants, each of {PARTS} parts with moments and bins: they are merged, and all"
        " figures come out that a look stores. What the database needs to read the parts is not in it. Times in ms."
    )
    section.table(["units a variant", "median", "slowest", "MB more after 200 rounds", "same bytes"], rows)
    return section


def _parts(place, units, shift):
    from evalhub.lib.statistics.experiments import histograms
    from evalhub.lib.statistics.experiments.moments import SampleMoments
    from experiments.trials.methods import Part

    values = np.random.default_rng(place).beta(3, 2, units) + shift
    found = np.array_split(values, PARTS)
    return [
        Part(SampleMoments.of(each), 0.5, {str(bin): n for bin, n in histograms.counted(each).items()})
        for each in found
    ]


def _sample(place, parts):
    from experiments.trials.methods import Sample

    return Sample.of_parts(f"variant {place}", parts)


def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
