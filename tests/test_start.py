"""The settings: what they are made of, and what they refuse to start with."""

import os
import runpy
from types import SimpleNamespace

import django.core.management
import pytest

from evalhub.lib import egress
from evalhub.lib.env import SettingError
from evalhub.local import environment
from evalhub.local.shared_settings import COMMAND_LIMITS
from tests.source_tree import ROOT

BASE = {
    "SECRET_KEY": "k" * 50,
    "DATABASE_URL": "postgresql://user@db.example:5433/evalhub",
    "REDIS_URL": "redis://cache.example:6379/0",
    "EVALHUB_MODE": "production",
}


@pytest.fixture
def start(monkeypatch):
    """start(NAME=text, …) reads the settings in such an environment; None leaves a variable out."""

    def read(**changes):
        for name in list(os.environ):
            if name.startswith("EVALHUB_"):
                monkeypatch.delenv(name)
        for name, value in (BASE | changes).items():
            monkeypatch.delenv(name, raising=False)
            if value is not None:
                monkeypatch.setenv(name, value)
        return SimpleNamespace(**runpy.run_path(str(ROOT / "evalhub" / "settings.py")))

    return read


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL"])
@pytest.mark.parametrize("value", [None, ""])
def test_missing_setting_is_named(start, name, value):
    with pytest.raises(SettingError, match=f"{name} is not set"):
        start(**{name: value})


@pytest.mark.parametrize(
    "name, value, words",
    [
        ("SECRET_KEY", "short", "SECRET_KEY is too short. Set it to at least 32 random characters"),
        ("DATABASE_URL", "mysql://db/x", "DATABASE_URL begins with 'mysql'. Valid: postgresql://"),
        ("REDIS_URL", "http://cache", "REDIS_URL begins with 'http'. Valid: redis://"),
        ("EVALHUB_MODE", "debug", "EVALHUB_MODE is 'debug'. Valid values: production, embedded, test"),
        ("EVALHUB_ALLOWED_HOSTS", "a.example,*", r"EVALHUB_ALLOWED_HOSTS holds '\*'"),
        ("EVALHUB_DB_POOL", "many", "EVALHUB_DB_POOL is 'many'. Valid values: a whole number from 0 to 200"),
        ("EVALHUB_STATEMENT_SECONDS", "0", "EVALHUB_STATEMENT_SECONDS is '0'. Valid values: a whole number from 1"),
        ("EVALHUB_LEASE_SECONDS", "soon", "EVALHUB_LEASE_SECONDS is 'soon'. Valid values: a number from 0.1 to 600"),
        ("EVALHUB_LEASE_SECONDS", "9", r"EVALHUB_BEAT_SECONDS is 5. Valid: at most a third of EVALHUB_LEASE_SECONDS"),
        ("EVALHUB_BATCH_LEASE_SECONDS", "9", r"a third of .* and of EVALHUB_BATCH_LEASE_SECONDS \(9\)"),
        ("EVALHUB_SWEEP_SECONDS", "0", "EVALHUB_SWEEP_SECONDS is '0'. Valid values: a number from 0.1 to 600"),
        ("EVALHUB_EXPIRE_SECONDS", "nan", "EVALHUB_EXPIRE_SECONDS is 'nan'. Valid values: a number from 0.1 to 600"),
        ("EVALHUB_SMTP_URL", "mail.example", "EVALHUB_SMTP_URL is not valid. Valid: smtp://"),
        ("EVALHUB_SANDBOX", "bwrap", "EVALHUB_SANDBOX is 'bwrap'. Valid values: 1, true"),
        (
            "EVALHUB_SANDBOX_COMMAND",
            "bwrap",
            "EVALHUB_SANDBOX_COMMAND is no longer valid. Remove it, and set EVALHUB_SANDBOX",
        ),
        ("EVALHUB_BEHIND_PROXY", "maybe", "EVALHUB_BEHIND_PROXY is 'maybe'. Valid values: 1, true"),
    ],
)
def test_unusable_setting_is_named_with_what_is_valid(start, name, value, words):
    with pytest.raises(SettingError, match=words):
        start(**{name: value} | ({"EVALHUB_PUBLIC_URL": "https://e.example"} if name == "EVALHUB_BEHIND_PROXY" else {}))


def test_mails_go_to_the_log_unless_a_server_is_named(start):
    named = start(EVALHUB_SMTP_URL="smtp://us%40er:p%2Fw@mail.example")

    assert start().EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend"
    assert named.EMAIL_BACKEND == "django.core.mail.backends.smtp.EmailBackend"
    assert (named.EMAIL_HOST, named.EMAIL_PORT, named.EMAIL_USE_TLS) == ("mail.example", 587, True)
    assert (named.EMAIL_HOST_USER, named.EMAIL_HOST_PASSWORD) == ("us@er", "p/w")


def test_database_url_is_read_in_full(start):
    settings = start(DATABASE_URL="postgresql://us%40er:p%2Fw@db.example:5433/eval%20hub?sslmode=require")

    database = settings.DATABASES["default"]
    assert (database["USER"], database["PASSWORD"]) == ("us@er", "p/w")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", "5433", "eval hub")
    assert database["OPTIONS"]["sslmode"] == "require"


def test_database_may_be_a_socket_folder(start):
    settings = start(DATABASE_URL="postgresql://evalhub@/evalhub?host=/run/eval")

    database = settings.DATABASES["default"]
    assert (database["HOST"], database["PORT"]) == ("/run/eval", "")


def test_every_connection_has_time_limits(start):
    limits = start(EVALHUB_STATEMENT_SECONDS="60").DATABASE_LIMITS
    of_its_own = start(EVALHUB_IDLE_TRANSACTION_SECONDS="30").DATABASE_LIMITS

    assert limits == ("-c statement_timeout=60s -c lock_timeout=3s -c idle_in_transaction_session_timeout=15s")
    assert of_its_own.endswith("-c idle_in_transaction_session_timeout=30s")


def test_a_command_may_think_inside_a_transaction(start, monkeypatch):
    """Also one run beside a web process, in the environment that limits the pages."""
    monkeypatch.setattr(environment, "running_environment", dict)
    monkeypatch.setattr(django.core.management, "execute_from_command_line", lambda words: None)
    with pytest.MonkeyPatch.context() as web:
        web.setattr(os, "environ", {"EVALHUB_IDLE_TRANSACTION_SECONDS": "15", "EVALHUB_DB_POOL": "5"})
        runpy.run_path(str(ROOT / "manage.py"))["main"]()
        limits = {name: os.environ[name] for name in COMMAND_LIMITS}

    settings = start(**limits)

    assert settings.DATABASE_LIMITS.endswith("-c idle_in_transaction_session_timeout=0s")
    assert "statement_timeout=3600s" in settings.DATABASE_LIMITS and settings.DATABASE_POOL is False


@pytest.mark.parametrize(
    "url, broker",
    [
        ("redis://cache.example:6379/0", "redis://cache.example:6379/1"),
        ("rediss://:pw@cache.example/0", "rediss://:pw@cache.example/1"),
        ("unix:///run/redis.sock?db=0", "redis+socket:///run/redis.sock?virtual_host=1"),
    ],
)
def test_broker_is_the_second_database_of_the_same_server(start, url, broker):
    assert start(REDIS_URL=url).CELERY_BROKER_URL == broker


def test_https_makes_cookies_and_answers_strict(start):
    settings = start(EVALHUB_PUBLIC_URL="https://eval.example/")

    assert settings.SESSION_COOKIE_NAME.startswith("__Host-")
    assert settings.CSRF_COOKIE_NAME.startswith("__Host-")
    assert settings.SESSION_COOKIE_SECURE
    assert settings.CSRF_COOKIE_SECURE
    assert settings.SECURE_SSL_REDIRECT
    assert settings.SECURE_HSTS_SECONDS > 0
    assert not settings.SECURE_HSTS_PRELOAD and not settings.SECURE_HSTS_INCLUDE_SUBDOMAINS
    assert settings.CSRF_TRUSTED_ORIGINS == ["https://eval.example"]
    assert "eval.example" in settings.ALLOWED_HOSTS


def test_preloading_is_a_choice(start):
    settings = start(EVALHUB_PUBLIC_URL="https://eval.example/", EVALHUB_HSTS_PRELOAD="yes")

    assert settings.SECURE_HSTS_PRELOAD and settings.SECURE_HSTS_INCLUDE_SUBDOMAINS


def test_http_on_the_own_machine_works(start):
    settings = start()

    assert settings.SESSION_COOKIE_NAME == "session"
    assert not settings.SESSION_COOKIE_SECURE
    assert not settings.SECURE_SSL_REDIRECT


def test_debugging_pages_are_never_on(start):
    assert start(DEBUG="1", EVALHUB_DEBUG="1").DEBUG is False


def test_celery_keeps_to_the_rules_of_reliability(start):
    settings = start()

    assert settings.CELERY_TASK_ACKS_LATE
    assert settings.CELERY_TASK_REJECT_ON_WORKER_LOST
    assert settings.CELERY_TASK_IGNORE_RESULT
    assert settings.CELERY_WORKER_PREFETCH_MULTIPLIER == 1
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]
    assert settings.CELERY_TASK_TIME_LIMIT < settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]


def test_lengths_of_leases_and_sweeps_are_chosen(start):
    plain, short = (
        start(),
        start(
            EVALHUB_LEASE_SECONDS="1",
            EVALHUB_BEAT_SECONDS="0.2",
            EVALHUB_BATCH_LEASE_SECONDS="2",
            EVALHUB_SWEEP_SECONDS="0.5",
            EVALHUB_EXPIRE_SECONDS="0.25",
        ),
    )

    assert (plain.LEASE_SECONDS, plain.BEAT_SECONDS, plain.BATCH_LEASE_SECONDS) == (20, 5, 300)
    assert (short.LEASE_SECONDS, short.BEAT_SECONDS, short.BATCH_LEASE_SECONDS) == (1, 0.2, 2)
    assert _every(plain, "sweeps", "job inbox", "leases") == [10, 10, 30]
    assert _every(short, "sweeps", "job inbox", "leases") == [0.5, 0.5, 0.25]


def _every(settings, *sweeps):
    return [settings.CELERY_BEAT_SCHEDULE[name]["schedule"] for name in sweeps]


def test_page_policy_has_no_exceptions(start):
    directives = start().CONTENT_SECURITY_POLICY["DIRECTIVES"]

    assert directives["default-src"] == ["'none'"]
    assert directives["script-src"] == directives["style-src"] == ["'self'"]
    assert directives["frame-ancestors"] == directives["object-src"] == directives["base-uri"] == ["'none'"]


def test_static_hosts_are_checked_at_the_start(monkeypatch):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "api.example")

    with pytest.raises(SettingError, match="EVALHUB_STATIC_HOSTS"):
        egress.install()
