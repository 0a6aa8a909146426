"""What only OpenAI's wire can do wrong: files that are refused, missing or empty, rows that were never executed."""

from collections import Counter

import pytest

from tests.reviews.batches.wire import collected, sent


def test_window_may_end_with_half_of_the_rows(wire):
    batches = wire("openai", expired_rows=3)

    status, results = collected(batches, sent(batches))

    assert status.outcome in ("expired", "partial")
    assert Counter(found.state for found in results) == {"expired": 3, "ok": 3}


def test_row_without_a_response_is_an_error(wire):
    batches = wire("openai", null_response=1)

    _, results = collected(batches, sent(batches))

    assert [(found.custom_id, found.error_code) for found in results if found.state == "error"] == [
        ("b1_0", "not_executed")
    ]


@pytest.mark.parametrize(("fault", "code"), [({"invalid_line": 3}, "invalid_json_line"),
                                             ({"token_limit": True}, "token_limit_exceeded")])
def test_refused_file_says_why(wire, fault, code):
    batches = wire("openai", **fault)

    status, results = collected(batches, sent(batches))

    assert (status.outcome, status.error_code, results) == ("failed", code, [])
    assert "Simulated refusal" in status.reason


def test_end_without_output_has_no_results(wire):
    batches = wire("openai", no_output=True)

    status, results = collected(batches, sent(batches))

    assert results == [] and status.handles == ()


def test_empty_name_of_an_error_file_is_no_file(wire):
    batches = wire("openai", empty_error_file=True)

    assert len(collected(batches, sent(batches))[1]) == 6
