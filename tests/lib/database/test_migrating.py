"""Additions in one step: the same state and the same table as one by one, forwards and back."""

import pytest
from django.db import connection, models
from django.db.migrations.operations import AddConstraint, AddField, AddIndex, CreateModel, RunSQL
from django.db.migrations.state import ProjectState
from django.db.models import Q

from evalhub.lib.database.migrating import Additions, in_one_step

BOX = CreateModel("Box", [("id", models.BigAutoField(primary_key=True)), ("width", models.IntegerField())])
ADDITIONS = [
    AddField("box", "height", models.IntegerField(default=1)),
    AddConstraint("box", models.CheckConstraint(condition=Q(height__gt=0), name="box_has_height")),
    AddIndex("box", models.Index(fields=["height"], name="box_by_height")),
]


def made_with(operations):
    """(state before, state after), each drawn up, as migrations have them."""
    before = ProjectState()
    BOX.state_forwards("toys", before)
    assert before.apps.get_model("toys", "Box")
    after = before.clone()
    for operation in operations:
        operation.state_forwards("toys", after)
    return before, after


def found_in_table():
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, "toys_box")]
        return columns, set(connection.introspection.get_constraints(cursor, "toys_box"))


def test_only_runs_of_additions_are_merged():
    between = RunSQL("SELECT 1")

    steps = in_one_step([BOX, *ADDITIONS, between, ADDITIONS[2]])

    assert [type(step) for step in steps] == [CreateModel, Additions, RunSQL, Additions]
    assert steps[1].additions == ADDITIONS and steps[2] is between
    assert steps[1].describe().startswith("Adds Add field height to box, ")


def test_state_is_that_of_one_by_one():
    (_, merged), (_, single) = made_with(in_one_step(ADDITIONS)), made_with(ADDITIONS)

    assert merged == single
    assert merged.apps.get_model("toys", "Box")._meta.get_field("height").default == 1


@pytest.mark.django_db
def test_table_is_changed_and_changed_back():
    (step,) = in_one_step(ADDITIONS)
    before, after = made_with([step])
    with connection.schema_editor() as editor:
        BOX.database_forwards("toys", editor, ProjectState(), before)
    plain = found_in_table()

    with connection.schema_editor() as editor:
        step.database_forwards("toys", editor, before, after)
    columns, constraints = found_in_table()
    with connection.schema_editor() as editor:
        step.database_backwards("toys", editor, after, before)

    assert columns == ["id", "width", "height"] and {"box_has_height", "box_by_height"} <= constraints
    assert found_in_table() == plain
