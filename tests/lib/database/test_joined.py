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


def test_missing_tables_values_before_models_and_deferred_columns(version):
    *_, (case, output) = CASES.rows(version.pk)
    assert output is None
    assert case.expected_output is None

    counted = Joined(
        "SELECT count(*) OVER (), 'x', {columns} FROM datasets_testcase c WHERE c.version_id = %(version)s"
        " ORDER BY c.row_index",
        values=("total", "letter"),
        c=TestCase,
    )
    (values, case), *_ = counted.rows({"version": version.pk})
    assert (values, case.row_index) == ({"total": 2, "letter": "x"}, 0)

    narrow = Joined(
        "SELECT {columns} FROM datasets_testcase c WHERE c.version_id = %s ORDER BY c.row_index",
        deferred=("c.input",),
        c=TestCase,
    )
    (case,) = narrow.first(version.pk)
    assert case.get_deferred_fields() == {"input"}
    with at_most(1):
        assert case.input["n"] == [1, None, 2.5]


def test_one_statement_of_parameters_reads_rows_that_can_be_saved(version):
    with at_most(1):
        rows = CASES.rows(version.pk)
        assert [case.input for case, _ in rows] and rows[0][1].text == "one"

    case, output = CASES.first(version.pk)
    assert (case.row_index, output.text) == (0, "one")
    assert CASES.first(factories.make_version(rows=0).pk) is None

    case, _ = CASES.first(version.pk)
    assert not case._state.adding and case._state.db == "default"
    assert case.version == version

    hostile = Joined("SELECT {columns} FROM datasets_testcase c WHERE c.external_id = %s", c=TestCase)
    assert hostile.first("'; DROP TABLE datasets_testcase; --") is None
    assert TestCase.objects.filter(version=version).count() == 2
