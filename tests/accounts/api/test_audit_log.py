"""The audit log over the API."""

import json

import pytest

from evalhub.accounts.actions import audit
from tests import factories
from tests.undoing import undone


@pytest.fixture
def events(acme, bob):
    return [audit.record(organization=acme, verb="run.started", details={"n": n}, by=bob.user) for n in range(5)]


def test_pages_lead_from_new_to_old_and_first_and_last_days_of_the_calendar_are_days(api_of, bob, events):
    api, path, found = api_of(bob), "/v1/audit-log?action=run&limit=2", []
    before = ""
    while before is not None:
        body = api.get(path + before).json()
        found += body["events"]
        before = f"&before={body['next_before']}" if body["next_before"] else None
    assert [event["details"]["n"] for event in found] == [4, 3, 2, 1, 0]
    assert found[0]["person"] == "bob@example.org"
    assert found[0]["action"] == "run.started"

    api = api_of(bob)
    found = {
        day: len(api.get(f"/v1/audit-log?action=run&{day}").json()["events"])
        for day in ("since=0001-01-01", "until=0001-01-01", "since=9999-12-31", "until=9999-12-31")
    }
    assert found == {"since=0001-01-01": 5, "until=0001-01-01": 0, "since=9999-12-31": 0, "until=9999-12-31": 5}


def test_what_cannot_be_read_is_400(api_of, bob, subtests):
    for query in ["since=x", "limit=0", "limit=501", "before=-1", "before=x", "before=" + "9" * 30]:
        with subtests.test(query=query), undone():
            assert api_of(bob).get(f"/v1/audit-log?{query}").status_code == 400


def test_only_admins_of_the_organization_read_it(api_of, rita, alice, mallory, events):
    assert api_of(mallory).get("/v1/audit-log").json()["events"] == []
    for path in ("/v1/audit-log", "/v1/audit-log/events.csv", "/v1/audit-log/events.jsonl"):
        assert {api_of(member).get(path).status_code for member in (rita, alice)} == {403}


def test_files_hold_all_that_fits(api_of, bob, events):
    lines = [json.loads(line) for line in text_of(api_of(bob).get("/v1/audit-log/events.jsonl?action=run"))]
    table = text_of(api_of(bob).get("/v1/audit-log/events.csv?action=run"))

    assert [line["details"]["n"] for line in lines] == [4, 3, 2, 1, 0]
    assert len(table) == 6 and table[0].startswith("event_id,at,action")
    assert len(factories.audit_events("audit_log.exported")) == 2


def text_of(response):
    return b"".join(response.streaming_content).decode().splitlines()
