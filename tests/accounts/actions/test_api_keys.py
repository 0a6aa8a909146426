"""Making and revoking keys."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from evalhub.accounts.actions import api_keys
from evalhub.accounts.models import ApiKey, AuditEvent
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.undoing import undone


def test_scopes_default_to_all_of_the_role_but_admin_and_scopes_are_kept_once_and_in_order(alice, rita, bob):
    found = [api_keys.issue(membership=member, name="script").key.scopes for member in (alice, rita, bob)]
    assert found == [["label"], ["read", "label", "export"], ["read", "label", "export", "manage"]]

    issued = api_keys.issue(membership=bob, name="script", scopes=["manage", "read", "manage"])
    assert issued.key.scopes == ["read", "manage"]


def test_unusable_values_make_no_key(bob, acme, subtests):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    dataset = task.dataset_version.dataset
    cases = [
        ({"name": "  "}, "name_missing"),
        ({"name": "x" * 121}, "name_too_long"),
        ({"scopes": []}, "scope_missing"),
        ({"scopes": ["root"]}, "unknown_scope"),
        ({"bound": {"dataset": dataset, "task": task}}, "bad_binding"),
        ({"bound": {"task": task}, "scopes": ["read", "admin"]}, "bad_binding"),
        ({"expires_at": datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)}, "bad_expiry"),
    ]

    for fields, code in cases:
        with subtests.test(fields=fields, code=code), undone():
            with pytest.raises(InvalidInput) as caught:
                api_keys.issue(**{"membership": bob, "name": "script"} | fields)
            assert caught.value.code == code
            assert not ApiKey.objects.exists()


def test_two_keys_never_share_a_secret(bob):
    secrets = {api_keys.issue(membership=bob, name="script").secret for _ in range(50)}

    assert len(secrets) == 50
    assert all(len(secret) == 48 for secret in secrets)


def test_revoking_again_changes_and_notes_nothing(bob):
    key = api_keys.issue(membership=bob, name="script").key
    api_keys.revoke(key=key, by=bob.user)
    first = ApiKey.objects.get().revoked_at

    api_keys.revoke(key=key, by=bob.user)

    assert ApiKey.objects.get().revoked_at == first
    assert AuditEvent.objects.filter(verb="api_key.revoked").count() == 1


def test_state_follows_revocation_and_expiry_and_database_binds_a_key_to_one_object(bob, acme):
    key = api_keys.issue(membership=bob, name="script", expires_at=timezone.now() + datetime.timedelta(days=1)).key
    states = [key.state]
    key.expires_at = timezone.now()
    states.append(key.state)
    key.revoked_at = timezone.now()
    states.append(key.state)
    assert states == ["active", "expired", "revoked"]

    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    with pytest.raises(IntegrityError, match="api_key_bound_once"), transaction.atomic():
        factories.make_api_key(bob, task=task, dataset=task.dataset_version.dataset)


def test_bound_key_ends_with_its_object(bob, acme):
    dataset = factories.make_dataset(acme)
    factories.make_api_key(bob, dataset=dataset)

    dataset.delete()

    assert not ApiKey.objects.exists()
