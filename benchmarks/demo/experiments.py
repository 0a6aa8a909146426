"""Experiments on simulated releases of an assistant: one decided, one at work, one with sick data, and an A/A test."""

from itertools import islice

from benchmarks.demo import decision, releases
from experiments.trials.actions import experiments, looks
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.models.experiment import AB_TEST, MODELS
from experiments.trials.models.experiment_metric import CORRECTED, GUARDRAIL, PRIMARY, SECONDARY

MARGIN_MS, WIDE_MARGIN_MS = 300.0, 700.0
JUDGES = ["simulated-careful", "simulated-hasty"]
CASES = 72  # of the decided one: two judges score all of them
CORRECTNESS = PlannedMetric("correctness", SECONDARY, scores=CORRECTED)
NOTES = (
    "Right more often than 1.2; 44 labels of people correct what the two judges say of correctness, and leave it open."
    " Slower within the margin, which is fine for e-mail. Answers, judges and labels are simulated."
)


def run(*, sums, people, finish, by):
    """Two of them on the sums that releases are evaluated on. `people` label a random sample of the decided one, once
    `finish()` has had its answers scored."""
    first = releases.version_of(
        [*islice(releases.rows(), CASES)],
        name="Sums for a decision (simulated)",
        about=f"The first {CASES} of the invented sums, with which a release was decided.",
        organization=sums.organization,
        by=by,
    )
    decided = _start(
        first,
        "Assistant 1.3 against 1.2 (simulated)",
        "assistant-1.2",
        "assistant-1.3",
        by,
        margin_ms=WIDE_MARGIN_MS,
        more=[CORRECTNESS],
        scoring={"judges": JUDGES},
    )
    finish()
    looks.look(experiment=decided, by=by)
    decision.label(decided, people, by)
    look = looks.look(experiment=decided, by=by)
    winner = decided.variants.get(name="assistant-1.3")
    experiments.conclude(experiment=decided, winner=winner, notes=NOTES, look=look, by=by)
    _start(sums, "Assistant 1.3 against 1.1 (simulated)", "assistant-1.1", "assistant-1.3", by)
    _start(sums, "The same assistant twice (simulated)", "assistant-1.1", "assistant-1.1", by, is_aa=True)
    few = releases.evaluation_of(sums, releases.RELEASES[3], releases.A_FEW)
    given = {"1.1, all sums": releases.evaluation_of(sums, releases.RELEASES[1]), "1.3, a few sums": few}
    configs = {name: {"evaluation_id": str(each.pk)} for name, each in given.items()}
    _created(sums, "Assistant 1.3 on a few sums (simulated)", configs, by)


def _start(version, title, control, treatment, by, **config):
    names = (control, treatment) if control != treatment else (f"{control}, first", f"{control}, second")
    outputs = zip(names, (control, treatment), strict=True)
    return _created(version, title, {name: {"output_name": output} for name, output in outputs}, by, **config)


def _created(version, title, configs, by, *, margin_ms=MARGIN_MS, more=(), scoring=None, **config):
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
            *more,
        ],
        scoring=scoring,
        variants_given=variants,
        config=Config(**config),
        dataset_version=version,
        by=by,
    )
    return experiments.start(experiment=made, by=by)
