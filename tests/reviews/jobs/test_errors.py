"""Errors of jobs say their category to programs and people."""

import pytest

from reviews.jobs.errors import CATEGORIES, ConfigInvalid, FileMissing, JobError, printable, shown


def test_error_says_its_category_everywhere():
    for category in CATEGORIES:
        error = JobError("Something is wrong.", category=category, field="files.plot")

        assert (error.status, error.code, error.category, error.field) == (422, category, category, "files.plot")
        assert error.details == {"category": category, "field": "files.plot"}, category


def test_unknown_category_is_refused():
    with pytest.raises(ValueError, match="no category"):
        JobError("Something is wrong.", category="manifest_strange")


def test_field_can_be_stored_whatever_it_held():
    error = JobError("Wrong.", category="artifact_invalid", field="a\0\ud800\n" + "x" * 500)

    assert error.field.startswith("a\\x00\\ud800\\nx") and len(error.field) == 200


def test_configuration_error_is_a_value_error():
    with pytest.raises(ValueError) as caught:
        raise ConfigInvalid("No model.", field="backend.model")

    assert (caught.value.category, caught.value.status, str(caught.value)) == ("config_invalid", 422, "No model.")


def test_missing_file_is_a_job_error():
    assert FileMissing("None", category="manifest_missing").code == "manifest_missing"


def test_values_are_shown_short_and_printable():
    for value, text in [
        ("plain", "'plain'"),
        (None, "None"),
        ("\0\ud800", "'\\x00\\ud800'"),
        ("x" * 99, "'" + "x" * 59 + "..."),
    ]:
        assert shown(value) == text, (value, text)


def test_printable_text_stays():
    assert printable("größer als 5", 100) == "größer als 5"
