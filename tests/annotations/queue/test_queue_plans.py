"""How Postgres reads the queue: along the index of open items, past whatever is finished."""

import pytest
from django.db import connection

from annotations.models import TaskItem
from annotations.queue.actions import claims, exposure, submissions
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
ANSWERS = """
    INSERT INTO annotations_annotation (
        task_id, item_id, annotator_id, schema_version_id, round, revision, submission_id, body_hash, origin, exposure,
        flagged, flag_reason, submitted_at
    )
    SELECT i.task_id, i.id, %s, %s, 1, 1, gen_random_uuid(), '', 'import', 'blind', false, '', now()
    FROM annotations_taskitem i WHERE i.task_id = %s AND i.position BETWEEN %s AND %s
"""
ROWS_READ = """
    SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_xact_user_tables
    WHERE relname ~ '^(annotations|datasets|reviews)_'
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


def rows_read():
    with connection.cursor() as cursor:
        cursor.execute(ROWS_READ)
        (count,) = cursor.fetchone()
    return count


def test_answer_reads_a_few_rows_by_a_plan_that_was_made_for_fewer(task, acme, alice, bob):
    """Postgres keeps a plan until it looks at the tables again, a minute and many answers later."""
    annotator, other = factories.make_annotator(alice), factories.make_annotator(bob)
    seen = factories.make_annotation(TaskItem.objects.get(task=task, position=1), other)
    exposure.note_answers(annotations=[seen], by=alice)
    again = factories.make_task(task.dataset_version)

    def rows_of_a_pair():
        before = rows_read()
        lease = claims.claim(task=task, annotator=annotator)
        submission = submissions.Submission(answers={"verdict": "wrong"}, lease_token=lease.token)
        submissions.submit(item_id=lease.item_id, task=task, annotator=annotator, submission=submission)
        return rows_read() - before

    with connection.cursor() as cursor:
        cursor.execute("DISCARD PLANS")
        for positions in ((1900, 1999), (100, 1899)):
            for asked in (task, again):
                cursor.execute(ANSWERS, [other.pk, asked.schema_version_id, asked.pk, *positions])
            assert rows_of_a_pair() < 100
