"""Which model gets a task, and why."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviews.quality.routing import Rule, choose, choose_statically
from reviews.quality.windows import Record

RULES = [Rule("summary", "large", "small", most_cost_per_1k=0.05), Rule("summary", "never"), Rule("code", "coder")]


def record(adapter_id, quality=0.9, cost=0.01, *, n=100_000, per_1k=None, variance=0.0):
    """Of so many observations that the mean and its lower bound are nearly the same."""
    return Record(adapter_id, n, quality, cost, n if cost is not None else 0, per_1k, variance)


def routed(*records, floor=0.8, **more):
    return choose(task_type="summary", rules=RULES, default="default", records=records, floor=floor, **more)


def static(task_type="summary", **costs):
    return choose_statically(task_type=task_type, rules=RULES, default="default", costs_per_1k=costs)


def test_first_rule_of_the_kind_wins_and_kind_without_a_rule_gets_the_default():
    assert (static().adapter_id, static().how) == ("large", "preferred")
    assert static("code").adapter_id == "coder"

    choice = static("poems")
    assert (choice.adapter_id, choice.how) == ("default", "default") and "poems" in choice.why


def test_above_the_cap_the_fallback_answers_and_cap_without_a_fallback_changes_nothing():
    assert (static(large=0.06).adapter_id, static(large=0.06).how) == ("small", "fallback")
    assert static(large=0.05).adapter_id == "large"
    assert static(small=9).adapter_id == "large"

    rules = [Rule("summary", "large", most_cost_per_1k=0.01)]
    choice = choose_statically(task_type="summary", rules=rules, default="d", costs_per_1k={"large": 1.0})
    assert choice.adapter_id == "large"


def test_cheapest_above_the_floor_is_chosen_and_only_what_is_available_is_taken():
    choice = routed(record("large", 0.99, 0.9), record("mid", 0.801, 0.2), record("tiny", 0.79, 0.01))
    assert (choice.adapter_id, choice.how) == ("mid", "cheapest")
    assert [(found.adapter_id, found.qualifies) for found in choice.considered] == [
        ("large", True),
        ("mid", True),
        ("tiny", False),
    ]
    assert "below the floor of 0.80" in choice.considered[2].why

    records = [record("large", 0.99, 0.9), record("elsewhere", 0.95, 0.01)]
    choice = routed(*records, is_available=lambda name: name == "large")
    assert (choice.adapter_id, choice.how) == ("large", "cheapest")
    assert choice.considered[1].why == "Not configured or unavailable."
    none = routed(*records, is_available=lambda name: False)
    assert (none.adapter_id, none.how) == ("large", "preferred")


def test_floor_is_held_against_the_lower_bound():
    """The mean of 20 scores of .9 that scatter by .1 lies above .8 with certainty, that of 20 zeros and ones not."""
    few = routed(record("small", 0.9, n=3, variance=0.0))
    assert (few.adapter_id, few.considered[0].qualifies) == ("large", False)
    assert "of 3 observations: it may be as low as 0." in few.considered[0].why

    steady, coins = (routed(record("small", 0.9, n=40, variance=variance)) for variance in (0.001, 0.09))
    assert (steady.how, coins.how) == ("cheapest", "preferred")
    assert steady.considered[0].low_quality > 0.8 > coins.considered[0].low_quality
    unknown = routed(record("small", 0.9, n=40, variance=None)).considered[0]
    assert unknown.low_quality == pytest.approx(coins.considered[0].low_quality)


def test_a_fallback_that_is_not_available_takes_nobodys_place_and_ties_go_to_the_static_preference_then_by_name():
    found = [
        choose_statically(
            task_type="summary",
            rules=RULES,
            default="default",
            costs_per_1k={"large": 0.06},
            is_available=available.__contains__,
        )
        for available in ({"small"}, {"large"})
    ]
    assert [choice.how for choice in found] == ["fallback", "preferred"]

    assert routed(record("a"), record("large"), record("small")).adapter_id == "large"
    assert routed(record("a"), record("small")).adapter_id == "small"
    assert routed(record("b"), record("a")).adapter_id == "a"


def test_too_few_observations_do_not_qualify_and_none_that_qualifies_is_static_and_says_what_was_looked_at():
    assert routed(record("tiny", n=2000), min_observations=3000).adapter_id == "large"
    assert routed(record("tiny", n=3000), min_observations=3000).adapter_id == "tiny"

    choice = routed(record("tiny", 0.1))
    assert (choice.adapter_id, choice.how, len(choice.considered)) == ("large", "preferred", 1)
    assert "No model reaches the floor" in choice.why
    assert routed(record("large", 0.1, per_1k=0.06)).how == "fallback"


def test_without_a_known_cost_nothing_is_the_cheapest():
    choice = routed(record("free?", 1.0, None), record("mid", 0.9, 0.5))

    assert choice.adapter_id == "mid"
    assert "the cost is unknown" in choice.considered[0].why
    assert routed(record("free?", 1.0, None)).adapter_id == "large"


def test_cost_of_0_is_a_cost():
    assert routed(record("local", 0.9, 0.0), record("mid", 0.9, 0.5)).adapter_id == "local"


def test_without_a_floor_or_a_ledger_it_is_static_and_floor_outside_0_to_1_is_an_error():
    for more in [{"floor": None, "records": [record("tiny")]}, {"floor": 0.5, "records": None}]:
        assert choose(task_type="summary", rules=RULES, default="d", **more) == static(), more

    for floor in [-0.01, 1.01, float("nan"), float("inf"), "0.5", True]:
        with pytest.raises(ValueError, match="quality floor is"):
            routed(floor=floor)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("abcde"), st.floats(0, 1), st.none() | st.floats(0, 9)),
        max_size=5,
        unique_by=lambda found: found[0],
    ),
    st.floats(0, 1),
)
def test_choice_reaches_the_floor_and_nothing_fit_is_cheaper(found, floor):
    choice = routed(*[record(*values) for values in found], floor=floor)

    fit = {
        name: cost
        for name, quality, cost in found
        if cost is not None and quality >= floor and record(name, quality, cost).low_quality >= floor
    }
    assert choice.how == ("cheapest" if fit else "preferred")
    if fit:
        assert fit[choice.adapter_id] == min(fit.values())


def test_choice_names_whose_scores_were_compared_and_grader_without_a_score_that_counts_is_named():
    for floor, how in ((0.8, "cheapest"), (0.99, "preferred")):
        choice = routed(record("mid"), floor=floor, grader_id="embedding_similarity:lexical")
        assert (choice.how, choice.grader_id) == (how, "embedding_similarity:lexical")
        assert choice.why.endswith("Only scores of Embedding similarity (lexical) were compared.")

    choice = routed(grader_id="people")
    assert choice.why == "No score of People counts. Preferred by the rule for summary."
    assert (choice.adapter_id, choice.grader_id) == ("large", "")
