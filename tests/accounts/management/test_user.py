"""`manage.py user` creates and updates people."""

import io

import pytest
from django.core.management import CommandError, call_command

from evalhub.accounts.models import ApiKey, AuditEvent, Membership, User
from tests import factories
from tests.undoing import undone


def run(*arguments):
    out = io.StringIO()
    call_command("user", *arguments, stdout=out)
    return out.getvalue()


def user(role="annotator", *more, email="ann@example.org", organization="acme"):
    return run("--email", email, "--role", role, "--organization", organization, *more)


def test_new_person_gets_organization_role_and_a_printed_password_and_given_password_is_used_and_not_printed(db):
    printed = user()
    first, second = printed.splitlines()
    membership = Membership.objects.get()
    assert first == "ann@example.org is annotator of acme"
    assert membership.user.check_password(second.removeprefix("password: "))
    assert AuditEvent.objects.get().verb == "membership.set"

    printed = user("admin", "--password", "correct horse", "--name", "Ann")
    person = User.objects.get()
    assert person.check_password("correct horse")
    assert person.name == "Ann"
    assert "horse" not in printed


def test_second_run_changes_the_role_and_keeps_the_password_and_person_may_be_in_two_organizations(db):
    user("annotator", "--password", "correct horse")
    printed = user("reviewer", email="ANN@example.org")
    assert printed == "ann@example.org is reviewer of acme\n"
    assert User.objects.get().check_password("correct horse")
    assert Membership.objects.get().role == "reviewer"

    user()
    user("admin", organization="rival")
    assert User.objects.count() == 1
    assert sorted(Membership.objects.values_list("organization__slug", "role")) == [
        ("acme", "annotator"),
        ("rival", "admin"),
    ]


def test_bad_values_are_named_and_nothing_is_made(db, subtests):
    cases = [
        ({"role": "owner"}, "Unknown role 'owner'. Valid roles: admin, reviewer, annotator, viewer."),
        ({"email": "nobody"}, "'nobody' is not an email address."),
        ({"organization": "Acme Inc"}, "'Acme Inc' is not a slug."),
        ({"organization": ""}, "'' is not a slug."),
    ]

    for arguments, words in cases:
        with subtests.test(arguments=arguments, words=words), undone():
            with pytest.raises(CommandError, match=words.replace(".", r"\.")):
                user(**arguments)
            assert not User.objects.exists()
            assert not Membership.objects.exists()


def test_a_new_password_ends_the_keys_and_the_same_one_does_not(db):
    user("annotator", "--password", "a rather long one")
    key = factories.make_api_key(Membership.objects.get()).key

    user("annotator", "--password", "a rather long one")
    kept = ApiKey.objects.live().filter(pk=key.pk).exists()
    user("annotator", "--password", "an even longer one")

    assert kept
    assert not ApiKey.objects.live().exists()
