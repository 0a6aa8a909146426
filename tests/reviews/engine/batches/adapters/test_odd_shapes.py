"""Answers of every odd shape end in a Result, a Status or a ProviderError; no row is lost and no exception escapes."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviews.engine.batches.adapters.base import LostBatch
from reviews.engine.batches.adapters.errors import Ambiguous, ProviderError
from tests.reviews.engine.batches.adapters.odd import OPERATION, VALUES, results, row
from tests.reviews.engine.batches.adapters.wire import PROVIDERS, sent

each_provider = pytest.mark.parametrize("provider", PROVIDERS)
ENDED = {
    "openai": {"status": "completed", "output_file_id": "f", "error_file_id": "e"},
    "anthropic": {"processing_status": "ended"},
    "gemini": OPERATION,
    "vertex_ai": {"state": "JOB_STATE_SUCCEEDED", "outputInfo": {"gcsOutputDirectory": "gs://b/d"}},
}
STATES = {
    "openai": ("status",),
    "anthropic": ("processing_status",),
    "gemini": ("metadata", "state"),
    "vertex_ai": ("state",),
}
COUNTS = {
    "openai": ("request_counts",),
    "anthropic": ("request_counts",),
    "gemini": ("metadata", "batchStats"),
    "vertex_ai": ("completionStats",),
}
LISTS = {"openai": "data", "anthropic": "data", "gemini": "operations", "vertex_ai": "batchPredictionJobs"}
OURS = {
    "openai": {"id": "it", "metadata": {"evalhub_batch": "b1"}, "created_at": 5_000_000_000},
    "anthropic": {"id": "it", "request_counts": {"processing": 4}, "created_at": "2100-01-01T00:00:00Z"},
    "gemini": {"name": "it", "metadata": {"displayName": "b1", "createTime": "2100-01-01T00:00:00Z"}},
    "vertex_ai": {"name": "it", "labels": {"evalhub_batch": "b1"}},
}
MOMENTS = {
    "openai": ("created_at",),
    "anthropic": ("created_at",),
    "gemini": ("metadata", "createTime"),
    "vertex_ai": ("createTime",),
}


def put(whole, path, value):
    """The whole with this value at the path."""
    return {**whole, path[0]: put(whole.get(path[0], {}), path[1:], value)} if path else value


def wanted():
    return LostBatch(batch_id="b1", n_rows=4, sent_at=time.time())


UNREADABLE = [b"text", b"<html>", b"[1]", b"7", b"null", b"{}", b'{"custom_id": "b1_0", "x": NaN}']


@each_provider
def test_rows_that_cannot_be_read_are_told_as_such(odd, provider):
    for line in UNREADABLE:
        assert [(found.custom_id, found.state) for found in results(odd, provider, line)] == [("", "unreadable")]


@each_provider
def test_names_that_are_no_texts_are_no_names(odd, provider):
    for name in (7, True, ["b1_0"], {"b1_0": 1}, "", None):
        found = results(odd, provider, row(provider, name, response={"status_code": 200, "body": {}}))

        assert [(each.custom_id, each.state) for each in found] == [("", "unreadable")]


@each_provider
def test_rows_of_odd_content_keep_their_name(odd, provider):
    for value in VALUES:
        content = {"result": value} if provider == "anthropic" else {"response": value}

        (found,) = results(odd, provider, row(provider, **content))

        assert found.custom_id == "b1_0"
        assert found.state in ("unreadable", "error") or (found.state, found.body) == ("ok", value)


@pytest.mark.parametrize(("provider", "field"), [("gemini", "error"), ("vertex_ai", "status")])
def test_google_errors_of_odd_shape_are_errors(odd, provider, field):
    for value in VALUES:
        whole, inner = (row(provider, **{field: each}) for each in (value, {"code": value, "message": value}))

        found = results(odd, provider, whole, inner)

        assert [each.custom_id for each in found] == ["b1_0", "b1_0"]
        assert found[0].state in ("error", "unreadable") and found[0].status_code in (500, None)
        assert (found[1].state, found[1].status_code) == ("error", 500)


@each_provider
def test_names_that_come_twice_are_both_handed_out(odd, provider):
    content = {
        "anthropic": {"result": {"type": "succeeded", "message": {"a": 1}}},
        "openai": {"response": {"status_code": 200, "body": {"a": 1}}},
    }
    twice = row(provider, **content.get(provider, {"response": {"a": 1}}))

    found = results(odd, provider, twice, twice)

    assert [(each.custom_id, each.state, each.body) for each in found] == [("b1_0", "ok", {"a": 1})] * 2


NAMELESS = [
    {},
    {"id": None, "name": None},
    {"id": 7, "name": 7},
    {"id": "", "name": ""},
    {"id": ["x"], "name": {"x": 1}},
    [],
    "text",
    None,
    b"",
    b"<html>",
    b'{"id": "x", "name": "x", "n": NaN}',
]


@each_provider
def test_submission_without_a_name_may_be_looked_for(odd, provider):
    for answer in NAMELESS:
        batches = odd(provider, {"/files": {"id": "f"}, "/upload/": {}, "": answer})

        with pytest.raises(ProviderError) as refused:
            sent(batches, 1)

        assert (refused.value.failure.status, refused.value.failure.error_class) == ("retryable", "unreadable_response")


@each_provider
def test_counts_of_odd_shape_are_not_known(odd, provider):
    for value in VALUES:
        batches = odd(provider, {"": put(ENDED[provider], COUNTS[provider], value)})

        status = batches.poll("x")

        assert status.phase == "ended" and not status.total and not status.done


@each_provider
def test_states_of_odd_shape_end_no_batch(odd, provider):
    for value in VALUES:
        batches = odd(provider, {"": put(ENDED[provider], STATES[provider], value)})

        if isinstance(value, str):
            assert batches.poll("x").phase == "running"
        else:
            with pytest.raises(ProviderError):
                batches.poll("x")


@each_provider
def test_other_parts_of_odd_shape_leave_the_end_as_it_is(odd, provider):
    for value in VALUES:
        hints = ("errors", "error", "response", "output_file_id", "error_file_id", "outputInfo", "archived_at")
        batches = odd(provider, {"": {**ENDED[provider], **dict.fromkeys(hints, value)}})

        status = batches.poll("x")

        assert status.phase == "ended"
        texts = (status.outcome, status.reason, status.error_code, *status.handles)
        assert all(isinstance(text, str) for text in texts)


@each_provider
def test_rows_of_a_list_that_are_no_objects_are_passed_over(odd, provider):
    batches = odd(provider, {"": {LISTS[provider]: [None, "text", 7, ["x"], OURS[provider]]}})

    assert batches.find(wanted()) == "it"


@each_provider
def test_list_that_is_none_does_not_say_that_the_batch_never_arrived(odd, provider):
    for value in (True, 7, "text", {"x": 1}):
        batches = odd(provider, {"": {LISTS[provider]: value}})

        with pytest.raises(ProviderError):
            batches.find(wanted())


@each_provider
def test_our_batch_without_a_name_is_told(odd, provider):
    for name in (None, 7, "", ["x"]):
        batches = odd(provider, {"": {LISTS[provider]: [OURS[provider] | {"id": name, "name": name}]}})

        with pytest.raises(ProviderError):
            batches.find(wanted())


@each_provider
def test_moments_of_odd_shape_do_not_end_the_search(odd, provider):
    for value in (each for each in VALUES if each != 77):
        other = put({"id": "other", "name": "other", "request_counts": {"errored": 1}}, MOMENTS[provider], value)
        first = {LISTS[provider]: [other], "has_more": True, "nextPageToken": "2"}
        second = {LISTS[provider]: [OURS[provider]]}
        batches = odd(provider, {"after": second, "pageToken": second, "": first})

        assert batches.find(wanted()) == "it"


_WORDS = st.sampled_from(
    "id name custom_id key error errors data response body result type message code status state metadata output "
    "labels request items request_counts inlinedResponses responsesFile processing_status output_file_id outputInfo "
    "gcsOutputDirectory operations batchPredictionJobs completionStats batchStats has_more created_at createTime "
    "evalhub_row evalhub_batch displayName nextPageToken results_url succeeded".split()
)
_VALUES = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        2**70,
        0.5,
        "",
        "b1",
        "ended",
        "completed",
        "succeeded",
        "errored",
        "JOB_STATE_SUCCEEDED",
        "BATCH_STATE_FAILED",
        "gs://b/d",
        "files/f",
        "\u2028",
        "2100-01-01",
    ]
)
_JSON = st.recursive(
    _VALUES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=6), max_leaves=20
)


@pytest.mark.slow
@each_provider
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answer=st.dictionaries(_WORDS, _JSON, max_size=8), rows=st.lists(_JSON, max_size=4))
def test_nothing_escapes_whatever_comes(odd, monkeypatch, provider, answer, rows):
    monkeypatch.setattr("reviews.engine.batches.adapters.http.MOST_PAGES", 3)
    batches = odd(provider, {"": answer})
    steps = (
        lambda: batches.poll("x"),
        lambda: batches.find(wanted()),
        lambda: batches.cancel("x"),
        lambda: sent(batches, 1),
    )

    for step in steps:
        try:
            step()
        except (ProviderError, Ambiguous):
            continue

    for found in results(odd, provider, *rows):
        assert isinstance(found.custom_id, str) and isinstance(found.body, dict) and isinstance(found.message, str)
        assert (found.custom_id or found.state == "unreadable") and len(found.error_code) <= 60
