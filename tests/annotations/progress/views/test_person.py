"""The page of a member as an annotator, and the mark on the list of people."""

from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotations.models import Annotator
from annotations.queue.actions import people
from tests import factories


def test_profile_is_saved_and_person_is_blocked_with_a_reason_and_unblocked(alice, bob, client_of):
    way = f"/people/{alice.pk}/annotator/"
    text = client_of(bob).get(way).content.decode()
    assert "No answers yet" in text and "No answers in the last 12 weeks." in text
    assert not Annotator.objects.exists()  # reading makes none
    answer = client_of(bob).post(way, {"expertise_tags": "law, medicine", "languages": "en,de"})
    assert answer["Location"] == way
    made = Annotator.objects.get(user=alice.user)
    assert (made.expertise_tags, made.languages) == (["law", "medicine"], ["en", "de"])
    page = client_of(bob).post(way, {"languages": "?"})
    assert page.status_code == 422 and list(page.context["profile"].errors) == ["languages"]

    client, way = client_of(bob), f"/people/{alice.pk}/annotator/block/"
    assert client.post(way, {"do": "block", "reason": " "}).status_code == 422
    client.post(way, {"do": "block", "reason": "Answers at random."})
    assert "Answers at random." in client.get(f"/people/{alice.pk}/annotator/").content.decode()
    assert "Blocked" in client.get("/people/").content.decode()
    client.post(way, {"do": "unblock"})
    assert Annotator.objects.get(user=alice.user).blocked_at is None
    assert "Blocked" not in client.get("/people/").content.decode()


def test_blocked_annotator_reads_why_there_is_no_item_and_people_of_a_task_lead_to_their_page(
    acme, alice, client_of, bob, vera
):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    people.block(annotator=factories.make_annotator(alice), reason="Not for her eyes.")
    text = client_of(alice).get(f"/annotate/{task.pk}/").content.decode()
    assert "has paused your work" in text and "Not for her eyes." not in text

    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    factories.make_annotation(task.items.first(), factories.make_annotator(alice))
    pages = [client_of(who).get(f"/tasks/{task.pk}/people/").content.decode() for who in (bob, vera)]
    assert [f"/people/{alice.pk}/annotator/" in page for page in pages] == [True, False]


def test_work_of_all_tasks_is_shown_at_a_fixed_cost(acme, alice, rita, bob, client_of):
    version = factories.make_version(factories.make_dataset(acme), rows=24)
    person, other = factories.make_annotator(alice), factories.make_annotator(rita)
    first = factories.make_task(version, name="First")
    for number, item in enumerate(first.items.all()):
        factories.make_annotation(item, person, {"verdict": "wrong"}, time_spent_seconds=30)
        factories.make_annotation(item, other, {"verdict": "wrong" if number % 4 else "correct"})
    client, way = client_of(bob), f"/people/{alice.pk}/annotator/"
    client.get(way)
    with CaptureQueriesContext(connection) as one:
        page = client.get(way)
    for name in ("Second", "Third"):
        task = factories.make_task(version, name=name)
        factories.make_annotation(task.items.first(), person)

    with CaptureQueriesContext(connection) as three:
        later = client.get(way)

    work = page.context["work"]
    assert (work.answered, work.n_tasks, work.median_seconds, page.context["per_hour"]) == (24, 1, 30, 120)
    assert (work.weeks[-1].answered, work.weeks[-1].n_items, work.weeks[-1].share) == (24, 24, 0.75)
    assert work.weeks[-1].interval.low < 0.75 < work.weeks[-1].interval.high
    assert [(each.n_items, each.share) for each, _bounds in page.context["agreement"]] == [(24, 0.75)]
    assert {each.task.name for each in later.context["work"].tasks} == {"First", "Second", "Third"}
    assert len(three) <= len(one)
