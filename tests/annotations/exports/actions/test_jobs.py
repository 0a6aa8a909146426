"""Export files: what is in them, that they are whole or absent, and how a job ends."""

import csv
import hashlib
import io
import itertools
import json
import math
from collections import Counter

import pytest
from django.conf import settings

from annotations.exports.actions import jobs, sources
from annotations.exports.actions.options import parse
from annotations.models import Annotation, ExportJob, GroundTruth
from annotations.progress.actions import completion
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import InvalidInput
from evalhub.lib.leases import MAX_ATTEMPTS
from tests import factories
from tests.annotations.exports.jobs import files, made
from tests.annotations.panel import everyone, make_panel, question_of, settle
from tests.kept_people import acme

__all__ = ["acme"]
pytestmark = pytest.mark.django_db
HOSTILE = ["=1+1", " @SUM(A1)", "+cmd", "-2+3", "＝1", "\tx", 'a"b,c\nd', "👩‍👩‍👧 e\u0301", "שלום", "<b>&amp;</b>"]
EXACT = {"whole": 1, "real": 1.0, "small": 5e-324, "big": 10**30, "text": "001 ", "none": None, "deep": [{"ä": [[]]}]}


def rows_of(format, content):
    if format == "CSV":
        return list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    return json.loads(content) if format == "JSON" else [json.loads(line) for line in content.decode().splitlines()]


def test_manifest_says_what_the_file_holds(task):
    for kind, format in itertools.product(("ground_truth", "annotations"), ("JSON", "JSONL", "CSV")):
        job, content = made(task, kind=kind, format=format, consensus_threshold=0.5)

        rows = rows_of(format, content)
        counted = Annotation.objects.current().filter(task=task).count()
        decided = {row["item_id"] for row in rows}
        assert (
            len(rows)
            == job.manifest["item_count"]
            == job.rows_written
            == (counted if kind == "annotations" else len(decided))
        )
        assert job.manifest["sha256"] == job.sha256 == hashlib.sha256(content).hexdigest()
        assert (job.manifest["size_bytes"], job.manifest["schema_version"]) == (len(content), 1)
        assert (job.manifest["options"], job.manifest["options"]["consensus_threshold"]) == (job.options, 0.5)


def test_ground_truth_is_that_of_people_at_the_threshold_of_the_task(acme):
    """Without a choice: what people agree on at the task's own threshold, none of what machines had a vote in."""
    task = make_panel(acme, rows=4, consensus_threshold=0.6)
    abe, aida, ann, *machines = everyone(task)[:5]
    votes = [("wrong", "wrong", "partly"), ("wrong", "partly", None), ("wrong", None, None), (None, None, None)]
    for item, verdicts in zip(task.items.order_by("position"), votes, strict=True):
        for annotator, verdict in zip((abe, aida, ann, *machines), (*verdicts, "wrong", "wrong"), strict=True):
            if verdict:
                factories.make_annotation(item, annotator, {"verdict": verdict})

    job, content = made(task)
    settle(task)

    rows = rows_of("JSON", content)
    assert [(row["value"], row["people"], row["machines"], row["simulated"]) for row in rows] == [
        ({"verdict": "wrong"}, {"verdict": 3}, {"verdict": 0}, {"verdict": False})
    ]
    assert "consensus_threshold" not in job.options
    assert job.manifest["options"]["consensus_threshold"] == 0.6
    assert job.manifest["counts"]["values_by_source"] == {"consensus": 1}
    counts = completion.counts_of([task])[task.pk]
    assert len(rows) == counts.full + counts.part
    everything, content = made(task, policy=["adjudicated", "consensus", "mixed", "single", "panel"])
    sources = [row["source"]["verdict"] for row in rows_of("JSON", content)]
    assert sources == ["consensus", "mixed", "mixed_single_human"]
    assert everything.manifest["counts"]["simulated_values"] == 2


def test_counts_by_source_are_those_of_the_file(task):
    task.consensus_threshold = 0.75
    task.save()
    settle(task)
    options = parse(policy=["adjudicated", "consensus", "mixed"])
    job, content = made(task, policy=["adjudicated", "consensus", "mixed"])

    counts = jobs.counts(task=task, kind="ground_truth", options=options)

    values = Counter(source for row in rows_of("JSON", content) for source in row["source"].values())
    chosen = {source.name: source.values for source in counts.sources if source.is_chosen}
    assert chosen == {"adjudicated": 0, "consensus": values["consensus"], "mixed": values["mixed"]}
    assert (counts.rows, counts.unresolved) == (job.manifest["item_count"], job.manifest["counts"]["unresolved_items"])
    assert sum(source.simulated for source in counts.sources if source.is_chosen) == values["mixed"] > 0
    assert [source.name for source in counts.sources if not source.is_chosen] == ["single", "panel"]
    annotations = jobs.counts(task=task, kind="annotations", options=parse(annotator_kinds=["human"]))
    own = Annotation.objects.current().filter(task=task)
    assert [(source.name, source.values, source.is_chosen) for source in annotations.sources] == [
        ("human", own.by_people().count(), True),
        ("llm", own.filter(annotator__kind="llm").count(), False),
        ("program", 0, False),
        ("jury", 0, False),
    ]
    assert annotations.rows == own.by_people().count()


def test_annotations_hold_what_was_stored(task):
    job, content = made(task, kind="annotations", format="JSONL")

    assert AuditEvent.objects.get(verb="export.requested").object_id == str(job.pk)

    by_id = {row["annotation_id"]: row for row in rows_of("JSONL", content)}
    for annotation in Annotation.objects.current().prefetch_related("judgements__question"):
        labels = {row.question.key: row.value for row in annotation.judgements.all()}
        assert by_id[str(annotation.pk)]["labels"] == labels
        assert by_id[str(annotation.pk)]["annotator_kind"] == annotation.annotator.kind


def test_ground_truth_counts_what_is_unresolved(task):
    job, content = made(task, consensus_threshold=1.0)

    rows = rows_of("JSON", content)
    assert (job.manifest["counts"]["items"], job.manifest["counts"]["unresolved_items"]) == (6, 6 - len(rows))


def test_adjudicated_value_goes_before_consensus(task):
    item = task.items.first()
    GroundTruth.objects.create(item=item, question=question_of(task, "verdict"), value="partly", source="adjudicated")

    _, content = made(task, consensus_threshold=1.0)

    row = next(row for row in rows_of("JSON", content) if row["item_id"] == str(item.pk))
    assert (row["value"]["verdict"], row["source"]["verdict"]) == ("partly", "adjudicated")


def make_hostile(acme):
    rows = [
        {"external_id": text, "input": {"question": text}, "outputs": {"model-a": text}, "metadata": {"t": text}}
        for text in HOSTILE
    ]
    rows.append({"external_id": "exact", "input": EXACT})
    schema = {"fields": [{"key": "word", "type": "single_choice", "options": [{"value": v} for v in ("=A1", "no")]}]}
    task = factories.make_task(
        factories.make_version(factories.make_dataset(acme), rows=rows), schema=schema, required=1
    )
    anna = factories.make_annotator(factories.make_member(acme, "anna"))
    for item in task.items.all():
        factories.make_annotation(item, anna, {"word": "=A1"}, justification="@evil")
    return task


def test_json_is_exact_and_no_cell_starts_a_formula(acme):
    task = make_hostile(acme)
    for format in ("JSON", "JSONL"):
        _, content = made(task, format=format, policy=["single"])

        rows = {row["external_id"]: row for row in rows_of(format, content)}
        assert [rows[text]["input"]["question"] for text in HOSTILE] == HOSTILE
        assert [rows[text]["output"] for text in HOSTILE] == HOSTILE
        assert json.dumps(rows["exact"]["input"], sort_keys=True) == json.dumps(EXACT, sort_keys=True)
    for kind in ("ground_truth", "annotations"):
        _, content = made(task, kind=kind, format="CSV", policy=["single"])

        table = list(csv.reader(io.StringIO(content.decode(), newline="")))
        for cell in [cell for row in table for cell in row]:
            assert cell.lstrip(" ")[:1] not in {*"=+-@\t\r\n＝＋－＠"} or float(cell) < 0, cell
        assert "'=A1" in {cell for row in table for cell in row}


def test_nothing_decided_is_an_empty_file(acme):
    job, content = made(make_panel(acme, rows=2))

    assert (json.loads(content), job.manifest["item_count"]) == ([], 0)
    _, table = made(job.task, format="CSV")
    assert len(table.splitlines()) == 1


def test_bad_thresholds_are_refused(task):
    cases = [math.nan, math.inf, -0.1, 1.1, True, "0.8", None, 10**400]
    for threshold in cases:
        with pytest.raises(InvalidInput) as refused:
            jobs.request(task=task, consensus_threshold=threshold, by=None)

        assert refused.value.code == "bad_threshold"


def test_unknown_kind_and_format_are_refused(task):
    for options, code in (({"kind": "gold"}, "unknown_kind"), ({"format": "XML"}, "unknown_format")):
        with pytest.raises(InvalidInput) as refused:
            jobs.request(task=task, by=None, **options)

        assert refused.value.code == code
    assert not ExportJob.objects.exists()


def claimed(task):
    job = jobs.request(task=task, by=None)
    ExportJob.objects.claim(seconds=settings.LEASE_SECONDS)
    return ExportJob.objects.select_related("task").get(pk=job.pk)


def test_worker_that_lost_its_lease_leaves_nothing(task):
    before = files()
    job = claimed(task)
    ExportJob.objects.update(lease_owner="another", attempts=2)

    jobs.EXPORTS.work(job, None)

    assert files() == before
    assert ExportJob.objects.get().state == "running"


def test_job_of_a_killed_worker_is_taken_over(task):
    job = claimed(task)
    (settings.FILES / "exports" / f"{job.pk}-1.part").write_text("half")
    ExportJob.objects.update(lease_until="2026-01-01T00:00Z")

    jobs.run_next()

    job.refresh_from_db()
    assert (job.state, job.attempts, job.stored_path) == ("done", 2, f"exports/{job.pk}-2.json")


def test_failing_export_is_tried_again_and_then_ends(task, monkeypatch):
    def fail(*args):
        raise OSError("disk on fire at /secret/place")

    monkeypatch.setattr(jobs, "_write", fail)
    before, job = files(), jobs.request(task=task, by=None)
    for attempt in range(MAX_ATTEMPTS):
        ExportJob.objects.update(next_attempt_at=None)
        jobs.run_next()
        job.refresh_from_db()
        assert job.state == ("waiting" if attempt < MAX_ATTEMPTS - 1 else "failed")

    assert jobs.run_next() is None
    assert str(job.last_error) == "Unexpected error (OSError). The log of the worker has the details."
    assert files() == before


def test_what_cannot_succeed_ends_at_once(task, monkeypatch):
    def refuse(job, options):
        raise InvalidInput("A label is 9. Valid: 1 to 5.")

    monkeypatch.setattr(sources, "source", refuse)
    job = jobs.request(task=task, by=None)

    jobs.run_next()

    job.refresh_from_db()
    assert (job.state, str(job.last_error), job.attempts) == ("failed", "A label is 9. Valid: 1 to 5.", 1)
