"""Contains: a text in the output."""

from tests.reviews.scorers.answers import found, value


def test_contains_looks_for_the_references_or_for_its_text():
    assert value("contains", "It is  Paris.", "is Paris") == 1 and value("contains", "It is Rome.", "Paris") == 0
    assert (
        value("contains", "It is paris.", "Paris") == 0
        and value("contains", "It is paris.", "Paris", ignore_case=True) == 1
    )
    assert value("contains", "a b", "a", "c") == 1 and value("contains", "a b", "a", "c", match="all") == 0
    assert value("contains", "sorry, no", "yes", text="sorry") == 1
    assert found("contains", "It is Rome.", "Paris").values["reason"] == "The output does not contain 'Paris'."

    assert found("contains", "4").error_class == "no_reference"
