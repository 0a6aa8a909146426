"""Model confusion: rows are people, columns are models."""

from annotations.agreement.charts.machine_confusion import MachineConfusion
from tests.annotations.agreement.charts.subjects import matrix, subject


def of(counts):
    confusions = {"values": [0, 1], "people": [], "machines": counts}
    return MachineConfusion().chart(subject(matrix=matrix(confusions=confusions), labels=["Right", "Wrong"]))


def test_what_models_take_for_what_is_named():
    assert "people chose Right, models Wrong (3 pairs)" in of([[8, 3], [1, 5]]).finding
    assert of([[8, 0], [0, 5]]).finding == "Models and people chose the same label on every shared item."
    assert of([[0, 0], [0, 0]]) is None
