"""The counts of the rail: what waits for whom, up to 99, and what they cost."""

from django.core.cache import cache

from annotations.models import Assignment
from annotations.tasks.actions import annotators
from evalhub.home.counts import MOST, Count, counts_of
from reviews.audits.models import AuditPick
from tests import factories
from tests.annotations.disputed import make_disputed
from tests.statements import at_most


def found(member):
    return {count.key: count.n for count in counts_of(member)}


def wait(task, *, number=1):
    """Put machine answers of this task on the list of audits."""
    machine = factories.make_llm_annotator(task.organization)
    for item in task.items.all()[:number]:
        annotation = factories.make_annotation(item, machine, {})
        AuditPick.objects.create(
            annotation=annotation, organization=task.organization, task=task, item=item, place=0, reasons=["sample"]
        )


def test_each_role_sees_what_waits_for_it(acme, rita, alice, vera):
    task = make_disputed(acme, consensus_threshold=0.7, rows=2)
    wait(task)
    item = task.items.last()
    Assignment.objects.create(task=task, item=item, annotator=annotators.of_member(alice), state="returned")

    assert found(rita) == {"unread": 0, "own": 0, "audits": 1, "adjudications": 1}
    assert found(alice) == {"unread": 0, "own": 1}
    assert found(vera) == {"unread": 0}


def test_nothing_of_others_is_counted(acme, rival):
    wait(make_disputed(rival, consensus_threshold=0.7))
    mine = factories.make_member(acme, role="reviewer")

    assert found(mine) == {"unread": 0, "own": 0, "audits": 0, "adjudications": 0}


def test_what_is_done_no_longer_waits(acme, rita):
    task = make_disputed(acme, consensus_threshold=0.7)
    wait(task)
    assert found(rita)["audits"] == 1

    AuditPick.objects.update(is_open=False)

    assert found(rita)["audits"] == 1, "kept for half a minute"
    cache.clear()
    assert found(rita)["audits"] == 0


def test_more_than_can_be_read_is_said_as_such():
    assert [Count("own", n).text for n in (1, MOST, MOST + 1)] == ["1", "99", "99+"]
    assert Count("own", 1).label == "1 waiting" and Count("unread", MOST + 1).label == "99+ new"


def test_costs_the_same_for_one_task_and_for_many(acme, rita):
    for number in (1, 3):
        for _ in range(number):
            wait(make_disputed(acme, consensus_threshold=0.7))
        cache.clear()
        with at_most(4):
            assert found(rita)["adjudications"] >= number
        with at_most(2):
            counts_of(rita)


def test_page_has_room_for_counts_and_fetches_them(acme, rita, client_of):
    make_disputed(acme, consensus_threshold=0.7)
    client = client_of(rita)

    page = client.get("/tasks/").content.decode()
    told = client.get("/counts/").content.decode()

    assert 'hx-get="/counts/"' in page and page.count('data-count="adjudications"') == 2
    assert 'hx-swap-oob="innerHTML:[data-count=adjudications]"><span class="chip" aria-hidden="true">1<' in told
    assert ", 1 waiting" in told and 'hx-swap-oob="innerHTML:[data-count=audits]"></span>' in told
