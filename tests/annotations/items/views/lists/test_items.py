"""The items of a task: filters, orders and pages both ways, hostile values, what a page costs, the bulk bar."""

import csv
import io

import pytest
from django.urls import reverse
from django.utils import timezone

from annotations.agreement.models import Disagreement
from annotations.consensus.actions import adjudication
from annotations.items.views.lists.items import ItemList
from annotations.models import Comment, SchemaVersion, TaskItem
from evalhub.accounts.models import SavedView
from tests import factories
from tests.annotations.panel import settle
from tests.kept_people import acme
from tests.lists.walks import Walk, shown, spread
from tests.statements import at_most

HOSTILE = [
    ("state", "gone"),
    ("state", "open\0"),
    ("annotator", "x"),
    ("annotator", "' OR 1=1 --"),
    ("flagged", "1"),
    ("label", "nothing=1"),
    ("label", "verdict=nowhere"),
    ("label", "verdict="),
    ("label", "="),
    ("label", "\0"),
    ("ground_truth", "nowhere"),
    ("ground_truth", "verdict=full"),
    ("ground_truth", "nothing=labelled"),
    ("ground_truth", "=full"),
    ("ground_truth", "'); DROP"),
    ("disagreement", "nan"),
    ("disagreement", "inf"),
    ("disagreement", "-1"),
    ("disagreement", "1e999"),
    ("disagreement", "٣x"),
    ("disagreement", "٠"),
    ("sort", "pk; drop"),
    ("sort", "-test_case__input"),
    ("q", "x" * 201),
    ("q", "\0"),
    ("q", "%"),
    ("test_case__version__organization__slug", "rival"),
    ("commented", "2"),
    ("after", "x"),
    ("before", "WyJuYW4iXQ"),
]
EMPTY = [("q", "9" * 30), ("annotator", "00000000-0000-7000-8000-000000000000")]

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


def walk(organization, member):
    rows = [{"external_id": f"case-{number}"} for number in range(7)]
    task = factories.make_task(factories.make_version(factories.make_dataset(organization), rows=rows))
    TaskItem.objects.filter(pk=task.items.first().pk).update(closed_reason="withdrawn")
    annotator = factories.make_annotator(member)
    for item in task.items.all()[2:4]:
        factories.make_annotation(item, annotator)
        Comment.objects.create(organization=organization, task=task, item=item, author=member.user, text="Why?")
    spread(task.items.all(), priority=[1, 2])
    return Walk(reverse("annotations:task_items", args=[task.pk]), "case-3", "state", "open")


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


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


def page_of(client, task, **filters):
    return client.get(reverse("annotations:task_items", args=[task.pk]), filters)


@pytest.fixture
def look(bob):
    """look(task, **filters) is what the page shows."""
    return lambda task, **filters: shown("items", bob, filters, task)


@pytest.fixture
def found(look):
    """found(task, **filters) are the positions of the items on the page."""

    def find(task, **filters):
        page = look(task, **filters)
        assert page.status == 200 and page.total == len(page.lines), page.problem
        return positions(page)

    return find


def positions(page):
    return [line.row.position for line in page.lines]


def test_filters_find_what_they_say(task, found, alice, rita):
    adjudicated = task.items.get(position=1)
    sheet_truth = {"question": task.schema_version.questions.get(), "value": "correct", "number": 0}
    adjudicated.ground_truth.update(is_current=False)
    adjudicated.ground_truth.create(source="adjudicated", version=9, **sheet_truth)

    by_state = {
        "disagreeing": [0],
        "adjudicated": [1],
        "in_work": [2, 3],
        "withdrawn": [4],
        "open": [5],
        "agreeing": [],
        "complete": [0, 1],
        "with_consensus": [1],
        "open,withdrawn": [4, 5],
    }
    assert {state: found(task, state=state) for state in by_state} == by_state
    assert found(task, annotator=factories.make_annotator(rita).pk) == [0, 1, 3]
    assert found(task, label="verdict=correct") == [0, 1]
    assert found(task, label="verdict=partly", annotator=factories.make_annotator(alice).pk) == [2]
    assert found(task, label="verdict") == [0, 1, 2]
    assert found(task, ground_truth="full") == found(task, ground_truth="verdict=adjudicated") == [1]
    assert found(task, ground_truth="unlabelled") == [3, 5] and found(task, ground_truth="verdict=contested") == [0]
    assert found(task, flagged="true") == [2] and found(task, commented="true") == [5]
    assert found(task, flagged="false") == [0, 1, 3, 4, 5]
    assert found(task, commented="false", state="open") == []
    assert found(task, disagreement="0.2") == [0] and found(task, disagreement="1") == []
    assert found(task, q="ASE-3") == [3] and found(task, q="5") == [4, 5]


def test_what_is_chosen_is_said_in_words(task, look, rita):
    person = factories.make_annotator(rita)

    page = look(task, state="open,in_work", annotator=person.pk, label="verdict", disagreement="0.2")
    chips = [(str(chip.title), str(chip.text)) for chip in page.chips]
    chosen = {control.name: control for control in page.controls}

    assert chips == [
        ("State", "Open, In progress"),
        ("Annotator", "Rita"),
        ("Answer", "verdict"),
        ("Disagreement over", "0.2"),
    ]
    assert [value for value, _label, is_chosen in chosen["label"].options if is_chosen] == ["verdict"]
    assert chosen["disagreement"].kind == "share"


def test_orders_are_followed(task, found):
    last = task.items.get(position=5)

    assert found(task, sort="-item") == [5, 4, 3, 2, 1, 0]
    assert found(task, sort="-disagreement") == [0, 1, 2, 3, 4, 5]
    Disagreement.objects.update(score=0.5)
    question = task.schema_version.questions.get()
    Disagreement.objects.create(task=task, item=last, question=question, score=0.9, n_labels=2)
    assert found(task, sort="-disagreement")[:2] == [5, 0]
    assert found(task, sort="disagreement")[:2] == [0, 5]


def test_values_that_cannot_be_used_show_nothing_and_say_why(unanswered, client, look):
    for name, value in HOSTILE:
        page = look(unanswered, **{name: value})

        assert page.status == 422 and page.lines == [] and page.problem, (name, value)
    assert 'role="alert"' in page_of(client, unanswered, state="gone").content.decode()


def test_odd_values_match_nothing(unanswered, found):
    assert len(found(unanswered)) == 6

    for name, value in EMPTY:
        assert found(unanswered, **{name: value}) == [], (name, value)


def test_search_finds_words_of_the_case_and_of_the_outputs_that_an_item_shows(acme, found, look, monkeypatch):
    rows = [
        {"input": {"prompt": "Where is my parcel?"}},
        {"outputs": {"model-a": "Your parcel is on its way"}},
        {"outputs": {"model-b": "A parcel that no item shows"}},
    ]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows))

    assert found(task, q="parcel") == [0, 1]
    monkeypatch.setattr("datasets.actions.search.MOST_KNOWN", 0)
    common = look(task, q="parcel")
    both = look(task, q="parcel where", state="open")
    assert (positions(common), common.is_more) == ([0, 1], True)
    assert (positions(both), both.total) == ([0], None)


def test_items_are_counted_up_to_a_limit(unanswered, client, monkeypatch):
    monkeypatch.setattr("evalhub.lists.shown.MOST_COUNTED", 4)

    page = page_of(client, unanswered).content.decode()

    assert "More than 4 results" in page and "All that match" in page and "All 5" not in page


def test_pages_follow_each_other_both_ways_in_every_order(acme, alice, rita, bob, monkeypatch):
    monkeypatch.setattr(ItemList, "page_size", 5)
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=13))
    first, second = factories.make_annotator(alice), factories.make_annotator(rita)
    for item in task.items.filter(position__lt=7):
        factories.make_annotation(item, first, {"verdict": "correct"})
        factories.make_annotation(item, second, {"verdict": "wrong" if item.position % 3 else "partly"})
    settle(task)
    assert Disagreement.objects.count() == 7

    for sort in ("item", "-item", "disagreement", "-disagreement"):
        pages = [shown("items", bob, {"sort": sort}, task)]
        while pages[-1].after_href:
            pages.append(shown("items", bob, pages[-1].after_href, task))
        back = [pages[-1]]
        while back[0].before_href:
            back.insert(0, shown("items", bob, back[0].before_href, task))

        walked = [position for page in pages for position in positions(page)]
        assert (sorted(walked), len(pages)) == (list(range(13)), 3), sort
        assert [positions(page) for page in back] == [positions(page) for page in pages], sort


def test_page_costs_the_same_however_much_is_in_it(task, client, alice):
    factories.make_event(task, "flagged", item=task.items.first(), actor=factories.make_annotator(alice))
    SchemaVersion.objects.filter(pk=task.schema_version_id).update(frozen_at=timezone.now())
    narrowed = {"state": "in_work", "label": "verdict", "flagged": "true", "q": "case"}

    for filters, rows, most in (({}, 6, 11), ({"sort": "-disagreement"}, 6, 12), (narrowed, 1, 16)):
        with at_most(most):
            page = page_of(client, task, **filters)
        assert len(page.context["list"].lines) == rows


def test_row_says_who_what_and_how_far_apart(task, client, bob):
    adjudication.request(item=task.items.first(), by=bob.user)

    response = page_of(client, task)
    rows = [line.row for line in response.context["list"].lines]

    assert [answer["name"] for answer in rows[0].answers] == ["Alice", "Rita"] and rows[0].disagreement > 0.2
    assert rows[2].is_flagged and rows[3].holders == ["Rita"] and (rows[5].n_comments, rows[5].unresolved) == (1, 1)
    assert rows[0].last_active is not None and rows[5].last_active is None
    text = " ".join(response.content.decode().split())
    assert "Reserved for Rita" in text and "1 comment" in text and "2 of 2" in text


def test_file_has_what_the_columns_show(task, client):
    columns = "external_id,state,answers,annotators,disagreement,comments,flagged,ground_truth"
    file = page_of(client, task, columns=columns, format="csv")
    lines = list(csv.DictReader(io.StringIO(b"".join(file.streaming_content).decode())))

    assert [line["item"] for line in lines] == ["1", "2", "3", "4", "5", "6"]
    one, agreed, flagged, *_others, commented = lines
    assert (one["external_id"], one["state"], one["annotators"]) == ("case-0", "disagreeing", "Alice, Rita")
    assert (agreed["answers"], agreed["ground_truth"]) == ("2", "Is the answer correct?: Correct")
    assert (flagged["flagged"], commented["flagged"], commented["comments"]) == ("true", "false", "1")


def test_bulk_bar_is_for_those_who_may_manage(unanswered, vera, client_of, client):
    for reader, sees in ((client_of(vera), False), (client, True)):
        text = page_of(reader, unanswered).content.decode()
        assert ('name="verb"' in text) is sees and ('name="row"' in text) is sees


def test_bulk_bar_sends_what_the_list_shows(unanswered, client):
    page = page_of(client, unanswered, state="open", sort="-disagreement", columns="state", view="1").content.decode()
    nothing = page_of(client, unanswered, label="verdict=wrong").content.decode()

    assert 'name="filter" value="state=open&amp;sort=-disagreement&amp;columns=state"' in page
    assert 'id="bulk"' not in nothing


def test_view_of_what_the_form_no_longer_has_is_still_there_to_be_deleted(unanswered, acme, bob, client, look):
    outdated = SavedView.objects.create(
        organization=acme, user=bob.user, list_key="items", scope=str(unanswered.pk), name="Red", query="label=gone=1"
    )
    SavedView.objects.create(organization=acme, user=bob.user, list_key="items", scope="another task", name="Other")

    page = look(unanswered, label="gone=1", view=outdated.pk)
    here = reverse("annotations:task_items", args=[unanswered.pk])
    client.post(f"{here}?view={outdated.pk}", {"action": "delete", "view": outdated.pk})

    assert page.status == 422 and "no question gone" in page.problem
    assert ([link.label for link in page.view_links], page.may_change_view) == (["All", "Red"], True)
    assert SavedView.objects.get().name == "Other"
