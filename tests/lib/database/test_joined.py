"""Model instances from one hand-written statement over several tables."""

import pytest

from datasets.models import ModelOutput, TestCase
from evalhub.lib.database.joined import Joined
from tests import factories
from tests.statements import at_most

CASES = Joined(
    """
    SELECT {columns} FROM datasets_testcase c LEFT JOIN datasets_modeloutput o ON o.test_case_id = c.id
    WHERE c.version_id = %s ORDER BY c.row_index, o.id
    """,
    c=TestCase,
    o=ModelOutput,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def version():
    return factories.make_version(
        rows=[
            {"input": {"text": "é 👩‍👩‍👧", "n": [1, None, 2.5]}, "outputs": {"a": "one", "b": "two"}},
            {"outputs": {}, "expected_output": None},
        ]
    )


def test_rows_are_what_the_orm_reads(version):
    rows = CASES.rows(version.pk)

    assert [(case.pk, output and output.text) for case, output in rows] == [
        (case.pk, text)
        for case, texts in zip(version.cases.all(), (["one", "two"], [None]), strict=True)
        for text in texts
    ]
    case, stored = rows[0][0], TestCase.objects.get(pk=rows[0][0].pk)
    for field in TestCase._meta.concrete_fields:
        assert getattr(case, field.attname) == getattr(stored, field.attname)


def test_table_that_a_left_join_did_not_find_is_none(version):
    *_, (case, output) = CASES.rows(version.pk)

    assert output is None
    assert case.expected_output is None


def test_values_before_the_models_come_as_a_dict(version):
    counted = Joined(
        "SELECT count(*) OVER (), 'x', {columns} FROM datasets_testcase c WHERE c.version_id = %(version)s"
        " ORDER BY c.row_index",
        values=("total", "letter"),
        c=TestCase,
    )

    (values, case), *_ = counted.rows({"version": version.pk})

    assert (values, case.row_index) == ({"total": 2, "letter": "x"}, 0)


def test_deferred_column_is_read_when_somebody_asks_for_it(version):
    narrow = Joined(
        "SELECT {columns} FROM datasets_testcase c WHERE c.version_id = %s ORDER BY c.row_index",
        deferred=("c.input",),
        c=TestCase,
    )
    (case,) = narrow.first(version.pk)

    assert case.get_deferred_fields() == {"input"}
    with at_most(1):
        assert case.input["n"] == [1, None, 2.5]


def test_all_rows_take_one_statement_and_no_other_later(version):
    with at_most(1):
        rows = CASES.rows(version.pk)
        assert [case.input for case, _ in rows] and rows[0][1].text == "one"


def test_first_is_one_row_or_none(version):
    case, output = CASES.first(version.pk)

    assert (case.row_index, output.text) == (0, "one")
    assert CASES.first(factories.make_version(rows=0).pk) is None


def test_instances_are_stored_ones_and_can_be_saved(version):
    case, _ = CASES.first(version.pk)

    assert not case._state.adding and case._state.db == "default"
    assert case.version == version


def test_values_are_parameters_and_never_sql(version):
    hostile = Joined("SELECT {columns} FROM datasets_testcase c WHERE c.external_id = %s", c=TestCase)

    assert hostile.first("'; DROP TABLE datasets_testcase; --") is None
    assert TestCase.objects.filter(version=version).count() == 2
