"""The list of tasks with items to adjudicate."""

from annotations.consensus.actions import adjudication
from tests import factories
from tests.annotations.disputed import decide, make_disputed
from tests.lists.walks import Walk, shown


def rows(member):
    return [(line.row.name, line.row.waiting, line.href) for line in shown("adjudication_tasks", member).lines]


def test_shows_tasks_with_items_to_decide(acme, rival, rita):
    task = make_disputed(acme, rows=2, name="Differs", consensus_threshold=0.7)
    make_disputed(acme, ("wrong", "wrong", "wrong"), name="Agreed")
    others = factories.make_task(factories.make_version(factories.make_dataset(rival), rows=1))
    adjudication.request(item=others.items.get(), by=factories.make_member(rival).user)
    href = f"/tasks/{task.pk}/adjudication/"
    assert rows(rita) == [("Differs", 1, href)]

    adjudication.request(item=task.items.order_by("position").last(), by=rita.user)
    assert rows(rita) == [("Differs", 2, href)]

    decide(task, rita)
    assert rows(rita) == [("Differs", 1, href)]


def test_empty_list_says_what_comes_here(rita, client_of):
    assert "Nothing to adjudicate" in client_of(rita).get("/adjudicate/").content.decode()


def walk(organization, member):
    for number in range(7):
        make_disputed(
            organization,
            rows=1 + number % 3,
            consensus_threshold=0.7,
            name=f"Round {number}",
            status="PAUSED" if number % 2 else "ACTIVE",
        )
    return Walk("/adjudicate/", search="round 3", filter="status", value="PAUSED")
