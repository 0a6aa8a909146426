"""The library of metrics: versions, copies in forms, and questions that are kept."""

import pytest

from annotations.form_changes.actions import schema_versions
from annotations.labels import schema
from annotations.models import Metric, Question
from annotations.tasks.actions import form, metrics
from annotations.tasks.actions.metrics import MetricContent
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from reviews.scorers.stages.material import question_view
from tests import factories

OPTIONS = {"options": [{"value": "yes"}, {"value": "no"}]}
HELP = "Only what the source says.\n\n1: invented\n5: all from the source\n\n1. List the claims.\n2. Look each up."


def read(organization, *fields):
    return metrics.read_form(annotation_schema={"fields": list(fields)}, organization=organization)


def test_metric_is_checked_and_filled_in(bob):
    content = MetricContent(label_type="number", config={"min": 0, "max": 1}, pass_at=0.5, method="questions")
    made = metrics.create(organization=bob.organization, key="faithful", content=content, by=bob)

    assert (made.version, made.title, made.direction, made.pass_at) == (1, "faithful", "higher", 0.5)
    assert made.config["integer"] is False
    assert factories.audit_events("metric.created")[0].details == {"key": "faithful", "version": 1}
    plain = MetricContent(label_type="single_choice", config=OPTIONS)
    assert metrics.create(organization=bob.organization, key="kind", content=plain, by=bob).direction == "none"


@pytest.mark.parametrize(
    "key, content, path",
    [
        ("no spaces", {}, "key"),
        ("x", {"label_type": "guess"}, "label_type"),
        ("x", {"config": {"options": []}}, "config.options"),
        ("x", {"config": OPTIONS, "direction": "up"}, "direction"),
        ("x", {"config": OPTIONS, "pass_at": 1}, "pass_at"),
        ("x", {"label_type": "number", "config": {"max": 1}, "pass_at": 2}, "pass_at"),
        ("x", {"config": OPTIONS, "method": "nobody"}, "method"),
    ],
)
def test_mistakes_are_refused_by_path(acme, key, content, path):
    with pytest.raises(InvalidInput) as refused:
        metrics.create(organization=acme, key=key, content=MetricContent(**content))

    assert refused.value.details["path"] == path


def test_a_change_is_the_next_version_and_the_same_content_is_kept_once(acme):
    first = factories.make_metric(acme, key="faithful")
    second = metrics.revise(metric=first, changes={"pass_at": 3})
    assert (second.version, second.pass_at, second.criteria) == (2, 3.0, first.criteria)
    assert [metric.version for metric in Metric.objects.newest()] == [2]
    with pytest.raises(InvalidInput, match="Version 2"):
        metrics.revise(metric=first, changes={"pass_at": 3})
    with pytest.raises(Conflict):
        metrics.create(organization=acme, key="faithful", content=MetricContent(config=OPTIONS))

    content = MetricContent(label_type="single_choice", config=OPTIONS)
    first = metrics.keep(organization=acme, key="kind", content=content)
    other = metrics.keep(organization=acme, key="kind", content=MetricContent(config=OPTIONS, title="Which?"))
    assert [first.version, other.version] == [1, 2]
    assert metrics.keep(organization=acme, key="kind", content=content) == first


def test_field_that_only_names_a_metric_copies_it_and_form_names_its_metric_when_it_is_written_and_read_again(acme):
    metric = factories.make_metric(acme, key="faithful")
    copied, renamed = read(acme, {"metric": str(metric.pk)}, {"metric": str(metric.pk), "key": "b", "required": False})
    assert (copied.key, copied.label_type, copied.config) == ("faithful", "number", metric.config)
    assert copied.help == HELP
    assert (renamed.key, renamed.required, renamed.metric_id) == ("b", False, str(metric.pk))
    (short,) = metrics.read_form(annotation_schema={"metric": str(metric.pk)}, organization=acme)
    assert short == copied

    metric = factories.make_metric(acme)
    specs = read(acme, {"metric": str(metric.pk)})
    assert schema.dump(specs)["fields"][0]["metric"] == str(metric.pk)
    assert metrics.read_form(annotation_schema=schema.dump(specs), organization=acme) == specs


def test_copy_with_other_settings_is_none_and_unknown_and_foreign_metrics_are_not_found(acme, rival):
    metric = factories.make_metric(acme)
    with pytest.raises(InvalidInput, match="other settings") as refused:
        read(acme, {"metric": str(metric.pk), "max": 7})
    assert refused.value.details["path"] == "fields[0].metric"

    foreign = factories.make_metric(rival)
    for named in ("00000000-0000-0000-0000-000000000000", str(foreign.pk)):
        with pytest.raises(NotFound) as refused:
            read(acme, {"key": "a", "type": "number", "metric": named} | foreign.config)
        assert refused.value.details["path"] == "fields[0].metric"


@pytest.mark.parametrize("named", ["nothing", 7, ["x"]])
def test_what_is_no_id_is_refused(acme, named):
    with pytest.raises(InvalidInput) as refused:
        read(acme, {"key": "a", "type": "number", "metric": named})

    assert refused.value.details["path"] == "fields[0].metric"


@pytest.mark.parametrize("broken", [None, 7, {"fields": 7}, {"fields": [7, {"metric": None}]}, {"fields": [[]]}])
def test_what_is_no_form_is_refused(acme, broken):
    with pytest.raises(InvalidInput):
        metrics.read_form(annotation_schema=broken, organization=acme)


def test_criteria_reach_judges_with_the_question(acme):
    metric = factories.make_metric(acme)
    task = factories.make_task(
        factories.make_version(factories.make_dataset(acme), rows=1), schema=metrics.field_of(metric)
    )

    (spec,) = form.load(task.schema_version_id).specs

    assert question_view(spec).help == HELP
    assert spec.metric_id == str(metric.pk)


def test_question_is_kept_and_its_change_is_the_next_version(bob):
    (spec,) = read(bob.organization, {"key": "tone", "type": "number", "min": 0, "max": 1, "help": "How kind?"})

    first = metrics.keep_question(organization=bob.organization, spec=spec, by=bob)
    again = metrics.keep_question(organization=bob.organization, spec=spec, by=bob)

    assert again == first
    assert (first.key, first.criteria["description"], first.direction) == ("tone", "How kind?", "higher")
    (copied,) = read(bob.organization, {"metric": str(first.pk), "title": "Is it kind?", "key": "kindness"})
    second = metrics.keep_question(organization=bob.organization, spec=copied, by=bob)
    assert (second.key, second.version, second.title) == ("tone", 2, "Is it kind?")


def test_kept_question_keeps_criteria_that_its_help_still_says(bob):
    metric = factories.make_metric(bob.organization, key="faithful")
    (spec,) = read(bob.organization, {"metric": str(metric.pk), "title": "Faithful?"})

    kept = metrics.keep_question(organization=bob.organization, spec=spec, by=bob)

    assert (kept.version, kept.criteria, kept.pass_at) == (2, metric.criteria, 4.0)


def test_metric_stays_with_a_question_through_the_next_form(bob):
    metric = factories.make_metric(bob.organization)
    version = factories.make_version(factories.make_dataset(bob.organization), rows=1)
    task = factories.make_task(version, schema=metrics.field_of(metric))
    changed = form.load(task.schema_version_id).dump()
    changed["fields"][0]["title"] = "Is it faithful?"

    draft = schema_versions.save_draft(task=task, annotation_schema=changed, by=bob.user)

    assert Question.objects.get(schema_version=draft).metric == metric
    assert [each.schema_version_id for each in metrics.questions_of(metric=metric)]
    (change,) = schema_versions.changes(task=task, draft=draft)
    assert change.parts == ("title",)
