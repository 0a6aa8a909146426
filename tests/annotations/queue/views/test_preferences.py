"""The sheet of keys: what is stored with the person, what is refused, and that another machine reads the same."""

import pytest
from django.urls import reverse

from annotations.queue.actions import preferences
from evalhub.accounts.models import User
from tests import factories
from tests.undoing import undone


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=1)


@pytest.fixture
def page():
    return reverse("annotations:preferences_change", args=["annotate"])


def filled(**changes):
    form = {"part": "keys", "keys_on": "on", "break_minutes": "60"}
    form |= {f"key-{action}": key for action, key in preferences.DESKS["annotate"].items()}
    return form | changes


def test_keys_are_kept_with_the_person_until_the_usual_ones_come_back(alice, client_of, page, task):
    client = client_of(alice)
    sheet = client.get(page).content.decode()
    swapped = filled(**{"key-skip": "f", "key-flag": "s", "auto_advance": "on"})

    saved = client.post(page, swapped, headers={"HX-Request": "true"})
    own = client_of(alice).get(reverse("annotations:annotate", args=[task.pk])).context["own"]
    stored = User.objects.get(pk=alice.user_id).preferences["workbench"]["keys"]
    client.post(page, {"part": "reset"})

    alice.user.refresh_from_db()
    assert 'name="key-skip" value="s"' in sheet and saved.status_code == 200
    assert (own.keys["skip"], own.keys["flag"], own.auto_advance) == ("f", "s", True)
    assert stored == {"skip": "f", "flag": "s"}
    assert preferences.of(user=alice.user).keys == preferences.KEYS
    assert client.post(page, {"part": "theme"}).status_code == 404
    assert client.get(reverse("annotations:preferences_change", args=["kitchen"])).status_code == 404


def test_what_cannot_be_is_refused_whole(alice, client_of, page):
    cases = [
        ({"key-skip": "f"}, "“f” is already used"),
        ({"key-skip": "3"}, "Digits"),
        ({"key-skip": "٣"}, "Digits"),
        ({"key-skip": ""}, "one character"),
        ({"break_minutes": "soon"}, "whole minutes"),
        ({"break_minutes": "999"}, "whole minutes"),
    ]
    client = client_of(alice)
    for change, words in cases:
        with undone():
            answer = client.post(page, filled(**{"key-undo": "z"} | change))

            alice.user.refresh_from_db()
            assert answer.status_code == 422
            assert words in answer.content.decode()
            assert preferences.of(user=alice.user) == preferences.Preferences()


def test_width_is_kept_beside_the_keys(alice, client_of, page):
    client = client_of(alice)
    client.post(page, filled(**{"key-skip": "y"}))

    stored, refused = (client.post(page, {"part": "panes", "split": split}) for split in ("55", "99"))

    alice.user.refresh_from_db()
    own = preferences.of(user=alice.user)
    assert (stored.status_code, refused.status_code) == (204, 400)
    assert (own.split, own.keys["skip"]) == (55, "y")


def test_desks_share_the_keys_of_what_both_do_and_keep_their_own(alice, client_of, page):
    client, audit = client_of(alice), reverse("annotations:preferences_change", args=["audit"])
    client.post(page, filled(**{"key-next": "n", "key-evidence": "y"}))
    sheet = client.get(audit).content.decode()
    assert 'name="key-accept" value="a"' in sheet and 'name="key-evidence"' not in sheet
    alice.user.refresh_from_db()
    assert preferences.of(user=alice.user).keys["next"] == "j"  # n is the audit desk's own key

    client.post(page, filled(**{"key-next": "y"}))

    alice.user.refresh_from_db()
    assert preferences.of(user=alice.user).for_page("audit")["keys"]["next"] == "y"


def test_what_another_version_stored_counts_as_unset(alice):
    alice.user.preferences = {"workbench": {"split": 12, "keys": {"skip": "f"}, "keys_on": "no", "font": 12}}

    assert preferences.of(user=alice.user) == preferences.Preferences()
