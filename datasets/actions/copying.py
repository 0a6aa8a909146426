"""Write cases and their outputs into Postgres by COPY, in the caller's transaction, in flat memory."""

from django.db import connection

from datasets.actions.case_blocks import BlockWriter
from datasets.actions.systems import SystemIds
from datasets.models import CaseBlock, CaseSearch, ModelOutput, OutputSearch, TestCase
from datasets.models.model_output import sha256_of
from datasets.outputs import Answer
from evalhub.lib import strict_json

ROWS_AT_ONCE = 20_000  # at the end of each COPY, client and server wait for each other
BLOCK_ROWS = 5_000
HELD_CHARACTERS = 4_000_000

# The sequence is looked up once: as a plain argument it would be for each id, which was a quarter of Postgres's work.
_RESERVE = (
    "SELECT nextval((SELECT pg_get_serial_sequence('datasets_testcase', 'id')::regclass)) FROM generate_series(1, %s)"
)
_CASES = (
    "COPY datasets_testcase (id, version_id, row_index, external_id, input, expected_output, acceptable_answers,"
    " metadata) FROM STDIN"
)
_OUTPUTS = (
    "COPY datasets_modeloutput (test_case_id, system_id, repetition, text, error, finish_reason, latency_ms, tokens_in,"
    " tokens_out, cost_usd, simulated, text_sha256) FROM STDIN"
)
_TEXTS = "COPY datasets_modeloutput (test_case_id, system_id, text, text_sha256) FROM STDIN"


def copy_cases(cases, *, version):
    """Store every MappedCase of the iterator `cases`, numbered from 0; yields the count so far after each chunk.

    A chunk is one COPY of cases, streamed while they are made, and one of the outputs held back meanwhile, which need
    the ids of their cases. Ids come from the sequence, so imports can run beside each other.
    """
    written, full, blocks, systems = 0, True, BlockWriter(version), SystemIds(version.organization_id)
    with connection.cursor() as cursor:
        while full:
            before = written
            written, full = _copy_chunk(cursor, cases, str(version.pk), written, blocks, systems)
            if written > before:
                blocks.write()
                yield written


def remove_cases(*, version):
    """Delete the cases of a version and what was written with them, without loading a row."""
    for rows in (
        OutputSearch.objects.filter(output__test_case__version=version),
        CaseSearch.objects.filter(case__version=version),
        ModelOutput.objects.filter(test_case__version=version),
        TestCase.objects.filter(version=version),
        CaseBlock.objects.filter(version=version),
    ):
        rows._raw_delete(rows.db)


def _copy_chunk(cursor, cases, version_id, row_index, blocks, systems):
    """(row index after the chunk, whether there may be more); `blocks` are told the metadata of each case."""
    cursor.execute(_RESERVE, [ROWS_AT_ONCE])
    outputs, held, full, begun = [], 0, False, row_index
    ids = [row[0] for row in cursor.fetchall()]
    dumps, last = strict_json.dumps_known, ids[-1]
    with connection.wrap_database_errors, cursor.copy(_CASES) as copy:
        write, note = copy.write_row, blocks.add
        for case_id, case in zip(ids, cases, strict=False):
            _, external_id, given, expected, named_outputs, metadata, acceptable = case
            others = dumps(acceptable) if acceptable else "[]"
            write((case_id, version_id, row_index, external_id, dumps(given), expected, others, dumps(metadata)))
            note(metadata)
            row_index += 1
            if row_index - begun == BLOCK_ROWS:
                blocks.end_block(begun, row_index - 1)
                begun = row_index
            for name, output in named_outputs.items():
                outputs.append((case_id, name, output))
                held += len(output) if type(output) is str else sum(len(each.text) for each in output)
            if case_id == last or held > HELD_CHARACTERS:
                full = True
                break
    if row_index > begun:
        blocks.end_block(begun, row_index - 1)
    _copy_outputs(cursor, outputs, systems)
    return row_index, full


def _copy_outputs(cursor, outputs, systems):
    """Write (case id, name, text or [Answer]) in their order; plain texts alone need few columns."""
    if not outputs:
        return
    is_plain = all(type(output) is str for _case_id, _name, output in outputs)
    rows = _text_rows(outputs, systems) if is_plain else list(_rows(outputs, systems))
    with connection.wrap_database_errors, cursor.copy(_TEXTS if is_plain else _OUTPUTS) as copy:
        for row in rows:
            copy.write_row(row)


def _text_rows(outputs, systems):
    ids = {name: str(systems.of(name)) for name in {name for _case_id, name, _text in outputs}}
    return ((case_id, ids[name], text, sha256_of(text)) for case_id, name, text in outputs)


def _rows(outputs, systems):
    for case_id, name, output in outputs:
        for answer in [Answer((), 1, output)] if type(output) is str else output:
            system, repetition, *facts = answer
            yield (case_id, str(systems.of(name, system)), repetition, *facts, sha256_of(answer.text))
