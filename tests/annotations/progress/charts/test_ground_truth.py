"""The ground truth of a task: how many items are decided, fully and in part."""

from types import SimpleNamespace

from annotations.progress.actions.completion import ITEM_STEPS
from annotations.progress.actions.truth_steps import TruthSteps
from annotations.progress.charts import TruthSubject
from annotations.progress.charts.ground_truth import TaskGroundTruth

TASK = SimpleNamespace(consensus_threshold=2 / 3)
NOTHING = dict.fromkeys(ITEM_STEPS, 0)


def test_items_are_divided_by_how_far_their_ground_truth_is():
    items = NOTHING | {"full": 1, "part": 4, "contested": 2, "waiting": 3, "undecided": 5, "unlabelled": 6}

    chart = TaskGroundTruth().chart(TruthSubject(TASK, TruthSteps(items, [])))

    assert chart.finding == "1 of 21 items fully decided by people, 4 in part"
    assert [row[1] for row in chart.table.rows] == ["1", "4", "2", "3", "5", "6"]
    assert chart.definition == "Consensus threshold: 66.7 % of the votes."
    assert TaskGroundTruth().chart(TruthSubject(TASK, TruthSteps(NOTHING, []))) is None
