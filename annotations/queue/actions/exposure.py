"""What somebody saw of others before they answered an item: an answer after that is not blind.

Noted is what was sent to a reader, before it is sent: others' answers, and others' comments. It stays, so that an
answer that is taken back and given again, or corrected, is told from one that was given blind.
"""

from functools import cache

from annotations.queue.actions import exposure_sources
from annotations.tasks.actions import annotators, history
from evalhub.lib.database import prepared

COMMENTS_READ = "comments_read"
# Few items have comments of others: without any, Postgres does not look for the event.
_HAS_READ = """
    SELECT EXISTS (
        SELECT 1 FROM annotations_annotationevent e
        WHERE e.task_id = %(task)s AND e.item_id = %(item)s AND e.actor_id = %(annotator)s AND e.verb = 'comments_read'
          AND EXISTS (
            SELECT 1 FROM annotations_comment c
            WHERE c.item_id = %(item)s AND c.author_id IS DISTINCT FROM %(user)s::uuid
        )
    )
"""


def before_answering(*, task, item_id, annotator):
    """What a person's answer given now is stored with: "saw_machine", "saw_people" or "blind"; one statement.

    Suggestions that the page shows beside the questions are not looked at.
    """
    with prepared.cursor() as cursor:
        cursor.execute(f"SELECT {found_sql()}", names(task.pk, item_id, annotator))
        (seen,) = cursor.fetchone()
    return seen


def before_each(*, task, item_ids, annotator):
    """{item id: what `before_answering` finds}; one statement."""
    values = names(task.pk, None, annotator) | {"items": list(item_ids)}
    with prepared.cursor() as cursor:
        cursor.execute(_found_each_sql(), values)
        return dict(cursor.fetchall())


@cache
def found_sql():
    """SQL for what `before_answering` finds, of the parameters that `names` gives."""
    seen = f"SELECT bool_or(was_machine) FROM ({exposure_sources.seen_sql()}) seen WHERE item_id = %(item)s"
    return f"({_exposure_sql(f'({seen})', _HAS_READ)})"


@cache
def _found_each_sql():
    """SQL for items and what `before_each` finds; what the annotator has seen is read once, not for each item."""
    has_read = _HAS_READ.replace("%(item)s", "given.item_id")
    return f"""
        WITH seen AS MATERIALIZED (
            SELECT item_id, bool_or(was_machine) AS was_machine FROM ({exposure_sources.seen_sql()}) every
            WHERE item_id = ANY (%(items)s) GROUP BY item_id
        )
        SELECT given.item_id, {_exposure_sql("seen.was_machine", has_read)}
        FROM unnest(%(items)s::bigint[]) AS given (item_id) LEFT JOIN seen ON seen.item_id = given.item_id
    """


def _exposure_sql(was_machine, has_read):
    """The exposure of one item, of SQL for whether a machine's answer was seen (null: none) and comments were read."""
    return f"""
        CASE {was_machine} WHEN true THEN 'saw_machine' WHEN false THEN 'saw_people'
            ELSE CASE WHEN ({has_read}) THEN 'saw_people' ELSE 'blind' END END
    """


def note_comments(*, item, by):
    """Note that others' comments on an item are shown to a member who could answer it; the first time counts."""
    if not _could_answer(by):
        return
    annotator = annotators.of_member(by)
    with prepared.cursor() as cursor:
        cursor.execute(_HAS_READ, names(item.task_id, item.pk, annotator))
        (has_read,) = cursor.fetchone()
    if not has_read:
        history.note(task=item.task, item=item, actor=annotator, verb=COMMENTS_READ)


def note_answers(*, annotations, by):
    """Note that these answers are shown to a member who could answer the same item; their own tell them nothing.

    The answers come with their annotators; one statement, none without answers of others.
    """
    others = [annotation for annotation in annotations if annotation.annotator.user_id != by.user_id]
    if others and _could_answer(by):
        exposure_sources.note_seen(others, annotators.of_member(by))


def _could_answer(membership):
    return membership.may("annotate") or membership.may("audit")


def names(task_id, item_id, annotator):
    """The parameters of the statements above."""
    return {"task": task_id, "item": item_id, "annotator": annotator.pk, "user": annotator.user_id}
