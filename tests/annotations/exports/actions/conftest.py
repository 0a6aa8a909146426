"""Fixtures of the export tests: a task whose people and models have answered most items."""

import pytest

from tests import factories
from tests.annotations.panel import answer_all, make_panel


@pytest.fixture(scope="module")
def answered(acme):
    task = make_panel(acme, rows=6, consensus_threshold=0.5)
    answer_all(task, missing=0.1)
    return task


@pytest.fixture
def task(db, answered):
    return factories.fresh(answered)
