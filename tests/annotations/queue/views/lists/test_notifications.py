"""The notifications of a member: own ones only and new ones."""

from annotations.queue.actions import notifications
from tests import factories
from tests.lists.walks import Walk, shown


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


def test_members_see_their_own_and_new_ones(acme, alice, rita, bob):
    tell(acme, [alice.user, rita.user], bob.user)
    tell(acme, [rita.user], bob.user)
    notifications.mark_read(membership=rita, ids=[notifications.of_member(membership=rita).last().pk])

    def count(query=""):
        return len(shown("notifications", rita, query).lines)

    assert (count(), count("?unread=true"), count("?unread=false"), count("?verb=assigned")) == (2, 1, 1, 0)


def walk(organization, member):
    tell(organization, [member.user], None, 7)
    return Walk("/notifications/", search="note 3", filter="verb", value="assigned")
