"""Errors of jobs say their category to programs and people."""

import pytest

from reviews.jobs.errors import CATEGORIES, ConfigInvalid, FileMissing, JobError, printable, shown


def test_errors_say_category_and_field_everywhere():
    for category in CATEGORIES:
        error = JobError("Something is wrong.", category=category, field="files.plot")

        assert (error.status, error.code, error.category, error.field) == (422, category, category, "files.plot")
        assert error.details == {"category": category, "field": "files.plot"}, category

    with pytest.raises(ValueError, match="no category"):
        JobError("Something is wrong.", category="manifest_strange")

    error = JobError("Wrong.", category="artifact_invalid", field="a\0\ud800\n" + "x" * 500)
    assert error.field.startswith("a\\x00\\ud800\\nx") and len(error.field) == 200

    with pytest.raises(ValueError) as caught:
        raise ConfigInvalid("No model.", field="backend.model")
    assert (caught.value.category, caught.value.status, str(caught.value)) == ("config_invalid", 422, "No model.")


def test_missing_files_and_values_are_shown_printable():
    assert FileMissing("None", category="manifest_missing").code == "manifest_missing"

    for value, text in [
        ("plain", "'plain'"),
        (None, "None"),
        ("\0\ud800", "'\\x00\\ud800'"),
        ("x" * 99, "'" + "x" * 59 + "..."),
    ]:
        assert shown(value) == text, (value, text)

    assert printable("größer als 5", 100) == "größer als 5"
