"""Write cases and their outputs into Postgres by COPY, in the caller's transaction, in flat memory."""

from django.db import connection

from datasets.actions.case_blocks import BlockWriter
from datasets.models import CaseBlock, ModelOutput, TestCase
from evalhub.lib import strict_json

ROWS_AT_ONCE = 20_000  # at the end of each COPY, client and server wait for each other
BLOCK_ROWS = 5_000
HELD_CHARACTERS = 4_000_000

# The sequence is looked up once: as a plain argument it would be for each id, which was a quarter of Postgres's work.
_RESERVE = (
    "SELECT nextval((SELECT pg_get_serial_sequence('datasets_testcase', 'id')::regclass)) FROM generate_series(1, %s)"
)
_CASES = "COPY datasets_testcase (id, version_id, row_index, external_id, input, expected_output, metadata) FROM STDIN"
_OUTPUTS = "COPY datasets_modeloutput (test_case_id, name, text) FROM STDIN"


def copy_cases(cases, *, version):
    """Store every MappedCase of the iterator `cases`, numbered from 0; yields the count so far after each chunk.

    A chunk is one COPY of cases, streamed while they are made, and one of the outputs held back meanwhile, which need
    the ids of their cases. Ids come from the sequence, so imports can run beside each other.
    """
    written, full, blocks = 0, True, BlockWriter(version)
    with connection.cursor() as cursor:
        while full:
            before = written
            written, full = _copy_chunk(cursor, cases, str(version.pk), written, blocks)
            if written > before:
                blocks.write()
                yield written


def remove_cases(*, version):
    """Delete the cases of a version and what was written with them, without loading a row."""
    for rows in (
        ModelOutput.objects.filter(test_case__version=version),
        TestCase.objects.filter(version=version),
        CaseBlock.objects.filter(version=version),
    ):
        rows._raw_delete(rows.db)


def _copy_chunk(cursor, cases, version_id, row_index, blocks):
    """(row index after the chunk, whether there may be more); `blocks` are told the metadata of each case."""
    cursor.execute(_RESERVE, [ROWS_AT_ONCE])
    outputs, held, full, begun = [], 0, False, row_index
    ids = [row[0] for row in cursor.fetchall()]
    dumps, last = strict_json.dumps_known, ids[-1]
    with connection.wrap_database_errors, cursor.copy(_CASES) as copy:
        write, note = copy.write_row, blocks.add
        for case_id, case in zip(ids, cases, strict=False):
            _, external_id, given, expected, named_outputs, metadata = case
            write((case_id, version_id, row_index, external_id, dumps(given), expected, dumps(metadata)))
            note(metadata)
            row_index += 1
            if row_index - begun == BLOCK_ROWS:
                blocks.end_block(begun, row_index - 1)
                begun = row_index
            for name, text in named_outputs.items():
                outputs.append((case_id, name, text))
                held += len(text)
            if case_id == last or held > HELD_CHARACTERS:
                full = True
                break
    if row_index > begun:
        blocks.end_block(begun, row_index - 1)
    _copy_outputs(cursor, outputs)
    return row_index, full


def _copy_outputs(cursor, outputs):
    if not outputs:
        return
    with connection.wrap_database_errors, cursor.copy(_OUTPUTS) as copy:
        for output in outputs:
            copy.write_row(output)
