"""Many annotations as JSON lines, made by the database: what Python takes to make them is most of the time."""

from django.db import connection

from evalhub.lib.database import statements

sql = statements.of_feature(__file__)


def of(annotation_ids: list[int]) -> str:
    """A line of JSON for each annotation, in the order of their ids; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(sql("annotation_lines"), {"ids": statements.array(annotation_ids)})
        return cursor.fetchone()[0]
