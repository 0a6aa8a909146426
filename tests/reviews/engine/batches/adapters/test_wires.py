"""Batches over each provider's wire: sent, watched, found again, read row by row, and every fault told apart."""

import time
from collections import Counter

import pytest

from reviews.engine.batches.adapters import registry
from reviews.engine.batches.adapters.base import LostBatch, PollSchedule
from reviews.engine.batches.adapters.errors import ProviderError
from tests.reviews.engine.batches.adapters.wire import PROVIDERS, adapter, collected, echo_of, ended, sent

each_provider = pytest.mark.parametrize("provider", PROVIDERS)


@each_provider
def test_every_row_comes_back_under_its_name(wire, provider):
    n = 6
    batches = wire(provider, shuffle=True)

    status, results = collected(batches, sent(batches, n))

    assert (status.outcome, status.total, status.done, status.failed) == ("completed", n, n, 0)
    assert sorted(found.custom_id for found in results) == [f"b1_{number}" for number in range(n)]
    assert {(found.state, found.status_code) for found in results} == {("ok", 200)}
    assert {echo_of(provider, found.body) for found in results} == {"77fe01"}


@each_provider
def test_running_batches_are_told_from_ended_ones(wire, provider, an_hour_later):
    batches = wire(provider, seconds=3000)
    ref = sent(batches)

    running = batches.poll(ref)

    an_hour_later()
    assert (running.phase, running.outcome, running.handles) == ("running", "", ())
    assert ended(batches, ref).outcome == "completed"


@each_provider
def test_lost_answer_to_a_submission_is_found_again_by_our_id(wire, provider):
    batches = wire(provider, lost_answer=True)
    before = time.time()

    with pytest.raises(ProviderError) as lost:
        sent(batches, 4, batch_id="lost7")
    found = batches.find(LostBatch(batch_id="lost7", n_rows=4, sent_at=before))

    assert lost.value.failure.status == "retryable"
    assert len(collected(batches, found)[1]) == 4
    assert batches.find(LostBatch(batch_id="never", n_rows=9, sent_at=before)) is None


@each_provider
def test_rows_that_are_missing_doubled_or_echo_another_case_are_seen(wire, provider):
    batches = wire(provider, missing=1, duplicate=1, wrong_echo=1)

    _, results = collected(batches, sent(batches))

    counted = Counter(found.custom_id for found in results)
    assert "b1_0" not in counted and counted["b1_1"] == 2
    assert {found.custom_id for found in results if echo_of(provider, found.body) != "77fe01"} == {"b1_1"}


@pytest.mark.parametrize(("provider", "status"), [*zip(PROVIDERS, (400, 429, 500, 500), strict=True)])
def test_failed_rows_carry_their_status(wire, provider, status):
    batches = wire(provider, error_rows=2, error_status=status)

    found, results = collected(batches, sent(batches))

    assert found.outcome == "partial" and found.failed == 2
    assert [(each.custom_id, each.status_code, each.message) for each in results if each.state == "error"] == [
        ("b1_0", status, "Simulated row error."),
        ("b1_1", status, "Simulated row error."),
    ]


@each_provider
def test_batch_of_errors_alone_has_failed(wire, provider):
    batches = wire(provider, error_rows=6)

    status, results = collected(batches, sent(batches))

    assert status.outcome in ("failed", "partial") and status.done == 0
    assert {found.state for found in results} == {"error"}


@each_provider
def test_cut_last_line_is_unreadable_and_the_others_are_kept(wire, provider):
    batches = wire(provider, cut_last_line=True)

    _, results = collected(batches, sent(batches))

    assert Counter(found.state for found in results) == {"ok": 5, "unreadable": 1}


@each_provider
def test_cancelled_batches_hand_out_what_was_done(wire, provider):
    batches = wire(provider, seconds=3000)
    ref = sent(batches)

    batches.cancel(ref)
    status, results = collected(batches, ref)

    assert status.outcome in ("cancelled", "partial")
    assert Counter(found.state for found in results)["ok"] == 3
    assert {found.state for found in results} <= {"ok", "cancelled"}


@each_provider
def test_cancel_may_come_too_late(wire, provider, an_hour_later):
    batches = wire(provider, seconds=3000, cancel_ignored=True)
    ref = sent(batches)

    batches.cancel(ref)

    an_hour_later()
    assert ended(batches, ref).outcome == "completed"


@each_provider
def test_batches_of_another_key_do_not_exist(wire, provider):
    ref = sent(wire(provider))

    with pytest.raises(ProviderError) as refused:
        wire(provider, key="key-two").poll(ref)

    assert refused.value.status_code == 404


@each_provider
def test_refusals_say_when_to_come_back(wire, simulated, provider):
    batches = wire(provider)
    simulated.post("/control", {"faults": [{"status": 429, "retry_after": 7, "path": "atch", "times": 1}]})

    with pytest.raises(ProviderError) as refused:
        sent(batches)

    assert (refused.value.failure.error_class, refused.value.retry_after) == ("rate_limited", 7)


@each_provider
def test_download_that_fails_once_is_whole_the_next_time(wire, simulated, provider):
    batches = wire(provider)
    ref = sent(batches)
    status = ended(batches, ref)
    simulated.post("/control", {"faults": [{"status": 500, "times": 1}]})

    with pytest.raises(ProviderError) as refused:
        list(batches.results(ref, status))

    assert refused.value.failure.status == "retryable"
    assert len(list(batches.results(ref, status))) == 6


def test_servers_that_are_away_are_worth_another_try():
    with pytest.raises(ProviderError) as refused:
        adapter("openai", "http://127.0.0.1:9").poll("batch_x")

    assert (refused.value.failure.status, refused.value.failure.error_class) == ("retryable", "connection")


@pytest.mark.parametrize(
    ("provider", "delays"),
    [
        ("openai", [30, 30, 120, 120, 30]),
        ("anthropic", [30, 30, 120, 120, 120]),
        ("gemini", [120, 120, 120, 300, 300]),
        ("vertex_ai", [120, 120, 120, 300, 300]),
    ],
)
def test_looks_come_in_the_rhythm_of_the_provider(provider, delays):
    schedule = registry[provider].schedule

    assert isinstance(schedule, PollSchedule)
    assert [schedule.delay(age) for age in (0, 600, 601, 1201, 23.5 * 3600)] == delays
