"""What only OpenAI's wire can do wrong: files that are refused, missing or empty, rows that were never executed."""

from collections import Counter

import pytest

from reviews.engine.batches.adapters.errors import ProviderError
from tests.reviews.engine.batches.adapters.odd import each_odd, results, row
from tests.reviews.engine.batches.adapters.wire import collected, sent


def test_half_windows_and_rows_without_a_response(wire):
    batches = wire("openai", expired_rows=3)
    status, results = collected(batches, sent(batches))
    assert status.outcome in ("expired", "partial")
    assert Counter(found.state for found in results) == {"expired": 3, "ok": 3}

    batches = wire("openai", null_response=1)
    _, results = collected(batches, sent(batches))
    assert [(found.custom_id, found.error_code) for found in results if found.state == "error"] == [
        ("b1_0", "not_executed")
    ]


@pytest.mark.parametrize(
    ("fault", "code"), [({"invalid_line": 3}, "invalid_json_line"), ({"token_limit": True}, "token_limit_exceeded")]
)
def test_refused_file_says_why(wire, fault, code):
    batches = wire("openai", **fault)

    status, results = collected(batches, sent(batches))

    assert (status.outcome, status.error_code, results) == ("failed", code, [])
    assert "Simulated refusal" in status.reason


def test_ends_without_output_have_no_results(wire):
    batches = wire("openai", no_output=True)
    status, results = collected(batches, sent(batches))
    assert results == [] and status.handles == ()

    batches = wire("openai", empty_error_file=True)
    assert len(collected(batches, sent(batches))[1]) == 6


@each_odd
def test_answers_of_odd_shape_keep_their_name(odd, value):
    answers = [row("openai", response={"status_code": status, "body": value}) for status in (200, 400, value)]
    never = row("openai", response=None, error=value)

    found = results(odd, "openai", *answers, never)

    assert [each.custom_id for each in found] == ["b1_0"] * 4
    assert found[0].state == ("ok" if isinstance(value, dict) else "unreadable")
    assert [each.state for each in found[1:]] == ["error", "error", "error"]
    assert all(isinstance(each.body, dict) and isinstance(each.message, str) for each in found)


@pytest.mark.parametrize("body", [{"error": {"message": "No."}}, {"error": "No."}, "No.", {"message": "No."}], ids=repr)
def test_message_of_a_failed_row_is_found_wherever_it_is(odd, body):
    (found,) = results(odd, "openai", row("openai", response={"status_code": 400, "body": body}, error=None))

    assert (found.state, found.status_code, found.message) == ("error", 400, "No.")


@pytest.mark.parametrize("errors", [{"data": [{"message": "No.", "line": 3}]}, {"data": ["No."]}, "No."], ids=repr)
def test_reason_of_a_refused_file_is_found_wherever_it_is(odd, errors):
    status = odd("openai", {"": {"status": "failed", "errors": errors}}).poll("x")

    assert status.outcome == "failed" and status.reason.startswith("No.")


@each_odd
def test_upload_without_a_name_sends_no_batch(odd, odd_provider, value):
    batches = odd("openai", {"/files": {"id": [value]}})

    with pytest.raises(ProviderError) as refused:
        sent(batches)

    assert refused.value.failure.error_class == "unreadable_response"
    assert odd_provider.asked == ["/v1/files"]
