"""A chart is one file: docs/adding-a-figure.md, shown by its page with the others."""

import pytest

from annotations.agreement.actions import snapshots
from tests.annotations.panel import answer_all, make_panel
from tests.extensions.documents import followed


@pytest.fixture
def task(acme):
    task = make_panel(acme, rows=4)
    answer_all(task)
    snapshots.compute(task=task)
    return task


@pytest.mark.django_db
def test_its_page_shows_it_in_its_place_with_its_table(acme, bob, client_of, task, tmp_path):
    address = f"/tasks/{task.pk}/agreement/"
    without = client_of(bob).get(address).content.decode()

    with followed("adding-a-figure.md", "shared_items", tmp_path):
        page = client_of(bob).get(address).content.decode()

    assert "Shared items" not in without
    assert page.count("<h3>Shared items</h3>") == page.count("<h3>Pairs</h3>") > 0
    assert page.index("<h3>Pairs</h3>") < page.index("<h3>Shared items</h3>") < page.index("<h3>Models</h3>")
    assert "Pairs share up to 4 items." in page and "Shared items, table" in page
