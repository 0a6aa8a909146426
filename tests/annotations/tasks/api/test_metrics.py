"""Metrics over the API: filters, versions, what is refused, and tasks that name them."""

from annotations.models import Metric, Question
from annotations.tasks.api.metrics import FAITHFUL
from tests import factories
from tests.statements import at_most


def test_metric_is_created_and_read_and_bad_ones_are_refused(bob, api_of):
    api = api_of(bob)

    for changes in (
        {"key": "no spaces"},
        {"label_type": "guess"},
        {"direction": "up"},
        {"config": {"min": 5, "max": 1}},
        {"criteria": {"anchors": [{"value": 9, "text": "x"}]}},
        {"pass_at": 9},
        {"method": "nobody"},
    ):
        assert api.post("/v1/metrics", FAITHFUL | changes).status_code == 400, changes
    assert not Metric.objects.exists()
    answer = api.post("/v1/metrics", FAITHFUL)

    assert answer.status_code == 201
    made = answer.json()
    assert api.get(f"/v1/metrics/{made['metric_id']}").json() == made
    assert (made["version"], made["direction"], made["pass_at"]) == (1, "higher", 4.0)
    assert made["criteria"] == FAITHFUL["criteria"]
    assert made["created_by"] == bob.user.display_name
    again = api.post("/v1/metrics", FAITHFUL)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "metric_exists")


def test_next_version_takes_what_is_not_sent_from_this_one(bob, api_of):
    api = api_of(bob)
    first = api.post("/v1/metrics", FAITHFUL).json()
    way = f"/v1/metrics/{first['metric_id']}/versions"

    second = api.post(way, {"pass_at": None, "title": "Faithful?"}).json()

    assert second | {"metric_id": 0, "created_at": 0} == first | {
        "metric_id": 0,
        "created_at": 0,
        "version": 2,
        "pass_at": None,
        "title": "Faithful?",
    }
    assert [each["version"] for each in api.get(way).json()["metrics"]] == [2, 1]
    same = api.post(way, {"pass_at": None, "title": "Faithful?"})
    assert (same.status_code, same.json()["error"]["code"]) == (400, "same_metric")


def test_list_has_newest_versions_and_filters_and_task_names_a_metric_for_a_question(acme, bob, api_of):
    for key, version in (("tone", 1), ("tone", 2), ("length", 1)):
        factories.make_metric(acme, key=key, version=version, title=key)
    factories.make_metric(acme, key="kind", label_type="text", config={}, direction="none", pass_at=None)
    api = api_of(bob)

    def found(query):
        with at_most(6):
            answer = api.get(f"/v1/metrics{query}").json()
        return [(each["key"], each["version"]) for each in answer["metrics"]]

    assert found("") == [("kind", 1), ("length", 1), ("tone", 2)]
    assert found("?key=tone") == [("tone", 2), ("tone", 1)]
    assert found("?label_type=text") == [("kind", 1)]
    assert found("?q=TON") == [("tone", 2)]
    assert found("?limit=1&offset=1") == [("length", 1)]
    for query, code in (("label_type=guess", "unknown_label_type"), ("lable=x", "unknown_parameter")):
        refused = api.get(f"/v1/metrics?{query}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, code)

    metric = factories.make_metric(acme)
    version = factories.make_version(factories.make_dataset(acme))
    body = {
        "name": "Round 1",
        "instructions": "Judge.",
        "dataset_version_id": str(version.pk),
        "annotation_schema": {"fields": [{"metric": str(metric.pk)}]},
    }
    made = api_of(bob).post("/v1/annotations/tasks", body).json()
    assert made["annotation_schema"]["fields"][0]["metric"] == str(metric.pk)
    assert Question.objects.get(schema_version__task=made["task_id"]).metric == metric
