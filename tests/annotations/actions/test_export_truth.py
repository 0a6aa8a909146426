"""The rows of a ground truth export."""

from annotations.actions import export_truth, forms
from annotations.actions.export_options import parse
from annotations.models import GroundTruth, Question
from tests import factories


def test_without_adjudication_consensus_counts_where_people_have_decided_otherwise(acme, alice, rita):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=2)
    for member in (alice, rita):
        factories.make_annotation(task.items.get(), factories.make_annotator(member), {"verdict": "wrong"})
    GroundTruth.objects.create(
        item=task.items.get(), question=Question.objects.get(), value="partly", source="adjudicated"
    )
    specs = forms.load(task.schema_version_id).specs

    found = {
        policy: [row["value"] for row in export_truth.decided_rows(
            task, parse(policy=[policy]), specs, {"items": 0, "unresolved_items": 0})]
        for policy in ("adjudicated", "consensus")
    }

    assert found == {"adjudicated": [{"verdict": "partly"}], "consensus": [{"verdict": "wrong"}]}
