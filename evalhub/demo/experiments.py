"""Experiments on the simulated releases of an assistant: one decided, one at work, one with sick data, and an A/A test.

The decided one is scored while the demo loads, the others by a worker.
"""

from experiments.evaluations.actions import steps
from experiments.evaluations.models import Evaluation
from experiments.trials.actions import experiments, looks
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.models.experiment import AB_TEST, MODELS
from experiments.trials.models.experiment_metric import GUARDRAIL, PRIMARY

MARGIN_MS, WIDE_MARGIN_MS = 300.0, 700.0
MOST_STEPS = 20
NOTES = "Right more often than 1.0. Slower within the margin, which is fine for e-mail. Simulated."


def run(*, version, few, all_cases, by):
    """`few` and `all_cases` are evaluations of two releases, the first one over a part of the cases alone."""
    title = "Assistant 1.3 against 1.0 (simulated)"
    decided = _start(version, title, "assistant-1.0", "assistant-1.3", by, margin_ms=WIDE_MARGIN_MS)
    for variant in decided.variants.select_related("evaluation"):
        _score(variant.evaluation_id)
    look = looks.look(experiment=decided, by=by)
    winner = decided.variants.get(name="assistant-1.3")
    experiments.conclude(experiment=decided, winner=winner, notes=NOTES, look=look, by=by)
    _start(version, "Assistant 1.3 against 1.1 (simulated)", "assistant-1.1", "assistant-1.3", by)
    _start(version, "The same assistant twice (simulated)", "assistant-1.1", "assistant-1.1", by, is_aa=True)
    given = {"1.1, all sums": all_cases, "1.3, a few sums": few}
    configs = {name: {"evaluation_id": str(each.pk)} for name, each in given.items()}
    _created(version, "Assistant 1.3 on a few sums (simulated)", configs, by)


def _start(version, title, control, treatment, by, **config):
    names = (control, treatment) if control != treatment else (f"{control}, first", f"{control}, second")
    outputs = zip(names, (control, treatment), strict=True)
    return _created(version, title, {name: {"output_name": output} for name, output in outputs}, by, **config)


def _created(version, title, configs, by, *, margin_ms=MARGIN_MS, **config):
    variants = [
        {"name": name, "is_control": place == 0, "config": given} for place, (name, given) in enumerate(configs.items())
    ]
    made = experiments.create(
        organization=version.organization,
        name=title,
        hypothesis="Simulated answers to invented sums.",
        type=AB_TEST if config else MODELS,
        metrics=[
            PlannedMetric("exact_match", PRIMARY),
            PlannedMetric("latency_ms", GUARDRAIL, margin=margin_ms),
        ],
        variants_given=variants,
        config=Config(**config),
        dataset_version=version,
        by=by,
    )
    return experiments.start(experiment=made, by=by)


def _score(pk):
    """Take an evaluation by programs to its end."""
    for _step in range(MOST_STEPS):
        steps.work_next(pk=pk)
        if Evaluation.objects.get(pk=pk).has_ended:
            return
        Evaluation.objects.filter(pk=pk).update(next_attempt_at=None)
