"""My work: what is next, what came back, last answers, pace, agreement with others, decided items."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from annotations.models import Annotation, Draft, GroundTruth
from annotations.queue.actions import leases
from tests import factories
from tests.statements import at_most

MOST = 24


@pytest.fixture
def mine(alice):
    return factories.make_annotator(alice)


@pytest.fixture
def other(acme):
    return factories.make_annotator(factories.make_member(acme, "other-zebra"))


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=24), required=3, name="First")


def shown(client_of, member, path="/annotate/"):
    response = client_of(member).get(path)
    assert response.status_code == 200
    return response


def answer(item, annotator, value, **overrides):
    lease = factories.make_lease(item, annotator, state="submitted", ended_at=timezone.now(), lease_until=None)
    return factories.make_annotation(item, annotator, {"verdict": value}, assignment=lease, **overrides)


def decide(item, value):
    question = item.task.schema_version.questions.get()
    GroundTruth.objects.create(item=item, question=question, value=value, source="adjudicated")


def test_task_worked_on_last_is_the_primary_one_and_item_in_hand_is_continued_with_what_its_draft_has(
    task, alice, mine, client_of
):
    newer = factories.make_task(task.dataset_version, name="Newer")
    assert shown(client_of, alice).context["first"] == newer
    answer(task.items.first(), mine, "wrong")
    page = shown(client_of, alice, "/")
    assert page.context["first"] == task and page.content.count(b"button primary") == 1
    assert [each.name for each in page.context["open_tasks"]] == ["First", "Newer"]

    lease = factories.make_lease(task.items.all()[4], mine)
    Draft.objects.create(assignment=lease, answers={"verdict": "wrong", "_remarks": {"verdict": {"text": "so"}}})
    page = shown(client_of, alice).content.decode()
    assert "Continue item 5" in page and "Item 5, 1 question answered: “What is 4 plus 4?”" in page


def test_returned_item_comes_with_the_words_of_who_returned_it(task, alice, mine, bob, client_of):
    answer(task.items.first(), mine, "wrong")
    leases.give_back(task=task, item_id=task.items.first().pk, annotator=mine, note="Look at the date.", by=bob.user)
    client = client_of(alice)

    page = client.get("/annotate/").content.decode()

    assert f"{bob.user.display_name}: “Look at the date.”" in page
    client.post(reverse("annotations:item_reopen", args=[task.pk, task.items.first().pk]))
    assert mine.assignments.get(state="leased").item == task.items.first()


def test_last_answers_have_text_and_label_and_nothing_of_others_is_shown(task, alice, mallory, mine, other, client_of):
    answer(task.items.all()[3], mine, "partly")
    answer(task.items.all()[5], other, "wrong")

    page, foreign = shown(client_of, alice), shown(client_of, mallory)

    (one,) = page.context["answers"]
    assert (one.text, one.label) == ("What is 3 plus 3?", "Partly correct")
    assert all(b"other-zebra" not in each.content.lower() and b"Wrong" not in each.content for each in (page, foreign))
    assert b"First" not in foreign.content


def test_comparison_is_named_as_its_annotator_saw_it(acme, alice, mine, client_of):
    form = {"fields": [{"key": "better", "type": "pairwise"}]}
    rows = [{"outputs": {"a": "One.", "b": "Two."}} for _ in range(4)]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows), schema=form)
    labels = {}
    client = client_of(alice)
    for seed, item in enumerate(task.items.all(), start=1):
        lease = factories.make_lease(item, mine, state="submitted", lease_until=None, display_seed=seed)
        factories.make_annotation(item, mine, {"better": "first"}, assignment=lease)
        labels[item.pk] = client.get(f"/annotate/{task.pk}/history/{item.pk}/").content.decode()

    answers = shown(client_of, alice).context["answers"]

    assert {one.label for one in answers} == {"Answer 1 is better", "Answer 2 is better"}
    for one in answers:
        chosen = labels[one.annotation.item_id].partition(" checked")[2].partition("</label>")[0]
        assert f'<span dir="auto">{one.label}</span>' in chosen


def test_pace_counts_days_and_measures_answers(task, alice, mine, client_of):
    now = timezone.now()
    for item, seconds, days in zip(task.items.all(), (30, 60, 90), (0, 0, 3), strict=False):
        given = answer(item, mine, "wrong", time_spent_seconds=seconds)
        Annotation.objects.filter(pk=given.pk).update(submitted_at=now - timedelta(days=days))

    context = shown(client_of, alice).context

    assert (context["pace"].today, context["per_hour"]) == (2, 60)
    assert [n for _day, n in context["pace"].days] == [0, 0, 0, 0, 0, 1, 0, 0, 2]


def test_agreement_has_interval_and_counts_or_says_what_is_missing(task, alice, mine, other, client_of):
    items = list(task.items.all())
    for item in items[:19]:
        answer(item, mine, "wrong")
        answer(item, other, "wrong")
    assert "Shown after 20 shared items" in shown(client_of, alice).content.decode()

    answer(items[19], mine, "wrong")
    answer(items[19], other, "correct")
    factories.make_annotation(items[18], factories.make_llm_annotator(task.organization), {"verdict": "correct"})
    answer(items[20], mine, "wrong")
    answer(items[20], other, "correct", exposure="saw_people")

    ((found, bounds),) = shown(client_of, alice).context["agreement"]
    assert (found.share, found.n_items, found.n_people) == (0.95, 20, 1)
    assert bounds == "95 % CI 75 % to >99 %"


def test_items_where_others_differ_are_counted_once_they_may_be_seen(acme, alice, mine, other, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3), required=9)
    assert b"where you differ" not in shown(client_of, alice).content
    for item in task.items.all()[:2]:
        answer(item, mine, "wrong")
        answer(item, other, "correct")
    task.items.filter(position=0).update(open_slots=0)
    one = shown(client_of, alice).content.decode()
    task.items.filter(position=1).update(open_slots=0)

    page = shown(client_of, alice).content.decode()

    link = f'<a href="/annotate/{task.pk}/history/?tab=differs">'
    assert f"{link}Show the 1 item where you differ</a>" in one
    assert f"{link}Show the 2 items where you differ</a>" in page


def test_a_point_of_a_scale_comes_with_its_end_and_progress_with_what_is_left(acme, alice, mine, client_of):
    form = {"fields": [{"key": "good", "type": "rating", "scale": {"min": 1, "max": 5}}]}
    version = factories.make_version(factories.make_dataset(acme), rows=3)
    task = factories.make_task(version, schema=form, required=2)
    lease = factories.make_lease(task.items.first(), mine, state="submitted", lease_until=None, ended_at=timezone.now())
    factories.make_annotation(task.items.first(), mine, {"good": 5}, assignment=lease)
    task.items.filter(position=2).update(open_slots=0)

    page = shown(client_of, alice)

    assert [one.label for one in page.context["answers"]] == ["5 of 5"]
    assert "1 of 3" in page.content.decode() and "<span>1 left for you</span>" in page.content.decode()


def test_returned_work_stands_above_what_continues(task, alice, mine, bob, client_of):
    answer(task.items.first(), mine, "wrong")
    leases.give_back(task=task, item_id=task.items.first().pk, annotator=mine, note="Look again.", by=bob.user)

    page = shown(client_of, alice).content.decode()

    assert page.index('id="returned"') < page.index('id="next"')


def test_decided_items_say_what_was_missed(task, alice, mine, client_of):
    items = list(task.items.all())
    for item in items[:2]:
        answer(item, mine, "wrong")
    for item in items[:3]:
        value = "correct" if item == items[1] else "wrong"
        decide(item, value)

    page = shown(client_of, alice)

    gold = page.context["gold"]
    assert (gold.right, gold.total) == (1, 2)
    assert "You: Wrong. Decided: Correct." in page.content.decode()


def test_costs_the_same_for_one_answer_and_for_many(task, alice, mine, other, client_of):
    client = client_of(alice)
    for few in (1, 5):
        for item in list(task.items.exclude(annotations__annotator=mine))[:few]:
            answer(item, mine, "wrong")
            answer(item, other, "correct")
            decide(item, "correct")
            factories.make_task(task.dataset_version)
        with at_most(MOST):
            client.get("/annotate/")


def test_only_tasks_that_admit_the_annotator_or_were_begun_are_listed(task, alice, mine, client_of):
    factories.make_task(task.dataset_version, name="For readers of German", required_languages=["de"])
    begun = factories.make_task(task.dataset_version, name="Begun", required_languages=["de"], max_items_per_person=1)
    answer(begun.items.first(), mine, "wrong")

    tasks = shown(client_of, alice).context["open_tasks"]

    assert {each.name: each.left for each in tasks} == {"Begun": 0, "First": 24}
