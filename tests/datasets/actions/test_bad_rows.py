"""Rows that cannot be read: grouped by reason, and left out when a person wants the others."""

import pytest

from datasets.actions import imports
from datasets.row_errors import worded
from tests.datasets.files import ROWS, received

pytestmark = pytest.mark.django_db

BAD = [
    *ROWS,
    {"id": "q4", "question": ""},
    {"id": ["q5"], "question": "fine"},
    {"id": "q6", "question": None},
    {"id": "q1", "question": "again"},
]


@pytest.fixture
def refused(bob):
    return imports.run(version=received(BAD, by=bob.user))


def left_out(version, by):
    return imports.run(version=imports.restart(version=version, mapping=None, leaves_out=True, by=by.user))


def test_errors_are_grouped_by_column_and_reason_and_other_rows_are_taken_in_when_bad_ones_are_left_out(refused, bob):
    groups = [
        (group["column"], group["count"], group["rows"], group["value"]) for group in worded(refused.error_groups)
    ]
    assert groups == [("question", 2, [4, 6], ""), ("id", 1, [5], '["q5"]'), ("id", 1, [7], "")]
    assert (refused.rows_read, refused.error_count, refused.is_cut) == (7, 4, False)

    version = left_out(refused, bob)
    assert (version.validation_status, version.row_count, version.error_count) == ("VALID", 3, 4)
    assert [case.external_id for case in version.cases.all()] == ["q1", "q2", "q3"]
    assert [case.row_index for case in version.cases.all()] == [0, 1, 2]
    assert worded(version.error_groups)[2]["value"] == "q1"
    assert (version.rows_read, version.leaves_out_bad_rows) == (7, True)


def test_bad_rows_are_asked_for_again(refused, bob):
    version = left_out(refused, bob)

    version = imports.run(version=imports.restart(version=version, mapping=None, by=bob.user))

    assert (version.validation_status, version.row_count, version.cases.count()) == ("INVALID", 0, 0)


@pytest.mark.parametrize(
    "content, name",
    [
        ([{"question": ""}, {"question": None}], "rows.jsonl"),
        ('question\n"fine"\n"not closed\n', "rows.csv"),
        ('[{"question": "fine"}, {"question": ]', "rows.json"),
    ],
)
def test_nothing_is_left_out_of_a_file_without_a_good_row_or_an_end(content, name, bob):
    refused = imports.run(version=received(content, name=name, by=bob.user))

    version = left_out(refused, bob)

    assert (version.validation_status, version.row_count) == ("INVALID", 0)
    assert version.error_count == refused.error_count > 0
