"""The consensus of items: thresholds, ties, sources, and what people alone would have said."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotations.consensus.decision import decide
from evalhub.lib.errors import InvalidInput, UnknownKey
from tests.annotations.agreement.examples import make_labels, published_set

# Columns: alice, bob, carol, then three machines.
KINDS = {0: "human", 1: "human", 2: "human", 3: "llm", 4: "llm", 5: "program"}


def decide_one(row, *, method="majority", level="nominal", threshold=0.0, models=None, min_votes=1):
    labels = make_labels([row], kinds=KINDS, models=models)
    return decide(labels, method=method, level=level, threshold=threshold, min_votes=min_votes)[0]


@pytest.mark.parametrize(("row", "value", "share", "source"), [
    ([1, 1, 2], 1, 2 / 3, "HUMAN_CONSENSUS"),
    ([1], 1, 1.0, "SINGLE_HUMAN"),
    ([1, 1, None, 2, 2, 2], 1, 1.0, "HUMAN_CONSENSUS"),  # machines that differ take nothing away
    ([1, 2, None, 2, 2, 2], 2, 2 / 3, "MIXED"),
    ([1, None, None, 1, 1, 2], 1, 1.0, "SINGLE_HUMAN"),
    ([None, None, None, 2, 2, 1], 2, 1.0, "LLM_PANEL"),
    ([1, 1, 2, 1, 2, None], 1, 2 / 3, "HUMAN_CONSENSUS"),  # the panel is tied and abstains
])  # fmt: skip
def test_value_share_and_source(row, value, share, source):
    found = decide_one(row)

    assert (found.value, found.source, found.reason) == (value, source, None)
    assert found.share == pytest.approx(share)


def test_people_decide_at_the_threshold_whatever_machines_say():
    assert decide_one([1, 1, 2, 2], threshold=2 / 3).value == 1
    assert decide_one([1, 1, 2, 1], threshold=2 / 3).n_votes == 3
    needs_machines = decide_one([1, 1, 2, 1], threshold=0.7)
    assert (needs_machines.value, needs_machines.source, needs_machines.is_by_people) == (1, "MIXED", False)
    one_and_panel = decide_one([1, None, None, 1], min_votes=2)
    assert (one_and_panel.value, one_and_panel.source) == (1, "MIXED_SINGLE_HUMAN")


def test_a_hundred_machines_have_one_vote():
    rows = [[1, 2, *([2] * 100)]]
    kinds = {column: "human" if column < 2 else "llm" for column in range(102)}

    found = decide(make_labels(rows, kinds=kinds), method="majority", level="nominal", threshold=0)[0]

    assert (found.value, found.n_human, found.n_machine, found.n_votes) == (2, 2, 100, 3)
    assert (found.human_value, found.panel_value) == (None, 2)


@pytest.mark.parametrize("row", [
    [1, 2],
    [1, 2, 3, None, None, None],
    [None, None, None, 1, 2, None],  # machines alone that cannot agree
])  # fmt: skip
def test_a_tie_has_no_value(row):
    found = decide_one(row)

    assert (found.value, found.leading, found.reason) == (None, None, "TIE")


def test_below_the_threshold_the_leader_is_kept_apart():
    found = decide_one([1, 1, 2], threshold=0.7)

    assert (found.value, found.leading, found.reason) == (None, 1, "BELOW_THRESHOLD")
    # As forms take it: 66.7 is two of three, 67 is more.
    for percent, reached in ((66, True), (66.7, True), (67, False), (75.5, False), (100, False)):
        assert (decide_one([1, 1, 2], threshold=percent / 100).value == 1) is reached, percent
        assert decide_one([1, 1], threshold=percent / 100).value == 1


def test_too_few_votes():
    assert decide_one([1, 1], min_votes=3).reason == "TOO_FEW"
    assert decide_one([1, 1, None, 1], min_votes=3).value == 1  # the panel is the third
    assert decide_one([1, 1, 2], min_votes=3).value == 1


def test_contested_where_people_alone_say_something_else():
    broken_tie = decide_one([1, 2, None, 2])
    made_tie = decide_one([1, None, None, 2], min_votes=2)
    same = decide_one([1, 1, None, 2])
    machines_alone = decide_one([None, None, None, 2])

    assert (broken_tie.value, broken_tie.human_value, broken_tie.contested) == (2, None, True)
    assert (made_tie.reason, made_tie.human_value, made_tie.contested) == ("TIE", 1, True)
    assert (same.human_value, same.human_share, same.contested) == (1, 1.0, False)
    assert (machines_alone.human_value, machines_alone.contested) == (None, False)


def test_items_come_by_key_and_unlabelled_ones_do_not_come():
    labels = make_labels([[2, 2], [1, None], [None, 3]])
    only_bob = labels.where(labels.annotator == 1)

    found = decide(only_bob, method="majority", level="nominal", threshold=0)

    assert (found.item.tolist(), [one.value for one in found]) == ([0, 2], [2, 3])


def test_no_labels_no_items():
    assert len(decide(make_labels([]), method="majority", level="nominal", threshold=0.8)) == 0


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), "0.5", None])
def test_threshold_is_a_share(threshold):
    with pytest.raises(InvalidInput, match="consensus threshold is .*Valid: a number from 0 to 1"):
        decide_one([1, 1], threshold=threshold)


def test_unknown_method_is_named():
    with pytest.raises(UnknownKey, match="'magic'. Valid: majority, median, per_option"):
        decide_one([1, 1], method="magic")
    with pytest.raises(InvalidInput, match="Valid: a whole number of at least 1"):
        decide_one([1, 1], min_votes=0)


def test_majorities_of_published_votes():
    labels, expected = published_set("snow_rte")

    found = decide(labels, method="majority", level="nominal", threshold=0)

    assert sum(one.reason == "TIE" for one in found) == expected["majority"]["tied_items"]
    assert len(found) == expected["agreement"]["items"]


rows = st.lists(st.lists(st.one_of(st.none(), st.integers(1, 4)), min_size=6, max_size=6), min_size=1, max_size=6)
methods = st.sampled_from([("majority", "nominal"), ("median", "ordinal"), ("median", "interval")])


@settings(max_examples=40, deadline=None)
@given(rows=rows, way=methods)
def test_repeats_of_a_model_change_nothing(rows, way):
    once = make_labels(rows, kinds=KINDS)
    repeated = make_labels([[*row, row[3], row[3]] for row in rows], kinds=KINDS | {6: "llm", 7: "llm"},
                           models={6: 3, 7: 3})  # fmt: skip

    first, second = (decide(labels, method=way[0], level=way[1], threshold=0.5) for labels in (once, repeated))

    assert [(one.value, one.share, one.source, one.contested) for one in first] == [
        (one.value, one.share, one.source, one.contested) for one in second
    ]


@settings(max_examples=40, deadline=None)
@given(rows=rows, way=methods, order=st.randoms())
def test_order_and_keys_change_nothing(rows, way, order):
    people = list(range(3))
    order.shuffle(people)
    shuffled = [[row[column] for column in (*people, 5, 3, 4)] for row in rows]

    first, second = (
        decide(make_labels(table, kinds=KINDS), method=way[0], level=way[1], threshold=0.5)
        for table in (rows, shuffled)
    )

    assert [(one.value, one.share, one.reason) for one in first] == [
        (one.value, one.share, one.reason) for one in second
    ]


def plain_majority(votes):
    """(winner or None, its share) of a list of votes, one by one."""
    counts = Counter(votes)
    most = max(counts.values(), default=0)
    leaders = [value for value, count in counts.items() if count == most]
    return (leaders[0] if len(leaders) == 1 else None), (most / len(votes) if votes else None)


@settings(max_examples=60, deadline=None)
@given(rows=rows, threshold=st.sampled_from([0.0, 0.5, 0.6, 1.0]), min_votes=st.sampled_from([1, 2]))
def test_items_decided_together_come_to_what_each_comes_to_alone(rows, threshold, min_votes):
    found = decide(make_labels(rows, kinds=KINDS), method="majority", level="nominal", threshold=threshold,
                   min_votes=min_votes)  # fmt: skip

    labelled = [row for row in rows if any(value is not None for value in row)]
    assert len(found) == len(labelled)
    for one, row in zip(found, labelled, strict=True):
        people, machines = ([value for value in part if value is not None] for part in (row[:3], row[3:]))
        panel = plain_majority(machines)[0]
        together = people + ([] if panel is None else [panel])
        (leading, share), (human_value, human_share) = plain_majority(together), plain_majority(people)
        is_by_people = human_value is not None and len(people) >= min_votes and human_share >= threshold
        votes, winner = (people, human_value) if is_by_people else (together, leading)
        assert (one.leading, one.share, one.panel_value) == (leading, human_share if is_by_people else share, panel)
        assert (one.human_value, one.human_share) == (human_value, human_share)
        assert (one.n_human, one.n_machine, one.n_votes) == (len(people), len(machines), len(votes))
        is_decided = winner is not None and len(votes) >= min_votes and one.share >= threshold
        assert one.value == (winner if is_decided else None)
        assert one.is_by_people or not is_by_people
        assert one.contested == (bool(people) and human_value != leading)
