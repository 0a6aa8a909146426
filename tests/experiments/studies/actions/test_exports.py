"""Bundles of studies: which snapshot they are of, that they appear as a whole, and what is kept of them."""

import fcntl
import hashlib
import os

import pytest
from django.conf import settings
from django.db import transaction

from annotations.models import Annotation
from evalhub.lib import strict_json
from evalhub.lib.errors import Gone, Unavailable
from experiments.models import Study
from experiments.studies.actions import export_rows, exports
from experiments.studies.exporting.tables import TABLES
from reviews.models import Critique, EvaluationRun
from tests.experiments.scored import answer_as, make_scored
from tests.experiments.studies_world import make_study, ready

pytestmark = pytest.mark.django_db


def built(study):
    return exports.bundle_of(study=study, etag=exports.etag_of(study=study))


def names(study):
    return sorted(path.name for path in (settings.FILES / exports.FOLDER / str(study.pk)).iterdir())


def test_manifest_tells_what_is_on_disk(bob, alice):
    study = make_scored(bob, alice)

    bundle = built(study)

    manifest = bundle.manifest
    assert manifest["counts"] == {"responses": 4, "response_items": 4, "rubrics": 2, "evidence": 3, "samples": 2}
    assert (manifest["export_schema_version"], manifest["study"]["study_id"]) == (1, str(study.pk))
    assert manifest["run"]["status"] == "waiting" and manifest["study"]["settings"]["method"] == "subset"
    for table, facts in manifest["tables"].items():
        assert len(bundle.path(table, "jsonl").read_bytes().splitlines()) == facts["rows"]
        for suffix, file in facts["files"].items():
            content = bundle.path(table, suffix).read_bytes()
            assert (len(content), hashlib.sha256(content).hexdigest()) == (file["size_bytes"], file["sha256"])
    for table, columns in TABLES.items():
        for line in bundle.path(table, "jsonl").read_text().splitlines():
            row = strict_json.loads(line)
            assert set(row) == {column.name for column in columns}
            missing = {name for name, value in row.items() if value is None}
            assert missing <= {column.name for column in columns if column.is_optional}, table


def test_empty_and_unchanged_studies(bob):
    study = make_study(bob, texts=2)
    bundle = built(study)
    assert bundle.manifest["counts"] == {"responses": 0, "response_items": 0, "rubrics": 0, "evidence": 2, "samples": 1}
    header = bundle.path("responses", "csv").read_text().strip().split(",")
    assert header == [column.name for column in TABLES["responses"]]

    study = make_study(bob)
    first = built(study)
    before = first.path("responses", "csv").stat()
    again = built(study)
    assert again == first and again.path("responses", "csv").stat() == before


CHANGES = {
    "status": lambda study: EvaluationRun.objects.filter(pk=study.run_id).update(status="completed"),
    "name": lambda study: Study.objects.filter(pk=study.pk).update(name="Another name"),
    "window": lambda study: type(study.window).objects.filter(pk=study.window_id).update(country="Ruritania"),
    "rubric": lambda study: study.samples.update(rubric={"stages": [], "reasoning": "Anew."}),
    "critique of a score": lambda study: Critique.objects.filter(annotation__isnull=False).delete(),
    "critique of a rubric": lambda study: Critique.objects.filter(schema_version__isnull=False).delete(),
    "withdrawal": lambda study: Annotation.objects.filter(task__study_sample__study=study).update(
        withdrawn_at="2026-01-01T00:00Z"
    ),
}


def test_whatever_changes_gives_another_etag(bob):
    study = make_scored(bob)
    etags = [exports.etag_of(study=study)]

    for change in CHANGES.values():
        change(study)
        etags.append(exports.etag_of(study=study))

    same = [name for name, before, after in zip(CHANGES, etags, etags[1:], strict=False) if before == after]
    assert not same and len(set(etags)) == len(etags)


def test_other_studies_leave_the_etag(bob, alice):
    study, other = ready(bob, method="subset"), ready(bob, method="subset")
    before = exports.etag_of(study=study)

    answer_as(alice, other)

    assert exports.etag_of(study=study) == before


@pytest.mark.django_db(transaction=True)
def test_snapshot_sees_nothing_that_comes_later(bob, alice, together):
    with transaction.atomic():
        study = ready(bob, method="subset", samples_per_model=2)
    before = exports.etag_of(study=study)

    with exports.snapshot():
        first = len(list(export_rows.stream("samples", study=study)))
        together(lambda: answer_as(alice, study))
        seen = list(export_rows.stream("responses", study=study))
        etag = exports.etag_of(study=study)

    assert (first, len(seen), etag) == (2, 0, before)
    assert built(study).manifest["counts"]["responses"] == 1


def test_bundle_that_is_being_written_is_not_written_twice(bob):
    study = make_study(bob)
    folder = settings.FILES / exports.FOLDER / str(study.pk)
    folder.mkdir(parents=True)

    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(Unavailable) as refused:
            built(study)

    assert (refused.value.code, refused.value.headers) == ("bundle_in_progress", {"Retry-After": "2"})
    assert names(study) == ["lock"]
    assert built(study).manifest["counts"]["samples"] == 1


def test_what_a_killed_process_left_is_removed(bob):
    study = make_study(bob)
    half = settings.FILES / exports.FOLDER / str(study.pk) / f"{exports.HALF_DONE}1"
    half.mkdir(parents=True)
    (half / "responses.jsonl").write_text("{")

    bundle = built(study)

    assert names(study) == sorted(["lock", bundle.etag])


def test_snapshots_are_kept_while_asked_for(bob):
    study, other = make_study(bob), make_study(bob)
    aged = built(other)
    os.utime(aged.folder / exports.MANIFEST, (0, 0))
    bundles = []
    for status in ("running", "paused", "running", "completed", "failed"):
        EvaluationRun.objects.filter(pk=study.run_id).update(status=status)
        bundles.append(built(study))
    assert bundles[0].etag == bundles[2].etag
    assert names(study) == sorted(["lock", *(bundle.etag for bundle in bundles[2:])])
    assert names(other) == ["lock"]
    with pytest.raises(Gone, match="no longer stored"):
        exports.bundle_named(study=study, etag=bundles[1].etag)

    study = make_study(bob)
    for etag in ("", "x", "../" * 22, "0" * 64, "é" * 64):
        with pytest.raises(Gone):
            exports.bundle_named(study=study, etag=etag)
