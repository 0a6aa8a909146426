"""Existing annotations come in whole or not at all, once, and under the right names."""

import csv
import io
import json

import pytest
from django.conf import settings

from annotations.exports.actions import jobs
from annotations.imports.actions import files
from annotations.imports.actions import jobs as imports
from annotations.models import Annotation, AnnotationEvent, Annotator, ImportJob, Judgement, TaskItem
from annotations.queue.actions import suggestions
from datasets.row_errors import worded
from evalhub.lib import leases, progress
from evalhub.lib.errors import Conflict, InvalidInput, UnsupportedMedia
from tests import factories
from tests.annotations.imports.formats.files import label_studio_tasks, make_task, run, upload
from tests.annotations.panel import FORM, answer_all, make_panel
from tests.undoing import undone

pytestmark = pytest.mark.django_db


def exported(task, format):
    jobs.request(task=task, kind="annotations", format=format, by=None)
    job = jobs.run_next()
    job.refresh_from_db()
    return (settings.FILES / job.stored_path).read_bytes()


def labels_of(task):
    """{(external id, annotator): labels} of what stands."""
    rows = Annotation.objects.current().filter(task=task).select_related("annotator", "item__test_case")
    return {
        (row.item.test_case.external_id, row.annotator.name): {
            one.question.key: one.value for one in row.judgements.select_related("question")
        }
        for row in rows
    }


@pytest.fixture
def twins(acme):
    """Two tasks over the same cases with the same form: the first is answered."""
    rows = [{"external_id": f"q{place}"} for place in range(4)]
    version = factories.make_version(factories.make_dataset(acme), rows=rows)
    first = factories.make_task(version, schema=FORM)
    second = factories.make_task(version, schema=FORM)
    make_panel(acme, rows=0)
    answer_all(first, missing=0)
    Judgement.objects.filter(value=[]).delete()  # the panel writes them; an answer through the door has none
    return first, second


def test_our_own_exports_come_back_fill_slots_and_are_in_the_history(twins):
    first, second = twins
    for format in ("JSON", "JSONL", "CSV"):
        with undone():
            job = run(second, f"labels.{format.lower()}", exported(first, format))

            assert (job.state, job.rows_stored, job.rows_repeated) == ("done", 20, 0), job.errors
            assert labels_of(second) == labels_of(first), format
            assert_imported(second)


def assert_imported(second):
    assert set(TaskItem.objects.filter(task=second).values_list("open_slots", flat=True)) == {0}
    assert AnnotationEvent.objects.filter(task=second, verb="imported").count() == 20
    assert set(Annotation.objects.filter(task=second).values_list("origin", "exposure")) == {("import", "blind")}


def test_the_same_file_again_repeats_nothing(twins):
    first, second = twins
    content = exported(first, "JSONL")
    run(second, "a.jsonl", content)

    again = run(second, "b.jsonl", content)
    home = run(first, "home.jsonl", content)

    assert (again.state, again.rows_stored, again.rows_repeated) == ("done", 0, 20)
    assert (home.state, home.rows_stored, home.rows_repeated) == ("done", 0, 20)
    assert Annotation.objects.filter(task=second).count() == 20


def test_an_answer_that_stands_is_not_overwritten(twins):
    first, second = twins
    rows = [json.loads(line) for line in exported(first, "JSONL").decode().splitlines()]
    run(second, "a.jsonl", exported(first, "JSONL"))
    rows[3]["labels"]["remark"] = "Read thrice."
    rows[3]["item_id"] = rows[0]["item_id"]
    home = "\n".join(json.dumps(row) for row in rows)

    job = run(first, "changed.jsonl", home)

    assert (job.state, job.error_count) == ("failed", 1)
    (error,) = worded(job.errors)
    assert error["row"] == 4 and "different answer" in error["reason"]


def test_one_bad_row_keeps_everything_out_and_all_are_told(twins):
    first, second = twins
    rows = [json.loads(line) for line in exported(first, "JSONL").decode().splitlines()]
    rows[1]["labels"]["verdict"] = "sure"
    rows[2]["external_id"] = rows[2]["item_id"] = "999999"
    rows[4] = rows[3]
    rows[5]["labels"]["colour"] = "red"
    rows[6]["exposure"] = "asleep"

    job = run(second, "bad.jsonl", "\n".join(json.dumps(row) for row in rows))

    told = {(error["row"], error["column"]) for error in job.errors}
    assert (job.state, job.rows_stored, job.error_count) == ("failed", 0, 5)
    assert {(2, "verdict"), (5, None), (6, "colour"), (7, "exposure")} <= told
    assert not Annotation.objects.filter(task=second).exists()
    assert not AnnotationEvent.objects.filter(task=second, verb="imported").exists()


def test_a_hundred_errors_are_told_and_all_counted(twins):
    content = "\n".join(json.dumps({"external_id": f"none{row}", "labels": {}}) for row in range(250))

    job = run(twins[1], "bad.jsonl", content, mapping={"item": "external_id", "item_by": "external_id"})

    assert (job.error_count, len(job.errors)) == (250, 100)


def table(rows):
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def test_a_table_with_columns_of_its_own(acme, twins, alice):
    content = table(
        [
            {
                "case": "q0",
                "who": "alice@example.org",
                "Correct?": "correct",
                "g": "partly",
                "s": "4",
                "f": "tone|facts",
                "why": "Sums up.",
            },
            {"case": "q1", "who": "Zed", "Correct?": "wrong", "g": "wrong", "s": "1", "f": "", "why": ""},
        ]
    )
    mapping = {
        "item": "case",
        "item_by": "external_id",
        "annotator": "who",
        "questions": {"verdict": "Correct?", "grade": "g", "score": "s", "faults": "f"},
        "justifications": {"verdict": "why"},
    }

    job = run(twins[1], "mine.csv", content, mapping=mapping)

    assert job.state == "done", job.errors
    assert labels_of(twins[1])["q0", "Alice"] == {
        "verdict": "correct",
        "grade": "partly",
        "score": 4,
        "faults": ["tone", "facts"],
    }
    zed = Annotator.objects.get(name="Zed")
    assert (zed.kind, zed.user, zed.external_name) == ("human", None, "Zed")
    first = Annotation.objects.get(task=twins[1], annotator__user=alice.user)
    assert first.judgements.get(question__key="verdict").justification == "Sums up."


def test_members_are_found_by_mail_and_never_across_organizations(twins, mallory, alice):
    rows = [
        {
            "external_id": "q0",
            "annotator": "x",
            "annotator_email": email,
            "labels": {"verdict": "wrong", "grade": "wrong", "score": 1},
        }
        for email in ("ALICE@example.org", mallory.user.email)
    ]

    run(twins[1], "a.json", rows, mapping={"item": "external_id", "item_by": "external_id"})

    found = Annotation.objects.filter(task=twins[1]).select_related("annotator")
    assert {(row.annotator.kind, row.annotator.user_id) for row in found} == {("human", alice.user.pk), ("human", None)}
    assert {row.annotator.organization_id for row in found} == {twins[1].organization_id}


def test_two_members_of_one_name_are_not_guessed(acme, twins):
    for handle in ("sam1", "sam2"):
        factories.make_member(acme, user=factories.make_user(handle, name="Sam"))
    rows = [{"external_id": "q0", "annotator": "Sam", "labels": {"verdict": "wrong", "grade": "wrong", "score": 1}}]

    job = run(twins[1], "a.json", rows, mapping={"item": "external_id", "item_by": "external_id"})

    assert [(error["row"], error["column"]) for error in job.errors] == [(1, "annotator")]


def test_prelabels_are_a_programs_and_shown_unless_blind(acme):
    task, blind = make_task(acme, blind_mode=False), make_task(acme)

    for each in (task, blind):
        job = run(each, "news.json", label_studio_tasks()[:1], kind="prelabels")
        assert (job.state, job.rows_stored) == ("done", 1), job.errors

    item = task.items.first()
    [program] = Annotator.objects.filter(organization=acme, kind="program")
    assert program.name == "Prelabels: news.json (m-1)"
    assert suggestions.of(task=task, item_id=item.pk)["tone"].value == "rude"
    assert suggestions.of(task=blind, item_id=blind.items.first().pk) == {}


def test_prelabels_may_leave_required_questions_open(twins):
    rows = [{"external_id": "q0", "labels": {"verdict": "wrong"}}]

    job = run(twins[1], "pre.json", rows, kind="prelabels", mapping={"item": "external_id", "item_by": "external_id"})

    assert (job.state, job.rows_stored) == ("done", 1)


def test_a_file_waits_for_its_mapping(twins):
    job = imports.receive(
        task=twins[1], kind="annotations", upload=upload("a.jsonl", exported(twins[0], "JSONL")), by=None
    )

    assert imports.run_next() is None
    sample = files.sample(job)
    assert (sample.mapping["item"], sample.mapping["item_by"], sample.n_items_found) == (
        "external_id",
        "external_id",
        4,
    )


def test_bad_mappings_are_refused(twins):
    cases = [
        {},
        {"item": "external_id"},
        {"item": "x", "item_by": "name"},
        {"item": "x", "item_by": "item_id", "more": 1},
    ]
    for mapping in cases:
        job = imports.receive(task=twins[1], kind="annotations", upload=upload("a.jsonl", "{}"), by=None)

        with pytest.raises(InvalidInput):
            imports.start(job=job, mapping=mapping, by=None)


def test_bad_uploads_leave_nothing(twins):
    cases = [
        ({"kind": "gold"}, InvalidInput),
        ({"format": "XML"}, InvalidInput),
        ({"upload": ("a.csv", "")}, InvalidInput),
        ({"upload": ("a.parquet", "PAR1")}, UnsupportedMedia),
        ({"upload": ("a.exe", "MZ")}, UnsupportedMedia),
    ]
    for options, error in cases:
        given = {"kind": "annotations", "upload": ("a.jsonl", "{}")} | options

        with pytest.raises(error):
            imports.receive(task=twins[1], by=None, **given | {"upload": upload(*given["upload"])})

        assert not ImportJob.objects.exists()


def test_a_task_that_takes_no_answers_takes_no_files(acme):
    task = make_panel(acme, rows=1, status="COMPLETED")

    with pytest.raises(Conflict):
        imports.receive(task=task, kind="annotations", upload=upload("a.jsonl", "{}"), by=None)


def test_what_nobody_foresaw_ends_the_import_at_once_with_its_kind(twins, monkeypatch):
    def fail(*_given):
        raise ZeroDivisionError

    monkeypatch.setattr(imports.RowWriter, "take", fail)
    file = exported(twins[0], "JSONL")

    job = run(twins[1], "a.jsonl", file)

    assert (job.state, job.attempts, job.last_error) == ("failed", 1, imports.UNREADABLE(kind="ZeroDivisionError"))
    assert job.finished_at is not None and not Annotation.objects.filter(task=twins[1]).exists()


@pytest.mark.django_db(transaction=True)
def test_cancelling_leaves_nothing(twins, together, monkeypatch):
    first, second = twins
    monkeypatch.setattr(imports, "ROWS_AT_ONCE", 1)
    monkeypatch.setattr(leases, "WATCH_SECONDS", 0.0)

    def note(job, shown):
        if shown["rows"] == 3:
            together(lambda: imports.cancel(job=ImportJob.objects.get(pk=job.pk), by=None) and None)

    monkeypatch.setattr(progress, "note", note)

    job = run(second, "a.jsonl", exported(first, "JSONL"))

    assert job.state == "cancelled"
    assert not Annotation.objects.filter(task=second).exists()
    monkeypatch.undo()
    imports.start(job=job, mapping=job.mapping, by=None)
    imports.run_next()
    assert Annotation.objects.filter(task=second).count() == 20


def test_old_files_go(twins):
    job = run(twins[1], "a.jsonl", exported(twins[0], "JSONL"))
    assert (settings.FILES / job.stored_path).is_file()
    ImportJob.objects.update(created_at="2025-01-01T00:00Z")

    assert files.OLD_FILES.round().done == 1

    assert ImportJob.objects.get().stored_path == ""
    assert not (settings.FILES / job.stored_path).exists()
