"""How Postgres reads the queue: along the index of open items, past whatever is finished."""

import pytest
from django.db import connection

from annotations.queue.actions import claims
from evalhub.lib.database import prepared
from tests import factories

CASES = """
    INSERT INTO datasets_testcase (version_id, row_index, input, metadata)
    SELECT %s, n, '{}', '{}' FROM generate_series(1, 2000) n RETURNING id
"""
ITEMS = """
    INSERT INTO annotations_taskitem (task_id, test_case_id, outputs, position, priority, open_slots, closed_reason)
    SELECT %s, id, '{}', row_index, 0, 1, '' FROM datasets_testcase WHERE version_id = %s AND row_index > 0
"""
SORTED = "Sort Key: i"


@pytest.fixture
def task(db):
    """2,000 items that nobody has answered yet, which Postgres knows."""
    made = factories.make_task(factories.make_version(rows=1))
    with connection.cursor() as cursor:
        cursor.execute(CASES, [made.dataset_version_id])
        cursor.execute(ITEMS, [made.pk, made.dataset_version_id])
        cursor.execute("ANALYZE annotations_taskitem, annotations_assignment, annotations_annotation")
    return made


def picking():
    """The lines of the claim's plan, as it is kept for all values, that find the item."""
    statement, _ = prepared._numbered(claims._claiming(waits=False)._sql)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (GENERIC_PLAN) {statement}")
        lines = [line for (line,) in cursor.fetchall()]
    return "\n".join(lines[lines.index("  CTE picked") : lines.index("  CTE lease")])


@pytest.mark.usefixtures("task")
def test_claim_steps_along_the_index_of_open_items():
    plan = picking()

    assert "using item_open on" in plan and SORTED not in plan


@pytest.mark.usefixtures("task")
def test_no_other_index_has_the_order_of_the_claim():
    """Nor does Postgres take the index of positions, which holds what is finished too, when it guesses costs wrong."""
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX item_open")

    assert SORTED in picking()
