"""Tests that need real connections: a served site, callers over HTTP, several threads at once, and waits for events."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

START_SECONDS = 120
ANSWER_SECONDS = 120


@pytest.fixture
def together():
    """together(work, work, …) starts all callables at one barrier, each in its own thread with its own connection.

    Returns their results in order; an exception is returned in place of a result. Needs `transactional_db`.
    """
    return run_together


def run_together(*works):
    barrier = threading.Barrier(len(works))

    def run(work):
        from django.db import connections

        barrier.wait(START_SECONDS)
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        futures = [pool.submit(run, work) for work in works]
        return [future.exception() or future.result() for future in futures]


def until(look, what, seconds=ANSWER_SECONDS):
    """Look again until the answer is true, and return it; a failure says what was waited for, and what was seen."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"No {what} within {seconds} s. Last seen: {found}"
        time.sleep(0.01)
    return found


def lock_waiters():
    """How many connections to this database wait for a lock that another one has; also from inside a transaction."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND pid IN"
            " (SELECT pid FROM pg_stat_activity WHERE datname = current_database())"
        )
        return cursor.fetchone()[0]


@pytest.fixture
def all_answered():
    """all_answered() waits until the served site has ended each request of this test: tables are emptied after it.

    A page that goes away says so in a last request, and nobody waits for its answer.
    """
    from django.core.signals import request_finished, request_started

    changed, under_way = threading.Condition(), [0]

    def count(by):
        with changed:
            under_way[0] += by
            changed.notify_all()

    def begun(**facts):
        count(1)

    def ended(**facts):
        count(-1)

    def wait():
        with changed:
            changed.wait_for(lambda: under_way[0] <= 0, ANSWER_SECONDS / 2)

    request_started.connect(begun)
    request_finished.connect(ended)
    yield wait
    request_started.disconnect(begun)
    request_finished.disconnect(ended)


@pytest.fixture
def site_of(live_server):
    """site_of(membership) is an httpx.Client of the served site, with that member's session cookie."""
    import httpx

    clients = []

    def make(membership, **options):
        options = {"cookies": session_cookies(membership), "timeout": ANSWER_SECONDS} | options
        client = httpx.Client(base_url=live_server.url, **options)
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.close()


@pytest.fixture
def live_api_of(live_server):
    """live_api_of(membership) is an httpx.Client of the served API with a bearer key: for races over real HTTP."""
    import httpx

    from tests.factories import make_api_key

    clients = []

    def make(membership, scopes=None, **options):
        key = make_api_key(membership, scopes=scopes)
        options = {"headers": {"Authorization": f"Bearer {key.secret}"}, "timeout": ANSWER_SECONDS} | options
        client = httpx.Client(base_url=live_server.url, **options)
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.close()


def session_cookies(membership):
    """{cookie name: value} of a fresh session of this member."""
    from django.test import Client

    from tests.conftest import sign_in

    client = Client()
    sign_in(client, membership)
    return {name: morsel.value for name, morsel in client.cookies.items()}
