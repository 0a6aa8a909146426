"""The page of a member as an annotator, and the mark on the list of people."""

from annotations.models import Annotator
from annotations.queue.actions import people
from tests import factories


def test_profile_is_saved(alice, bob, client_of):
    way = f"/people/{alice.pk}/annotator/"

    assert client_of(bob).get(way).status_code == 200
    assert not Annotator.objects.exists()  # reading makes none
    answer = client_of(bob).post(way, {"expertise_tags": "law, medicine", "languages": "en,de"})

    assert answer["Location"] == way
    made = Annotator.objects.get(user=alice.user)
    assert (made.expertise_tags, made.languages) == (["law", "medicine"], ["en", "de"])
    page = client_of(bob).post(way, {"languages": "?"})
    assert page.status_code == 422 and list(page.context["profile"].errors) == ["languages"]


def test_person_is_blocked_with_a_reason_and_unblocked(alice, bob, client_of):
    client, way = client_of(bob), f"/people/{alice.pk}/annotator/block/"

    assert client.post(way, {"do": "block", "reason": " "}).status_code == 422
    client.post(way, {"do": "block", "reason": "Answers at random."})

    assert "Answers at random." in client.get(f"/people/{alice.pk}/annotator/").content.decode()
    assert "Blocked" in client.get("/people/").content.decode()
    client.post(way, {"do": "unblock"})
    assert Annotator.objects.get(user=alice.user).blocked_at is None
    assert "Blocked" not in client.get("/people/").content.decode()


def test_blocked_annotator_reads_why_there_is_no_item(acme, alice, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    people.block(annotator=factories.make_annotator(alice), reason="Not for her eyes.")

    text = client_of(alice).get(f"/annotate/{task.pk}/").content.decode()

    assert "has paused your work" in text and "Not for her eyes." not in text
