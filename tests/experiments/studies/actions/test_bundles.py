"""Bundles of a study: the cases that are scored, what is left out, and that they are made once."""

import threading

import pytest
from django.core.management import call_command
from django.db import connection

from datasets.models import Dataset, DatasetVersion
from evalhub.invariants import broken
from evalhub.lib.reasons import TEXT
from experiments.models import Evidence, EvidenceView, Study
from experiments.studies.actions import bundles
from reviews.models import LLMRequest
from tests.experiments.studies_world import asked, make_study, stages_of
from tests.factories import make_dataset


def add_views(study, view, texts):
    rows = Evidence.objects.filter(window=study.window).order_by("position")
    for row, text in zip(rows, texts, strict=False):
        EvidenceView.objects.create(evidence=row, view=view, text=text)


def test_cases_name_their_evidence_and_columns_what_filters_may_name(bob):
    study = make_study(bob, texts=["One.", "Two.", "Three."], evidence_bundle_size=2)
    version = study.dataset_version
    first, second = version.cases.all()
    assert (version.status, version.validation_status, version.row_count) == ("PUBLISHED", "VALID", 2)
    assert first.input == {"evidence_1": "One.", "evidence_2": "Three."} and second.input == {"evidence_1": "Two."}
    assert (first.external_id, first.metadata["evidence_labels"]) == ("E1+E3", ["E1", "E3"])
    assert first.metadata["evidence_titles"] == ["Title 1", "Title 3"]
    ids = list(Evidence.objects.order_by("position").values_list("pk", flat=True))
    assert first.metadata["evidence_ids"] == [ids[0], ids[2]]
    assert first.metadata["bundle_signature"] == f"{ids[0]}|{ids[2]}"
    assert first.metadata["evidence_urls"][0] == "https://example.org/1"
    assert not broken()

    columns = make_study(bob).dataset_version.columns
    assert columns[0] == {"name": "evidence_1", "type": "string", "role": "input"}
    assert {"name": "evidence_labels", "type": "array", "role": "metadata"} in columns


def test_views_wait_for_all_of_their_requests(bob):
    study = make_study(bob, texts=2, evidence_view="cleaned")

    assert not bundles.are_due(study=study)
    asked(stages_of(study, "evidence_cleaned")[0])
    assert not bundles.are_due(study=study)
    LLMRequest.objects.order_by("pk").first().delete()
    LLMRequest.objects.update(state="failed", last_error=TEXT("x"))
    assert not bundles.are_due(study=study)
    add_views(study, "cleaned", ["One, cleaned."])
    assert bundles.are_due(study=study)


def test_evidence_without_its_view_is_left_out_by_name(bob):
    study = make_study(bob, texts=3, evidence_view="cleaned")
    add_views(study, "neutralized", ["n" * 90_000, "n", "n"])
    add_views(study, "cleaned", ["One, cleaned.", "y" * 80_004])

    version = bundles.make(study=study)

    assert [case.external_id for case in version.cases.all()] == ["E1"]
    assert version.cases.get().input == {"evidence_1": "One, cleaned."}
    study.refresh_from_db()
    assert [(left["label"], left["reason"][:32]) for left in study.left_out] == [
        ("E3", "There is no cleaned view of it."),
        ("E2", "The bundle E2 has about 20,001 t"),
    ]


def test_texts_are_read_in_parts(bob, monkeypatch):
    monkeypatch.setattr(bundles, "BUNDLES_AT_ONCE", 2)

    study = make_study(bob, texts=["a", "b", "c", "d", "e"])

    cases = list(study.dataset_version.cases.values_list("row_index", "external_id", "input__evidence_1"))
    assert cases == [(0, "E1", "a"), (1, "E2", "b"), (2, "E3", "c"), (3, "E4", "d"), (4, "E5", "e")]


def test_empty_later_and_renamed_bundles(bob):
    study = make_study(bob, texts=1, evidence_view="cleaned")
    assert bundles.make(study=study) is None
    assert not DatasetVersion.objects.exists() and len(study.left_out) == 1

    study = make_study(bob, texts=1, evidence_view="cleaned")
    study.window.evidence.create(position=2, raw_content="Later.")
    add_views(study, "cleaned", ["One.", "Two."])
    assert bundles.make(study=study).row_count == 1

    make_dataset(bob.organization, name="One: raw evidence")
    make_study(bob, name="One")
    assert Dataset.objects.filter(name="One: raw evidence (2)").exists()


@pytest.mark.django_db(transaction=True)
def test_many_at_once_make_one(bob):
    study = make_study(bob, texts=3, evidence_view="cleaned")
    add_views(study, "cleaned", ["a", "b", "c"])
    barrier, made = threading.Barrier(4), []

    def make():
        try:
            barrier.wait()
            made.append(bundles.make(study=Study.objects.get(pk=study.pk)).pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(made) == 4 and len(set(made)) == 1 and DatasetVersion.objects.count() == 1
    call_command("invariants")
