"""Scores of an evaluation as events of OpenTelemetry."""

import pytest

from annotations.models import Annotation
from datasets.actions import datasets
from datasets.actions.traces import receive_traces
from experiments.evaluations.actions import evaluations, steps
from tests import factories
from tests.datasets.otlp_spans import make_span, make_traces
from tests.experiments.evaluations_world import make_evaluation, make_version, take_steps


@pytest.fixture
def ended(acme):
    version = make_version(acme, expected={1: None})
    return take_steps(make_evaluation(version, output_name="model-a"))


def path(evaluation):
    return f"/v1/evaluations/{evaluation.pk}/events"


def test_each_score_is_an_event_and_a_missing_one_says_why(api_of, bob, ended):
    body = api_of(bob).get(path(ended)).json()

    assert [each["event_name"] for each in body["events"]] == ["gen_ai.evaluation.result"] * 3
    known = [each["attributes"] for each in body["events"]]
    assert [each.get("gen_ai.evaluation.score.value") for each in known] == [1.0, None, 1.0]
    assert [each.get("error.type") for each in known] == [None, "no_reference", None]
    assert {each["gen_ai.evaluation.name"] for each in known} == {"exact_match"}
    assert body["events"][0]["trace_id"] is None and not body["has_more"]


def test_what_came_by_a_trace_is_found_again_by_its_ids(api_of, bob, acme):
    version = datasets.open_version(dataset=factories.make_dataset(acme), by=None)
    evaluation = evaluations.create_online(dataset_version=version, metrics=["exact_match"])
    traces = make_traces(make_span(1), make_span(2, **{"gen_ai.response.id": None}))
    receive_traces(organization=acme, traces=traces, version_id=str(version.pk))
    steps.work_next(pk=evaluation.pk)

    first, second = api_of(bob).get(path(evaluation)).json()["events"]

    assert (first["trace_id"], first["span_id"]) == (f"{1:032x}", f"{1:016x}")
    assert first["attributes"]["gen_ai.response.id"] == "chatcmpl-1"
    assert second["trace_id"] == f"{2:032x}" and "gen_ai.response.id" not in second["attributes"]


def test_they_are_read_by_cursor_and_from_a_time_on(api_of, bob, ended):
    api = api_of(bob)
    newest = Annotation.objects.filter(task=ended.task).latest("pk")
    first = api.get(path(ended), {"limit": 2}).json()
    rest = api.get(path(ended), {"limit": 2, "cursor": first["next"]}).json()
    since = api.get(path(ended), {"scored_after": newest.submitted_at.isoformat()}).json()["events"]

    assert [len(page["events"]) for page in (first, rest)] == [2, 1] and rest["next"] is None
    assert rest["events"][-1]["event_id"] in [each["event_id"] for each in since]
    assert api.get(path(ended), {"scored_after": "soon"}).json()["error"]["code"] == "bad_filter"


def test_statements_do_not_grow_with_the_scores(api_of, bob, ended, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        assert len(api_of(bob).get(path(ended)).json()["events"]) == 3
