"""`manage.py api_key` prints a new key and nothing else."""

import io
import re

import pytest
from django.core.management import CommandError, call_command

from evalhub.accounts.models import ApiKey
from tests import factories
from tests.api_caller import ApiCaller
from tests.undoing import undone


def api_key(*more, email="alice@example.org"):
    out = io.StringIO()
    call_command("api_key", "--email", email, "--name", "script", *more, stdout=out)
    return out.getvalue()


def test_only_the_key_is_printed_and_it_works(alice):
    printed = api_key()

    assert re.fullmatch(r"eval_[\w-]{43}\n", printed)
    assert ApiKey.objects.live().get().membership == alice
    assert ApiCaller(printed.strip()).get("/v1/annotations/tasks").status_code != 401


def test_scopes_and_days_are_kept(bob):
    api_key("--scopes", "export, read", "--days", "7", email=" BOB@example.org")

    key = ApiKey.objects.get()
    assert key.scopes == ["read", "export"]
    assert (key.expires_at - key.created_at).days in (6, 7)


def test_key_is_bound_to_a_task_that_the_person_sees(alice, acme, rival):
    own, foreign = (
        factories.make_task(factories.make_version(factories.make_dataset(each)), status="ACTIVE")
        for each in (acme, rival)
    )

    api_key("--task", str(own.pk))

    assert ApiKey.objects.get().task == own
    for unknown in (str(foreign.pk), "x"):
        with pytest.raises(CommandError, match="There is no annotation task"):
            api_key("--task", unknown)


def test_person_of_two_organizations_must_say_which(alice, rival):
    factories.make_member(rival, user=alice.user)

    with pytest.raises(CommandError, match="Say which with --organization SLUG"):
        api_key()
    api_key("--organization", "rival")
    assert ApiKey.objects.get().organization == rival


def test_a_key_ends_after_90_days_unless_something_else_is_said(alice):
    api_key()
    api_key("--no-expiry")

    first, second = ApiKey.objects.order_by("created_at")
    assert (first.expires_at - first.created_at).days in (89, 90)
    assert second.expires_at is None
    with pytest.raises(CommandError, match="contradict"):
        api_key("--no-expiry", "--days", "3")


def test_bad_values_are_named_and_no_key_is_made(alice, subtests):
    cases = [
        ({"email": "nobody@example.org"}, "No member with the email 'nobody@example.org'"),
        ({"days": "0"}, "--days is 0. Valid values: 1 to 36500"),
        ({"scopes": "read,root"}, "Unknown scope 'root'. Valid scopes: send, read, label, annotate"),
        ({"scopes": ","}, "Unknown scope ''"),
        ({"days": "9999999999"}, "--days is 9999999999. Valid values"),
    ]

    for arguments, words in cases:
        with subtests.test(arguments=arguments, words=words), undone():
            email = arguments.pop("email", "alice@example.org")
            more = [part for name, value in arguments.items() for part in (f"--{name}", value)]
            with pytest.raises(CommandError, match=words.replace(".", r"\.")):
                api_key(*more, email=email)
            assert not ApiKey.objects.exists()
