"""The same plan on other cases: what is copied, what is shared, and what is refused."""

import pytest

from evalhub.lib.errors import Conflict, InvalidInput
from experiments.trials.actions import experiments, looks, repeats
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.models.experiment import BANDIT
from experiments.trials.models.experiment_metric import GUARDRAIL
from tests import factories
from tests.experiments.evaluations_world import RIGHT, WRONG
from tests.experiments.trials_world import EXACT, make_experiment, run
from tests.kept_people import acme

SAID = {"1": RIGHT, "0": WRONG}
__all__ = ["acme"]
pytestmark = pytest.mark.django_db


def make_version(organization, prompts, v4, v5, dataset=None):
    """A version of these prompts without own ids, and whether each variant is right."""
    rows = [
        {"input": {"prompt": prompt}, "expected_output": RIGHT, "outputs": {"v4": SAID[one], "v5": SAID[other]}}
        for prompt, one, other in zip(prompts, v4, v5, strict=True)
    ]
    return factories.make_version(dataset or factories.make_dataset(organization), rows=rows)


def prompts(first, last):
    return [f"question {number}" for number in range(first, last)]


def concluded(experiment):
    done = run(experiment)
    return experiments.conclude(experiment=done, winner=None, look=looks.look(experiment=done))


@pytest.fixture(scope="module")
def first(acme):
    version = make_version(acme, prompts(0, 40), "0110" * 10, "1110" * 10)
    metrics = [EXACT, PlannedMetric("latency_ms", GUARDRAIL, margin=100)]
    config = Config(significance_level=0.1, minimum_sample_size=10, planned_n=30, least_effect=0.01)
    return concluded(make_experiment(version, "v4", "v5", metrics=metrics, config=config))


@pytest.fixture(scope="module")
def later(acme, first):
    """A version of 10 cases that the first one has, and of 30 others."""
    return make_version(acme, prompts(30, 70), "0110" * 10, "0111" * 10, first.dataset_version.dataset)


def test_the_draft_has_the_same_plan_and_shares_cases(first, later):
    made = repeats.repeat(experiment=first, version=later)
    assert (made.status, made.repeats, made.name) == ("DRAFT", first, "v5 against v4, repeat 1")
    for name in (*repeats.SAME_PLAN, "planned_n", "type", "hypothesis", "scoring"):
        assert getattr(made, name) == getattr(first, name), name
    assert list(made.metrics.values_list("key", "role", "direction", "margin", "scores")) == list(
        first.metrics.values_list("key", "role", "direction", "margin", "scores")
    )
    assert list(made.variants.values_list("name", "is_control", "output_name")) == [
        ("v4", True, "v4"),
        ("v5", False, "v5"),
    ]

    assert repeats.sharing(experiment=first, version=later) == repeats.Sharing(40, 10)
    new = run(repeats.repeat(experiment=first, version=later, only_new=True))
    whole = run(repeats.repeat(experiment=first, version=later))
    of_new, of_all = looks.look(experiment=new), looks.look(experiment=whole)
    assert (new.planned_n, of_new.n, of_all.n) == (30, 30, 40)
    assert of_new.figures["shared_units"] == [{"experiment": str(whole.pk), "n": 30}]
    assert of_all.figures["shared_units"] == [
        {"experiment": str(pk), "n": n} for pk, n in sorted([(first.pk, 10), (new.pk, 30)])
    ]
    assert first.conclusion.figures["shared_units"] == []


def test_an_evaluation_is_repeated_by_its_outputs(acme, first, later):
    ids = list(first.variants.values_list("name", "evaluation_id"))
    given = [
        {"name": name, "is_control": name == "v4", "config": {"evaluation_id": str(evaluation)}}
        for name, evaluation in ids
    ]
    other = concluded(make_experiment(first.dataset_version, variants_given=given))

    made = repeats.repeat(experiment=other, version=later)
    assert list(made.variants.values_list("output_name", flat=True)) == ["v4", "v5"]


@pytest.mark.parametrize("only_new", [False, True])
def test_what_cannot_be_repeated_is_named(acme, first, only_new):
    again = make_version(acme, prompts(0, 40), "0110" * 10, "1110" * 10)
    with pytest.raises(Conflict, match="concluded"):
        repeats.repeat(experiment=make_experiment(again, "v4", "v5"), version=again, only_new=only_new)
    with pytest.raises(InvalidInput, match="another dataset version"):
        repeats.repeat(experiment=first, version=first.dataset_version, only_new=only_new)
    with pytest.raises(InvalidInput, match="another dataset version"):
        repeats.repeat(experiment=first, only_new=only_new)
    with pytest.raises(InvalidInput, match="No output is named 'v4'"):
        repeats.repeat(experiment=first, version=factories.make_version(first.dataset_version.dataset))
    if only_new:
        with pytest.raises(Conflict, match="no cases that the experiment has not"):
            repeats.repeat(experiment=first, version=again, only_new=True)


def test_traffic_is_repeated_on_new_traffic(acme):
    first = make_experiment(None, "a", "b", organization=acme, type=BANDIT)
    experiments.archive(experiment=first)
    first.refresh_from_db()

    made = repeats.repeat(experiment=first, name="Again")
    assert (made.name, made.dataset_version, made.allocation_policy) == ("Again", None, first.allocation_policy)
    with pytest.raises(InvalidInput, match="on traffic"):
        repeats.repeat(experiment=first, version=factories.make_version(factories.make_dataset(acme)))
