"""Pages in their other states go through gettext too: empty, refused, waiting, answered once, signed out, broken."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from datasets.actions import imports
from datasets.models import DatasetVersion
from evalhub.accounts.actions import invitations
from tests import factories, pseudo_language
from tests.datasets.files import ROWS, received, upload
from tests.source_tree import complain

ASKED = {"accept-language": pseudo_language.CODE}
KEY = {"name": "nightly", "scopes": ["read"], "expires": "30"}


@pytest.fixture(autouse=True)
def pseudo():
    with pseudo_language.spoken():
        yield


@pytest.fixture
def client(client_of, bob):
    return client_of(bob, headers=ASKED)


def read(*answers):
    """Complain of what no translation can reach; every answer must be a page."""
    found = [(answer.request["PATH_INFO"], answer.content.decode()) for answer in answers]
    assert all(pseudo_language.OPEN in page for _, page in found)
    complain(
        [f"{path}: {text}" for path, page in found for text in pseudo_language.untranslated(page)],
        "No translation can reach these words:",
    )


def test_lists_that_are_empty(client, acme):
    bare = factories.make_dataset(acme).get_absolute_url()

    read(client.get(bare), client.get("/datasets/?q=none"), client.get("/people/?q=none"), client.get("/api-keys/"))


def test_first_day_of_an_organization(client_of, bob, alice, vera):
    boss, annotator, viewer = (client_of(member, headers=ASKED) for member in (bob, alice, vera))

    read(boss.get("/"), boss.get("/datasets/"), annotator.get("/"), viewer.get("/"), viewer.get("/datasets/"))


def test_forms_that_were_refused(client):
    read(
        client.post("/datasets/new/", {}),
        client.post("/people/invite/", {"email": "x", "role": "boss"}),
        client.post("/api-keys/new/", {}),
        client.post("/api-keys/new/", KEY | {"name": "\t"}),
        client.post("/settings/", {"name": ""}),
        client.post("/password/change/", {"oldpassword": "x", "password1": "short", "password2": "y"}),
    )


def test_files_that_no_reader_knows(client, acme):
    sent = {"name": "Rows", "type": "EVALUATION"}
    path = f"{factories.make_dataset(acme).get_absolute_url()}upload/"

    read(
        *[client.post("/datasets/new/", sent | {"file": upload(name, "{}")}) for name in ("a.exe", "a")],
        client.post(path, {"file": upload("a.csv", "")}),
    )


def test_what_is_shown_once(client):
    sent = {"email": "n@example.org", "role": "viewer"}

    read(client.post("/people/invite/", sent), client.post("/api-keys/new/", KEY))


def test_version_on_its_way(client, acme):
    version = received([*ROWS, {"question": "", "id": "q1"}], dataset=factories.make_dataset(acme))
    path = version.get_absolute_url()

    pages = [client.get(path)]
    DatasetVersion.objects.update(state="running")
    pages.append(client.get(path))
    DatasetVersion.objects.update(state="waiting")
    imports.run(version=DatasetVersion.objects.get())
    pages += [client.get(path), client.get(f"{path}?as=json")]
    DatasetVersion.objects.update(validation_status="PENDING")
    pages.append(client.get(path))

    read(*pages)


def test_version_that_passed(client, acme, bob):
    version = imports.run(version=received(ROWS, dataset=factories.make_dataset(acme), by=bob.user))
    path = version.get_absolute_url()

    draft, mapped = client.get(path), client.post(f"{path}mapping/", {"mapping": '{"output": 1}'})
    published, deprecated = (client.post(f"{path}{verb}/", follow=True) for verb in ("publish", "deprecate"))

    late, case = client.post(f"{path}mapping/", follow=True), client.get(f"{path}cases/0/")

    read(draft, mapped, published, deprecated, late, case)


def test_filters_of_cases(client, acme):
    version = imports.run(version=received(ROWS, dataset=factories.make_dataset(acme)))
    filters = ['{"topic": {"eq": "none"}}', '{"topic": {"odd": "none"}}', "{", "[]", '{"topic": {"in": []}}']

    read(
        *(
            client.get(f"{version.get_absolute_url()}cases/?filter={filter}")
            for filter in [*filters, '{"none": 1}', '{"topic": "sums"}']
        )
    )


def test_messages_after_a_change(client, acme, alice, bob):
    invited = invitations.invite(organization=acme, email="n@example.org", role="viewer", by=bob.user).invitation
    key = factories.make_api_key(bob).key

    read(
        client.post(f"/people/{alice.pk}/role/", {"role": "viewer"}, follow=True),
        client.post(f"/invitations/{invited.pk}/withdraw/", follow=True),
        client.post(f"/api-keys/{key.pk}/revoke/", follow=True),
        client.post("/settings/", {"name": "Bo"}, follow=True),
        client.post("/settings/organization/", {"organization": acme.pk}, follow=True),
        client.post(f"/people/{alice.pk}/remove/", follow=True),
    )


def link(organization, email, by=None):
    issued = invitations.invite(organization=organization, email=email, role="viewer", by=by)
    return issued.invitation.get_absolute_url(issued.token)


def test_doors(client, acme, bob, client_of):
    stranger = Client(headers=ASKED)
    path = link(acme, "n@example.org", by=bob.user)
    other = factories.make_member(handle="nina")
    own = link(acme, other.user.email)

    read(
        stranger.get("/login/"),
        stranger.post("/login/", {"login": "a@example.org", "password": "x"}),
        client.get("/logout/"),
        client.get("/password/change/"),
        stranger.get("/inactive/"),
        stranger.get(path),
        stranger.post(path, {"name": "N", "password": "short"}),
        client.get(path),
        client_of(other, headers=ASKED).get(own),
        stranger.get("/join/none/"),
    )


def test_errors(client, client_of, alice):
    read(
        client.get("/none/"),
        client.get("/people/?role=boss"),
        client_of(alice, headers=ASKED).get("/people/"),
        client.get("/settings/theme/"),
        client.post("/settings/theme/", {"theme": "odd"}),
    )


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500", "503"])
def test_error_pages_of_django(name):
    with translation.override(pseudo_language.CODE):
        page = render_to_string(f"{name}.html")

    assert pseudo_language.untranslated(page) == []
