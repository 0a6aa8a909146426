"""Experiments over cases, with variants whose outputs came with the data, taken to the end of their evaluations."""

from datasets.models import ModelOutput
from experiments.models import Experiment
from experiments.trials.actions import experiments
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.models.experiment import PROMPTS
from experiments.trials.models.experiment_metric import PRIMARY
from tests import factories
from tests.experiments.evaluations_world import RIGHT, WRONG, make_evaluation, take_steps

EXACT = PlannedMetric("exact_match", PRIMARY)


def make_outputs(organization, **right):
    """A version of as many cases as the longest; system `name` is right where its text has a 1, wrong at 0, and has no
    output at "-"."""
    n = max(map(len, right.values()))
    said = {"1": RIGHT, "0": WRONG}
    rows = [
        {
            "input": {"prompt": f"2 + 2, question {index}"},
            "expected_output": RIGHT,
            "metadata": {"topic": ("sums", "terms")[index % 2]},
            "outputs": {name: said[each[index]] for name, each in right.items() if each[index] in said},
        }
        for index in range(n)
    ]
    columns = [{"name": "topic", "type": "string", "role": "metadata"}]
    return factories.make_version(factories.make_dataset(organization), rows=rows, columns=columns)


def evaluated(version, *names, metrics=("exact_match",)):
    """{name: the evaluation of its outputs, at its end}, for any number of experiments on them."""
    return {name: take_steps(make_evaluation(version, metrics, output_name=name)) for name in names}


def make_experiment(version, *names, scored=None, organization=None, metrics=(EXACT,), config=None, **fields):
    """A draft; the first name is the control. It begins evaluations of its own but for those of `scored`."""
    ready = {name: {"evaluation_id": str(each.pk)} for name, each in (scored or {}).items()}
    given = [
        {"name": name, "is_control": place == 0, "config": ready.get(name, {"output_name": name}) if version else {}}
        for place, name in enumerate(names)
    ]
    return experiments.create(
        organization=organization or version.organization,
        name=fields.pop("name", "v5 against v4"),
        type=fields.pop("type", PROMPTS),
        metrics=list(metrics),
        variants_given=fields.pop("variants_given", given),
        dataset_version=version,
        config=config or Config(minimum_sample_size=10),
        **fields,
    )


def run(experiment, by=None):
    """Start it, and take the evaluations of its variants to their end."""
    started = experiments.start(experiment=experiment, by=by)
    for variant in started.variants.select_related("evaluation"):
        if not variant.evaluation.has_ended:
            take_steps(variant.evaluation)
    return Experiment.objects.get(pk=started.pk)


def label(task, person, *, wrong_about=()):
    """The person answers every item as it is, but for cases at these rows."""
    question = task.schema_version.questions.get()
    texts = dict(ModelOutput.objects.filter(test_case__version=task.dataset_version_id).values_list("pk", "text"))
    labels = {
        item: {question.key: (texts[item.outputs[0]] == RIGHT) != (item.test_case.row_index in wrong_about)}
        for item in task.items.select_related("task__schema_version", "test_case")
    }
    factories.make_annotations(labels, factories.make_annotator(person))
