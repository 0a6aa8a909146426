"""Number within a tolerance."""

from reviews.scorers.metrics.numeric_tolerance import numbers_in
from tests.reviews.scorers.answers import found, value


def test_numbers_are_read_as_people_write_them():
    cases = {
        "12 and -0.5": [12, -0.5],
        "1,234.5 EUR": [1234.5],
        "$.5, 6e-3": [0.5, 0.006],
        "\u22123": [-3],
        "3-4": [3, 4],
        "1,2,3": [1, 2, 3],
        "1,2345": [1, 2345],
        "It is 42.": [42],
        "x5 v1.2.3": [],
        "1e999": [],
        "none": [],
    }
    for text, numbers in cases.items():
        assert numbers_in(text) == numbers, text


def test_numbers_are_right_within_the_tolerance():
    assert value("numeric_tolerance", "0.30000000000000004", "0.3") == 1
    assert value("numeric_tolerance", "It is 9.9, so about 10", "10") == 1
    assert value("numeric_tolerance", "9.9", "10") == 0 and value("numeric_tolerance", "9.9", "10", tolerance=0.11) == 1
    assert value("numeric_tolerance", "99", "100", relative_tolerance=0.01) == 1
    assert value("numeric_tolerance", "10, not 5", "10") == 0
    assert value("numeric_tolerance", "10, not 5", "10", number="first") == 1
    assert value("numeric_tolerance", "5, 10, 7", "10", number="any") == 1
    assert value("numeric_tolerance", "7", "6", "7") == 1

    assert found("numeric_tolerance", "many", "10").values == {"value": 0.0, "reason": "The output has no number."}
    assert found("numeric_tolerance", "9", "10").values["reason"] == "The number is 9, expected 10."
    assert found("numeric_tolerance", "10", "many").error_class == "no_expected_number"
    assert found("numeric_tolerance", "4").error_class == "no_reference"
