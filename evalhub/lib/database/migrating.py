"""Migrations that take one step where Django takes many: `in_one_step(operations)`."""

from itertools import groupby

from django.db.migrations.operations import AddConstraint, AddField, AddIndex
from django.db.migrations.operations.base import Operation, OperationCategory

MERGED = (AddField, AddConstraint, AddIndex)


def in_one_step(operations):
    """The operations, each run of added fields, constraints and indexes as one.

    After every operation Django draws up all models that have to do with the one it changed. Nobody looks at them
    between two additions, and with some hundred additions that is most of the time that a new database takes.
    """
    steps = []
    for is_merged, group in groupby(operations, key=lambda operation: type(operation) in MERGED):
        run = list(group)
        steps += [Additions(run)] if is_merged else run
    return steps


class Additions(Operation):
    """Fields, constraints and indexes that are added one after the other, in one step of the models' state."""

    category = OperationCategory.ADDITION
    reduces_to_sql = True

    def __init__(self, additions):
        self.additions = additions

    def deconstruct(self):
        return self.__class__.__qualname__, [self.additions], {}

    def state_forwards(self, app_label, state):
        drawn = state.__dict__.pop("apps", None)
        for each in self.additions:
            each.state_forwards(app_label, state)
        if drawn is not None:
            state.apps = drawn
            state.reload_models({(app_label, each.model_name_lower) for each in self.additions}, delay=False)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for each in self.additions:
            each.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        for each in reversed(self.additions):
            each.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self):
        return "Adds " + ", ".join(each.describe() for each in self.additions)
