"""The library of metrics as a list: the newest versions, found by text and type, at a fixed cost."""

from tests import factories
from tests.lists.walks import Walk

TEXT = {"label_type": "text", "config": {}, "direction": "none", "pass_at": None}


def test_finds_newest_metrics_by_text_and_type(acme, vera, client_of):
    factories.make_metric(acme, key="faithful")
    factories.make_metric(acme, key="faithful", version=2, title="Faithful?")
    factories.make_metric(acme, key="kind", title="Kind", **TEXT)

    def found(query=""):
        lines = client_of(vera).get(f"/metrics/{query}").context["list"].lines
        return [(line.row.key, line.row.version) for line in lines]

    assert found() == [("faithful", 2), ("kind", 1)]
    assert found("?q=FAITH") == [("faithful", 2)]
    assert found("?label_type=text") == [("kind", 1)]
    assert found("?q=nothing") == []


def test_takes_as_many_statements_for_many(acme, vera, client_of, django_assert_max_num_queries):
    for _number in range(20):
        factories.make_metric(acme)
    client = client_of(vera)

    with django_assert_max_num_queries(9):
        assert len(client.get("/metrics/").context["list"].lines) == 20


def walk(organization, member):
    for number in range(7):
        kind = TEXT if number % 2 else {}
        factories.make_metric(organization, key=f"metric_{number}", title=f"Is it true, {number}?", **kind)
    return Walk("/metrics/", search="true, 3", filter="label_type", value="text")
