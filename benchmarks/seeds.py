"""Rows to measure on, written by SQL in bulk as the product would have written them one by one."""

from dataclasses import dataclass

from django.db import connection, transaction

from annotations.labels import schema
from annotations.models import AnnotationTask, Annotator, Question, SchemaVersion
from datasets.actions.case_blocks import BlockWriter
from datasets.actions.copying import BLOCK_ROWS
from datasets.actions.systems import SystemIds
from datasets.models import Dataset, DatasetVersion, TestCase
from evalhub.accounts.models import ApiKey, Membership, Organization, User
from evalhub.accounts.models.api_key import hash_key, usable_scopes, widest

VERDICT = {
    "fields": [
        {
            "key": "verdict",
            "type": "single_choice",
            "title": "Is the answer correct?",
            "options": [{"value": value, "label": value.title()} for value in ("correct", "partly", "wrong")],
        }
    ]
}
QUALITY = {
    "fields": [{"key": "quality", "type": "rating", "title": "How good is the answer?", "scale": {"min": 1, "max": 5}}]
}
CASES = """
    INSERT INTO datasets_testcase (version_id, row_index, external_id, input, expected_output, metadata)
    SELECT %s, n, 'case-' || n,
           jsonb_build_object('question', 'How long does it take until order ' || n || ' is sent back and paid out?'),
           'About ' || n %% 9 || ' days after it has arrived.',
           jsonb_build_object('category', (ARRAY['billing', 'shipping', 'returns'])[1 + n %% 3], 'difficulty', n %% 5)
    FROM generate_series(0, %s - 1) n
"""
OUTPUTS = """
    INSERT INTO datasets_modeloutput (test_case_id, system_id, text, text_sha256)
    SELECT id, %s, answer, encode(sha256(convert_to(answer, 'UTF8')), 'hex')
    FROM datasets_testcase, concat(
        'It takes about ', row_index %% 7, ' working days, counted from the day we receive it.'
    ) answer
    WHERE version_id = %s ORDER BY row_index
"""
ITEMS = """
    INSERT INTO annotations_taskitem (task_id, test_case_id, outputs, position, priority, open_slots, closed_reason)
    SELECT %s, c.id, ARRAY[o.id], c.row_index, 0, %s, ''
    FROM datasets_testcase c JOIN datasets_modeloutput o ON o.test_case_id = c.id
    WHERE c.version_id = %s AND c.row_index < %s ORDER BY c.row_index
"""
# Who labels which item changes from item to item, so that all annotators meet; a fifth of the labels differ.
ANNOTATIONS = """
    INSERT INTO annotations_annotation (
        task_id, item_id, annotator_id, schema_version_id, round, revision, submission_id, body_hash, origin, exposure,
        time_spent_seconds, flagged, flag_reason, submitted_at
    )
    SELECT i.task_id, i.id, (%(people)s::uuid[])[1 + (i.position + turn * 7) %% %(count)s], %(schema)s, 1, 1,
           gen_random_uuid(), '', 'api', 'blind', 12.5, false, '', now()
    FROM annotations_taskitem i CROSS JOIN generate_series(0, %(overlap)s - 1) turn
    WHERE i.task_id = %(task)s ORDER BY i.position, turn
"""
JUDGEMENTS = """
    INSERT INTO annotations_judgement (annotation_id, question_id, value, number, justification, abstained)
    SELECT a.id, %(question)s, to_jsonb((%(values)s::text[])[1 + place]::{cast}), place + %(lowest)s, '', false
    FROM annotations_annotation a JOIN annotations_taskitem i ON i.id = a.item_id
    CROSS JOIN LATERAL (SELECT (CASE WHEN a.id * 7919 %% 5 = 0 THEN a.id * 104729 ELSE i.position END)
                               %% {length} AS place) chosen
    WHERE a.task_id = %(task)s ORDER BY a.id
"""
# One person's way through the queue: lease and answer of the first items, then where they stand.
OWN_LEASES = """
    INSERT INTO annotations_assignment (
        task_id, item_id, annotator_id, round, state, token, lease_until, opened_at, ended_at, reason
    )
    SELECT task_id, id, %(person)s, 1, 'submitted', gen_random_uuid(), now(), now(),
           now() - make_interval(secs => 20 * (%(count)s - position)), ''
    FROM annotations_taskitem WHERE task_id = %(task)s AND position < %(count)s ORDER BY position
"""
OWN_ANNOTATIONS = """
    INSERT INTO annotations_annotation (
        task_id, item_id, annotator_id, assignment_id, schema_version_id, round, revision, submission_id, body_hash,
        origin, exposure, time_spent_seconds, flagged, flag_reason, submitted_at
    )
    SELECT task_id, item_id, annotator_id, id, %(schema)s, 1, 1, gen_random_uuid(), '', 'ui', 'blind', 12.5, false, '',
           ended_at
    FROM annotations_assignment WHERE task_id = %(task)s AND annotator_id = %(person)s ORDER BY id
"""
OWN_PLACES = """
    UPDATE annotations_taskitem SET open_slots = open_slots - 1 WHERE task_id = %(task)s AND position < %(count)s
"""
CURSOR = """
    INSERT INTO annotations_cursor (annotator_id, task_id, priority, position)
    VALUES (%(person)s, %(task)s, 0, %(count)s - 1)
"""
EVENT = """
    INSERT INTO annotations_annotationevent (task_id, verb, details, at) VALUES (%s, 'imported', '{}', now())
"""


@dataclass(frozen=True)
class Person:
    """An annotator who calls with `key`."""

    annotator: Annotator
    key: str


def organization():
    return Organization.objects.create(name="Benchmark", slug="benchmark")


def people(where, count, *, first=0, role="annotator"):
    """`count` people with an annotator and a key each, numbered from `first`."""
    return [_person(where, first + number, role) for number in range(count)]


def _person(where, number, role):
    user = User.objects.create(email=f"{role}{number}@example.org", name=f"Person {number}", password="!")
    member = Membership.objects.create(user=user, organization=where, role=role)
    secret = ApiKey.new_secret()
    ApiKey.objects.create(
        organization=where,
        membership=member,
        name="load",
        prefix=secret[:12],
        key_hash=hash_key(secret),
        scopes=widest(usable_scopes(role)),
    )
    annotator = Annotator.objects.create(organization=where, kind="human", user=user, name=user.name)
    return Person(annotator=annotator, key=secret)


def cookies(person):
    """{name: value} of a browser that this person has signed in with."""
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    client.force_login(person.annotator.user)
    return {name: morsel.value for name, morsel in client.cookies.items()}


def version(where, rows):
    """A published version of `rows` cases with one model output each, not indexed for search."""
    dataset = Dataset.objects.create(organization=where, name=f"{rows} questions")
    made = DatasetVersion.objects.create(
        organization=where,
        dataset=dataset,
        version_number=1,
        file_format="JSONL",
        status="PUBLISHED",
        validation_status="VALID",
        state="done",
        row_count=rows,
        unindexed_from=0,
        columns=[
            {"name": "category", "type": "string", "role": "metadata"},
            {"name": "difficulty", "type": "integer", "role": "metadata"},
        ],
    )
    _run("SET evalhub.indexes_later = 'on'")
    _run(CASES, [made.pk, rows])
    _run(OUTPUTS, [SystemIds(where.pk).of("model-a"), made.pk])
    _run("RESET evalhub.indexes_later")
    _write_blocks(made)
    return made


def _write_blocks(of_version):
    """What an import keeps of metadata for filters."""
    rows = TestCase.objects.filter(version=of_version).order_by("row_index").values_list("metadata", flat=True)
    writer, last = BlockWriter(of_version), of_version.row_count - 1
    with transaction.atomic():
        for row, metadata in enumerate(rows.iterator(chunk_size=BLOCK_ROWS)):
            writer.add(metadata)
            if row % BLOCK_ROWS == BLOCK_ROWS - 1 or row == last:
                writer.end_block(row - row % BLOCK_ROWS, row)
        writer.write()


def task(of_version, *, items, overlap=3, form=VERDICT):
    """An ACTIVE task over the first `items` cases, nothing answered yet."""
    made = AnnotationTask.objects.create(
        organization=of_version.organization,
        dataset_version=of_version,
        name=f"{items} items",
        instructions="Compare the answer with the expected one.",
        required_annotations_per_item=overlap,
        status="ACTIVE",
        preparation="READY",
        total_items=items,
        output_name="model-a",
    )
    frozen = SchemaVersion.objects.create(task=made, number=1, frozen_at=made.created_at)
    for spec in schema.parse(form):
        Question.objects.create(
            schema_version=frozen,
            key=spec.key,
            position=spec.position,
            title=spec.title,
            help=spec.help,
            label_type=spec.label_type,
            config=spec.config,
            required=spec.required,
        )
    made.schema_version = frozen
    made.save(update_fields=["schema_version"])
    _run(ITEMS, [made.pk, overlap, of_version.pk, items])
    return made


def annotations(of_task, *, by, overlap=3, values=("correct", "partly", "wrong"), lowest=0):
    """`overlap` annotations of every item of the task, by `by` in turn; numbers count from `lowest`."""
    question = Question.objects.get(schema_version=of_task.schema_version)
    cast = "text" if lowest == 0 else "int"
    facts = {
        "task": of_task.pk,
        "schema": of_task.schema_version_id,
        "overlap": overlap,
        "count": len(by),
        "people": [str(person.annotator.pk) for person in by],
        "question": question.pk,
        "values": list(values),
        "lowest": lowest,
    }
    _run("SET session_replication_role = replica")  # rows taken from the tables they point at need no check of that
    _run(ANNOTATIONS, facts)
    _run(JUDGEMENTS.format(cast=cast, length=len(values)), facts)
    _run("UPDATE annotations_taskitem SET open_slots = 0 WHERE task_id = %s", [of_task.pk])
    _run("SET session_replication_role = DEFAULT")
    _run(EVENT, [of_task.pk])


def own_answers(of_task, person, count, *, values=("correct", "partly", "wrong")):
    """The first `count` items answered by one person alone, who goes on behind them."""
    question = Question.objects.get(schema_version=of_task.schema_version)
    facts = {
        "task": of_task.pk,
        "schema": of_task.schema_version_id,
        "person": person.annotator.pk,
        "count": count,
        "question": question.pk,
        "values": list(values),
        "lowest": 0,
    }
    for statement in (OWN_LEASES, OWN_ANNOTATIONS, OWN_PLACES, CURSOR):
        _run(statement, facts)
    _run(JUDGEMENTS.format(cast="text", length=len(values)), facts)


def settle():
    """What autovacuum would have done after such an import: fresh statistics and visibility, and no checkpoint due.

    It leaves empty tables alone. Were they analyzed, Postgres would plan to read them whole until they are again.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT relid::regclass::text FROM pg_stat_user_tables WHERE pg_relation_size(relid) > 0")
        tables = ", ".join(name for (name,) in cursor.fetchall())
    _run(f"VACUUM ANALYZE {tables}")
    _run("CHECKPOINT")


def _run(statement, values=None):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
