"""The library of metrics as a list: the newest versions, found by text and type."""

from tests import factories
from tests.lists.walks import Walk, shown

TEXT = {"label_type": "text", "config": {}, "direction": "none", "pass_at": None}


def test_finds_newest_metrics_by_text_and_type(acme, vera):
    factories.make_metric(acme, key="faithful")
    factories.make_metric(acme, key="faithful", version=2, title="Faithful?")
    factories.make_metric(acme, key="kind", title="Kind", **TEXT)

    def found(query=""):
        lines = shown("metrics", vera, query).lines
        return [(line.row.key, line.row.version) for line in lines]

    assert found() == [("faithful", 2), ("kind", 1)]
    assert found("?q=FAITH") == [("faithful", 2)]
    assert found("?label_type=text") == [("kind", 1)]
    assert found("?q=nothing") == []


def walk(organization, member):
    for number in range(7):
        kind = TEXT if number % 2 else {}
        metric = factories.make_metric(organization, key=f"metric_{number}", title=f"Is it true, {number}?", **kind)
    task = factories.make_task(factories.make_version(factories.make_dataset(organization)))
    task.schema_version.questions.update(metric=metric)
    return Walk("/metrics/", search="true, 3", filter="label_type", value="text")
