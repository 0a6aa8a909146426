"""Pages of a task's items for managers."""

from annotations.items.actions import table
from annotations.items.actions.filters import ItemFilter
from tests import factories


def test_page_before_ends_where_the_one_behind_it_begins(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=7))
    pages = [table.page(task=task, chosen=ItemFilter(), size=2)]
    while pages[-1].older:
        pages.append(table.page(task=task, chosen=ItemFilter(), older=pages[-1].older, size=2))

    back = table.page(task=task, chosen=ItemFilter(), newer=pages[-1].newer, size=2)

    assert [[row.position for row in page.rows] for page in pages] == [[0, 1], [2, 3], [4, 5], [6]]
    assert [row.position for row in back.rows] == [4, 5]
