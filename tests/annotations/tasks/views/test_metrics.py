"""Pages of the library, and its buttons in the form builder."""

import pytest

from annotations.models import AnnotationTask, Metric
from annotations.tasks.actions import metrics
from annotations.tasks.forms.metric import MetricForm
from tests import factories
from tests.annotations.tasks.views.test_builder import NEW, posted
from tests.undrawn import undrawn

SCALE = {"type": "number", "min": "1", "max": "5", "integer": "on", "options-rows": "0"}


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme), rows=2)


@pytest.fixture
def metric(acme):
    return factories.make_metric(acme, key="faithful")


def fields_of(metric, **overrides):
    """What the page of a metric posts when nothing is changed."""
    initial = MetricForm(metric=metric).initial
    return {name: "" if value is None else value for name, value in initial.items()} | overrides


def test_page_shows_criteria_versions_and_tasks(acme, version, metric, vera, client_of):
    task = factories.make_task(version, schema=metrics.field_of(metric), name="Round of faith")
    second = metrics.revise(metric=metric, changes={"pass_at": 3})

    page = client_of(vera).get(f"/metrics/{second.pk}/")

    text = page.content.decode()
    assert "Round of faith" in text and f"/tasks/{task.pk}/questions/" in text
    assert "5: all from the source" in text
    assert [each.version for each in page.context["versions"]] == [2, 1]
    assert "Save next version" not in text
    assert "Version 2 is the newest" in client_of(vera).get(f"/metrics/{metric.pk}/").content.decode()


def test_next_version_is_saved_from_plain_fields(metric, bob, client_of):
    fields = fields_of(metric, anchors="1: bad\n5: good", steps="Read.\n\nJudge.", pass_at="3.5")

    answer = client_of(bob).post(f"/metrics/{metric.pk}/versions/", fields)

    made = Metric.objects.get(version=2)
    assert answer["Location"] == f"/metrics/{made.pk}/"
    assert made.criteria["anchors"] == [{"value": 1, "text": "bad"}, {"value": 5, "text": "good"}]
    assert (made.criteria["steps"], made.pass_at) == (["Read.", "Judge."], 3.5)


def test_mistake_is_shown_beside_its_field(metric, bob, client_of):
    client = client_of(bob)
    for changes, field in (
        ({"anchors": "9: too much"}, "anchors"),
        ({"pass_at": "9"}, "pass_at"),
        ({"title": ""}, "title"),
        ({}, "__all__"),
    ):
        with undrawn():
            page = client.post(f"/metrics/{metric.pk}/versions/", fields_of(metric) | changes)

        assert page.status_code == 422, field
        assert list(page.context["form"].errors) == [field]
    assert Metric.objects.count() == 1


def test_metric_is_added_to_a_form_and_stays_linked_and_metric_added_twice_gets_a_key_of_its_own(
    version, metric, bob, client_of
):
    client = client_of(bob)
    with undrawn():
        page = client.post(NEW, posted(version, {}, do="library", library=str(metric.pk)))
    added = page.context["builder"].rows[1]
    assert (added.texts["key"], added.texts["metric"]) == ("faithful", str(metric.pk))
    linked = {"title": "Faithful?", "metric": str(metric.pk), "help": added.texts["help"]} | SCALE
    client.post(NEW, posted(version, {}, linked))
    question = AnnotationTask.objects.get().schema_version.questions.get(title="Faithful?")
    assert (question.metric, question.config) == (metric, metric.config)

    linked = {"key": "faithful", "metric": str(metric.pk)} | SCALE
    with undrawn():
        page = client_of(bob).post(NEW, posted(version, linked, do="library", library=str(metric.pk)))
    assert page.context["builder"].rows[1].texts["key"] == "faithful_2"


def test_metrics_of_others_are_not_offered(version, rival, bob, client_of):
    foreign = factories.make_metric(rival)

    with undrawn():
        page = client_of(bob).post(NEW, posted(version, {}, do="library", library=str(foreign.pk)))

    assert len(page.context["builder"].rows) == 1
    assert "Choose a question first." in page.context["builder"].notice


def test_changed_copy_is_refused_until_it_is_saved_or_unlinked(version, metric, bob, client_of):
    client, changed = client_of(bob), {"metric": str(metric.pk)} | SCALE | {"max": "7"}

    page = client.post(NEW, posted(version, changed))

    assert page.status_code == 422
    assert list(page.context["builder"].rows[0].errors) == ["metric"]
    assert 'id="f0-metric-error"' in page.content.decode()
    with undrawn():
        unlinked = client.post(NEW, posted(version, changed, do="unlink:0")).context["builder"].rows[0]
        kept = client.post(NEW, posted(version, changed, do="keep:0")).context["builder"].rows[0]
    assert unlinked.texts["metric"] == ""
    second = Metric.objects.get(version=2)
    assert (kept.texts["metric"], second.key, second.config["max"]) == (str(second.pk), "faithful", 7)
    assert client.post(NEW, posted(version, changed | {"metric": str(second.pk)})).status_code == 302


def test_question_is_saved_to_the_library_once_it_is_finished(version, bob, client_of):
    client = client_of(bob)
    with undrawn():
        unfinished = client.post(NEW, posted(version, {"type": "number", "min": "5", "max": "1"}, do="keep:0"))
        assert list(unfinished.context["builder"].rows[0].errors) == ["max"] and not Metric.objects.exists()

        page = client.post(NEW, posted(version, {"help": "Compare both."}, do="keep:0"))

    made = Metric.objects.get()
    assert (made.key, made.criteria["description"]) == ("is_it_correct", "Compare both.")
    assert page.context["builder"].rows[0].texts["metric"] == str(made.pk)


def test_next_form_of_a_task_at_work_offers_the_library(version, metric, bob, client_of):
    task = factories.make_task(version, schema=metrics.field_of(metric))

    page = client_of(bob).get(f"/tasks/{task.pk}/form/")

    assert page.context["builder"].rows[0].texts["metric"] == str(metric.pk)
    assert "Add from library" in page.content.decode()


def test_question_of_an_earlier_form_is_asked_again_without_its_conditions(version, rival, bob, client_of):
    fields = [
        {"key": "ok", "type": "single_choice", "title": "Fine?", "options": [{"value": "y"}, {"value": "n"}]},
        {"key": "why", "type": "text", "title": "Why not?", "show_if": {"all": [{"question": "ok", "is": "n"}]}},
    ]
    earlier = factories.make_task(version, schema={"fields": fields}).schema_version.questions.get(key="why")
    foreign = factories.make_task(factories.make_version(factories.make_dataset(rival))).schema_version.questions.get()
    client = client_of(bob)

    page = client.post(NEW, posted(version, {}, do="library", library=f"question:{earlier.pk}"))
    other = client.post(NEW, posted(version, {}, do="library", library=f"question:{foreign.pk}"))

    added = page.context["builder"].rows[1]
    assert (added.texts["title"], added.texts["type"], added.conditions["show_if"]["join"]) == ("Why not?", "text", "")
    assert f'value="question:{earlier.pk}"' in page.content.decode()
    assert len(other.context["builder"].rows) == 1 and f'question:{foreign.pk}"' not in other.content.decode()
