"""The manager's table: filters that stay in the address, pages both ways, hostile values, what it costs."""

import functools

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from annotations.consensus.actions import adjudication
from annotations.items.actions import table as item_table
from annotations.items.actions.filters import ItemFilter
from annotations.models import Comment, SchemaVersion, TaskItem
from tests import factories
from tests.annotations.panel import settle
from tests.statements import at_most

HOSTILE = [
    ("state", "gone"),
    ("state", "open\0"),
    ("annotator", "x"),
    ("annotator", "' OR 1=1 --"),
    ("flagged", "yes"),
    ("label", "nothing=1"),
    ("label", "verdict=nowhere"),
    ("label", "verdict="),
    ("label", "="),
    ("label", "\0"),
    ("disagreement", "nan"),
    ("disagreement", "inf"),
    ("disagreement", "-1"),
    ("disagreement", "1e999"),
    ("disagreement", "٣x"),
    ("sort", "pk; drop"),
    ("sort", "-test_case__input"),
    ("search", "x" * 201),
    ("search", "\0"),
    ("test_case__version__organization__slug", "rival"),
    ("commented", "2"),
]
EMPTY = [
    ("search", "9" * 30),
    ("annotator", "00000000-0000-7000-8000-000000000000"),
]
WORDLESS = ["%", "_", "\\", "²", "'; --"]


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def acme(module_db):
    return factories.make_organization("acme")


@pytest.fixture(scope="module")
def made(acme):
    rows = [{"external_id": f"case-{number}"} for number in range(6)]
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows), name="Round 1")


@pytest.fixture
def unanswered(db, made):
    return factories.fresh(made)


@pytest.fixture
def task(unanswered, acme, alice, rita):
    """Six items: two answers that differ; two that agree; one answer; held; withdrawn; untouched with a comment."""
    task = unanswered
    first, second = factories.make_annotator(alice), factories.make_annotator(rita)
    items = list(task.items.order_by("position"))
    for item, verdict in ((items[0], "wrong"), (items[1], "correct")):
        factories.make_annotation(item, first, {"verdict": "correct"})
        factories.make_annotation(item, second, {"verdict": verdict})
    factories.make_annotation(items[2], first, {"verdict": "partly"}, flagged=True, flag_reason="Cut off")
    factories.make_lease(items[3], second)
    TaskItem.objects.filter(pk=items[4].pk).update(closed_reason="withdrawn")
    Comment.objects.create(organization=acme, task=task, item=items[5], author=alice.user, text="Why?")
    settle(task)
    return task


def table(client, task, **filters):
    return client.get(reverse("annotations:task_items", args=[task.pk]), filters)


def found(client, task, **filters):
    response = table(client, task, **filters)
    assert response.status_code == 200
    rows = response.context["page"].rows
    assert response.context["total"] in (len(rows), None)
    return [row.position for row in rows]


def test_filters_find_what_they_say(task, bob, alice, rita, client_of):
    client = client_of(bob)
    adjudicated = task.items.get(position=1)
    sheet_truth = {"question": task.schema_version.questions.get(), "value": "correct", "number": 0}
    adjudicated.ground_truth.update(is_current=False)
    adjudicated.ground_truth.create(source="adjudicated", version=9, **sheet_truth)

    by_state = {
        state: found(client, task, state=state)
        for state in (
            "disagreeing",
            "adjudicated",
            "in_work",
            "withdrawn",
            "open",
            "agreeing",
            "complete",
            "with_consensus",
        )
    }

    assert by_state == {
        "disagreeing": [0],
        "adjudicated": [1],
        "in_work": [2, 3],
        "withdrawn": [4],
        "open": [5],
        "agreeing": [],
        "complete": [0, 1],
        "with_consensus": [1],
    }
    assert found(client, task, annotator=factories.make_annotator(rita).pk) == [0, 1, 3]
    assert found(client, task, label="verdict=correct") == [0, 1]
    assert found(client, task, label="verdict=partly", annotator=factories.make_annotator(alice).pk) == [2]
    assert found(client, task, label="verdict") == [0, 1, 2]
    assert found(client, task, flagged="1") == [2] and found(client, task, commented="1") == [5]
    assert found(client, task, disagreement="0.2") == [0] and found(client, task, disagreement="1") == []
    assert found(client, task, search="ASE-3") == [3] and found(client, task, search="5") == [4, 5]


def test_orders_are_shown_and_followed(task, bob, client_of):
    client = client_of(bob)

    assert found(client, task, sort="last") == [5, 4, 3, 2, 1, 0]
    assert found(client, task, sort="disagreement") == [0]
    assert 'aria-sort="descending"' in table(client, task, sort="disagreement").content.decode()


def test_filters_that_cannot_be_used_show_nothing_and_say_why(unanswered, bob, client_of):
    client = client_of(bob)
    for name, value in HOSTILE:
        response = table(client, unanswered, **{name: value})

        assert response.status_code == 400, (name, value)
        assert response.context["page"].rows == [] and response.context["problem"], (name, value)
        assert 'role="alert"' in response.content.decode(), (name, value)


def test_odd_values_match_nothing(unanswered, bob, client_of):
    client = client_of(bob)
    assert len(found(client, unanswered)) == 6

    for name, value in EMPTY:
        assert found(client, unanswered, **{name: value}) == [], (name, value)


def test_search_without_a_word_is_refused(unanswered, bob, client_of):
    for text in WORDLESS:
        answer = table(client_of(bob), unanswered, search=text)
        assert answer.status_code == 400 and "has no word" in answer.content.decode(), text


def test_search_finds_words_of_the_case_and_of_the_outputs_that_an_item_shows(acme, bob, client_of, monkeypatch):
    rows = [
        {"input": {"prompt": "Where is my parcel?"}},
        {"outputs": {"model-a": "Your parcel is on its way"}},
        {"outputs": {"model-b": "A parcel that no item shows"}},
    ]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows))
    client = client_of(bob)

    assert found(client, task, search="parcel") == [0, 1]
    monkeypatch.setattr("datasets.actions.search.MOST_KNOWN", 0)
    assert found(client, task, search="parcel") == [0, 1]
    assert found(client, task, search="parcel where") == [0]


def test_items_are_counted_up_to_a_limit(unanswered, bob, client_of, monkeypatch):
    monkeypatch.setattr(item_table, "MOST_COUNTED", 4)

    page = table(client_of(bob), unanswered).content.decode()

    assert "More than 4 items" in page and "All that match" in page and "All 5" not in page


def test_keys_of_pages_that_cannot_be_read_never_fail(unanswered, bob, client_of):
    for sort in ("", "disagreement"):
        chosen = ItemFilter(sort=sort)
        for place, key in enumerate(("x", "-1", "9" * 20, "nan_1", "inf_1", "1_", "_", "0.5_x", "\0", "1e400_2", "²")):
            assert item_table.page(task=unanswered, chosen=chosen, **{("older", "newer")[place % 2]: key}), (sort, key)

    assert table(client_of(bob), unanswered, older="\0").status_code == 200


def test_pages_follow_each_other_both_ways_in_every_order(acme, alice, rita, bob, client_of, monkeypatch):
    monkeypatch.setattr(item_table, "page", functools.partial(item_table.page, size=5))
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=8))
    first, second = factories.make_annotator(alice), factories.make_annotator(rita)
    for item in task.items.all():
        factories.make_annotation(item, first, {"verdict": "correct"})
        factories.make_annotation(item, second, {"verdict": "wrong" if item.position % 3 else "partly"})
    settle(task)
    client, here = client_of(bob), reverse("annotations:task_items", args=[task.pk])

    for sort in ("", "last", "disagreement"):
        one = client.get(here, {"sort": sort, "search": "", "state": ""}).context
        two = client.get(here + one["older"]).context
        back = client.get(here + two["newer"]).context

        positions = [row.position for context in (one, two) for row in context["page"].rows]
        assert sorted(positions) == list(range(8)) and len(one["page"].rows) == 5
        assert [row.position for row in back["page"].rows] == positions[:5]
        assert not one["newer"] and not two["older"] and not back["newer"]


def test_table_costs_the_same_however_much_is_in_it(task, bob, alice, client_of):
    factories.make_event(task, "flagged", item=task.items.first(), actor=factories.make_annotator(alice))
    SchemaVersion.objects.filter(pk=task.schema_version_id).update(frozen_at=timezone.now())
    client = client_of(bob)
    narrowed = {"state": "in_work", "label": "verdict", "flagged": "1", "search": "case"}

    for filters, rows, most in (({}, 6, 11), ({"sort": "disagreement"}, 1, 11), (narrowed, 1, 16)):
        with at_most(most):
            page = table(client, task, **filters).context["page"]
        assert len(page.rows) == rows


def test_row_says_who_what_and_how_far_apart(task, bob, client_of):
    adjudication.request(item=task.items.first(), by=bob.user)

    response = table(client_of(bob), task)
    rows = response.context["page"].rows

    assert [answer["name"] for answer in rows[0].answers] == ["Alice", "Rita"] and rows[0].disagreement > 0.2
    assert rows[2].is_flagged and rows[3].holders == ["Rita"] and (rows[5].comments, rows[5].unresolved) == (1, 1)
    assert rows[0].last_active is not None and rows[5].last_active is None
    text = " ".join(response.content.decode().split())
    assert "Reserved for Rita" in text and "1 comment" in text and "2 of 2" in text


def test_readers_see_the_table_without_bulk_operations(unanswered, vera, bob, client_of):
    for member, sees in ((vera, False), (bob, True)):
        text = table(client_of(member), unanswered).content.decode()
        assert ('name="verb"' in text) is sees and ('name="item"' in text) is sees


def test_filter_lives_in_the_address(unanswered, bob, client_of):
    text = table(client_of(bob), unanswered, label="verdict=wrong", sort="disagreement").content.decode()

    wanted = urlencode({"label": "verdict=wrong", "sort": "disagreement"})
    assert f'name="filter" value="{wanted}"' in text.replace("&amp;", "&")
