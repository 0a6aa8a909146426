"""Database and broker under the supervisor, as real processes."""

import os
import signal

import psycopg
import pytest
import redis

from evalhub.local.paths import is_root
from evalhub.local.servers.postgres_files import RELOCATED
from tests.local.installation import Installation

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


def execute(installation, statement):
    with psycopg.connect(installation.environment()["DATABASE_URL"], autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else None


@pytest.fixture(scope="module")
def lasting():
    """One installation for those tests that need no new one: each leaves it as it likes, `running` starts it again."""
    installation = Installation()
    yield installation
    installation.remove()


@pytest.fixture
def running(lasting):
    lasting.ensure_started("services")
    return lasting


def test_services_answer_once_and_commands_join_them_and_data_survive_an_orderly_stop_and_a_killed_supervisor(running):
    second = running.run("-m", "evalhub.local", "services")
    joined = running.run(
        "-c", "from evalhub.local.environment import running_environment as r; print(r()['DATABASE_URL'])"
    )
    assert second.returncode == 1
    assert "already running" in second.stderr
    assert joined.stdout.strip() == running.environment()["DATABASE_URL"]
    assert execute(running, "SELECT 1") == [(1,)]
    assert redis.Redis.from_url(running.environment()["REDIS_URL"]).ping()
    assert oct(running.home.record.stat().st_mode & 0o777) == "0o600"

    execute(running, "CREATE TABLE kept AS SELECT 42 AS answer")
    status = running.interrupt()
    after_stop = running.leftovers()
    running.start_and_wait("services")
    running.process.kill()
    running.process.wait()
    running.wait_until(lambda: not running.leftovers(), "end of all processes")
    running.start_and_wait("services")
    assert status == 0
    assert after_stop == []
    assert execute(running, "SELECT answer FROM kept") == [(42,)]


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_dead_server_is_started_again_on_its_data(running, name):
    execute(running, "CREATE TABLE IF NOT EXISTS noted AS SELECT 7 AS answer")
    before = running.processes()

    os.kill(before[name], signal.SIGKILL)
    running.wait_until(lambda: running.processes()[name] != before[name], f"new {name}", while_running=True)

    assert f"{name} was ended by SIGKILL; it is started again in 1 s" in running.output()
    assert execute(running, "SELECT answer FROM noted") == [(7,)]
    assert redis.Redis.from_url(running.environment()["REDIS_URL"]).ping()
    assert {other: pid for other, pid in running.processes().items() if other != name} == {
        other: pid for other, pid in before.items() if other != name
    }


def test_log_of_postgres_quotes_no_row(running):
    execute(running, "CREATE TABLE narrow (words text CHECK (length(words) < 9))")

    with pytest.raises(psycopg.errors.CheckViolation, match="a patient's words"):
        execute(running, "INSERT INTO narrow VALUES ('a patient''s words')")

    log = running.home.log("postgres").read_text()
    assert "violates check constraint" in log and "words')" not in log and "(a patient" not in log


def test_a_third_interrupt_ends_at_once(running):
    for _ in range(3):
        running.process.send_signal(signal.SIGINT)

    assert running.wait_for_end() in (0, 130)
    running.wait_until(lambda: not running.leftovers(), "end of all processes")


def test_half_made_and_damaged_folders_are_set_aside(installation):
    half = installation.path / "postgres.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    (installation.path / "postgres" / "base").mkdir(parents=True)
    damaged = installation.path / "valkey" / "appendonlydir"
    damaged.mkdir(parents=True)
    (damaged / "appendonly.aof.manifest").write_text("nonsense\n")

    installation.start_and_wait("services")

    assert execute(installation, "SELECT 1") == [(1,)]
    assert "is not a finished Postgres folder" in installation.output()
    assert "Valkey could not read its own file" in installation.output()
    assert list(installation.path.glob("valkey.damaged-*"))
    assert not half.exists()


def test_data_of_another_version_are_refused(installation):
    data = installation.path / "postgres"
    data.mkdir()
    (data / "PG_VERSION").write_text("9.6\n")

    installation.start("services")

    assert installation.wait_for_end() == 1
    assert "was made by Postgres 9" in installation.output()


@pytest.mark.skipif(not is_root(), reason="Only root changes the account.")
def test_below_a_closed_folder_the_data_go_elsewhere(tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    installation = Installation(closed / "home")
    try:
        installation.start_and_wait("services")

        assert execute(installation, "SELECT 1") == [(1,)]
        assert (RELOCATED / installation.home.key() / "postgres" / "PG_VERSION").exists()
        assert not (installation.path / "postgres").exists()
    finally:
        installation.remove()
