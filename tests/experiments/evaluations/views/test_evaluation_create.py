"""A new evaluation: its price before it starts, what is wrong by its field, the budget, and the start."""

from decimal import Decimal

import pytest
from django.urls import reverse

from experiments.evaluations.views import evaluation_create
from experiments.models import Evaluation
from reviews.models import Budget
from tests.experiments.evaluations_world import RIGHT, make_version
from tests.statements import at_most

PATH = reverse("experiments:evaluation_create")
JUDGE = "simulated-careful"


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    monkeypatch.setattr(evaluation_create.evaluation_due, "delay", lambda: None)


@pytest.fixture
def version(acme):
    return make_version(acme, [RIGHT] * 40)


def post(client, version, **fields):
    usual = {"version": version.pk, "share": "100", "repetitions": "1", "metrics": ["exact_match"]}
    return client.post(PATH, usual | fields)


def test_price_and_what_it_can_show(client_of, bob, version):
    found = post(client_of(bob), version, metrics=["exact_match", "faithfulness"], judges=[JUDGE], share="50")

    page = found.content.decode()
    assert found.status_code == 200 and not Evaluation.objects.exists()
    assert "20 calls" in page and "$0 (simulated)" in page
    assert "With 20 outputs a pass rate near 80 % has an interval of about ±0.17." in page


def test_programs_alone_cost_nothing(client_of, bob, version):
    price = post(client_of(bob), version).context["price"]

    assert (price.calls, price.cost_usd, price.n_outputs) == (0, 0, 40)


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


def test_mistakes_stand_by_their_fields(client_of, bob, version):
    client = client_of(bob)

    assert "Choose at least one metric." in (found := post(client, version, metrics=[])).content.decode()
    assert found.status_code == 422
    assert "judges" in post(client, version, metrics=["faithfulness"], action="start").context["form"].errors
    assert "output_name" in post(client, version, output_name="nothing", action="start").context["form"].errors
    assert "share" in post(client, version, share="0").context["form"].errors
    assert not Evaluation.objects.exists()


def test_over_the_budget_nothing_starts(client_of, bob, acme, version):
    Budget.objects.update_or_create(organization=acme, defaults={"monthly_usd": Decimal("0.000001")})
    chosen = {"metrics": ["faithfulness"], "other_judge": "openai/gpt-4o-mini"}

    found = post(client_of(bob), version, action="start", **chosen)

    assert "The budget lacks $" in found.content.decode() and not Evaluation.objects.exists()


def test_price_alone_for_htmx_and_without_data(client_of, bob, vera, version):
    client = client_of(bob)

    part = client.post(PATH, {"version": version.pk}, headers={"HX-Request": "true"})
    assert part.status_code == 200 and "<html" not in part.content.decode() and 'id="price"' in part.content.decode()
    assert client_of(vera).get(PATH).status_code == 403


def test_other_organizations_data_cannot_be_chosen(client_of, mallory, version):
    assert "version" in post(client_of(mallory), version).context["form"].errors


def test_page_takes_as_few_statements_as_for_one_metric(client_of, bob, version):
    client = client_of(bob)
    client.get(PATH)

    with at_most(16):
        client.get(PATH)
