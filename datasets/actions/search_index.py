"""Index the cases and outputs of imported versions for search: small ones at once, large ones by the worker."""

from django.db import connection
from django.utils.translation import gettext_lazy

from datasets.models import DatasetVersion
from evalhub.work.sweep import MORE, Sweep

ROWS_AT_ONCE = 5_000
MOST_AT_ONCE = 2_000  # cases of an import that are indexed in its transaction

_CASES = """
    INSERT INTO datasets_casesearch (case_id, vector)
    SELECT id, search_vector_of_case(version_id, external_id, input, expected_output, acceptable_answers, metadata)
    FROM datasets_testcase WHERE version_id = %s AND row_index >= %s AND row_index < %s
    ON CONFLICT (case_id) DO NOTHING
"""
_OUTPUTS = """
    INSERT INTO datasets_outputsearch (output_id, vector)
    SELECT o.id, search_vector_of_output(c.version_id, o.text)
    FROM datasets_testcase c JOIN datasets_modeloutput o ON o.test_case_id = c.id
    WHERE c.version_id = %s AND c.row_index >= %s AND c.row_index < %s
    ON CONFLICT (output_id) DO NOTHING
"""


def index_later():
    """For the rest of the transaction nothing is indexed as it is inserted."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL evalhub.indexes_later = 'on'")


def index_import(*, version, count):
    """Index the cases of an import in its transaction; the row from which on the worker has to, None where it is all.

    A vector costs several times what importing a case costs, so a large import does not wait for them.
    """
    if count > MOST_AT_ONCE:
        return 0
    _index(version.pk, 0, count)
    return None


def _index_turn(version):
    """Index some thousand cases of a version. An import of the version excludes it and the other way round. May run
    twice: what is indexed stays as it is."""
    if _is_mine(version.pk):
        return MORE if _index_part(version.pk) else None
    return None


INDEX = Sweep(
    "search_index",
    title=gettext_lazy("Search index"),
    rows=lambda: DatasetVersion.objects.filter(unindexed_from__isnull=False).order_by("created_at", "pk"),
    work=_index_turn,
)


def _is_mine(version_id):
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [f"import:{version_id}"])
        return cursor.fetchone()[0]


def _index_part(version_id):
    version = DatasetVersion.objects.only("unindexed_from", "row_count").get(pk=version_id)
    if version.unindexed_from is None:
        return False
    end = version.unindexed_from + ROWS_AT_ONCE
    _index(version_id, version.unindexed_from, end)
    left = end if end < version.row_count else None
    DatasetVersion.objects.filter(pk=version_id).update(unindexed_from=left)
    return left is not None


def _index(version_id, first, end):
    with connection.cursor() as cursor:
        cursor.execute(_CASES, [version_id, first, end])
        cursor.execute(_OUTPUTS, [version_id, first, end])
