"""Evaluations of the demo organization: support answers, and two models on the same questions."""

from django.db import transaction

from experiments.evaluations.actions import evaluations

JUDGE = "simulated-careful"
PART = 18 / 132  # of the cases that are evaluated each week


@transaction.atomic
def evaluate(*, support, pairs, by):
    """Begin three evaluations of these dataset versions; a worker takes them to their end.

    Numbers are compared with the reference's, which many answers do not have: these have no score, with the reason.
    """
    evaluations.create_batch(
        dataset_version=support,
        name="Support answers against the help article",
        metrics=["correctness", "faithfulness", "rouge_l", "numeric_tolerance"],
        judges=[JUDGE],
        slice_by=["category", "difficulty"],
        by=by,
    )
    small = _of_output(pairs, "oak-small", None, by)
    _of_output(pairs, "oak-large", small, by)


@transaction.atomic
def evaluate_week(*, version, week, by):
    """Begin the evaluation of a sample that is drawn for this week."""
    evaluations.create_batch(
        dataset_version=version,
        name=f"Support answers, week {week + 1}",
        metrics=["correctness", "helpfulness"],
        judges=[JUDGE, "simulated-hasty"],
        sampling={"rate": PART, "seed": week},
        slice_by=["category"],
        by=by,
    )


def _of_output(version, name, baseline, by):
    return evaluations.create_batch(
        dataset_version=version,
        name=f"{name} on short questions",
        output_name=name,
        metrics=["helpfulness", "relevance"],
        judges=[JUDGE],
        baseline=baseline,
        by=by,
    )
