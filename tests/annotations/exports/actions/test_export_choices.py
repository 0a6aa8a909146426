"""What an export takes in and leaves out: people's choices, pseudonyms, formats of other shapes, and cancelling."""

import csv
import gzip
import io
import json

import duckdb
import pytest
from django.test import override_settings

from annotations.exports.actions import jobs
from annotations.exports.actions import options as export_options
from annotations.models import Annotation, ExportJob, GroundTruth, Judgement
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.models import Audit
from tests import factories
from tests.annotations.exports.jobs import made
from tests.annotations.panel import answer_all, make_panel, question_of
from tests.kept_people import acme

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


def lines(task, **options):
    return [json.loads(line) for line in made(task, format="JSONL", **options)[1].decode().splitlines()]


def test_only_the_kinds_asked_for(task):
    people = lines(task, kind="annotations", annotator_kinds=["human"])

    assert {row["annotator_kind"] for row in people} == {"human"}
    assert len(people) == Annotation.objects.current().by_people().filter(task=task).count()


def test_repetitions_are_in_no_file(task):
    chosen = [
        {"kind": "annotations", "format": "JSONL"},
        {"kind": "annotations", "format": "CSV_LONG"},
        {"kind": "annotations", "format": "LABEL_STUDIO"},
        {"kind": "ground_truth", "format": "JSONL", "include": ["values"]},
    ]
    before = [made(task, **each)[1] for each in chosen]
    machine = factories.make_llm_annotator(task.organization)
    for item in task.items.all():
        factories.make_annotation(item, machine, {"verdict": "wrong"}, round=2)

    for each, content in zip(chosen, before, strict=True):
        assert made(task, **each)[1] == content, each


def test_only_blind_answers(task):
    seen = Annotation.objects.filter(task=task).first()
    Annotation.objects.filter(pk=seen.pk).update(exposure="saw_machine")

    found = lines(task, kind="annotations", blind_only=True)

    assert str(seen.pk) not in {row["annotation_id"] for row in found}
    assert len(found) == Annotation.objects.filter(task=task, exposure="blind").count()


def test_parts_that_were_not_asked_for_are_not_there(task):
    row = lines(task, kind="annotations", include=[])[0]
    full = lines(task, kind="annotations", include=list(export_options.INCLUDES))[0]

    parts = {"justifications", "confidences", "evidence", "audits", "exposure", "time_spent_seconds", "submitted_at"}
    assert not parts & set(row)
    assert parts <= set(full)


def test_evidence_and_audits_come_under_their_question(task):
    judgement = Judgement.objects.filter(question__key="verdict", annotation__annotator__kind="llm").first()
    factories.make_evidence(judgement, "It is")
    auditor = Annotation.objects.by_people().first().annotator
    Audit.objects.create(judgement=judgement, auditor=auditor, verdict="accept", note="Read.")

    found = lines(task, kind="annotations", include=["evidence", "audits"])
    [long] = [
        row
        for row in json.loads(made(task, kind="annotations", format="JSON", include=["evidence"])[1])
        if row["evidence"]
    ]

    row = next(row for row in found if row["annotation_id"] == str(judgement.annotation_id))
    assert [quote["quote"] for quote in row["evidence"]["verdict"]] == ["It is"]
    assert (row["audits"]["verdict"][0]["verdict"], row["audits"]["verdict"][0]["auditor"]) == ("accept", auditor.name)
    assert long["evidence"].keys() == {"verdict"}


def test_pseudonyms_are_stable_and_keyed_and_name_nobody(task, acme):
    first, second = (lines(task, kind="annotations", pseudonymise=True) for _ in range(2))
    with override_settings(SECRET_KEY="another " * 8):
        third = lines(task, kind="annotations", pseudonymise=True)
    other = make_panel(acme, rows=1)
    answer_all(other, missing=0)

    people = {row["annotator"] for row in first if row["annotator_kind"] == "human"}
    assert [row["annotator"] for row in first] == [row["annotator"] for row in second]
    assert len(people) == 3 and all(name.startswith("person-") for name in people)
    assert not people & {row["annotator"] for row in third}
    assert not people & {row["annotator"] for row in lines(other, kind="annotations", pseudonymise=True)}
    assert not {"Abe", "Aida", "Ann"} & {row["annotator"] for row in first}
    assert {row["annotator"] for row in first if row["annotator_kind"] == "llm"} == {"model-0", "model-1"}


def test_only_the_items_asked_for(task):
    rows = list(task.items.order_by("position"))
    GroundTruth.objects.create(item=rows[1], question=question_of(task, "verdict"), value="wrong", source="adjudicated")
    Annotation.objects.filter(pk=rows[2].annotations.first().pk).update(flagged=True)

    for items, positions in (("adjudicated", {1}), ("flagged", {2}), ("all", set(range(6)))):
        found = lines(task, kind="annotations", items=items)

        assert {row["item_id"] for row in found} == {str(rows[place].pk) for place in positions}, items


def test_unresolved_items_are_flagged(task):
    found = lines(task, consensus_threshold=1.0, unresolved="include")
    resolved = lines(task, consensus_threshold=1.0)

    assert len(found) == 6 > len([row for row in found if not row["unresolved"]])
    assert {row["item_id"] for row in found if row["value"]} == {row["item_id"] for row in resolved}


def test_free_text_is_never_unresolved_and_has_columns_only_where_an_adjudicator_wrote_one(task):
    _, plain = made(task, format="CSV", consensus_threshold=0.5)
    _, long = made(task, format="CSV_LONG", consensus_threshold=0.5)
    _, studio = made(task, format="LABEL_STUDIO", consensus_threshold=0.5)
    remark = question_of(task, "remark")
    GroundTruth.objects.create(item=task.items.first(), question=remark, value="Odd.", source="adjudicated")
    _, written = made(task, format="CSV", consensus_threshold=0.5)

    assert {"value.verdict", "confidence.verdict"} < set(header := plain.decode().splitlines()[0].split(","))
    assert not [name for name in header if name.endswith(".remark")] and b",remark," not in long
    assert [] in [row["unresolved"] for row in lines(task, consensus_threshold=0, policy=["consensus", "single"])]
    assert b'"unresolved"' in studio and b'"remark"' not in studio
    assert b"value.remark" in written and b"Odd." in written


def test_policy_decides_what_counts(task):
    item = task.items.first()
    GroundTruth.objects.create(item=item, question=question_of(task, "verdict"), value="partly", source="adjudicated")

    only = lines(task, consensus_threshold=0.5, policy=["adjudicated"])
    without = lines(task, consensus_threshold=0.5, policy=["consensus"])

    assert [(row["item_id"], row["value"]) for row in only] == [(str(item.pk), {"verdict": "partly"})]
    assert {source for row in without for source in row["source"].values()} == {"consensus"}


def test_ground_truth_with_everybodys_values(task):
    row = lines(task, include=["values"], consensus_threshold=0.5)[0]

    labels = {part["annotator"]: part["labels"]["verdict"] for part in row["annotations"]}
    stored = Judgement.objects.filter(annotation__item_id=row["item_id"], question__key="verdict")
    stored = stored.select_related("annotation__annotator")
    assert labels == {one.annotation.annotator.name: one.value for one in stored}


def test_long_table_has_a_row_per_judgement(task):
    _, content = made(task, kind="annotations", format="CSV_LONG")

    table = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    assert len(table) == Judgement.objects.filter(annotation__task=task).count()
    assert {row["question"] for row in table} == {"verdict", "grade", "score", "seconds", "faults", "remark"}


def test_long_ground_truth_agrees_with_wide(task):
    wide = lines(task, consensus_threshold=0.5)
    _, content = made(task, format="CSV_LONG", consensus_threshold=0.5)

    long = [row for row in csv.DictReader(io.StringIO(content.decode(), newline="")) if row["resolved"] == "true"]
    assert len(long) == sum(len(row["value"]) for row in wide)


def test_parquet_has_typed_columns(task, tmp_path):
    for kind in ("annotations", "ground_truth"):
        _has_typed_columns(task, kind, tmp_path)


def _has_typed_columns(task, kind, tmp_path):
    job, content = made(task, kind=kind, format="PARQUET", consensus_threshold=0.5)
    path = tmp_path / "x.parquet"
    path.write_bytes(content)

    part = "labels" if kind == "annotations" else "value"
    types = dict(duckdb.sql(f"SELECT column_name, column_type FROM (DESCRIBE FROM '{path}')").fetchall())
    expected = lines(task, kind=kind, consensus_threshold=0.5)
    found = duckdb.sql(f'SELECT item_id, "{part}.verdict", "{part}.score" FROM \'{path}\'').fetchall()
    assert (types[f"{part}.score"], types[f"{part}.faults"], types[f"{part}.verdict"]) == (
        "DOUBLE",
        "VARCHAR[]",
        "VARCHAR",
    )
    assert found == [(row["item_id"], row[part].get("verdict"), row[part].get("score")) for row in expected]
    assert job.manifest["item_count"] == len(expected)


def test_compressed_files_hold_the_same(task):
    _, plain = made(task, kind="annotations", format="JSONL")
    job, packed = made(task, kind="annotations", format="JSONL", compress=True)

    assert gzip.decompress(packed) == plain
    assert job.stored_path.endswith(".jsonl.gz") and job.size_bytes == len(packed)


def test_unknown_choices_are_refused(task):
    cases = [
        {"items": "some"},
        {"policy": []},
        {"annotator_kinds": ["cat"]},
        {"include": "reasons"},
        {"compress": 1},
        {"unresolved": None},
        {"colour": "red"},
        {"format": "PARQUET", "compress": True},
    ]
    for options in cases:
        with pytest.raises(InvalidInput):
            jobs.request(task=task, by=None, **options)

        assert not ExportJob.objects.exists()


def test_manifest_counts_are_those_of_the_rows(task):
    job, _ = made(task, kind="annotations", annotator_kinds=["human"])

    counts = job.manifest["counts"]
    own = Annotation.objects.current().by_people().filter(task=task)
    assert (counts["items"], counts["annotations"], counts["annotators"]) == (6, own.count(), 3)
    assert (counts["schema_versions"], counts["guideline_versions"]) == ([1], [1])
    assert job.manifest["generator"] and "agreement_computed_at" in job.manifest


def test_cancelling_a_waiting_export(task, bob):
    job = jobs.request(task=task, by=None)

    jobs.cancel(job=job, by=bob.user)

    assert jobs.run_next() is None
    assert ExportJob.objects.get().state == "cancelled"
    with pytest.raises(Conflict):
        jobs.cancel(job=job, by=bob.user)


def test_running_again_asks_for_the_same(task):
    job, content = made(task, kind="annotations", items="all", pseudonymise=True, include=["exposure"], format="JSONL")

    again = jobs.rerun(job=job, by=None)
    jobs.run_next()

    again.refresh_from_db()
    assert (again.options, again.sha256) == (job.options, job.sha256)
    assert again.pk != job.pk
