"""The table of verdicts: what each cell says, and why it is empty."""

from experiments.studies.analysis.heatmap import heatmap
from tests.experiments.studies.analysis.rows import lane, study


def test_cells_stand_where_bundle_and_lane_meet():
    found = heatmap(study([[1, {2, 3}], [None, "failed"], [3, "waiting"]], [lane("a"), lane("b")]))
    assert [[cell.text for cell in row] for row in found.cells] == [
        ["1", "2, 3"],
        ["abstained", "failed"],
        ["3", "waiting"],
    ]
    assert [[cell.value for cell in row] for row in found.cells] == [[1.0, 2.5], [None, None], [3.0, None]]
    assert [bundle.name for bundle in found.bundles] == ["E1", "E2", "E3"]

    found = heatmap(study([], [lane("a")]))
    assert found.cells == () and len(found.lanes) == 1
