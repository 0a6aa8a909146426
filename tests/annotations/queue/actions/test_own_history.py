"""One's own history: newest first, searchable, in pages, and nothing of anybody else."""

import datetime

import pytest
from django.utils import timezone

from annotations.queue.actions import own_history
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.statements import at_most
from tests.undoing import undone

START = datetime.datetime(2026, 5, 1, tzinfo=datetime.UTC)


@pytest.fixture
def task(acme):
    rows = [{"external_id": f"case-{number}"} for number in range(6)]
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows), required=3)


@pytest.fixture
def done(task, annotator, acme):
    """Positions 0 to 4 were submitted, skipped, late, submitted, returned; 5 is in hand; another did position 0 too."""
    other = factories.make_annotator(factories.make_member(acme))
    for item, state in zip(task.items.all(), ("submitted", "skipped", "late", "submitted", "returned"), strict=False):
        ended = None if state == "returned" else START + datetime.timedelta(minutes=item.position)
        factories.make_lease(item, annotator, state=state, ended_at=ended, reason="" if state == "submitted" else "why")
        if state == "submitted":
            factories.make_annotation(item, annotator, {"verdict": "wrong"})
    factories.make_lease(task.items.last(), annotator)
    factories.make_lease(task.items.first(), other, state="submitted", ended_at=timezone.now())
    return task


def positions(page):
    return [row.position for row in page.rows]


def test_newest_comes_first_and_returned_before_all_and_history_is_narrowed(done, annotator):
    page = own_history.page(task=done, annotator=annotator)
    assert [(row.position, row.state) for row in page.rows] == [
        (4, "returned"),
        (3, "submitted"),
        (2, "late"),
        (1, "skipped"),
        (0, "submitted"),
    ]
    assert page.before == ""
    assert (page.rows[1].answers, page.rows[3].note) == ({"verdict": "wrong"}, "why")

    cases = [
        ({"state": "submitted"}, [3, 0]),
        ({"state": "returned"}, [4]),
        ({"search": "2"}, [2, 1]),
        ({"search": "case-3"}, [3]),
        ({"search": '"4 plus"'}, [4]),
        ({"search": "WRONG"}, [3, 0]),
        ({"search": "partly"}, []),
        ({"search": "case-9"}, []),
        ({"items": []}, []),
        ({"items": "all", "search": "1"}, [1, 0]),
    ]
    for choice, expected in cases:
        if choice.get("items") == "all":
            choice = choice | {"items": done.items.values("pk")}
        assert positions(own_history.page(task=done, annotator=annotator, **choice)) == expected


def test_pages_follow_each_other_without_gap_or_repeat_and_unknown_choices_are_refused(done, annotator):
    seen, before = [], None
    for _ in range(5):
        page = own_history.page(task=done, annotator=annotator, before=before, limit=1)
        seen += positions(page)
        before = page.before
    assert seen == [4, 3, 2, 1, 0]
    assert before == ""

    cases = [{"state": "leased"}, {"before": "x"}, {"before": "2026-05-01|1"}, {"before": "|x"}]
    for choice in cases:
        with undone():
            with pytest.raises(InvalidInput):
                own_history.page(task=done, annotator=annotator, **choice)


def test_neighbours_step_through_what_was_done_and_a_point_of_a_scale_is_shown_with_its_end(done, annotator):
    def step(position, by):
        item = done.items.get(position=position)
        found = own_history.neighbour(task=done, annotator=annotator, item_id=item.pk, step=by)
        return found.position if found else None

    assert [step(3, -1), step(2, -1), step(0, -1)] == [2, 1, None]
    assert [step(0, 1), step(2, 1), step(3, 1)] == [1, 3, None]
    assert (step(5, -1), step(5, 1)) == (3, None)

    class Question:
        label_type = "rating"

        def __init__(self, low, high, **labels):
            self.config = {"scale": {"min": low, "max": high, "step": 1, "labels": labels}}

    cases = [((1, 5), 4, "4 of 5"), ((-2, 2), 2, "2 on -2 to 2")]
    for scale, value, expected in cases:
        assert own_history.displayed(Question(*scale), value, 0) == expected
    assert own_history.displayed(Question(1, 5, **{"4": "good"}), 4, 0) == "4 (good)"


def test_history_costs_the_same_for_many_rows(done, annotator):
    with at_most(4):
        own_history.page(task=done, annotator=annotator)
    with at_most(13):
        own_history.page(task=done, annotator=annotator, search="plus")
