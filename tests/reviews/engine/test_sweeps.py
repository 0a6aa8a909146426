"""What later features do at each turn of the engine."""

import pytest

from reviews.engine import sweeps


@pytest.fixture
def called(monkeypatch):
    monkeypatch.setattr(sweeps, "_sweeps", [])
    monkeypatch.setattr(sweeps, "_slow", [])
    return []


def test_slow_sweeps_come_last_whenever_they_were_registered(called):
    sweeps.register(lambda: called.append("gradings"), may_be_slow=True)
    sweeps.register(lambda: called.append("jobs"))

    sweeps.work()
    sweeps.work_slow()

    assert called == ["jobs", "gradings"]
