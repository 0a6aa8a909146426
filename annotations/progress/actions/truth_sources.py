"""How many items of a task have ground truth, and from whom."""

from django.db import connection

from annotations.consensus.models import GroundTruth
from annotations.progress.actions.completion import COMPLETE
from annotations.progress.charts import NO_LABEL, UNDECIDED
from evalhub.lib.database import statements

sql = statements.of_feature(__file__)


def of_task(*, task):
    """{source of GroundTruth, UNDECIDED or NO_LABEL: items}, each item once, by its best source; one statement."""
    values = {
        "task": task.pk,
        "form": task.schema_version_id,
        "sources": GroundTruth.SOURCES,
        "undecided": UNDECIDED,
        "no_label": NO_LABEL,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql("ground_truth").replace("{complete}", COMPLETE), values)
        return dict(cursor.fetchall())
