"""Cases by the values of their metadata."""

from experiments.evaluations import case_slices


def test_the_commonest_values_of_each_field_come_first():
    metadata = {4: {"topic": "a", "new": True}, 7: {"topic": "b"}, 9: {"topic": "b", "new": False, "level": 2}}

    found = case_slices.slices_of(metadata, ["topic", "new", "level", "nothing"])
    assert [(each.field, each.value, each.cases.tolist()) for each in found] == [
        ("topic", "b", [7, 9]),
        ("topic", "a", [4]),
        ("new", "false", [9]),
        ("new", "true", [4]),
        ("level", "2", [9]),
    ]
    assert [each.value for each in case_slices.slices_of(metadata, ["topic"], most=1)] == ["b"]
