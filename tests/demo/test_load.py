"""The demo organization: loaded whole or not at all, once, and true to every rule."""

import io

import pytest
from django.core.management import call_command

from annotations.models import Annotation, AnnotationTask, Annotator
from datasets.models import TestCase as Case
from evalhub.accounts.models import Organization, User
from evalhub.demo import load
from evalhub.demo.people import DEMO_PASSWORD, PEOPLE
from evalhub.invariants import broken
from reviews.models import EvaluationRun


@pytest.mark.slow
def test_demo_loads_once_and_keeps_every_rule(db):
    assert load.load_demo() is True
    loaded = (Case.objects.count(), Annotation.objects.count(), AnnotationTask.objects.get().status)
    again = io.StringIO()
    call_command("demo", stdout=again)

    assert broken() == []
    assert again.getvalue() == "The demo organization is there already.\n"
    assert (Case.objects.count(), Annotation.objects.count(), AnnotationTask.objects.get().status) == loaded
    assert loaded[0] >= 120 and loaded[1] > 200
    assert Annotator.objects.filter(kind="human").count() == 3
    assert EvaluationRun.objects.get().annotator.simulated
    assert all(user.check_password(DEMO_PASSWORD) for user in User.objects.all())


def test_failure_leaves_nothing(db, monkeypatch):
    def fail(*args):
        raise OSError("interrupted")

    monkeypatch.setattr(load, "_task", fail)

    with pytest.raises(OSError):
        load.load_demo()

    assert not Organization.objects.exists()
    assert not User.objects.exists()


def test_logins_are_printed_without_loading(db):
    out = io.StringIO()

    call_command("demo", "--logins", stdout=out)

    assert [line.split()[0] for line in out.getvalue().splitlines()] == [person.email for person in PEOPLE]
    assert not Organization.objects.exists()
