"""Figures that are computed at once, on real connections."""

import pytest

from annotations.agreement.actions import snapshots
from tests.annotations.agreement.actions.test_snapshots import figures
from tests.annotations.panel import answer_all, make_panel

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_at_once_leave_one_whole_result(acme, together):
    task = make_panel(acme, rows=3)
    answer_all(task)
    snapshots.compute(task=task)
    alone = figures(task)

    results = together(*[lambda: snapshots.compute(task=task)] * 3)

    assert len(set(results)) == 1
    assert figures(task) == alone
