"""The notifications of a member: own ones only, new ones, and what the list costs."""

from annotations.queue.actions import notifications
from tests import factories
from tests.lists.walks import Walk
from tests.statements import at_most


def tell(organization, users, by, count=1):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization)), name="Round 1")
    for number in range(count):
        notifications.tell(
            users=users,
            verb=["mentioned", "assigned"][number % 2],
            item=task.items.first(),
            text=f"Note {number}",
            by=by,
        )


def test_members_see_their_own_and_new_ones(acme, alice, rita, bob, client_of):
    tell(acme, [alice.user, rita.user], bob.user)
    tell(acme, [rita.user], bob.user)
    notifications.mark_read(membership=rita, ids=[notifications.of_member(membership=rita).last().pk])
    client = client_of(rita)

    def count(query=""):
        return len(client.get(f"/notifications/{query}").context["list"].lines)

    assert (count(), count("?unread=true"), count("?unread=false"), count("?verb=assigned")) == (2, 1, 1, 0)


def test_costs_the_same_for_one_and_for_twenty(acme, rita, bob, client_of):
    client = client_of(rita)

    for count in (1, 19):
        tell(acme, [rita.user], bob.user, count)
        with at_most(8):
            page = client.get("/notifications/")

    assert len(page.context["list"].lines) == 20


def walk(organization, member):
    tell(organization, [member.user], None, 7)
    return Walk("/notifications/", search="note 3", filter="verb", value="assigned")
