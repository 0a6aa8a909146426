"""The same job that comes twice at once: one item, and each model of the panel is asked once."""

import io
import threading

import pytest

from evalhub import invariants
from evalhub.lib.reasons import TEXT
from reviews.engine.actions.reasons import ANSWER_AWAITED
from reviews.engine.requests.actions import dispatcher, due_requests
from reviews.engine.runs.actions import supervisor
from reviews.jobs.actions import intake, review_runs
from reviews.models import Job, LLMAttempt, LLMRequest
from tests.reviews.jobs.packing import zipped
from tests.reviews.jobs_directories import make_directory, reviewing
from tests.reviews.machine import make_due, play, work_until_quiet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def upload(bob, tmp_path, settings):
    """upload() hands over the same archive once more, to be reviewed by one model."""
    settings.FILES = tmp_path / "kept"
    directory = make_directory(tmp_path)
    packed = zipped({f"job/{path.name}": path.read_text() for path in directory.iterdir()}).getvalue()

    def again():
        return intake.upload(
            organization=bob.organization,
            file=io.BytesIO(packed),
            name="job.zip",
            models=["simulated-careful"],
            by=bob.user,
        )

    return again


def take(job):
    """The job's request for a review, leased to this thread."""
    (claimed,) = LLMRequest.objects.filter(stage__kind="job_review").claim(seconds=60, pk=review_of(job).pk)
    return LLMRequest.objects.select_related(*due_requests.RELATED).get(pk=claimed.pk)


def review_of(job):
    return LLMRequest.objects.get(run=job.run, stage__kind="job_review")


def reviews():
    return LLMAttempt.objects.filter(request__stage__kind="job_review")


def finish(*uploaded):
    for job in uploaded:
        work_until_quiet(job.run)
        supervisor.advance(job.run)
        review_runs.finish(job=job)
        job.refresh_from_db()


def test_uploads_at_once_are_one_item_whose_model_is_asked_once(upload, monkeypatch, together):
    play(monkeypatch, reviewing())

    uploaded = together(upload, upload)
    for _ in range(3):
        together(*[lambda: dispatcher.Dispatcher().run(5)] * 2)
        for job in uploaded:
            make_due(job.run)
            supervisor.advance(job.run)
    finish(*uploaded)

    assert len({job.item_id for job in uploaded}) == 1 and len({job.run_id for job in uploaded}) == 2
    assert reviews().count() == 1
    assert {(job.state, job.confidence) for job in uploaded} == {("reviewed", 0.75)}
    assert invariants.broken() == []


def test_second_waits_while_the_first_is_being_asked(upload, monkeypatch, together):
    first, second = upload(), upload()
    is_asked, may_answer = threading.Event(), threading.Event()

    def say(call):
        is_asked.set()
        assert may_answer.wait(30)
        return reviewing()(call)

    def ask_second():
        assert is_asked.wait(30)
        dispatcher.work(request=take(second))
        may_answer.set()

    play(monkeypatch, say)

    assert together(lambda: dispatcher.work(request=take(first)), ask_second) == [None, None]

    waiting = review_of(second)
    assert (waiting.state, waiting.attempts, str(waiting.last_error)) == ("waiting", 0, ANSWER_AWAITED().english)
    finish(first, second)
    assert reviews().count() == 1 and review_of(second).result == review_of(first).annotation_id
    assert first.confidence == second.confidence == 0.75


def test_second_goes_on_by_itself_when_the_first_fails_or_is_paused(upload, monkeypatch):
    failed, paused, last = upload(), upload(), upload()
    play(monkeypatch, reviewing())
    LLMRequest.objects.filter(pk=review_of(failed).pk).update(
        state="failed", last_error=TEXT("No."), error_class="refused"
    )
    type(paused.run).objects.filter(pk=paused.run_id).update(desired_state="pause")

    dispatcher.work(request=take(last))

    assert review_of(last).state == "done" and reviews().count() == 1


def test_older_one_that_was_paused_awaits_what_was_sent_meanwhile(upload, monkeypatch):
    older, younger = upload(), upload()
    LLMRequest.objects.filter(pk=review_of(younger).pk).update(state="running", lease_owner="another")
    LLMAttempt.objects.create(request=review_of(younger), number=1, status="sent")
    play(monkeypatch, reviewing())

    dispatcher.work(request=take(older))

    assert str(review_of(older).last_error) == ANSWER_AWAITED().english and Job.objects.count() == 2
    assert reviews().count() == 1
