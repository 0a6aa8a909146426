"""Calibrations that a person waits for, and those that a worker does turn by turn."""

import pytest

from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.leases import MAX_ATTEMPTS
from reviews.models import JudgeTest, LLMAttempt, QualityObservation
from reviews.quality.actions import grading_calibrations, routing
from reviews.quality.adapters import LLMRateLimitError
from reviews.quality.errors import InvalidGrading
from tests.reviews.gradings_world import JUDGE, make_calibration, make_grading
from tests.reviews.kept import kept, people
from tests.reviews.machine import play
from tests.reviews.routed_world import saying
from tests.undoing import undone

pytestmark = pytest.mark.django_db
EMBEDDER = "openai/simulated-embedding"


def world():
    return people(
        grading=lambda bob: make_grading(bob, judge="llm_judge", judge_model="simulated-careful", grader=JUDGE)
    )


acme, bob, grading = map(kept, ("acme", "bob", "grading"))


def request(grading, tool=EMBEDDER, reference="embedding_similarity"):
    return grading_calibrations.request(grading=grading, reference=reference, tool=tool, by=grading.created_by)


@pytest.fixture
def provider(monkeypatch):
    """An embedding model that finds all pairs equally near."""
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:9")
    play(monkeypatch, near)


def near(call):
    raw = {"data": [{"index": 0, "embedding": [1.0, 0.0]}, {"index": 1, "embedding": [0.6, 0.8]}]}
    return saying("", raw=raw)


def let_time_pass():
    JudgeTest.objects.filter(state="waiting").update(next_attempt_at=None)


def test_quick_reference_is_done_at_once(grading):
    for reference, tool in [("exact_match", ""), ("embedding_similarity", "lexical"), ("embedding_similarity", "")]:
        with undone():
            calibration = request(grading, tool, reference)

            assert calibration.state == "done" and calibration.n == 6, (reference, tool)
            assert grading_calibrations.work_next() is None


def test_provider_is_asked_by_the_worker(grading, provider):
    calibration = request(grading)
    assert (calibration.state, calibration.reference) == ("waiting", f"embedding_similarity:{EMBEDDER}")
    assert not LLMAttempt.objects.exists()

    assert grading_calibrations.work_next() and not grading_calibrations.work_next()

    calibration.refresh_from_db()
    assert (calibration.state, calibration.has_passed) == ("done", False) and "6 cases" in str(calibration.reasons)
    assert QualityObservation.objects.filter(grader_id=calibration.reference).count() == 6
    assert AuditEvent.objects.get(verb="judge.calibrated").actor == grading.created_by


def test_many_pairs_are_the_workers(grading, monkeypatch):
    monkeypatch.setattr(grading_calibrations, "MOST_AT_ONCE", 5)

    assert request(grading, "", "exact_match").state == "waiting"


def test_work_goes_on_turn_by_turn(grading, monkeypatch):
    monkeypatch.setattr(grading_calibrations, "MOST_AT_ONCE", 0)
    monkeypatch.setattr(grading_calibrations, "PAIRS_OF_A_PIECE", 4)
    monkeypatch.setattr(grading_calibrations, "SECONDS_OF_A_TURN", -1)
    calibration = request(grading, "lexical")

    found = []
    while grading_calibrations.work_next():
        calibration.refresh_from_db()
        found.append((calibration.state, QualityObservation.objects.filter(grader_id=calibration.reference).count()))

    assert found == [("waiting", 4), ("waiting", 6), ("done", 6)] and calibration.last_error is None


def test_reference_that_cannot_be_had_ends_it_with_the_reason(grading, monkeypatch):
    calibration = request(grading)
    monkeypatch.delenv("EVALHUB_SIMULATED_URL")

    grading_calibrations.work_next()

    calibration.refresh_from_db()
    assert calibration.state == "failed" and "EVALHUB_SIMULATED_URL" in str(calibration.last_error)
    assert (calibration.figures, calibration.has_passed) == ({}, False)


@pytest.mark.parametrize(
    "error, state, words",
    [
        (LLMRateLimitError("Slow down."), "waiting", "Slow down."),
        (InvalidGrading("No angle."), "failed", "No angle."),
    ],
)
def test_what_passes_is_tried_again(grading, monkeypatch, error, state, words):
    def fail(**_given):
        raise error

    monkeypatch.setattr("reviews.quality.actions.gradings.grade_some", fail)
    calibration = request(grading)

    grading_calibrations.work_next()

    calibration.refresh_from_db()
    assert (calibration.state, str(calibration.last_error)) == (state, words)


def test_it_is_not_tried_for_ever(grading, monkeypatch):
    def fail(**_given):
        raise LLMRateLimitError("Slow down.")

    monkeypatch.setattr("reviews.quality.actions.gradings.grade_some", fail)
    calibration = request(grading)

    for _ in range(MAX_ATTEMPTS):
        assert grading_calibrations.work_next()
        let_time_pass()

    calibration.refresh_from_db()
    assert (calibration.state, str(calibration.last_error)) == ("failed", "Slow down.")
    assert not grading_calibrations.work_next()


def test_lost_worker_is_followed_by_another_and_asking_twice_is_one_calibration(grading, provider):
    calibration = request(grading)
    JudgeTest.objects.claim(seconds=-1)
    grading_calibrations.work_next()
    calibration.refresh_from_db()
    assert (calibration.state, calibration.attempts) == ("done", 2)

    assert request(grading) == request(grading)
    assert request(grading, "minilm") != request(grading)


def test_judge_counts_while_a_new_calibration_waits(bob, grading):
    make_calibration(bob)
    QualityObservation.objects.update(simulated=False)

    request(grading)

    assert routing.window(organization=bob.organization, task_type="support").grader_id == JUDGE


def test_wrong_requests_are_refused(bob, grading):
    with pytest.raises(InvalidInput, match="reference is 'coin'"):
        request(grading, "", "coin")
    with pytest.raises(Conflict, match="needs no calibration"):
        request(make_grading(bob))
    running = make_grading(bob, judge="llm_judge", judge_model="simulated-careful", grader=JUDGE, status="running")
    with pytest.raises(Conflict, match="The run is not finished"):
        request(running)

    assert JudgeTest.objects.count() == 0
