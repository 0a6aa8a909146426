"""Pauses before an ended child is started again."""

from evalhub.local.processes.restarts import Restarts


def test_pauses_double_and_restarts_are_due_after_them():
    now = [0.0]
    restarts = Restarts(clock=lambda: now[0])
    pauses = [restarts.ended("web", started_at=now[0]).seconds for _ in range(7)]
    now[0] += 100
    after_good_service = restarts.ended("web", started_at=now[0] - 61)
    assert pauses == [1, 2, 4, 8, 16, 30, 30]
    assert after_good_service.seconds == 1

    now = [0.0]
    restarts = Restarts(clock=lambda: now[0])
    restarts.ended("worker", started_at=0.0)
    early = restarts.is_due("worker")
    now[0] = 1.0
    assert not early
    assert restarts.is_due("worker")
