"""Comments on items: who may read and write them when, whom a mention reaches, how threads close."""

import pytest

from annotations.models import Comment, Notification, TaskItem
from annotations.queue.actions import comments, notifications
from evalhub.lib.errors import Conflict, Forbidden, InvalidInput, NotFound
from tests import factories
from tests.statements import at_most


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2))


@pytest.fixture
def item(task):
    return TaskItem.objects.select_related("task").filter(task=task).order_by("position").first()


@pytest.fixture
def held(item, alice):
    return factories.make_lease(item, factories.make_annotator(alice))


def said_to(item, member):
    box = comments.box(item=item, membership=member)
    return [thread.first.text for thread in box.threads]


def told():
    return sorted(Notification.objects.values_list("user__name", "verb"))


def test_a_mention_reaches_who_may_see_the_item(item, held, acme, alice, rita, bob):
    factories.make_member(acme, "carol", role="annotator")

    said = comments.say(item=item, text="@rita, @Alice and @carol@example.org: see @nobody.", by=bob)

    assert told() == [("Alice", "mentioned"), ("Rita", "mentioned")]
    assert {user.name for user in said.notified} == {"Rita", "Alice"}
    assert said.unreached == ("carol@example.org", "nobody")


def test_names_are_found_without_their_spaces_and_once(item, acme, bob):
    grace = factories.make_member(acme, role="reviewer", user=factories.make_user("gh", name="Grace Hopper"))

    comments.say(item=item, text="@GraceHopper @gh (@gh@example.org) mail bob@gh", by=bob)

    assert list(Notification.objects.values_list("user", flat=True)) == [grace.user_id]


def test_a_name_of_two_members_reaches_neither(item, acme, bob):
    for email in ("sam@a.example.org", "sam@b.example.org"):
        factories.make_member(acme, role="reviewer", user=factories.make_user(email=email))

    said = comments.say(item=item, text="@sam or @sam@b.example.org", by=bob)

    assert said.unreached == ("sam",) and [user.email for user in said.notified] == ["sam@b.example.org"]


def test_members_of_other_organizations_are_not_reached(item, mallory, bob):
    said = comments.say(item=item, text="@mallory @bob", by=bob)

    assert said.unreached == ("mallory",) and not Notification.objects.exists()


def test_replies_tell_who_began_and_stay_one_level_deep(item, rita, bob):
    first = comments.say(item=item, text="Is this right?", by=rita).comment
    reply = comments.say(item=item, text="Yes.", answers=first, by=bob).comment

    again = comments.say(item=item, text="Thanks.", answers=reply, by=rita).comment

    assert reply.answers == again.answers == first
    assert told() == [("Rita", "replied")]
    (thread,) = comments.box(item=item, membership=bob).threads
    assert [row.text for row in thread.replies] == ["Yes.", "Thanks."]


def test_replies_to_another_item_are_refused(item, task, bob):
    other = task.items.order_by("position").last()
    elsewhere = comments.say(item=other, text="Here.", by=bob).comment

    with pytest.raises(Conflict):
        comments.say(item=item, text="There.", answers=elsewhere, by=bob)


def test_others_comments_wait_for_the_own_answer_in_a_blind_task(item, held, alice, bob):
    comments.say(item=item, text="It is wrong.", by=bob)
    comments.say(item=item, text="I am not sure.", by=alice)

    before = comments.box(item=item, membership=alice)
    factories.make_annotation(item, factories.make_annotator(alice))
    after = said_to(item, alice)

    assert [thread.first.text for thread in before.threads] == ["I am not sure."] and before.hidden
    assert after == ["It is wrong.", "I am not sure."]


def test_a_reviewer_who_holds_the_item_is_blind_too(item, rita, bob):
    comments.say(item=item, text="It is wrong.", by=bob)
    free = said_to(item, rita)
    factories.make_lease(item, factories.make_annotator(rita))

    assert free == ["It is wrong."] and said_to(item, rita) == []


def test_an_open_task_hides_nothing(item, held, alice, bob):
    item.task.blind_mode = False
    comments.say(item=item, text="It is wrong.", by=bob)

    assert said_to(item, alice) == ["It is wrong."]


def test_what_is_hidden_cannot_be_answered_or_closed(item, held, alice, bob):
    hidden = comments.say(item=item, text="It is wrong.", by=bob).comment

    with pytest.raises(NotFound):
        comments.say(item=item, text="Why?", answers=hidden, by=alice)
    with pytest.raises(NotFound):
        comments.resolve(comment=hidden, by=alice)


def test_annotators_need_to_have_had_the_item(item, alice):
    with pytest.raises(NotFound):
        comments.say(item=item, text="Hello.", by=alice)
    with pytest.raises(NotFound):
        comments.box(item=item, membership=alice)


def test_viewers_read_only(item, vera, bob):
    comments.say(item=item, text="It is wrong.", by=bob)

    assert said_to(item, vera) == ["It is wrong."]
    with pytest.raises(Forbidden):
        comments.say(item=item, text="No.", by=vera)


@pytest.mark.parametrize(("text", "code"), [("  \n", "text_missing"), ("x" * 4001, "text_too_long")])
def test_empty_and_endless_comments_are_refused(item, bob, text, code):
    with pytest.raises(InvalidInput) as error:
        comments.say(item=item, text=text, by=bob)

    assert error.value.code == code and not Comment.objects.exists()


def test_threads_are_closed_by_their_author_or_an_admin(item, rita, bob, acme):
    first = comments.say(item=item, text="Is this right?", by=rita).comment
    other = factories.make_member(acme, role="reviewer")

    with pytest.raises(Forbidden):
        comments.resolve(comment=first, by=other)
    closed = comments.resolve(comment=first, by=rita)
    at = comments.resolve(comment=first, by=bob).resolved_at

    assert closed.resolved_at == at and said_to(item, rita) == []
    assert comments.resolve(comment=first, is_resolved=False, by=bob).resolved_at is None


@pytest.mark.django_db(transaction=True)  # who somebody is as an annotator is remembered once that is committed
def test_a_box_costs_the_same_for_one_and_for_many(item, rita, bob):
    for number in range(20):
        first = comments.say(item=item, text=f"Remark {number}", by=rita).comment
        comments.say(item=item, text="Yes.", answers=first, by=bob)
        if number in (0, 19):
            comments.box(item=item, membership=bob)  # notes that it was read
            with at_most(4):
                box = comments.box(item=item, membership=bob)

    assert len(box.threads) == 20


def test_notifications_are_read_by_their_owner_alone(item, rita, bob, vera):
    comments.say(item=item, text="@rita @vera", by=bob)
    line = Notification.objects.get(user=rita.user)

    assert notifications.mark_read(membership=vera, ids=[line.pk]) == 0
    assert (notifications.unread(membership=rita), notifications.unread(membership=bob)) == (1, 0)
    assert notifications.mark_read(membership=rita) == 1
    assert notifications.mark_read(membership=rita) == 0
    assert notifications.unread(membership=vera) == 1
