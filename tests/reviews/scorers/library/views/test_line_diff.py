"""What differs between two texts, line by line and word by word."""

from reviews.scorers.library.views.line_diff import AROUND, compare


def text(*lines):
    return "\n".join(lines) + "\n"


NUMBERED = [f"line {n}" for n in range(1, 41)]


def changed(diff):
    return [
        (line.kind, line.left, line.right, line.pieces)
        for hunk in diff.hunks
        for line in hunk.lines
        if line.kind != "same"
    ]


def test_equal_changed_and_other_lines():
    assert compare(text(*NUMBERED), text(*NUMBERED)).is_same

    diff = compare("Look at the counts.", "Look at the arms.")
    assert changed(diff) == [
        ("removed", 1, None, (("Look at the ", False), ("counts.", True))),
        ("added", None, 1, (("Look at the ", False), ("arms.", True))),
    ]
    assert (diff.removed, diff.added) == (1, 1)

    diff = compare("One two.", "Three four.")
    assert [line[3] for line in changed(diff)] == [(("One two.", False),), (("Three four.", False),)]


def test_hunks_and_texts_that_would_take_too_long():
    other = list(NUMBERED)
    other[4], other[30] = "LINE 5", "LINE 31"
    diff = compare(text(*NUMBERED), text(*other))
    assert [hunk.skipped for hunk in diff.hunks] == [4 - AROUND, 30 - 5 - 2 * AROUND]
    assert [len(hunk.lines) for hunk in diff.hunks] == [2 * AROUND + 2] * 2
    last = diff.hunks[1].lines[-1]
    assert (last.left, last.right, last.pieces[0][0]) == (34, 34, "line 34")
    other = [line for line in NUMBERED if line not in ("line 10", "line 14")]
    diff = compare(text(*NUMBERED), text(*other))
    assert len(diff.hunks) == 1 and (diff.removed, diff.added) == (2, 0)
    assert [line.right for line in diff.hunks[0].lines if line.kind == "same"] == [7, 8, 9, 10, 11, 12, 13, 14, 15]
    assert changed(compare("a\n", "a\nb\n")) == [("added", None, 2, (("b", False),))]
    assert changed(compare("", "a\n")) == [("added", None, 1, (("a", False),))]

    diff = compare("a\nb\n" * 5_000, "b\na\n" * 5_000)
    assert not diff.is_comparable and not diff.is_same
