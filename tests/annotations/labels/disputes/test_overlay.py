"""A text under the passages of several columns: cut where one begins or ends, and never changed."""

from annotations.labels.disputes.overlay import MOST_LANES, Mark, overlay

RIGHT_TO_LEFT = "abc \u05e9\u05dc\u05d5\u05dd \U0001f468\u200d\U0001f469 end"


def told(text, *marks):
    return [(run.text, run.lanes, run.numbers, run.begins) for run in overlay(text, marks)]


def test_overlapping_passages_are_cut_where_either_ends():
    found = told("one two three", Mark(0, 7, (0,), 1), Mark(4, 13, (1, 2), 2))

    assert found == [("one ", (1,), (1,), "1"), ("two", (1, 2, 3), (1, 2), "2"), (" three", (2, 3), (2,), "")]


def test_passages_that_begin_together_are_told_together_and_agreed_ones_by_a_tick():
    assert told("one two", Mark(0, 3, (0,), 2), Mark(0, 7, (1,), 1), Mark(4, 7, (0, 1))) == [
        ("one", (1, 2), (1, 2), "1 2"),
        (" ", (2,), (1,), ""),
        ("two", (1, 2), (1,), "✓"),
    ]


def test_the_text_stays_as_it_is_whatever_lies_on_it_and_hidden_characters_are_named_inside_of_a_passage():
    outside = Mark(500, 600, (0,), 1)
    for marks in ((), (Mark(4, 8, (0,), 1),), (Mark(9, 12, (0,), 1), Mark(9, 999, (1,), 2)), (outside,)):
        assert "".join(run.text for run in overlay(RIGHT_TO_LEFT, marks)) == RIGHT_TO_LEFT

    found = [(run.text, run.name, run.lanes, run.begins) for run in overlay("a\u202eb", [Mark(0, 3, (0,), 1)])]
    assert found == [("a", "", (1,), "1"), ("\u202e", "U+202E", (1,), ""), ("b", "", (1,), "")]


def test_only_so_many_lines_are_drawn_and_the_rest_is_still_disputed():
    (run,) = overlay("abc", [Mark(0, 3, (0, MOST_LANES), 1)])

    assert (run.lanes, run.classes) == ((1,), "lane-1 disputed")
