"""The lock and the record of one home."""

import pytest

from evalhub.local.environment import running_environment
from evalhub.local.errors import LocalError
from evalhub.local.instance import Instance, is_held, read_record


def test_a_second_start_is_told_where_the_first_runs_and_a_record_counts_only_while_its_lock_is_held(home):
    first = Instance(home)
    first.take()
    first.announce(url="http://127.0.0.1:8000", environment={"A": "1"}, processes={"web": 7})
    with pytest.raises(LocalError, match="^already running: http://127.0.0.1:8000$"):
        Instance(home).take()
    first.release()
    first = Instance(home)
    first.take()
    with pytest.raises(LocalError, match="already in use by process"):
        Instance(home).take()
    first.release()

    instance = Instance(home)
    instance.take()
    instance.announce(url="http://127.0.0.1:8000", environment={"A": "1"}, processes={})
    running = read_record(home)
    # As a killed process leaves it: the record lies there, the lock is gone.
    instance._file.close()
    assert running["environment"] == {"A": "1"}
    assert home.record.exists()
    assert not is_held(home)
    assert read_record(home) is None


def test_commands_get_the_running_settings_unless_they_have_a_database(home, monkeypatch):
    monkeypatch.setenv("EVALHUB_HOME", str(home.path))
    monkeypatch.delenv("DATABASE_URL")
    instance = Instance(home)
    instance.take()
    instance.announce(url="http://127.0.0.1:8000", environment={"DATABASE_URL": "postgresql:///ours"}, processes={})

    joined = running_environment()
    monkeypatch.setenv("DATABASE_URL", "postgresql:///theirs")
    apart = running_environment()
    instance.release()

    assert joined == {"DATABASE_URL": "postgresql:///ours"}
    assert apart == {}


def test_commands_that_need_no_database_run_where_nothing_runs(home, monkeypatch):
    monkeypatch.setenv("EVALHUB_HOME", str(home.path))
    monkeypatch.delenv("DATABASE_URL")

    settings = running_environment()

    assert len(settings["SECRET_KEY"]) >= 32
    assert settings["DATABASE_URL"].startswith("postgresql://")
    assert not home.secret_key.exists()
