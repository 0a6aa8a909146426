"""A judge of pairs is one file: docs/adding-a-judge.md, walked from the form and the API to the ledger."""

from dataclasses import replace

import pytest
from django.urls import reverse

from reviews.engine.runs.actions import supervisor
from reviews.models import GradingRun, QualityObservation
from reviews.quality.actions import gradings
from reviews.quality.api.shapes import GradingIn
from reviews.quality.judges import is_trusted
from tests import factories
from tests.extensions.documents import followed
from tests.reviews.machine import outcome_of, play, work_until_quiet

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def overlap(tmp_path):
    with followed("adding-a-judge.md", "word_overlap", tmp_path) as files:
        yield files


@pytest.fixture
def version(bob):
    return factories.make_version(factories.make_dataset(bob.organization), rows=2)


def answering(call):
    text = "two" if call.model.endswith("hasty") else "one two"
    return replace(outcome_of({}), text=text, parsed=None, parsed_from="")


def test_it_takes_one_file(overlap):
    assert list(overlap) == ["reviews/quality/judges/word_overlap.py"]
    assert is_trusted("word_overlap")


def test_form_and_lists_offer_it_and_schema_of_the_api_names_it_and_api_grades_by_it_into_the_ledger(
    bob, client_of, version, api_of, monkeypatch
):
    client = client_of(bob)
    pages = [client.get(reverse(f"reviews:{name}")).content.decode() for name in ("grading_new", "calibration_list")]
    assert all("Shared words" in page for page in pages)

    assert "word_overlap" in GradingIn().fields["judge"].choices

    play(monkeypatch, answering)
    body = {
        "name": "Cheaper?",
        "dataset_version_id": str(version.pk),
        "task_type": "support",
        "judge": "word_overlap",
        "baseline_model": "simulated-careful",
        "candidate_models": ["simulated-hasty"],
    }
    made = api_of(bob).post("/v1/quality/gradings", body)
    run = GradingRun.objects.get().run
    while work_until_quiet(run):
        supervisor.advance(run)
    gradings.GRADINGS.round()
    assert made.status_code == 201
    found = QualityObservation.objects.values_list("grader_id", "quality_score")
    assert list(found) == [("word_overlap", 0.5)] * 2
    read = api_of(bob).get(f"/v1/quality/gradings/{made.json()['grading_id']}").json()
    assert read["grader_id"] == "word_overlap" and read["models"][1]["mean_quality"] == 0.5
    page = client_of(bob).get(GradingRun.objects.get().get_absolute_url()).content.decode()
    assert "Shared words" in page
