"""Pages of comments and notifications: writing with and without htmx, what a bell says, what they cost."""

import pytest
from django.urls import reverse

from annotations.models import Comment, Notification, TaskItem
from annotations.queue.actions import comments
from tests import factories
from tests.annotations.pages import text
from tests.statements import at_most


@pytest.fixture
def item(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2), name="Round 1")
    return TaskItem.objects.select_related("task").filter(task=task).order_by("position").first()


def page_of(item):
    return reverse("annotations:comment_list", args=[item.task_id, item.pk])


def test_a_comment_on_the_item_page_comes_back_to_it(item, rita, bob, client_of):
    client, address = client_of(bob), page_of(item)
    comments.say(item=item, text="<script>alert(1)</script>", by=bob)

    done = client.post(address, {"text": "Look, @rita and @zed.", "on": "item"}, follow=True)
    box = client.post(address, {"text": "Look."}, headers={"HX-Request": "true"})
    refused = client.post(address, {"text": "x" * 4001})

    assert done.redirect_chain[0][0] == f"/tasks/{item.task_id}/items/{item.pk}/#comments"
    assert "Look, @rita and @zed." in text(done) and "<script>alert" not in text(done)
    assert "Notified: Rita." in text(done) and "Not notified: @zed." in text(done)
    assert box.content.decode().lstrip().startswith('<section class="card stack" id="comments"')
    assert "Look." in text(box)
    assert refused.status_code == 422 and "4001 characters" in text(refused) and "x" * 4001 in text(refused)
    for told in ("x", "0", "9" * 30):
        assert client.post(address, {"text": "Yes.", "answers": told}).status_code == 404, told


def test_threads_close_and_open(item, bob, client_of):
    first = comments.say(item=item, text="Is it?", by=bob).comment
    client, htmx = client_of(bob), {"HX-Request": "true"}
    address = reverse("annotations:comment_resolve", args=[item.task_id, item.pk, first.pk])

    closed = client.post(address, {"resolved": "1"}, headers=htmx)
    again = client.post(address, {"resolved": "0"}, headers=htmx)

    assert "1 resolved thread" in text(closed) and "resolved thread" not in text(again)
    assert Comment.objects.get().resolved_at is None


def test_annotators_comment_on_what_they_hold_and_see_no_more(item, alice, bob, client_of):
    client = client_of(alice)
    before = client.get(page_of(item)).status_code
    factories.make_lease(item, factories.make_annotator(alice))
    comments.say(item=item, text="It is plainly wrong.", by=bob)

    client.post(page_of(item), {"text": "I am not sure.", "on": "item"})
    shown = text(client.get(page_of(item)))

    assert before == 404
    assert "I am not sure." in shown and "plainly wrong" not in shown and "There are comments on this item" in shown


def test_item_page_costs_the_same_with_many_comments(item, bob, client_of):
    client = client_of(bob)

    for count in (1, 5):
        for _ in range(count):
            comments.say(item=item, text="Look.", by=bob)
        with at_most(14):
            client.get(reverse("annotations:task_item", args=[item.task_id, item.pk]))


def test_the_bell_counts_and_leads_to_what_was_said(item, rita, bob, client_of):
    comments.say(item=item, text="@rita one", by=bob)
    comments.say(item=item, text="@rita two", by=bob)
    client = client_of(rita)
    line = Notification.objects.order_by("pk").first()

    counted = text(client.get(reverse("counts")))
    opened = client.get(reverse("annotations:notification_open", args=[line.pk]))
    listed = client.get(reverse("annotations:notification_list"))
    client.post(reverse("annotations:notification_read"))

    assert ", 2 new" in counted
    assert opened.url == page_of(item) + "#comments"
    assert listed.context["list"].declared.unread == 1 and "Bob</bdi> mentioned you in a comment" in text(listed)
    assert "new" not in text(client.get(reverse("counts")))


def test_lines_of_others_cannot_be_opened(item, rita, vera, bob, client_of):
    comments.say(item=item, text="@rita", by=bob)
    line = Notification.objects.get()

    answer = client_of(vera).get(reverse("annotations:notification_open", args=[line.pk]))

    assert answer.status_code == 404 and Notification.objects.get().read_at is None
