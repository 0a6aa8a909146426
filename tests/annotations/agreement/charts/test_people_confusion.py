"""Label confusion among people: counts of pairs, with the items behind each cell."""

from annotations.agreement.charts.people_confusion import PeopleConfusion
from tests.annotations.agreement.charts.subjects import matrix, subject


def of(counts, labels=("Right", "Wrong")):
    confusions = {"values": list(range(len(counts))), "people": counts, "machines": []}
    return PeopleConfusion().chart(
        subject(matrix=matrix(confusions=confusions), labels=list(labels), href_of_labels="/{0}-{1}-{2}".format)
    )


def test_most_confused_labels_are_named_and_lead_to_their_items():
    chart = of([[8, 2], [2, 5]])

    assert chart.finding == "Most often confused: Right and Wrong, 2 pairs of people."
    assert chart.svg.count("/0-1-people") == 1 and "People vs. people: Verdict" in chart.svg


def test_nothing_is_drawn_without_pairs_or_with_too_many_labels():
    assert of([[0, 0], [0, 0]]) is None and PeopleConfusion().chart(subject()) is None
    assert of([[1] * 13 for _ in range(13)], [str(n) for n in range(13)]) is None
    assert of([[3, 0], [0, 1]]).finding == "No two people chose different labels."
