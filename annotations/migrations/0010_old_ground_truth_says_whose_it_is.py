"""Ground truth written before: its confidence was a share of votes, and a machine may have voted in its consensus.

Where a machine's vote was counted the source becomes `mixed`; computing the task's figures anew makes a consensus of
people of it again where people alone come to the same.
"""

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models
from django.db.models import Max, Q

BATCH = 20_000
BY_VOTES = """
    UPDATE annotations_groundtruth g
    SET share = g.confidence, confidence = NULL, people = v.people, details = g.details - 'people' - 'machines',
        machines = CASE WHEN v.has_machine_vote THEN v.machines ELSE 0 END,
        source = CASE WHEN v.has_machine_vote AND g.source = 'consensus' THEN 'mixed' ELSE g.source END,
        simulated = v.has_machine_vote AND EXISTS (
            SELECT 1 FROM annotations_annotation a JOIN annotations_annotator n ON n.id = a.annotator_id
            WHERE a.item_id = g.item_id AND n.simulated AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL)
    FROM (
        SELECT o.id, (o.details->>'people')::int AS people, (o.details->>'machines')::int AS machines,
               (o.details->>'votes')::int > (o.details->>'people')::int AS has_machine_vote
        FROM annotations_groundtruth o
        WHERE o.id >= %(first)s AND o.id < %(end)s AND o.details ?& ARRAY['votes', 'people', 'machines']
    ) v
    WHERE g.id = v.id"""
DECIDED = """
    UPDATE annotations_groundtruth SET people = 1
    WHERE source IN ('adjudicated', 'expert', 'imported') AND people = 0 AND id >= %(first)s AND id < %(end)s"""
UNDO = """
    UPDATE annotations_groundtruth
    SET confidence = share, share = NULL,
        details = details || jsonb_build_object('people', people, 'machines', machines),
        source = CASE source WHEN 'mixed' THEN 'consensus' ELSE source END
    WHERE details ? 'votes' AND id >= %(first)s AND id < %(end)s"""


def in_batches(*statements):
    """Each batch of ids commits by itself; a batch that was done finds nothing to do."""

    def run(apps, schema_editor):
        last = apps.get_model("annotations", "GroundTruth").objects.aggregate(last=Max("id"))["last"] or 0
        with schema_editor.connection.cursor() as cursor:
            for first in range(0, last + 1, BATCH):
                for statement in statements:
                    cursor.execute(statement, {"first": first, "end": first + BATCH})

    return run


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("annotations", "0009_whose_ground_truth")]

    operations = [
        migrations.RunPython(in_batches(BY_VOTES, DECIDED), in_batches(UNDO)),
        AddConstraintNotValid("groundtruth", models.CheckConstraint(
            condition=Q(share__isnull=True) | Q(share__gte=0, share__lte=1), name="ground_truth_share_range"
        )),
        AddConstraintNotValid("groundtruth", models.CheckConstraint(
            condition=~Q(source__in=("adjudicated", "expert", "imported", "consensus")) | Q(machines=0, simulated=False),
            name="ground_truth_by_people",
        )),
        ValidateConstraint("groundtruth", "ground_truth_share_range"),
        ValidateConstraint("groundtruth", "ground_truth_by_people"),
    ]
