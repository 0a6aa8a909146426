"""The list of tasks with items to adjudicate."""

from annotations.consensus.actions import adjudication
from tests import factories
from tests.annotations.disputed import decide, item_of, make_disputed
from tests.lists.walks import Walk
from tests.statements import at_most


def rows(client, **query):
    return [(line.row.name, line.row.waiting) for line in client.get("/adjudicate/", query).context["list"].lines]


def test_shows_tasks_with_items_to_decide(acme, rival, rita, client_of):
    task = make_disputed(acme, rows=2, name="Differs")
    make_disputed(acme, ("wrong", "wrong", "wrong"), name="Agreed")
    others = factories.make_task(factories.make_version(factories.make_dataset(rival), rows=1))
    adjudication.request(item=others.items.get(), by=factories.make_member(rival).user)
    client = client_of(rita)
    assert rows(client) == [("Differs", 1)]

    adjudication.request(item=task.items.order_by("position").last(), by=rita.user)
    assert rows(client) == [("Differs", 2)]

    decide(task, rita)
    assert rows(client) == [("Differs", 1)]


def test_row_leads_to_its_items(acme, rita, client_of):
    task = make_disputed(acme)

    (line,) = client_of(rita).get("/adjudicate/").context["list"].lines

    assert line.href == f"/tasks/{task.pk}/adjudication/" and item_of(task).task == task


def test_costs_the_same_for_one_task_and_for_many(acme, rita, client_of):
    client = client_of(rita)

    for number in (1, 4):
        for _ in range(number):
            make_disputed(acme)
        with at_most(11):
            page = client.get("/adjudicate/")

    assert len(page.context["list"].lines) == 5


def test_empty_list_says_what_comes_here(rita, alice, client_of):
    assert "Nothing to adjudicate" in client_of(rita).get("/adjudicate/").content.decode()
    assert client_of(alice).get("/adjudicate/").status_code == 403


def walk(organization, member):
    for number in range(7):
        make_disputed(organization, name=f"Round {number}", status="PAUSED" if number % 2 else "ACTIVE")
    return Walk("/adjudicate/", search="round 3", filter="status", value="PAUSED")
