"""Several systems on the same cases, evaluated to the end."""

from experiments.gates import reasons
from experiments.gates.actions import gates
from experiments.models import GateResult
from tests import factories
from tests.experiments.evaluations_world import RIGHT, WRONG, make_evaluation, take_steps

CONDITION = {
    "text": "exact_match.mean >= 0.5", "state": "passed", "value": 0.9, "left": 0.9, "right": 0.5, "difference": None,
    "low": 0.8, "high": 0.95, "p": None, "n": 40, "method": "Wilson", "cases_needed": None,
    "reason": None,
}  # fmt: skip


def make_gate(organization, **fields):
    fields = {"name": "No regression", "expression": CONDITION["text"]} | fields
    return gates.create(organization=organization, **fields)


def make_result(gate, evaluation, **condition):
    """A stored result with CONDITION, some of it replaced, without any score behind it."""
    stored = CONDITION | condition
    return GateResult.objects.create(
        organization=gate.organization,
        gate=gate,
        evaluation=evaluation,
        expression=gate.expression,
        state=stored["state"],
        reason=reasons.NO_BASELINE() if stored["state"] == "undecided" else None,
        conditions=[stored],
    )


def systems(organization, *right, n=40, **settings):
    """Ended evaluations of exact matches on the same n cases; of system i the first right[i] are right."""
    rows = [
        {
            "input": {"prompt": f"2 + 2, question {index}"},
            "expected_output": RIGHT,
            "metadata": {"topic": ("sums", "terms")[index % 2]},
            "outputs": {f"system-{place}": RIGHT if index < some else WRONG for place, some in enumerate(right)},
        }
        for index in range(n)
    ]
    columns = [{"name": "topic", "type": "string", "role": "metadata"}]
    version = factories.make_version(factories.make_dataset(organization), rows=rows, columns=columns)
    return [
        take_steps(make_evaluation(version, output_name=f"system-{place}", **settings))
        for place, _some in enumerate(right)
    ]
