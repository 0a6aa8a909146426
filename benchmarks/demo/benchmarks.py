"""A benchmark suite that comes with the product, and two simulated systems on it; the worker runs them."""

from experiments.benchmarks.actions import shipped, suite_runs

SUITE = "support"
MODELS = ("simulated-careful", "simulated-hasty")


def runs(*, organization, by):
    suite = shipped.add(organization=organization, key=SUITE, by=by)
    for model in MODELS:
        suite_runs.start(suite=suite, model={"name": model}, by=by)
