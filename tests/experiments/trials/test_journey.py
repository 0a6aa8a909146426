"""A prompt comparison from the form to the decision, over the pages: two simulated judges and 60 labels of people.

Every figure is computed again from what the judges and the people said, with scipy and numpy alone.
"""

import math
import re

import numpy as np
import pytest
from django.urls import reverse
from scipy import stats

from annotations.models import AnnotationTask
from experiments.models import Experiment, ExperimentLook
from experiments.trials.models.experiment import CONCLUDED
from experiments.trials.views.labels import signed
from tests import factories
from tests.experiments.evaluations_world import take_steps
from tests.reviews import machine
from tests.reviews.machine import answer, outcome_of

CASES, LABELLED, MARGIN = 90, 60, 0.2
JUDGES = ("simulated-careful", "simulated-hasty")
NAMES = ("v4", "v5")
RNG = np.random.default_rng(29)
TRUTH = np.clip(np.round(RNG.normal([3.0, 3.6], 0.9, size=(CASES, 2))), 1, 5).astype(int)  # what people say
SAID = {
    judge: np.clip(TRUTH + RNG.choice([-1, 0, 0, 1], size=TRUTH.shape) + bias, 1, 5)
    for judge, bias in zip(JUDGES, (0, 1), strict=True)
}
MACHINES = np.mean(list(SAID.values()), axis=0)


def say(call):
    """What the judge of this call says of the output in it."""
    shown = " ".join(message["content"] for message in call.messages)
    name, row = re.search(r"(v4|v5) answers (\d+)", shown).groups()
    judge = next(each for each in JUDGES if each in call.model)
    return outcome_of(answer(call, value=int(SAID[judge][int(row), NAMES.index(name)])))


@pytest.fixture
def version(acme):
    rows = [
        {"input": {"prompt": f"Question {row}"}, "outputs": {name: f"{name} answers {row}" for name in NAMES}}
        for row in range(CASES)
    ]
    return factories.make_version(factories.make_dataset(acme), rows=rows)


def planned(version):
    return {
        "name": "v5 against v4",
        "hypothesis": "v5 is right more often.",
        "type": "PROMPT_COMPARISON",
        "version": version.pk,
        "primary": "correctness",
        "primary_scores": "corrected",
        "guardrail_1_metric": "faithfulness",
        "guardrail_1_margin": MARGIN,
        "judges": JUDGES,
        "method": "sequential",
        "alpha": "0.05",
        "minimum": "30",
        "least_effect": "0",
        "planned_n": LABELLED,
        "action": "create",
    } | {f"variant_{place}_{part}": name for place, name in enumerate(NAMES, 1) for part in ("name", "output")}


def label(task, person):
    """The person says the truth about every output that the task shows."""
    annotator = factories.make_annotator(person)
    for item in task.items.select_related("test_case"):
        output = item.test_case.outputs.get(pk=item.outputs[0])
        truth = TRUTH[item.test_case.row_index, NAMES.index(output.system.name)]
        factories.make_annotation(item, annotator, {"correctness": int(truth)})
    return sorted(set(task.items.values_list("test_case__row_index", flat=True)))


def test_from_the_form_to_the_decision(client, bob, alice, version, monkeypatch):
    machine.play(monkeypatch, say)
    client.force_login(bob.user)
    assert client.post(reverse("experiments:experiment_create"), planned(version)).status_code == 302
    experiment = Experiment.objects.get()
    page, *ways = (
        reverse(f"experiments:experiment_{name}", args=[experiment.pk])
        for name in ("detail", "start", "labels", "conclude")
    )
    start, labels, conclude = ways
    client.post(start)
    for variant in experiment.variants.all():
        assert take_steps(variant.evaluation).n_outputs == CASES
    client.post(labels, {"n_cases": LABELLED, "people": 1})
    drawn = label(AnnotationTask.objects.get(sampling_config__drawn_for=str(experiment.pk)), alice)
    shown = client.get(page).content.decode()

    look = ExperimentLook.objects.order_by("-number").first()
    results = {each["metric"]["key"]: each for each in look.figures["results"]}
    value, _error = check_corrected(results["correctness"], drawn)
    check_machines(results["faithfulness"])
    check_means(look.figures["variants"], drawn)
    assert (look.verdict, look.n) == ("ship", LABELLED)
    assert {each["state"] for each in look.figures["checks"]} == {"passed"}
    assert signed(value) in shown and "Ship v5" in shown

    winner = experiment.variants.get(name="v5")
    client.post(conclude, {"winner": winner.pk, "notes": "Fewer wrong answers."})
    experiment.refresh_from_db()
    assert (experiment.status, experiment.winner, experiment.conclusion) == (CONCLUDED, winner, look)
    assert "Fewer wrong answers." in client.get(page).content.decode()


def check_corrected(found, drawn):
    """PPI++ of the paired differences (Angelopoulos, Duchi, Zrnic 2023), and all that is made of it."""
    rest = np.setdiff1d(np.arange(CASES), drawn)
    people, judged = (array[:, 1] - array[:, 0] for array in (TRUTH, MACHINES))
    said, same, others = people[drawn], judged[drawn], judged[rest]
    weight = np.cov(said, same, bias=True)[0, 1] / (judged.var(ddof=1) * (1 + len(drawn) / len(rest)))
    value = np.mean(said - weight * same) + weight * others.mean()
    error = math.sqrt(np.var(said - weight * same) / len(drawn) + weight**2 * others.var() / len(rest))
    z = stats.norm.ppf(0.975)

    assert 0 < weight < 1 and found["n"] == len(drawn)
    assert estimate(found["difference"]) == pytest.approx(
        (value, value - z * error, value + z * error, 2 * stats.norm.sf(abs(value) / error))
    )
    spent = -2 * math.log(0.05)
    scale = len(drawn) * (spent + math.log1p(spent)) / LABELLED
    half = error * math.sqrt((scale + 1) / scale * math.log((scale + 1) / 0.05**2))
    mixture = stats.norm.pdf(value, 0, error * math.sqrt(1 + scale)) / stats.norm.pdf(value, 0, error)
    assert estimate(found["running"]) == pytest.approx((value, value - half, value + half, min(1.0, 1 / mixture)))
    check_posterior(found["posterior"], value, error)
    check_pairs(found, said)
    assert found["worth"] == pytest.approx(said.var() / error**2) and found["worth"] > LABELLED
    return value, error


def check_machines(found):
    """The guardrail: means of two judges over all cases, by Student's t."""
    gaps = MACHINES[:, 1] - MACHINES[:, 0]
    test = stats.ttest_rel(MACHINES[:, 1], MACHINES[:, 0])
    interval = test.confidence_interval()
    assert found["n"] == CASES
    assert estimate(found["difference"]) == pytest.approx((gaps.mean(), interval.low, interval.high, test.pvalue))
    limit = stats.ttest_1samp(gaps, -MARGIN, alternative="greater")
    guardrail = found["guardrail"]
    assert (guardrail["bound"], guardrail["p"]) == pytest.approx((limit.confidence_interval().low - 0.0, limit.pvalue))
    assert guardrail["is_shown"] and not guardrail["is_harmed"]
    error = stats.sem(gaps)
    check_posterior(found["posterior"], gaps.mean(), error * math.sqrt((CASES - 1) / (CASES - 3)))
    check_pairs(found, gaps)


def check_posterior(found, value, error):
    posterior = stats.norm(value, error)
    assert (found["mean"], found["low"], found["high"]) == pytest.approx((value, *posterior.interval(0.95)))
    assert found["probability_better"] == pytest.approx(posterior.sf(0))
    loss = posterior.expect(lambda gap: -gap, ub=0)
    assert found["loss_of_treatment"] == pytest.approx(loss, rel=1e-4, abs=1e-9)
    assert found["loss_of_control"] == pytest.approx(value + loss)


def check_pairs(found, gaps):
    assert (found["wins"], found["ties"], found["losses"]) == (
        int((gaps > 0).sum()),
        int((gaps == 0).sum()),
        int((gaps < 0).sum()),
    )
    assert abs(found["effect_size"]["value"]) == pytest.approx(abs(gaps.mean()) / gaps.std(ddof=1), rel=0.02)


def check_means(found, drawn):
    for place in (0, 1):
        for key, values in (("correctness", TRUTH[drawn, place]), ("faithfulness", MACHINES[:, place])):
            row = found[key][place]
            interval = stats.t.interval(0.95, len(values) - 1, values.mean(), stats.sem(values))
            assert (row["mean"], row["low"], row["high"]) == pytest.approx((values.mean(), *interval))
            assert (row["n"], row["deviation"]) == (len(values), pytest.approx(values.std(ddof=1)))


def estimate(found):
    return found["value"], found["low"], found["high"], found["p"]
