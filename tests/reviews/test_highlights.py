"""Evidence drawn into texts: nothing of the text is lost, whatever the quotes overlap."""

from hypothesis import given
from hypothesis import strategies as st

from reviews.highlights import Quote, pieces


def quote(start, end, letter="A", hue=1, id=1):
    return Quote(id=id, start=start, end=end, letter=letter, hue=hue)


def shown(text, *quotes):
    return [(piece.text, piece.hue, "".join(q.letter for q in piece.closes)) for piece in pieces(text, quotes)]


def test_text_without_quotes_is_one_piece():
    assert shown("abc") == [("abc", 0, "")]


def test_empty_text_has_no_piece():
    assert shown("", quote(0, 1)) == []


def test_quote_is_marked_and_its_letter_stands_at_its_end():
    assert shown("abcdef", quote(2, 4)) == [("ab", 0, ""), ("cd", 1, "A"), ("ef", 0, "")]


def test_overlapping_quotes_share_the_middle():
    found = shown("abcdef", quote(0, 4), quote(2, 6, "B", 2, 2))

    assert found == [("ab", 1, ""), ("cd", 1, "A"), ("ef", 2, "B")]


def test_same_passage_for_two_questions_has_both_letters_and_both_anchors():
    (piece,) = pieces("abc", [quote(0, 3), quote(0, 3, "B", 2, 2)])

    assert [q.letter for q in piece.closes] == ["A", "B"]
    assert [q.id for q in piece.opens] == [1, 2]


def test_offsets_outside_of_the_text_are_left_out():
    assert shown("abc", quote(1, 9), quote(2, 2), quote(-1, 2)) == [("abc", 0, "")]


def test_offsets_count_code_points():
    assert shown("👩‍👩‍👧é!", quote(5, 7)) == [("👩‍👩‍👧", 0, ""), ("é!"[:2], 1, "A")]


@given(st.text(max_size=40), st.lists(st.tuples(st.integers(-2, 45), st.integers(-2, 45)), max_size=6))
def test_pieces_are_the_text(text, spans):
    quotes = [quote(start, end, chr(65 + place), place + 1, place) for place, (start, end) in enumerate(spans)]

    assert "".join(piece.text for piece in pieces(text, quotes)) == text
