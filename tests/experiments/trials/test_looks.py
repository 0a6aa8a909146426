"""Figures of experiments: equal to scipy, stored once for each state of the data, and never changed."""

import numpy as np
import pytest
from django.db import DatabaseError, transaction
from scipy import stats

from evalhub.lib.statistics.experiments import confidence_sequence
from experiments.models import ExperimentLook
from experiments.trials.actions import looks
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.analysis import figures
from experiments.trials.models.experiment_metric import GUARDRAIL
from tests import factories
from tests.experiments.trials_world import EXACT, evaluated, make_experiment, make_outputs, run

pytestmark = pytest.mark.django_db
RNG = np.random.default_rng(17)
V4 = "".join("1" if each < 0.5 else "0" for each in RNG.random(120))
V5 = "".join("1" if old == "1" or each < 0.5 else "0" for old, each in zip(V4, RNG.random(120), strict=True))
NUMBERS = np.array([[int(each) for each in text] for text in (V4, V5)], dtype=float)


@pytest.fixture(scope="module")
def planned(module_db):
    """planned(control, treatment, **plan): an experiment at its end, over outputs that are scored once."""
    version = make_outputs(factories.make_organization(), v4=V4, v5=V5, same=V4)
    scored = evaluated(version, "v4", "v5", "same")
    return lambda *names, **plan: run(make_experiment(version, *names, scored=scored, **plan))


@pytest.fixture
def better(planned, db):
    return planned("v4", "v5")


def figures_of(experiment, metric="exact_match"):
    found = looks.look(experiment=experiment)
    return found, next(each for each in found.figures["results"] if each["metric"]["key"] == metric)


def test_figures_equal_scipy_and_the_same_data_is_the_same_look(better):
    found, result = figures_of(better)
    gaps = NUMBERS[1] - NUMBERS[0]
    error = gaps.std(ddof=1) / np.sqrt(120)
    assert (found.verdict, found.n) == ("ship", 120)
    assert result["difference"]["value"] == pytest.approx(gaps.mean())
    lost, gained = int((gaps < 0).sum()), int((gaps > 0).sum())
    assert result["difference"]["p"] == pytest.approx(stats.binomtest(lost, lost + gained).pvalue)
    assert (result["wins"], result["ties"], result["losses"]) == (gained, 120 - gained - lost, lost)
    half = confidence_sequence.half_width(error, 120, planned_n=120)
    assert result["running"]["low"] == pytest.approx(gaps.mean() - half)
    assert result["posterior"]["probability_better"] == pytest.approx(
        stats.norm.cdf(gaps.mean() / error / np.sqrt(119 / 117))
    )
    shown = found.figures["variants"]["exact_match"][1]
    assert (shown["mean"], shown["n"], shown["deviation"]) == pytest.approx(
        (NUMBERS[1].mean(), 120, NUMBERS[1].std(ddof=1))
    )

    first, again = looks.look(experiment=better), looks.look(experiment=better)
    assert first.pk == again.pk and first.figures == again.figures
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        ExperimentLook.objects.update(n=7)


def test_a_new_look_is_shown_as_it_is_stored(acme, monkeypatch):
    experiment = run(make_experiment(make_outputs(acme, v4="10" * 10, v5="1" * 20), "v4", "v5"))
    plain = figures.as_json
    monkeypatch.setattr(figures, "as_json", lambda found: plain(found) | {"zero": -0.0})
    made = looks.look(experiment=experiment)

    assert str(made.figures["zero"]) == str(looks.look(experiment=experiment).figures["zero"])


def test_what_a_look_says_of_equal_worse_few_and_missing_cases(planned):
    config = Config(minimum_sample_size=10, is_aa=True)
    found = looks.look(experiment=planned("v4", "same", name="A/A", config=config))
    differs = looks.look(experiment=planned("v4", "v5", name="A/A 2", config=config))
    assert found.verdict == "inconclusive"
    assert differs.verdict == "unhealthy" and "v5" not in differs.sentence.english

    found = looks.look(experiment=planned("v5", "v4", name="Back"))
    assert found.verdict == "roll_back" and found.sentence.english.startswith("Roll back v4: Exact match")

    found = looks.look(experiment=planned("v4", "v5", name="Few", config=Config(minimum_sample_size=500)))
    assert found.verdict == "inconclusive" and "120 of at least 500" in found.sentence.english
    assert {"key": "size", "state": "waiting"}.items() <= found.figures["checks"][-1].items()

    metrics = [EXACT, PlannedMetric("latency_ms", GUARDRAIL, margin=100)]
    found, result = figures_of(planned("v4", "v5", name="Slow", metrics=metrics), "latency_ms")
    assert result["difference"]["reason"] == "NOTHING" and not result["guardrail"]["is_shown"]
    assert found.verdict == "inconclusive" and "Latency is not shown" in found.sentence.english


def test_failures_are_unhealthy_and_a_draft_has_no_look(acme):
    version = make_outputs(acme, v4="1" * 40, v5="1" * 20 + "-" * 20)
    found = looks.look(experiment=run(make_experiment(version, "v4", "v5")))
    assert found.verdict == "unhealthy" and "20" in found.sentence.english
    assert [each["state"] for each in found.figures["checks"] if each["key"] == "failures"] == ["failed"]

    assert looks.look(experiment=make_experiment(make_outputs(acme, v4="1", v5="1"), "v4", "v5")) is None
