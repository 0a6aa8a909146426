"""Traces that arrive: their model calls are stored once, the other spans counted."""

import contextlib
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from datasets import spans
from datasets.actions import datasets
from datasets.actions.traces import VERSION_ATTRIBUTE, receive_traces
from datasets.models import ModelOutput
from evalhub.lib.errors import Conflict, EvalHubError, InvalidInput, NotFound, TooLarge
from tests import factories
from tests.datasets.otlp_spans import FACTS, make_span, make_traces
from tests.undoing import undone

TEXTS = st.sampled_from(["", "chat", "x\0", "[]", "{}", "9" * 400, '[{"role": 1}]']) | st.text(max_size=5)
READ = (
    *FACTS,
    *(f"gen_ai.request.{name}" for name in spans.PARAMETERS),
    *("gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions", "gen_ai.conversation.id"),
    *("gen_ai.response.finish_reasons", "error.type", "service.name", VERSION_ATTRIBUTE),
)
ANY_VALUES = st.recursive(
    TEXTS | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats() | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
ATTRIBUTES = st.dictionaries(st.sampled_from(READ), ANY_VALUES, max_size=4)
TOOL = {"gen_ai.operation.name": "execute_tool"}


@pytest.fixture
def version(acme):
    return datasets.open_version(dataset=factories.make_dataset(acme), by=None)


def receive(version, traces, **given):
    return receive_traces(organization=version.organization, traces=traces, **{"version_id": str(version.pk)} | given)


def test_model_calls_become_outputs_once_however_often_they_are_sent(version):
    traces = make_traces(make_span(1), make_span(2, error="Timed out."), service__name="bot")

    answers = [receive(version, traces) for _ in range(2)]

    assert [answer.rejected for answer in answers] == [0, 0]
    found = ModelOutput.objects.select_related("test_case", "system").order_by("pk")
    assert [(each.test_case.external_id, each.text, each.error) for each in found] == [
        ("chatcmpl-1", "You have 14 days.", ""),
        ("chatcmpl-2", "", "Timed out."),
    ]
    assert {each.system.name for each in found} == {"bot"}


def test_what_is_no_output_is_counted_with_its_reason_and_the_rest_is_stored(version):
    long_reason = make_span(3, **{"gen_ai.usage.input_tokens": -1})
    again = make_span(4, answer="Another.", **{"gen_ai.response.id": "chatcmpl-1"})

    found = receive(version, make_traces(make_span(1), make_span(2, **TOOL), make_span(5, **TOOL), long_reason, again))

    assert found.rejected == 4 and ModelOutput.objects.count() == 1
    assert "2 × The span is no model call" in found.problem and "tokens_in" in found.problem
    assert "external id" in found.problem


def test_a_resource_names_its_own_version(version):
    other = datasets.open_version(dataset=factories.make_dataset(version.organization, name="other"), by=None)
    traces = make_traces(make_span(1), **{VERSION_ATTRIBUTE: str(other.pk)})
    traces.MergeFrom(make_traces(make_span(2)))

    receive(version, traces)

    stored = ModelOutput.objects.order_by("pk").values_list("test_case__version", flat=True)
    assert list(stored) == [other.pk, version.pk]


def test_nothing_is_stored_where_one_version_takes_none(version):
    closed = factories.make_version(factories.make_dataset(version.organization, name="closed"))
    traces = make_traces(make_span(1))
    traces.MergeFrom(make_traces(make_span(2), **{VERSION_ATTRIBUTE: str(closed.pk)}))

    with pytest.raises(Conflict) as problem:
        receive(version, traces)

    assert problem.value.code == "not_open" and not ModelOutput.objects.filter(test_case__version=version).exists()


def test_spans_without_a_version_are_refused_and_no_spans_are_not_and_a_version_that_is_not_there_is_not_found(version):
    with pytest.raises(InvalidInput) as problem:
        receive(version, make_traces(make_span(1, **TOOL)), version_id=None)
    assert problem.value.code == "version_missing"
    assert receive(version, make_traces(), version_id=None).rejected == 0

    for wrong in ("x", "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45"):
        with pytest.raises(NotFound):
            receive(version, make_traces(make_span(1), **{VERSION_ATTRIBUTE: wrong}))


def test_a_version_that_is_no_text_is_refused_with_what_was_sent(version):
    for wrong, shown in (({"a": 1}, "{'a': 1}"), ([1], "[1]"), (7, "7"), (1.5, "1.5"), (True, "True")):
        with pytest.raises(InvalidInput, match=re.escape(f"{VERSION_ATTRIBUTE} is {shown}. Valid:")) as problem:
            receive(version, make_traces(make_span(1), **{VERSION_ATTRIBUTE: wrong}))
        assert problem.value.code == "bad_traces"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    st.dictionaries(st.sampled_from(READ), ANY_VALUES, max_size=4), st.dictionaries(st.sampled_from(READ), ANY_VALUES)
)
def test_attributes_of_any_shape_are_stored_or_refused_with_a_reason(version, facts, resource):
    with undone(), contextlib.suppress(EvalHubError):
        assert receive(version, make_traces(make_span(1, **facts), make_span(2), **resource)).rejected in (0, 1)


def test_more_model_calls_than_a_request_takes_are_refused(version):
    with pytest.raises(TooLarge):
        receive(version, make_traces(*[make_span(number) for number in range(1, 1002)]))


def test_statements_do_not_grow_with_the_spans(version, django_assert_num_queries):
    receive(version, make_traces(make_span(1)))
    for first, last in ((2, 3), (3, 40)):
        with django_assert_num_queries(19):
            receive(version, make_traces(*[make_span(number) for number in range(first, last)]))

    assert ModelOutput.objects.count() == 39
