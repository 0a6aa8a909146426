"""The audit log as a page and a file: searched, paged, and of the own organization only."""

import csv
import io

import pytest

from evalhub.accounts.actions import audit, people
from tests import factories
from tests.lists.walks import Walk
from tests.undoing import undone


@pytest.fixture
def page_of_bob(client_of, bob):
    def read(query=""):
        return client_of(bob).get(f"/audit-log/{query}").content.decode()

    return read


def test_it_shows_who_gave_whom_which_role_and_a_day_is_its_whole_day(page_of_bob, acme, alice, bob):
    people.change_role(membership=alice, role="reviewer", by=bob.user)
    page = page_of_bob()
    assert "Role changed" in page
    assert "bob@example.org" in page and "alice@example.org" in page
    assert ">from</span>" in page and "annotator" in page and "reviewer" in page

    event = audit.record(organization=acme, verb="run.started")
    day = event.at.date().isoformat()
    assert "run.started" in page_of_bob(f"?since={day}&until={day}")


def test_it_is_searched(page_of_bob, acme, alice, bob, subtests):
    audit.record(organization=acme, verb="password.changed", target=bob.user, by=alice.user)
    audit.record(organization=acme, verb="sign_in.failed", target=alice.user)
    audit.record(organization=acme, verb="run.started", by=bob.user)
    cases = [
        ("?action=password", {"password.changed"}),
        ("?action=password.changed", {"password.changed"}),
        ("?person=ALICE", {"password.changed", "sign_in.failed"}),
        ("?person=nobody", set()),
        ("?action=pass", set()),
        ("?since=2999-01-01", set()),
        ("?until=2000-01-01", set()),
        ("?since=2000-01-01&until=2999-01-01&action=run", {"run.started"}),
    ]

    for query, shown in cases:
        with subtests.test(query=query, shown=shown), undone():
            page = page_of_bob(query)
            assert {verb for verb in ("password.changed", "sign_in.failed", "run.started") if verb in page} == shown


def test_other_organizations_and_other_roles_see_nothing(client_of, acme, alice, rita, vera, mallory):
    audit.record(organization=acme, verb="run.started", details={"name": "secret run"})

    assert "secret run" not in client_of(mallory).get("/audit-log/").content.decode()
    assert "secret run" not in text_of(client_of(mallory).get("/audit-log/?format=csv"))
    for member in (alice, rita, vera):
        assert client_of(member).get("/audit-log/").status_code == 403
        assert client_of(member).get("/audit-log/?format=csv").status_code == 403


def test_pages_and_their_cost(client_of, bob, acme, django_assert_max_num_queries):
    for number in range(120):
        audit.record(organization=acme, verb="run.started", details={"number": f"number-{number}-"}, by=bob.user)
    client = client_of(bob)
    client.get("/audit-log/")

    with django_assert_max_num_queries(6):
        first = client.get("/audit-log/?action=run")
    older = client.get(f"/audit-log/{first.context['list'].after_href}").content.decode()

    assert "number-119-" in first.content.decode() and "number-69-" not in first.content.decode()
    assert "number-69-" in older and "action=run" in older


def test_the_file_holds_what_fits_and_taking_it_stands_in_the_log(client_of, bob, acme):
    audit.record(organization=acme, verb="run.started", details={"name": "=HYPERLINK(1)"}, by=bob.user)
    audit.record(organization=acme, verb="task.created", by=bob.user)

    address = "/audit-log/?action=run&columns=action,person,details&format=csv"
    rows = list(csv.DictReader(io.StringIO(text_of(client_of(bob).get(address)))))

    assert [(row["action"], row["person"]) for row in rows] == [("run.started", "bob@example.org")]
    assert rows[0]["details"] == '{"name": "=HYPERLINK(1)"}'
    (downloaded,) = factories.audit_events("file.downloaded")
    assert (downloaded.actor, downloaded.details["file"]) == (bob.user, "audit-log.csv")


def test_what_cannot_be_read_is_named(client_of, bob, subtests):
    for query in ["?since=yesterday", "?until=2026-13-01", "?action=" + "x" * 201]:
        with subtests.test(query=query), undone():
            assert client_of(bob).get(f"/audit-log/{query}").status_code == 422


def test_texts_are_shown_as_texts(page_of_bob, acme):
    audit.record(organization=acme, verb="run.started", details={"name": "<script>alert(1)</script>"})

    assert "<script>alert" not in page_of_bob()


def text_of(response):
    return b"".join(response.streaming_content).decode()


def walk(organization, member):
    for number in range(7):
        verb = "run.started" if number % 2 else "task.created"
        audit.record(organization=organization, verb=verb, details={"number": number}, by=member.user)
    return Walk("/audit-log/", search="bob", filter="action", value="run")
