"""Comments beside an item on the pages where people work: annotate, audit, and what reading there does to an answer."""

import pytest
from django.urls import reverse

from annotations.models import Annotation, AnnotationTask, TaskItem
from annotations.queue.actions import claims, comments
from tests import factories
from tests.statements import at_most
from tests.undoing import undone

HTMX = {"HX-Request": "true"}


@pytest.fixture
def item(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=2)
    return TaskItem.objects.select_related("task").get(task=task)


@pytest.fixture
def said(item, acme):
    """A machine's answer to the item."""
    return factories.make_annotation(item, factories.make_llm_annotator(acme), {"verdict": "correct"})


def page(name, item):
    return reverse(f"annotations:{name}", args=[item.task_id, item.pk])


def annotate(client, item):
    return client.get(reverse("annotations:annotate", args=[item.task_id])).content.decode()


def answer(client, item):
    client.post(page("answer_submit", item), {"q-verdict": "correct"}, headers=HTMX)
    return Annotation.objects.current().by_people().get().exposure


def take(member, item):
    claims.claim(task=item.task, annotator=factories.make_annotator(member))


def test_fold_is_a_link_that_fetches_the_comments_once(item, alice, client_of):
    client = client_of(alice)
    take(alice, item)

    shown = annotate(client, item)

    assert f'hx-get="{page("comment_list", item)}" hx-trigger="toggle once"' in shown
    assert f'<a href="{page("comment_list", item)}">' in shown and " open</span>" not in shown
    box = client.get(page("comment_list", item), headers=HTMX).content.decode()
    assert box.lstrip().startswith('<section class="card stack" id="comments"')
    assert "Back to annotating" in client.get(page("comment_list", item)).content.decode()


def test_blind_annotators_see_and_count_their_own_until_they_have_answered(item, alice, bob, client_of):
    client = client_of(alice)
    take(alice, item)
    comments.say(item=item, text="It is plainly wrong.", by=bob)
    comments.say(item=item, text="I am not sure.", by=alice)

    before = annotate(client, item), client.get(page("comment_list", item), headers=HTMX).content.decode()
    stored = answer(client, item)
    after = client.get(page("history_item", item)).content.decode()

    assert "1 open</span>" in before[0] and "plainly wrong" not in "".join(before)
    assert "I am not sure." in before[1] and "There are comments on this item" in before[1]
    assert stored == "blind" and "2 open</span>" in after


def test_reading_comments_and_no_count_of_them_is_stored_with_the_answer_in_an_open_task(item, alice, bob, client_of):
    AnnotationTask.objects.update(blind_mode=False)
    client = client_of(alice)
    take(alice, item)
    comments.say(item=item, text="It is plainly wrong.", by=bob)

    counted = annotate(client, item)
    with undone():
        after_a_count = answer(client, item)
    client.get(page("comment_list", item), headers=HTMX)

    assert "1 open</span>" in counted and "plainly wrong" not in counted
    assert (after_a_count, answer(client, item)) == ("blind", "saw_people")


def test_closed_threads_are_not_counted(item, alice, client_of):
    client = client_of(alice)
    take(alice, item)
    comments.say(item=item, text="I am not sure.", by=alice)
    thread = comments.say(item=item, text="Which zero?", by=alice).comment
    comments.say(item=item, text="The first.", answers=thread, by=alice)
    comments.resolve(comment=thread, by=alice)

    assert "1 open</span>" in annotate(client, item)


def test_pages_with_everybodys_answers_end_blindness(item, alice, rita, client_of):
    factories.make_annotation(item, factories.make_annotator(alice))
    client = client_of(rita)
    for name in ("task_item", "adjudicate"):
        with undone():
            client.get(page(name, item))
            take(rita, item)

            client.post(page("answer_submit", item), {"q-verdict": "correct"}, headers=HTMX)

            assert Annotation.objects.get(annotator__user=rita.user).exposure == "saw_people", name


def test_adjudication_over_the_api_ends_blindness_too(item, said, rita, api_of, client_of):
    api_of(rita).get(reverse("api_adjudicate", args=[item.task_id, item.pk]))
    client = client_of(rita)
    take(rita, item)

    assert answer(client, item) == "saw_machine"


def test_audit_page_has_the_fold_and_a_blind_one_does_not(item, said, rita, bob, client_of):
    comments.say(item=item, text="It is plainly wrong.", by=bob)
    client, address = client_of(rita), reverse("reviews:audit_item", args=[said.pk])

    shown = client.get(address).content.decode()
    AnnotationTask.objects.update(audit_risk_mode="blind_first")
    hidden = client_of(bob).get(address).content.decode()

    assert "1 open</span>" in shown and "plainly wrong" not in shown
    assert f'hx-get="{page("comment_list", item)}"' in shown and "discussion" not in hidden


def test_blind_audit_after_reading_comments_is_told_not_to_count(item, said, rita, bob, client_of):
    AnnotationTask.objects.update(audit_risk_mode="blind_first")
    comments.say(item=item, text="It is plainly wrong.", by=bob)
    client = client_of(rita)
    client.get(page("comment_list", item))

    told = client.get(reverse("reviews:audit_item", args=[said.pk])).content.decode()
    client.post(reverse("reviews:audit_answer", args=[said.pk]), {"own-verdict": "partly"})

    assert "does not count as blind" in told
    assert Annotation.objects.get(origin="audit").exposure == "saw_people"


def test_new_comment_gets_the_focus_in_its_box_alone(item, alice, client_of):
    client = client_of(alice)
    take(alice, item)

    done = client.post(page("comment_list", item), {"text": "Which zero?"}, headers=HTMX).content.decode()

    assert 'tabindex="-1" autofocus' in done
    assert "autofocus" not in client.get(page("comment_list", item), headers=HTMX).content.decode()


def test_fold_costs_the_same_for_one_and_for_many(item, alice, client_of):
    client = client_of(alice)
    take(alice, item)
    annotate(client, item)

    for count in (1, 5):
        for _ in range(count):
            comments.say(item=item, text="Look.", by=alice)
        with at_most(15):
            annotate(client, item)
