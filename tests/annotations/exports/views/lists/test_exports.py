"""The list of exports: filters and states that are shown."""

from datetime import timedelta

from django.utils import timezone

from annotations.models import ExportJob
from tests import factories
from tests.lists.walks import Walk, shown, spread

DONE = {"state": "done", "sha256": "0" * 64, "stored_path": "a/file"}


def make_exports(organization, count=1, **fields):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization)), name="Round 1")
    for number in range(count):
        values = {"kind": ["annotations", "ground_truth"][number % 2], "format": ["CSV", "JSON"][number % 2]}
        ExportJob.objects.create(organization=organization, task=task, **values | fields)
    return task


def lines(member, query=""):
    return shown("exports", member, query).lines


def test_filters_narrow_and_strangers_see_none(bob, acme, mallory):
    first, second = make_exports(acme, 2), make_exports(acme)

    assert [line.row.task for line in lines(bob, f"?task={first.pk}")] == [first, first]
    assert [line.row.kind for line in lines(bob, "?kind=ground_truth")] == ["ground_truth"]
    assert len(lines(bob, f"?file_format=CSV&task={second.pk}")) == 1
    assert len(lines(bob, "?q=round")) == 3
    assert lines(mallory) == []


def test_expired_is_a_state_of_its_own(bob, acme):
    now = timezone.now()
    make_exports(acme, expires_at=now + timedelta(days=1), **DONE)
    make_exports(acme, expires_at=now - timedelta(days=1), **DONE)
    make_exports(acme)

    def states(query):
        return sorted(line.row.shown_state for line in lines(bob, f"?state={query}"))

    assert states("done") == ["done"]
    assert states("expired") == ["expired"]
    assert states("waiting,expired") == ["expired", "waiting"]


def test_rows_are_read_again_while_one_is_written(bob, acme):
    make_exports(acme, state="cancelled")
    assert not shown("exports", bob).is_live

    make_exports(acme)
    assert shown("exports", bob).is_live


def walk(organization, member):
    make_exports(organization, 7, created_by=member.user, state="cancelled")
    spread(ExportJob.objects.all(), state=["done"] * 2, sha256=["ab"] * 2, rows_written=[5, 3], size_bytes=[50, 30])
    return Walk("/exports/", search="round", filter="kind", value="ground_truth")
