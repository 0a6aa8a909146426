"""Setting up annotation tasks: what can be changed when, and the way through the states."""

import pytest

from annotations.models import SchemaVersion, TaskItem
from annotations.tasks.actions import annotation_tasks
from annotations.tasks.actions.annotation_tasks import TaskSettings
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, InvalidInput
from tests import factories
from tests.undoing import undone

YES_NO = {"type": "classification", "options": [{"value": "yes"}, {"value": "no"}]}


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme), rows=4)


def create(version, bob, **settings):
    return annotation_tasks.create(
        dataset_version=version,
        annotation_schema=YES_NO,
        by=bob.user,
        settings=TaskSettings(**{"name": "Round 1", "instructions": "Judge."} | settings),
    )


def test_new_task_is_a_draft_with_its_items_and_unpublished_version_is_refused(version, bob):
    task = create(version, bob, required_annotations_per_item=2)
    assert (task.status, task.preparation, task.total_items) == ("DRAFT", "READY", 4)
    assert set(TaskItem.objects.filter(task=task).values_list("open_slots", flat=True)) == {2}
    assert task.output_name == "model-a"
    assert AuditEvent.objects.filter(verb="task.created").count() == 1

    version.status = "DRAFT"
    with pytest.raises(Conflict):
        create(version, bob)


def test_unknown_output_is_refused_at_creation_and_on_change(version, bob):
    with pytest.raises(InvalidInput):
        create(version, bob, output_name="model-z")
    task = create(version, bob)

    with pytest.raises(InvalidInput):
        annotation_tasks.change(task=task, changes={"output_name": "model-z"}, by=bob.user)


def test_form_is_frozen_by_activation(version, bob):
    task = annotation_tasks.set_status(task=create(version, bob), status="ACTIVE", by=bob.user)

    with pytest.raises(Conflict) as refused:
        annotation_tasks.change(task=task, changes={}, annotation_schema=YES_NO, by=bob.user)

    assert refused.value.code == "schema_frozen"
    assert SchemaVersion.objects.get().frozen_at is not None


@pytest.mark.parametrize(
    "changes", [{"required_annotations_per_item": 5}, {"sampling_config": {}}, {"output_name": "model-a"}]
)
def test_what_is_drawn_is_fixed_by_activation(version, bob, changes):
    task = annotation_tasks.set_status(task=create(version, bob), status="ACTIVE", by=bob.user)

    with pytest.raises(Conflict):
        annotation_tasks.change(task=task, changes=changes, by=bob.user)


def test_draft_is_drawn_anew_when_its_sampling_changes_and_changed_guideline_of_a_running_task_is_a_new_version(
    version, bob
):
    task = create(version, bob)
    changes = {"sampling_config": {"strategy": "random", "sample_size": 2, "seed": 7}}
    annotation_tasks.change(task=task, changes=changes, by=bob.user)
    task.refresh_from_db()
    assert task.items.count() == task.total_items == 2

    task = annotation_tasks.set_status(task=create(version, bob), status="ACTIVE", by=bob.user)
    task = annotation_tasks.change(task=task, changes={"instructions": "Judge strictly."}, by=bob.user)
    task = annotation_tasks.change(task=task, changes={"name": "Round 1b"}, by=bob.user)
    assert task.guideline_version == 2


def test_way_through_the_states_and_task_without_items_cannot_start(version, bob):
    cases = [("ACTIVE PAUSED ACTIVE COMPLETED ACTIVE", "DRAFT"), ("ACTIVE COMPLETED", "PAUSED"), ("", "PAUSED")]
    for path, refused in cases:
        with undone():
            task = create(version, bob)
            for status in path.split():
                task = annotation_tasks.set_status(task=task, status=status, by=bob.user)
            with pytest.raises(Conflict):
                annotation_tasks.set_status(task=task, status=refused, by=bob.user)
            with pytest.raises(InvalidInput):
                annotation_tasks.set_status(task=task, status="RUNNING", by=bob.user)

    task = create(version, bob)
    task.items.all().delete()
    type(task).objects.update(total_items=0)
    with pytest.raises(Conflict) as refused:
        annotation_tasks.set_status(task=task, status="ACTIVE", by=bob.user)
    assert refused.value.code == "no_items"


@pytest.fixture
def compared(acme):
    rows = [{"outputs": {"model-a": "A", "model-b": "B", "model-c": "C"}}]
    return factories.make_version(factories.make_dataset(acme), rows=rows)


@pytest.mark.parametrize("names", [["model-z"], ["model-a"], ["model-b", "model-b"]])
def test_outputs_to_compare_exist_and_differ(compared, bob, names):
    with pytest.raises(InvalidInput) as refused:
        create(compared, bob, compared_outputs=names)

    assert refused.value.code == "bad_compared"


def test_another_judged_output_may_not_be_among_the_compared_and_questions_that_compare_need_answers_to_compare(
    compared, bob
):
    task = create(compared, bob, compared_outputs=["model-b"])
    with pytest.raises(InvalidInput):
        annotation_tasks.change(task=task, changes={"output_name": "model-b"}, by=bob.user)
    task = annotation_tasks.change(
        task=task, changes={"output_name": "model-b", "compared_outputs": ["model-c"]}, by=bob.user
    )
    assert (task.output_name, task.compared_outputs) == ("model-b", ["model-c"])
    assert len(task.items.get().outputs) == 2

    cases = [
        ("pairwise", [], False),
        ("pairwise", ["model-b"], True),
        ("pairwise", ["model-b", "model-c"], False),
        ("ranking", [], False),
        ("ranking", ["model-b", "model-c"], True),
    ]
    for kind, names, fits in cases:
        with undone():
            task = annotation_tasks.create(
                dataset_version=compared,
                annotation_schema={"type": kind},
                by=bob.user,
                settings=TaskSettings(name="Round 1", instructions="Judge.", compared_outputs=names),
            )
            if fits:
                assert annotation_tasks.set_status(task=task, status="ACTIVE", by=bob.user).status == "ACTIVE"
            else:
                with pytest.raises(Conflict) as refused:
                    annotation_tasks.set_status(task=task, status="ACTIVE", by=bob.user)
                assert refused.value.code == "nothing_to_compare"


@pytest.mark.parametrize("field", ["audit_sample_mode", "audit_risk_mode"])
def test_audit_modes_are_known(version, bob, field):
    with pytest.raises(InvalidInput):
        create(version, bob, **{field: "loud"})
    task = annotation_tasks.change(task=create(version, bob), changes={field: "critic_hidden"}, by=bob.user)

    assert getattr(task, field) == "critic_hidden"
