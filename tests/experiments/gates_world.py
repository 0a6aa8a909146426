"""Several systems on the same cases, evaluated to the end."""

from tests import factories
from tests.experiments.evaluations_world import RIGHT, WRONG, make_evaluation, take_steps


def systems(organization, *right, n=40):
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
    return [take_steps(make_evaluation(version, output_name=f"system-{place}")) for place, _some in enumerate(right)]
