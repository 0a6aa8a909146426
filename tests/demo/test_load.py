"""When the demo organization is loaded: whole or not at all, and into an empty embedded database only."""

import pytest
from django.core.management import CommandError, call_command

from evalhub.accounts.models import Organization, User
from evalhub.demo import load


def test_failure_leaves_nothing(db, monkeypatch):
    def fail(*args):
        raise OSError("interrupted")

    monkeypatch.setattr(load.signatures, "new_secret", fail)

    with pytest.raises(OSError):
        load.load_demo()

    assert not Organization.objects.exists()
    assert not User.objects.exists()


def test_demo_people_exist_only_on_the_embedded_database(db, settings):
    settings.EMBEDDED_DATABASE = False

    with pytest.raises(CommandError, match="published password"):
        call_command("demo")

    assert not User.objects.exists()


def test_a_database_with_organizations_is_left_as_it_is(acme):
    with pytest.raises(load.NotEmpty):
        load.load_demo()

    assert list(Organization.objects.all()) == [acme]
