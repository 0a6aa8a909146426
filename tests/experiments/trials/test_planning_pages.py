"""The planner, and the form of a new experiment from its price to a draft."""

import itertools

import pytest
from django.urls import reverse

from experiments.models import Experiment
from experiments.trials.models.experiment import DRAFT
from tests.experiments.evaluations_world import make_evaluation, take_steps
from tests.experiments.trials_world import make_experiment, make_outputs, run
from tests.reviews import machine
from tests.reviews.machine import answer, outcome_of
from tests.undrawn import given

PLANNER, CREATE = reverse("experiments:experiment_planner"), reverse("experiments:experiment_create")
V4, V5 = "1101001011" * 4, "1110111011" * 4


@pytest.fixture
def bobs(client, bob):
    client.force_login(bob.user)
    return client


def entered(version, **changes):
    values = {
        "name": "v5 against v4",
        "type": "PROMPT_COMPARISON",
        "version": version.pk,
        "primary": "exact_match",
        "primary_scores": "machines",
        "method": "sequential",
        "alpha": "0.05",
        "minimum": "30",
        "least_effect": "0",
        "repetitions": "1",
        "variant_1_name": "v4",
        "variant_1_output": "v4",
        "variant_2_name": "v5",
        "variant_2_output": "v5",
    }
    return values | changes


def test_a_plan_from_the_scale_is_marked_assumed(bobs):
    page = bobs.get(PLANNER, {"metric": "exact_match", "effect": "0.1", "pilot": "none"})

    assert page.status_code == 200 and page.context["pilot"] is None
    assert (page.context["sizes"].judge_once, page.context["sizes"].judge_safe) == (252, 481)
    assert b"assumed" in page.content and page.context["plan"]["machines_usd"] is None


def test_a_plan_from_an_earlier_experiment_and_effects_beyond_its_dataset(acme, bobs, django_assert_max_num_queries):
    experiment = run(make_experiment(make_outputs(acme, v4=V4, v5=V5), "v4", "v5"))
    asked = {"metric": "exact_match", "effect": "0.2", "share": "0.5", "label_usd": "0.25", "sent": "1"}
    with django_assert_max_num_queries(40):
        page = bobs.get(PLANNER, asked | {"version": experiment.dataset_version_id})

    spread, plan = page.context["spread"], page.context["plan"]
    assert page.context["pilot"].experiment == experiment and spread.n == 40
    assert not page.context["wish"].is_safe_to_look
    assert plan["pairs"] == page.context["sizes"].corrected_once and plan["labels"] == 2 * plan["labelled"]
    assert float(plan["people_usd"]) == 0.25 * plan["labels"]
    assert page.context["reach"]["cases"] == 40 and page.context["reach"]["missing"] == max(plan["pairs"] - 40, 0)
    filled = given(bobs, page.context["use_href"])["form"]
    assert filled["planned_n"].value() == str(plan["pairs"]) and filled["primary_scores"].value() == "corrected"

    beyond = bobs.get(PLANNER, {"metric": "exact_match", "effect": "0.05", "version": experiment.dataset_version_id})
    reach = beyond.context["reach"]
    assert reach["missing"] == beyond.context["plan"]["pairs"] - 40
    assert f"Add {reach['missing']:,} cases" in beyond.content.decode()
    assert reach["add_href"] == reverse("datasets:version_create", args=[experiment.dataset_version.dataset_id])
    assert given(bobs, f"{PLANNER}{reach['href']}")["reach"]["missing"] == 0


def test_an_evaluation_with_its_baseline_is_a_pilot(acme, bobs):
    version = make_outputs(acme, v4=V4, v5=V5)
    first = take_steps(make_evaluation(version, output_name="v4"))
    take_steps(make_evaluation(version, output_name="v5", baseline=first, name="Second"))
    page = bobs.get(PLANNER, {"metric": "exact_match"})

    assert page.context["pilot"].name == "Second" and page.context["spread"].n == 40
    assert page.context["plan"]["seconds"] == 0.0 and b"no models" in page.content
    filled = given(bobs, page.context["use_href"])["form"]
    names = ("variant_1_output", "variant_2_output", "primary", "alpha", "type")
    assert [filled[name].value() for name in names] == ["v4", "v5", "exact_match", "0.05", "MODEL_COMPARISON"]
    assert filled["version"].value() == str(version.pk)
    sent = {field.name: field.value() for field in filled if field.value() is not None and field.value() is not False}
    answer = bobs.post(CREATE, sent | {"action": "create"})
    assert answer.status_code == 302, answer.context["form"].errors


def test_judges_take_as_long_as_their_calls_took(acme, bobs, monkeypatch, settings):
    version, said = make_outputs(acme, v4=V4, v5=V5), itertools.cycle((1, 4, 3, 5, 2, 2, 3))
    machine.play(monkeypatch, lambda call: outcome_of(answer(call, value=next(said)), latency_ms=3_000))
    asked = {"metrics": ("correctness",), "judges": ["simulated-careful"]}
    first = take_steps(make_evaluation(version, output_name="v4", **asked))
    take_steps(make_evaluation(version, output_name="v5", baseline=first, **asked))
    page = given(bobs, PLANNER, {"metric": "correctness", "effect": "0.5"})

    plan = page["plan"]
    assert plan["pairs"] > settings.LLM_CONCURRENCY
    assert plan["seconds"] == pytest.approx(plan["outputs"] * 3 / settings.LLM_CONCURRENCY)
    filled = given(bobs, page["use_href"])
    assert [each.model for each in filled["judges"] if each.chosen] == ["simulated-careful"]


def test_units_a_day_say_how_many_days(bobs):
    asked = {"metric": "exact_match", "effect": "0.1", "pilot": "none", "daily": "100", "sent": "1"}
    page = bobs.get(PLANNER, asked)

    assert page.context["traffic"] == {"each": 252, "days": 6} and b"6 days" in page.content


def test_few_pairs_that_differ_are_counted_exactly(acme, bobs):
    run(make_experiment(make_outputs(acme, v4="1" * 76 + "0110", v5="1" * 80), "v4", "v5"))
    page = bobs.get(PLANNER, {"metric": "exact_match", "effect": "0.03", "sent": "1"})

    assert page.context["sizes"].method == "mcnemar" and b"McNemar" in page.content


def test_what_no_plan_can_be_made_from_is_said(bobs):
    for change in ({"effect": "0"}, {"chance": "1"}, {"alpha": "x"}, {"share": "1.2"}, {"version": "9"}):
        page = bobs.get(PLANNER, {"metric": "exact_match"} | change)
        assert page.status_code == 422 and set(page.context["form"].errors) == set(change), change

    live = bobs.get(PLANNER, {"metric": "exact_match", "effect": "0"}, headers={"HX-Request": "true"})
    assert live.status_code == 200 and b"<html" not in live.content


def test_the_price_and_names_are_shown_before_a_choice(acme, bobs):
    version = make_outputs(acme, v4=V4, v5=V5)
    asked = entered(version, primary="correctness", judges="simulated-careful")
    page = bobs.post(CREATE, asked)
    assert [(name, price.calls) for name, price in page.context["price"]] == [("v4", 40), ("v5", 40)]
    assert given(bobs, CREATE)["form"]["variant_2_output"].value() == "v5"
    bobs.post(CREATE, {"action": "discard"})
    assert not given(bobs, CREATE)["form"]["variant_2_output"].value()
    assert not Experiment.objects.exists()

    version = make_outputs(acme, v4="1", v5="1")
    begun = bobs.get(CREATE).content.decode()
    assert '<datalist id="outputs"></datalist>' in begun and '<option value="" selected>Choose a metric' in begun
    assert ">Latency</option>" in begun and ">latency_ms</option>" not in begun
    part = bobs.post(CREATE, {"version": str(version.pk)}, headers={"HX-Request": "true"}).content.decode()
    for shown in (part, bobs.get(CREATE, {"version": str(version.pk)}).content.decode()):
        assert '<datalist id="outputs"><option value="v4"></option><option value="v5">' in shown


def test_a_draft_is_created_with_its_whole_plan(acme, bobs):
    version = make_outputs(acme, v4=V4, v5=V5)
    done = take_steps(make_evaluation(version, output_name="v5"))
    changes = {
        "variant_2_output": "",
        "variant_2_evaluation": done.pk,
        "guardrail_1_metric": "latency_ms",
        "guardrail_1_margin": "400",
        "secondary": ["rouge_l"],
        "primary_scores": "corrected",
        "is_aa": "on",
        "planned_n": "200",
        "action": "create",
    }
    answer = bobs.post(CREATE, entered(version, **changes))

    made = Experiment.objects.get()
    assert answer.status_code == 302 and made.status == DRAFT
    assert (made.planned_n, made.is_aa, made.minimum_sample_size) == (200, True, 30)
    control, treatment = made.variants.all()
    assert control.is_control and control.output_name == "v4" and treatment.evaluation == done
    found = [(each.key, each.role, each.scores, each.margin) for each in made.metrics.all()]
    assert found == [
        ("exact_match", "primary", "corrected", 0.0),
        ("latency_ms", "guardrail", "machines", 400.0),
        ("rouge_l", "secondary", "machines", 0.0),
    ]


def test_repetitions_become_one_value(acme, bobs):
    asked = entered(make_outputs(acme, v4="1", v5="1"), repetitions="4", reduce_by="pass@", pass_k="2", action="create")
    bobs.post(CREATE, asked)

    scoring = Experiment.objects.get().scoring
    assert (scoring["repetitions"], scoring["reducer"]) == (4, "pass@2")


def test_what_is_wrong_is_said(acme, bobs):
    version = make_outputs(acme, v4="1", v5="1")
    mistakes = [
        ({"variant_2_name": ""}, "required"),
        ({"variant_2_name": "v4"}, "a name of its own"),
        ({"variant_2_output": ""}, "one of model, output_name and evaluation_id"),
        ({"primary": "correctness"}, "at least one model"),
        ({"guardrail_1_metric": "exact_match"}, "each metric once"),
        ({"alpha": "2"}, "0.5"),
    ]

    for change, words in mistakes:
        page = bobs.post(CREATE, entered(version, action="create", **change))
        assert page.status_code == 422 and words in page.content.decode(), change
    assert not Experiment.objects.exists()
