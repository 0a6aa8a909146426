"""Items that a filter of a task matches."""

from annotations.items.actions import filters
from annotations.queue.actions import claims
from tests import factories


def test_items_of_one_annotator_are_the_same_for_few_and_for_many_answers(acme, alice, rita, monkeypatch):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=5))
    items = list(task.items.order_by("position"))
    person, other = factories.make_annotator(alice), factories.make_annotator(rita)
    for item in items[:2]:
        factories.make_annotation(item, person, {"verdict": "correct"})
    factories.make_annotation(items[4], other, {"verdict": "correct"})
    held = claims.claim(task=task, annotator=person)
    given = {"annotator": str(person.pk)}

    few = {item.pk for item in filters.matching(task=task, given=given)}
    monkeypatch.setattr(filters, "MOST_KNOWN", 1)

    many = {item.pk for item in filters.matching(task=task, given=given)}
    assert many == few == {items[0].pk, items[1].pk, held.item_id}
