"""Provider states as rows, for all workers."""

import datetime

import pytest
from django.utils import timezone

from evalhub.lib.reasons import TEXT
from reviews.engine.limits import circuit_breaker
from reviews.engine.limits.actions import provider_health
from reviews.models import EvaluationRun, LLMBatch, ProviderState, RunStage
from tests.reviews.engine.limits.ledger_rows import make_batch, make_run, make_stage
from tests.statements import at_most

GPT = ("openai", "gpt-4o")
OK = (*GPT, "ok", "", None, None)
FAILED = (*GPT, "retryable", "server_error", TEXT("The provider failed."), None)
REFUSED = (*GPT, "blocked", "key_refused", TEXT("Incorrect API key."), None)


def let_the_block_run_out():
    ProviderState.objects.update(blocked_until=timezone.now() - datetime.timedelta(seconds=1))


def test_refused_keys_block_and_nothing_else_at_first(db):
    with at_most(1):
        assert provider_health.blocked() == {}

    before = timezone.now()
    provider_health.note_many([REFUSED, ("anthropic", "claude", "ok", "", None, None)])
    ((pair, block),) = provider_health.blocked().items()
    assert pair == GPT
    assert (block.error_class, block.reason) == ("key_refused", TEXT("Incorrect API key."))
    five_minutes, slack = datetime.timedelta(minutes=5), datetime.timedelta(seconds=1)
    assert before + five_minutes - slack <= block.until <= timezone.now() + five_minutes + slack


def test_results_count_in_order_and_success_clears_the_block(db):
    provider_health.note_many([FAILED] * 9 + [OK] + [FAILED] * 9)
    assert provider_health.blocked() == {}
    provider_health.note_many([FAILED])
    assert list(provider_health.blocked()) == [GPT]

    provider_health.note_many([REFUSED])
    provider_health.note_many([OK])
    assert provider_health.blocked() == {}
    assert ProviderState.objects.get().reason is None

    provider_health.note_many([OK])
    with at_most(1):
        provider_health.note_many([OK] * 100)


def test_many_models_cost_a_fixed_number_of_statements_but_one_for_each_changed(db):
    with at_most(3 + 5):
        provider_health.note_many(
            [("openai", f"model-{n}", "blocked", "billing", TEXT("No money."), None) for n in range(5)]
        )


def test_admin_lets_it_be_tried_again(db):
    provider_health.note_many([REFUSED])

    assert provider_health.release(*GPT) is True

    assert provider_health.blocked() == {}
    assert provider_health.release(*GPT) is False


@pytest.fixture
def held(acme):
    """held(model, ...) is a run that asks these models and is held for another hour."""

    def make(*models):
        run = make_run(acme)
        for model in models:
            RunStage.objects.filter(pk=make_stage(run).pk).update(model=model)
        until = timezone.now() + datetime.timedelta(hours=1)
        EvaluationRun.objects.filter(pk=run.pk).update(held_until=until, held_reason=TEXT("Incorrect API key."))
        return run

    return make


def still_held():
    return set(EvaluationRun.objects.exclude(held_until=None).exclude(held_reason=""))


def test_runs_that_its_block_holds_go_on_at_once(held):
    held("gpt-4o", "gpt-4o-mini")  # however the model is spelt
    other = held("anthropic/claude-haiku-4-5")
    provider_health.note_many([(GPT[0], "openai/gpt-4o", *REFUSED[2:])])

    provider_health.release(GPT[0], "openai/gpt-4o")

    assert still_held() == {other}


def test_run_stays_held_while_another_of_its_models_is_blocked(held):
    run = held("openai/gpt-4o", "openai/gpt-4o-mini")
    provider_health.note_many([(GPT[0], f"openai/{name}", *REFUSED[2:]) for name in ("gpt-4o", "gpt-4o-mini")])

    provider_health.release(GPT[0], "openai/gpt-4o")
    assert still_held() == {run}

    provider_health.release(GPT[0], "openai/gpt-4o-mini")
    assert still_held() == set()


def test_batches_that_could_not_be_reached_are_looked_at_at_once(acme):
    later = timezone.now() + datetime.timedelta(hours=1)
    failing, well, elsewhere = (
        make_batch(make_run(acme), next_poll_at=later, **fields)
        for fields in ({"failures": 2}, {"failures": 0}, {"failures": 2, "model": "openai/other"})
    )

    provider_health.release("openai", failing.model)

    assert [LLMBatch.objects.due().filter(pk=each.pk).exists() for each in (failing, well, elsewhere)] == [
        True,
        False,
        False,
    ]


@pytest.mark.django_db(transaction=True)
def test_one_of_many_takes_the_probe(together):
    provider_health.note_many([REFUSED])
    let_the_block_run_out()

    read = [provider_health.states()[GPT] for _ in range(3)]

    taken = together(*[lambda state=state: provider_health.claim_probe(state) for state in read])

    assert sorted(taken) == [False, False, True]
    assert list(provider_health.blocked()) == [GPT]  # until the probe's answer is there


def test_probe_that_was_not_made_is_given_back(db):
    provider_health.note_many([REFUSED])
    let_the_block_run_out()
    provider_health.claim_probe(provider_health.states()[GPT])

    provider_health.return_probe(*GPT)

    state = provider_health.states()[GPT]
    assert circuit_breaker.is_half_open(state, state.now) and state.failures_in_a_row == 1


@pytest.mark.django_db(transaction=True)
def test_workers_that_note_at_once_lose_nothing(together):
    together(*[lambda: provider_health.note_many([FAILED, ("openai", "other", *FAILED[2:])])] * 8)

    counts = ProviderState.objects.order_by("model").values_list("model", "failures_in_a_row")
    assert list(counts) == [("gpt-4o", 8), ("other", 8)]


@pytest.mark.django_db(transaction=True)
def test_wave_of_refusals_in_many_workers_halves_the_pace_once(together):
    slow = (*GPT, "retryable", "rate_limited", TEXT("Too many requests."), None)

    together(*[lambda: provider_health.note_many([slow] * 5)] * 6)

    assert ProviderState.objects.get().pace == 0.5
