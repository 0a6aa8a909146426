"""Fixtures that every test may use: named people of two organizations, their clients, and a closed network."""

import functools
import gc
import ipaddress
import os
import socket
import uuid

import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.management.commands import flush
from django.db import OperationalError, connections
from django.db.backends.postgresql.operations import DatabaseOperations
from django.template.base import Template
from django.test import Client, override_settings
from django.test.signals import template_rendered
from django.utils import translation
from hypothesis.internal.conjecture import providers
from psycopg.errors import DeadlockDetected, LockNotAvailable
from whitenoise.middleware import WhiteNoiseMiddleware

from tests import api_contract, database, factories
from tests.api_caller import ApiCaller
from tests.undoing import undone

# The same examples in every run, however long they take; `--hypothesis-profile=default` looks for new ones.
hypothesis.settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("repeatable")
# It would also try constants of the modules that are loaded, which depend on the tests that ran before.
providers._get_local_constants = providers.Constants

# The first wait much, for leases to run out and programs to start; the second keep a browser busy. Begun first and
# given out by turns, both fill the machine, and the rest fills what is left.
TURNS = (("tests/end_to_end/", "tests/drills/", "tests/local/"), ("tests/browser/",))


def pytest_collection_modifyitems(items):
    files = [{} for _ in (*TURNS, "the rest")]
    for item in items:
        files[_turn(item)].setdefault(item.path, len(files[_turn(item)]))
    items.sort(key=lambda item: (_turn(item) == len(TURNS), files[_turn(item)][item.path], _turn(item)))


def _turn(item):
    return next((n for n, folders in enumerate(TURNS) if any(map(item.nodeid.__contains__, folders))), len(TURNS))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """What is loaded by now stays: looking through it for garbage again and again takes a fifth of the suite."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_unconfigure():
    gc.unfreeze()  # else extensions complain at the end about what they take for leaks


@pytest.fixture(scope="module")
def module_db(django_db_setup, django_db_blocker):
    """Rows made once for all tests of a module, by fixtures of its scope that ask for this one.

    Each test finds what they wrote and nothing of another test, in a transaction inside of theirs. The module is marked
    `django_db`, has no test that commits, and gives each test objects of its own: rows go back, attributes do not.
    """
    with django_db_blocker.unblock(), undone():
        yield


@pytest.fixture
def acme(db):
    return factories.make_organization("acme")


@pytest.fixture
def rival(db):
    return factories.make_organization("rival")


@pytest.fixture
def alice(acme):
    """Annotates for acme."""
    return factories.make_member(acme, "alice", role="annotator")


@pytest.fixture
def bob(acme):
    """Administers acme."""
    return factories.make_member(acme, "bob", role="admin")


@pytest.fixture
def rita(acme):
    """Reviews for acme."""
    return factories.make_member(acme, "rita", role="reviewer")


@pytest.fixture
def vera(acme):
    """May only read at acme."""
    return factories.make_member(acme, "vera", role="viewer")


@pytest.fixture
def mallory(rival):
    """Administers rival; nothing of acme exists for her."""
    return factories.make_member(rival, "mallory", role="admin")


@pytest.fixture
def client_of():
    """client_of(membership) is a Django test client signed in as that member, acting for that organization."""

    def make(membership, **options):
        client = Client(**options)
        sign_in(client, membership)
        return client

    return make


@pytest.fixture
def api_of():
    """api_of(membership, scopes=None) calls the API with a bearer key of that member."""

    def make(membership, scopes=None):
        return ApiCaller(factories.make_api_key(membership, scopes=scopes).secret)

    return make


def sign_in(client, membership):
    """Give this client the session that signing in and choosing the organization leaves, in one insert."""
    store, key = SessionStore(), uuid.uuid4().hex
    content = {
        SESSION_KEY: str(membership.user_id),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: membership.user.get_session_auth_hash(),
        "organization_id": str(membership.organization_id),
    }
    row = store.model(session_key=key, session_data=store.encode(content), expire_date=store.get_expiry_date())
    row.save(force_insert=True)
    client.cookies[settings.SESSION_COOKIE_NAME] = key


@pytest.fixture(scope="session", autouse=True)
def one_look_for_static_files():
    """Each client loads the middleware again, and its server of static files would look for all of them each time."""
    plain, seen = WhiteNoiseMiddleware.__init__, {}

    def init(self, get_response=None, settings=settings):
        key = (settings.STATIC_ROOT, settings.STATIC_URL, settings.DEBUG, settings.WHITENOISE_USE_FINDERS)
        if key not in seen:
            plain(self, get_response, settings)
            seen[key] = self
        self.__dict__ = seen[key].__dict__ | {"get_response": get_response}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "__init__", init)
        yield


@pytest.fixture(scope="session", autouse=True)
def one_context_per_page(django_test_environment):
    """The context that `response.context` shows is that of the page, not a copy for each of its thirty parts."""

    def render(template, context):
        if context.template is template:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_waiting():
    """No worker runs beside most tests: calls that wait a moment for one answer at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("annotations.exports.api.jobs.WAIT_SECONDS", 0.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def simulated_models():
    """Models named simulated-… may be chosen in every test; without a provider of its own, a test gets no answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:9")
        yield


@pytest.fixture(scope="session")
def django_db_setup(request, django_test_environment, django_db_blocker):
    """A copy of the migrated template (tests/database.py), dropped at the end."""
    suffix = getattr(request.config, "workerinput", {}).get("workerid") or str(os.getpid())
    # A test may think for long between two statements of its transaction.
    connections["default"].settings_dict["OPTIONS"]["options"] += " -c idle_in_transaction_session_timeout=0"
    with django_db_blocker.unblock():
        name = database.create(suffix)
    yield
    with django_db_blocker.unblock():
        database.drop(name)


@pytest.fixture(scope="session", autouse=True)
def documented_answers():
    """What the API answers to any test is what the OpenAPI document says."""
    with pytest.MonkeyPatch.context() as patch:
        api_contract.check_client(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def static_root():
    """The folder that the server of static files expects; tests serve them from where they are written."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)


@pytest.fixture(scope="session", autouse=True)
def quick_passwords():
    """Hash passwords quickly: the real hash costs a third of a second each."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def own_cache(monkeypatch):
    """Give each test its own corner of the cache, so that one test's failed sign-ins do not throttle the next."""
    from django.core.cache.backends.base import BaseCache

    corner = f"test-{uuid.uuid4().hex}"
    plain = BaseCache.make_key
    monkeypatch.setattr(BaseCache, "make_key", lambda self, key, version=None: f"{corner}:{plain(self, key, version)}")


@pytest.fixture(autouse=True)
def own_language():
    """A page is drawn in the language of its reader, and the next request says its own; a test begins in English."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def closed_network():
    """Only loopback and Unix sockets can be reached from a test."""
    patch = pytest.MonkeyPatch()
    for name in ("connect", "connect_ex"):
        patch.setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
    yield
    patch.undo()


def _guarded(connect):
    def guarded(self, address):
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_loopback(address[0]):
            raise RuntimeError(f"A test tried to reach {address[0]}. Only loopback can be reached from tests.")
        return connect(self, address)

    return guarded


def _is_loopback(host):
    if host in ("", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session", autouse=True)
def quick_flush():
    """Empty the tables after a test with transactions of its own in one round trip, which asks each for rows first.

    The kinds of content and permissions stay: they are what the migrations made, and making them again takes longer.
    """
    plain, send = DatabaseOperations.sql_flush, DatabaseOperations.execute_sql_flush
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "emit_post_migrate_signal", lambda *words, **options: None)
        patch.setattr(DatabaseOperations, "sql_flush", functools.partialmethod(_sql_flush, plain))
        patch.setattr(DatabaseOperations, "execute_sql_flush", functools.partialmethod(_flush_again, send))
        yield


def _sql_flush(operations, plain, style, tables, **options):
    emptied = sorted({*tables} - {"django_content_type", "auth_permission"})
    with operations.connection.cursor() as cursor:
        cursor.execute("SHOW is_superuser")
        if cursor.fetchone()[0] != "on":
            return plain(operations, style, emptied, **options)
    return [
        "SET session_replication_role = replica",
        f"SELECT test_empty('{{{','.join(emptied)}}}')",
        "SET session_replication_role = DEFAULT",
    ]


def _flush_again(operations, send, statements):
    """A page that was closed may still be served: its last request holds locks, and a deadlock ends one of the two."""
    for _ in range(3):
        try:
            return send(operations, statements)
        except OperationalError as error:
            if not isinstance(error.__cause__, DeadlockDetected | LockNotAvailable):
                raise
    return send(operations, statements)
