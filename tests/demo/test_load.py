"""The demo organization: loaded whole or not at all, once, and true to every rule."""

import io

import pytest
from django.core.management import CommandError, call_command

from annotations.models import Annotation, AnnotationTask, Annotator, Assignment, Comment, Notification
from datasets.models import TestCase as Case
from evalhub.accounts.models import Organization, User
from evalhub.demo import arrivals, experiments, load, releases
from evalhub.demo.people import AMARA, BELA, CHIDI, DEMO_PASSWORD, PEOPLE
from evalhub.events.models import OutboxEvent, WebhookEndpoint
from evalhub.invariants import broken
from reviews.models import EvaluationRun
from tests.reviews import machine


def counts():
    return Case.objects.count(), Annotation.objects.count(), Assignment.objects.count(), Comment.objects.count()


@pytest.mark.slow
def test_demo_loads_once_and_keeps_every_rule(db, monkeypatch):
    machine.play(monkeypatch, machine.judged)
    assert load.load_demo() is True
    loaded = counts()
    again = io.StringIO()
    call_command("demo", stdout=again)

    assert broken() == []
    assert again.getvalue() == "The demo organization is there already.\n"
    assert counts() == loaded
    of_others = releases.CASES + experiments.CASES + arrivals.DAYS * arrivals.PER_DAY
    assert loaded[0] == 132 + 24 + 30 + 2 + 8 + 48 + of_others and loaded[1] > 300
    listed = AnnotationTask.objects.exclude(origin="evaluation")  # whose tasks a worker begins
    assert set(listed.values_list("status", flat=True)) == {"ACTIVE"}
    assert Annotator.objects.filter(kind="human").count() == 3
    assert all(annotator.simulated for annotator in Annotator.objects.filter(kind="llm"))
    runs = EvaluationRun.objects.exclude(kind="evaluation").exclude(task__origin="evaluation")
    assert runs.count() == 2 + 2 + 1 + 1  # of tasks, jobs, a grading and a study
    assert all(user.check_password(DEMO_PASSWORD) for user in User.objects.all())
    assert WebhookEndpoint.objects.get().url == "http://127.0.0.1:9/webhooks"
    assert "dataset_version.published" in OutboxEvent.objects.values_list("type", flat=True)
    assert_everything_happened(AnnotationTask.objects.get(name="Does the assistant help?"))


def assert_everything_happened(task):
    """One of each incident that the screens have to show."""
    held = Assignment.objects.filter(task=task)
    assert [row.annotator.name for row in held.filter(state="late")] == [CHIDI.name]
    assert [row.annotator.name for row in held.filter(state="returned")] == [CHIDI.name]
    assert [row.annotator.name for row in held.filter(state="skipped")] == [BELA.name]
    assert Comment.objects.filter(task=task).count() == 3
    told = Notification.objects.values_list("user__email", "verb").order_by("verb")
    assert list(told) == [("rui@demo.example", "mentioned"), (AMARA.email, "replied"), (CHIDI.email, "returned")]


def test_failure_leaves_nothing(db, monkeypatch):
    def fail(*args):
        raise OSError("interrupted")

    monkeypatch.setattr(load, "_task", fail)

    with pytest.raises(OSError):
        load.load_demo()

    assert not Organization.objects.exists()
    assert not User.objects.exists()


def test_demo_people_exist_only_on_the_embedded_database(db, settings):
    settings.EMBEDDED_DATABASE = False

    with pytest.raises(CommandError, match="published password"):
        call_command("demo")

    assert not User.objects.exists()


def test_logins_are_printed_without_loading(db):
    out = io.StringIO()

    call_command("demo", "--logins", stdout=out)

    assert [line.split()[0] for line in out.getvalue().splitlines()] == [person.email for person in PEOPLE]
    assert not Organization.objects.exists()
