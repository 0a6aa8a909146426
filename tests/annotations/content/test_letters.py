"""Letters and hues of questions."""

from annotations.content import letters


def test_letters_go_on_after_z_and_no_hue_is_that_of_people_or_models():
    assert [letters.letter(place) for place in (0, 25, 26, 52)] == ["A", "Z", "A2", "A3"]
    assert {letters.hue(place) for place in range(50)} == {3, 4, 5, 6, 7, 8}
