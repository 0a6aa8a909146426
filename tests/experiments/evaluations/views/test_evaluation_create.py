"""A new evaluation: its price before it starts, what is wrong by its field, the budget, and the start."""

from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.urls import reverse

from annotations.models import Annotation
from experiments.evaluations.actions import prices
from experiments.evaluations.views import evaluation_create, trials
from experiments.models import Evaluation
from reviews.engine.client.exchange import FATAL
from reviews.models import Budget, EvaluationRun
from tests.experiments.evaluations_world import RIGHT, make_evaluation, make_version, take_steps
from tests.kept_people import acme
from tests.reviews.machine import failing, finish
from tests.statements import at_most
from tests.undrawn import undrawn

PATH = reverse("experiments:evaluation_create")
JUDGE = "simulated-careful"
__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    monkeypatch.setattr(evaluation_create.evaluation_due, "delay", lambda: None)


@pytest.fixture
def no_wake_up(monkeypatch):
    monkeypatch.setattr(trials.request_due, "delay_on_commit", lambda: None)


@pytest.fixture(scope="module")
def version(acme):
    return make_version(acme, [RIGHT] * 40)


def post(client, version, **fields):
    usual = {"version": version.pk, "share": "100", "repetitions": "1", "metrics": ["exact_match"]}
    return client.post(PATH, usual | fields)


def errors(client, version, **fields):
    """The fields that the form finds fault with."""
    with undrawn():
        return list(post(client, version, **fields).context["form"].errors)


def test_price_and_spread_of_earlier_scores(client_of, bob, version):
    found = post(client_of(bob), version, metrics=["exact_match", "faithfulness"], judges=[JUDGE], share="50")
    page = found.content.decode()
    assert found.status_code == 200 and not Evaluation.objects.exists()
    assert "20 calls" in page and "$0 (simulated)" in page
    assert "Over 20 cases" in page and page.count("spread assumed") == 2
    assert "±0.19" in page and "difference 0.35" in page and "±0.47" in page

    take_steps(make_evaluation(make_version(version.organization, [RIGHT] * 9 + ["5"] * 3)))
    answer = post(client_of(bob), version)
    page, price = answer.content.decode(), answer.context["price"]
    assert (price.calls, price.cost_usd, price.n_outputs) == (0, 0, 40)
    assert "spread of 12 earlier scores" in page and "±0.14" in page  # of a share of 0.75


def test_draft_outlives_a_reload(client_of, bob, vera, version):
    client = client_of(bob)
    post(client, version, name="Nightly", share="50")

    again = client.get(PATH).content.decode()
    assert 'value="Nightly"' in again and "Over 20 cases" in again and "Discard draft" in again
    post(client, version, name="Nightly", metrics=[])
    unfinished = client.get(PATH)
    assert 'value="Nightly"' in unfinished.content.decode() and not unfinished.context["form"].errors

    client.post(PATH, {"action": "discard"})
    assert "Nightly" not in client.get(PATH).content.decode()
    post(client, version, name="Nightly", action="start")
    assert 'value="Nightly"' not in client.get(PATH).content.decode()


def test_a_cap_below_the_budget_may_start(acme, version):
    price = prices.Price(40, 40, (), left_usd=Decimal(1), cap_usd=Decimal("0.5"))
    line = prices.PriceLine("m", False, SimpleNamespace(cost_usd=Decimal(3), simulated=False, requests=40))

    assert replace(price, lines=(line,)).missing_usd is None
    assert replace(price, lines=(line,), cap_usd=None).missing_usd == 2
    assert replace(price, lines=(line,), cap_usd=Decimal(2)).missing_usd == 1


def test_start_begins_what_was_chosen(client_of, bob, version):
    found = post(
        client_of(bob),
        version,
        action="start",
        metrics=["exact_match", "faithfulness"],
        judges=[JUDGE],
        name="Nightly",
        cost_cap_usd="2.5",
        reuse="on",
    )

    evaluation = Evaluation.objects.get()
    assert found.status_code == 302 and found["Location"].endswith(f"/evaluations/{evaluation.pk}/")
    assert (evaluation.name, evaluation.cost_cap_usd, evaluation.reuse) == ("Nightly", Decimal("2.5"), True)
    assert sorted(evaluation.scorers.values_list("question__key", flat=True)) == ["exact_match", "faithfulness"]


def test_mistakes_stand_by_their_fields(client_of, bob, mallory, version):
    client = client_of(bob)

    assert "Choose at least one metric." in (found := post(client, version, metrics=[])).content.decode()
    assert found.status_code == 422
    assert "judges" in errors(client, version, metrics=["faithfulness"], action="start")
    assert "output_name" in errors(client, version, output_name="nothing", action="start")
    assert "share" in errors(client, version, share="0")
    assert "version" in errors(client_of(mallory), version)
    assert not Evaluation.objects.exists()


def test_over_the_budget_nothing_starts(client_of, bob, acme, version):
    Budget.objects.update_or_create(organization=acme, defaults={"monthly_usd": Decimal("0.000001")})
    chosen = {"metrics": ["faithfulness"], "other_judge": "openai/gpt-4o-mini"}

    found = post(client_of(bob), version, action="start", **chosen)

    assert "The budget lacks $" in found.content.decode() and not Evaluation.objects.exists()


def test_price_alone_for_htmx_and_models_by_g_eval(client_of, bob, version):
    client = client_of(bob)
    part = client.post(PATH, {"version": version.pk}, headers={"HX-Request": "true"})
    assert part.status_code == 200 and "<html" not in part.content.decode() and 'id="price"' in part.content.decode()
    with at_most(16):
        client.get(PATH)

    chosen = {"metrics": ["faithfulness"], "judges": [JUDGE], "action": "start"}
    post(client_of(bob), version, method="g_eval", **chosen)
    refused = post(client_of(bob), version, method="guesses", **chosen)
    assert Evaluation.objects.get().scorers.get().annotator.method == "g_eval"
    assert refused.status_code == 422


def test_trial_on_three_cases_and_a_start_after_its_errors(client_of, bob, version, model, no_wake_up):
    model(failing(FATAL, "refused"))
    client, chosen = client_of(bob), {"metrics": ["exact_match", "faithfulness"], "judges": [JUDGE]}
    assert "The trial makes 3 real calls" in post(client, version, **chosen).content.decode()

    assert post(client, version, action="try", **chosen).status_code == 302
    assert "Models are being asked." in client.get(PATH).content.decode()
    finish(EvaluationRun.objects.get())
    part = client.post(reverse("experiments:evaluation_trial"), headers={"HX-Request": "true"}).content.decode()
    assert "3 cases with errors" in part and "every 2s" not in part and "Exact match" in part
    assert not Annotation.objects.exists() and not Evaluation.objects.exists()

    refused = post(client, version, action="start", **chosen)
    assert refused.status_code == 422 and "Confirm that you start it all the same." in refused.content.decode()
    assert post(client, version, action="start", confirmed="on", **chosen).status_code == 302
    assert Evaluation.objects.get() and "3 cases with errors" not in client.get(PATH).content.decode()


def test_nobody_tries_what_cannot_start(client_of, bob, version):
    found = errors(client_of(bob), version, action="try", output_name="nothing")

    assert "output_name" in found and not EvaluationRun.objects.exists()
    assert client_of(bob).post(reverse("experiments:evaluation_trial")).status_code == 302


def test_chosen_models_score_as_a_jury_too(client_of, bob, version):
    judges = ["simulated-careful", "simulated-hasty"]
    fields = {"metrics": ["faithfulness"], "judges": judges, "jury_rule": "mean", "action": "start"}

    refused = post(client_of(bob), version, **fields | {"jury_minimum": "3"})
    assert refused.status_code == 422 and list(refused.context["form"].errors) == ["jury_minimum"]
    assert errors(client_of(bob), version, **fields | {"judges": [JUDGE]}) == ["judges"]
    assert not Evaluation.objects.exists()

    assert post(client_of(bob), version, **fields).status_code == 302
    (jury,) = (each.annotator for each in Evaluation.objects.get().scorers.all() if each.annotator.kind == "jury")
    assert (jury.parameters["rule"], jury.parameters["minimum"], len(jury.parameters["members"])) == ("mean", 2, 2)
    assert Evaluation.objects.get().scorers.count() == 3


def test_reducer_is_chosen_and_named_where_it_is_wrong(client_of, bob, version):
    client = client_of(bob)
    chosen = {"reduce_by": "pass@", "pass_k": "2", "repetitions": "3", "action": "start"}

    assert "reduce_by" in errors(client, version, **chosen | {"pass_k": "4"})
    assert post(client, version, **chosen | {"metrics": ["bleu"]}).status_code == 422
    assert post(client, version, **chosen).status_code == 302
    assert post(client, version, **chosen | {"pass_k": ""}).status_code == 302
    assert post(client, version, repetitions="2", reduce_by="majority", action="start").status_code == 302
    made = Evaluation.objects.order_by("created_at").values_list("reducer", "repetitions")
    assert list(made) == [("pass@2", 3), ("pass@3", 3), ("majority", 2)]
