"""The ground truth of a task: how many items have which."""

from annotations.progress.charts import NO_LABEL, UNDECIDED
from annotations.progress.charts.ground_truth import TaskGroundTruth
from tests.annotations.progress.charts.subjects import subject


def test_ground_truth_of_people_is_apart_from_what_is_provisional():
    truth = {"adjudicated": 1, "consensus": 4, "mixed": 2, "llm_panel": 3, UNDECIDED: 5, NO_LABEL: 6}

    chart = TaskGroundTruth().chart(subject(truth=truth))

    assert chart.finding == "5 of 21 items have ground truth by people"
    assert [row[1] for row in chart.table.rows] == ["1", "4", "2", "3", "5", "6"]
    assert TaskGroundTruth().chart(subject()) is None


def test_sources_of_one_kind_are_counted_together():
    truth = {"adjudicated": 1, "expert": 2, "imported": 4, "mixed": 8, "single_human": 16, "mixed_single_human": 32}

    chart = TaskGroundTruth().chart(subject(truth=truth))

    assert chart.finding == "7 of 63 items have ground truth by people"
    assert [row[1] for row in chart.table.rows] == ["7", "0", "56", "0", "0", "0"]
    assert chart.definition == "Consensus threshold: 66.7 % of the votes."
