"""A broker that dies, and threads of their own for people's work."""

import threading
from types import SimpleNamespace

import pytest
from kombu.transport.redis import QoS

from evalhub.celery import TwoGroups, outlive_the_broker


def test_message_of_a_connection_that_is_gone_is_left_alone(monkeypatch):
    """A task that ends after its broker died must not take the worker with it."""
    done, qos = [], QoS.__new__(QoS)
    monkeypatch.setattr(QoS, "ack", lambda self, tag: done.append(tag))
    monkeypatch.setattr(QoS, "restore_at_shutdown", True)
    outlive_the_broker()

    for closed in (True, False):
        qos.channel = SimpleNamespace(closed=closed)
        qos.ack(f"closed {closed}")

    assert done == ["closed False"] and QoS.restore_at_shutdown is False


@pytest.mark.parametrize(("busy", "other"), [("people", "models"), ("models", "people")])
def test_work_of_one_group_that_takes_all_of_its_threads_leaves_the_other_free(busy, other, monkeypatch):
    monkeypatch.setattr(TwoGroups, "people_threads", 2)
    pool, release, done = TwoGroups(2), threading.Event(), threading.Event()

    def send(queue, work):
        pool.on_apply(work, ("task", "id", {"delivery_info": {"routing_key": queue}}), {})

    for _ in range(5):
        send(busy, lambda *message: release.wait(30))
    send(other, lambda *message: done.set())
    is_free = done.wait(30)
    release.set()
    pool.on_stop()

    assert is_free
