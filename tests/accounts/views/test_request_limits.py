"""The page of request limits."""

import pytest

from evalhub.accounts.models import Organization
from tests.undoing import undone

PATH = "/api-keys/limits/"


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


def own(member):
    return Organization.objects.get(pk=member.organization_id).own_request_limits


def test_limits_are_set_and_taken_back(client, bob, settings):
    settings.REQUESTS_PER_MINUTE = {"sync": 100, "batch": 0, "query": 1000, "organization": 10_000}
    page = client.get(PATH).content.decode()
    assert "Default: 1,000, the setting of the server." in page and "Default: no limit." in page

    assert client.post(PATH, {"query": "50", "sync": "", "batch": "7"}).status_code == 302
    assert own(bob) == {"sync": None, "batch": 7, "query": 50, "organization": None}
    assert 'value="50"' in client.get(PATH).content.decode()

    client.post(PATH, {"query": "", "batch": "7"})
    assert own(bob) == {"sync": None, "batch": 7, "query": None, "organization": None}


def test_bad_limits_are_refused(client, bob, subtests):
    for value in ["0", "-1", "x", "1.5", "1000001", "9" * 40]:
        with subtests.test(value=value), undone():
            assert client.post(PATH, {"query": value}).status_code == 422
            assert own(bob)["query"] is None


def test_only_admins_see_it(client_of, rita, bob):
    assert client_of(rita).get(PATH).status_code == 403
    assert PATH not in client_of(rita).get("/api-keys/").content.decode()
    assert PATH in client_of(bob).get("/api-keys/").content.decode()
