"""Policies of runs: what is standard, what is refused, and how it is told in the reader's language."""

from decimal import Decimal

import pytest
from django.utils import translation

from evalhub.lib.errors import InvalidInput
from reviews.engine.policy import RunPolicy
from tests import pseudo_language


def test_policies_survive_their_json_or_say_what_is_wrong():
    found = RunPolicy.read({"min_batch_size": 20, "budget_usd": "12.50", "completion_mode": "exact"})
    assert RunPolicy.read(found.as_json()) == found
    assert (found.budget_usd, found.max_attempts, found.waits_for_stage) == (Decimal("12.50"), 3, True)

    for found, words in [
        ({"speed": 1}, "The policy has ['speed']. Valid: completion_mode,"),
        ({"completion_mode": "fast"}, "completion_mode is 'fast'. Valid: exact, best_effort, throughput."),
        ({"max_attempts": 0}, "max_attempts is '0'. Valid: a whole number from 1 to 20."),
        ({"min_batch_size": True}, "min_batch_size is 'True'. Valid: a whole number from 1 to 100000, or null."),
        ({"rate_limit_profile": 3}, "rate_limit_profile is '3'. Valid: the name of a profile."),
        ({"budget_usd": "nan"}, "budget_usd is 'nan'. Valid: an amount above 0 in US dollars"),
    ]:
        with pytest.raises(InvalidInput) as refused:
            RunPolicy.read(found)

        assert words in refused.value.message, (found, words)


@pytest.mark.parametrize("found", [{"speed": 1}, {"max_attempts": 0}, {"min_batch_size": 0}, {"budget_usd": "x"}])
def test_refusals_can_be_translated(found):
    with pseudo_language.spoken(), translation.override(pseudo_language.CODE), pytest.raises(InvalidInput) as refused:
        RunPolicy.read(found)

    assert refused.value.message.startswith(pseudo_language.OPEN)


def test_standard_policy():
    assert RunPolicy() == RunPolicy.read({})
    assert (RunPolicy().min_batch_size, RunPolicy().max_attempts, RunPolicy().repair_after_failures) == (20, 3, 2)
