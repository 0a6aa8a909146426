"""Members, invitations, teams, keys, limits, the audit log and evidence sets over the client."""

import json

import pandas
import pytest
from evalhub_client import Conflict, InvalidRequest, NotAllowed, NotFound

from evalhub.accounts.models import AuditEvent

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def boss(client_of, bob):
    return client_of(bob)


def test_members_are_changed_blocked_and_removed(boss, alice, mallory):
    (member,) = boss.members.list(q="alice")

    changed = boss.members.change(member, role="reviewer", languages=["de"])
    blocked = boss.members.block(member, "Answers at random.")
    free = boss.members.unblock(member["membership_id"], "A mistake.")
    boss.members.remove(member)

    assert (changed["role"], changed["languages"]) == ("reviewer", ["de"])
    assert blocked["blocked_at"] and free["blocked_at"] is None
    for gone in (member, mallory.pk):
        with pytest.raises(NotFound):
            boss.members.get(gone)


def test_invitations_show_their_link_once(boss):
    made = boss.invitations.create("carol@example.org", "annotator")
    again = boss.invitations.resend(made)
    boss.invitations.withdraw(made)

    assert made["link"] != again["link"] and "link" not in boss.invitations.get(made)
    assert [each["email"] for each in boss.invitations.list(state="withdrawn")] == ["carol@example.org"]
    with pytest.raises(Conflict):
        boss.invitations.create(boss.me()["user"]["email"], "annotator")


def test_teams_have_members(boss, alice, rita):
    team = boss.teams.create("Readers", [alice.pk])
    changed = boss.teams.change(team, name="Reviewers", add=boss.members.list(q="rita"), remove=[alice.pk])

    assert [each["membership_id"] for each in boss.teams.get(team)["members"]] == [rita.pk]
    assert [each["name"] for each in boss.teams.list(name="review")] == [changed["name"]] == ["Reviewers"]
    boss.teams.delete(team)
    assert list(boss.teams.list()) == []


def test_a_key_is_created_used_and_revoked(boss, client_of, bob):
    made = boss.api_keys.create("Nightly import", scopes=["read"])
    other = client_of(bob)
    other._server._http.headers["Authorization"] = f"Bearer {made['secret']}"

    assert other.me()["scopes"] == ["read"] and boss.api_keys.get(made)["state"] == "active"
    boss.api_keys.revoke(made)
    assert [key["name"] for key in boss.api_keys.list(state="revoked")] == ["Nightly import"]
    with pytest.raises(NotAllowed):
        other.me()


def test_limits_are_read_and_set(boss):
    row = {"provider": "openai", "model": "gpt-4o-mini", "requests_per_minute": 50}

    assert boss.limits.set_budget(12.5)["monthly_usd"] == boss.limits.budget()["monthly_usd"] == 12.5
    assert boss.limits.set_budget(None)["monthly_usd"] is None
    assert boss.limits.set_requests(query=2000)["query"]["own"] == boss.limits.requests()["query"]["per_minute"] == 2000
    assert boss.limits.set_models([row])["version"] == 1
    assert [each["rows"][0]["requests_per_minute"] for each in boss.limits.models(current=True)] == [50]
    with pytest.raises(InvalidRequest):
        boss.limits.set_requests(query=0)


def test_audit_log_is_read_and_downloaded(boss, alice, client_of, tmp_path):
    boss.teams.create("Readers", [])
    boss.teams.create("Writers", [])

    events = list(boss.audit_log.list(action="team.created", limit=1))
    path = boss.audit_log.download(tmp_path / "log.jsonl", format="jsonl", action="team.created")

    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [event["details"]["name"] for event in events] == ["Writers", "Readers"]
    assert [line["event_id"] for line in lines] == [event["event_id"] for event in events]
    assert [file.name for file in tmp_path.iterdir()] == ["log.jsonl"]
    assert AuditEvent.objects.filter(verb="audit_log.exported").count() == 1
    with pytest.raises(NotAllowed):
        client_of(alice).audit_log.download(tmp_path / "none.csv")
    assert not (tmp_path / "none.csv").exists()


def test_evidence_comes_from_a_frame(boss, monkeypatch):
    monkeypatch.setattr("evalhub_client.resources.studies.ROWS_AT_ONCE", 2)
    texts = pandas.DataFrame({"title": ["A", None, "C"], "raw_content": ["one", "two", "three"]})
    seen = []

    made = boss.evidence_sets.create("Spring", "press freedom", start_date=pandas.Timestamp("2026-03-01").date())
    added = boss.evidence_sets.add(made, texts, progress=lambda *done: seen.append(done))

    assert (added, seen) == (3, [(2, 3), (3, 3)])
    assert (boss.evidence_sets.get(made)["evidence_count"], made["start_date"]) == (3, "2026-03-01")
    assert [text["title"] for text in boss.evidence_sets.evidence(made)] == ["A", "", "C"]
    assert boss.evidence_sets.text(made, 3)["raw_content"] == "three"
    assert [each["name"] for each in boss.evidence_sets.list(name="spring")] == ["Spring"]
    with pytest.raises(ValueError, match="raw_content"):
        boss.evidence_sets.add(made, [{"text": "one"}])
