"""Fixtures of browser tests: alice's page with an item in hand, of the `task` that each module makes for itself."""

import pytest

from tests.browser.workbench import take_first


@pytest.fixture
def start(task, alice, page_of):
    """start(view=…, **options) is a page of alice with the first item in hand; `ready(page)` sees it before."""

    def begin(*, ready=None, view="", **options):
        page = page_of(alice, **options)
        if ready is not None:
            ready(page)
        take_first(page, task, view=view)
        return page

    return begin


@pytest.fixture
def page(start):
    """Alice's page with the first item in hand."""
    return start()
