"""The most that a call may cost."""

import datetime
from decimal import Decimal

import pytest
from django.utils import timezone

from reviews.engine.limits.actions import cost_estimates
from reviews.models import LLMPrice
from tests.statements import at_most

PLAIN = {"input_cost_per_token": 1e-06, "output_cost_per_token": 4e-06}


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "test-key")


def make_price(rates=PLAIN, *, model="openai/gpt-4o", source="list 1", age_days=0):
    price = LLMPrice.objects.create(sha256=f"{LLMPrice.objects.count():064d}", model=model, rates=rates, source=source)
    LLMPrice.objects.filter(pk=price.pk).update(noted_at=timezone.now() - datetime.timedelta(days=age_days))


def test_estimates_need_a_price(db):
    assert cost_estimates.usd("openai/gpt-4o", 1000, 1000) is None

    make_price()
    assert cost_estimates.usd("openai/gpt-4o", 1000, 500) == Decimal("0.0030000000")
    assert cost_estimates.usd("gpt-4o", 1000, 500) == Decimal("0.0030000000")


def test_dearest_rate_of_each_side_counts(db):
    make_price(
        {
            **PLAIN,
            "cache_read_input_token_cost": 1e-07,
            "cache_creation_input_token_cost": 2e-06,
            "output_cost_per_reasoning_token": 8e-06,
        }
    )

    assert cost_estimates.usd("openai/gpt-4o", 1000, 500) == Decimal("0.0060000000")


def test_batch_takes_half_and_a_batch_rate_says_what_a_direct_call_takes(db):
    make_price({"input_cost_per_token_batches": 5e-07, "output_cost_per_token_batches": 2e-06})

    assert cost_estimates.usd("openai/gpt-4o", 1000, 500) == Decimal("0.0030000000")
    assert cost_estimates.usd("openai/gpt-4o", 1000, 500, in_batch=True) == Decimal("0.0015000000")


def test_newest_list_counts_with_all_its_entries(db):
    make_price({"input_cost_per_token": 1, "output_cost_per_token": 1}, source="list 0", age_days=9)
    make_price(
        {"input_cost_per_token_above_200k_tokens": 2e-06, "output_cost_per_token_above_200k_tokens": 4e-06},
        source="list 1",
        age_days=2,
    )
    make_price(source="list 1", age_days=1)

    assert cost_estimates.usd("openai/gpt-4o", 1000, 500) == Decimal("0.0040000000")


def test_tiny_amounts_are_rounded_up(db):
    make_price({"input_cost_per_token": 1e-12, "output_cost_per_token": 1e-12})

    assert cost_estimates.usd("openai/gpt-4o", 1, 0) == Decimal("0.0000000001")


def test_many_models_cost_one_statement_and_simulated_ones_nothing(db):
    make_price()
    make_price(model="openai/o3")

    with at_most(1):
        rates = cost_estimates.rates_of(["openai/gpt-4o", "o3", "simulated-careful", "claude-sonnet-4-5"])
    with at_most(0):
        assert cost_estimates.usd("simulated-careful", 10, 10) is None

    assert set(rates) == {"openai/gpt-4o", "o3"}
