"""The moments at which beat sends the sweeps, and a broker that dies."""

import copy
import datetime
from types import SimpleNamespace

import pytest
from kombu.transport.redis import QoS

from evalhub.celery import Turn, app, outlive_the_broker

START = datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)


def at(seconds):
    return START + datetime.timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("last", "now", "is_due", "left"),
    [
        (0, 2.4, False, 0.1),
        (0, 2.5, True, 10),
        (2.5, 12.4, False, 0.1),
        (11, 12.6, True, 9.9),  # the one before was late, and this one is not
        (0, 47, True, 5.5),  # whatever was missed is made up once
    ],
)
def test_each_turn_has_its_moment(last, now, is_due, left, monkeypatch):
    turn = Turn(10, 0.25)
    monkeypatch.setattr(turn, "now", lambda: at(now))

    found = turn.is_due(at(last))

    assert found.is_due is is_due
    assert found.next == pytest.approx(left)


def test_no_two_sweeps_begin_together_and_all_are_as_often_as_the_settings_say(settings):
    turns = {name: entry["schedule"] for name, entry in app.conf.beat_schedule.items()}

    assert len({turn.share for turn in turns.values()}) == len(turns)
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        assert turns[name].seconds == entry["schedule"]


def test_the_file_of_beat_keeps_a_turn():
    turn = Turn(15, 0.5)

    assert copy.copy(turn) == turn  # by the way that pickle takes
    assert turn not in (Turn(15, 0.25), Turn(10, 0.5), 15)


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
