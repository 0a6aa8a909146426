"""People as annotators over the API."""

from annotations.models import Annotator
from evalhub.accounts.actions import teams
from evalhub.accounts.models import AuditEvent
from tests import factories
from tests.statements import at_most


def test_people_are_listed_and_filtered(alice, bob, rita, api_of):
    factories.make_annotator(alice)
    Annotator.objects.filter(user=alice.user).update(expertise_tags=["law"], languages=["de"])
    api = api_of(bob)

    def found(query=""):
        with at_most(7):
            answer = api.get(f"/v1/people{query}").json()
        return [each["name"] for each in answer["people"]]

    assert found("?role=annotator,reviewer") == ["Alice", "Rita"]
    assert found("?q=RITA@") == ["Rita"]
    assert found() == ["Alice", "Bob", "Rita"]
    assert found("?tag=law&language=de") == ["Alice"]
    assert found("?tag=medicine") == []
    assert found("?blocked=true") == []
    api.patch(f"/v1/people/{alice.pk}", {"blocked": True, "reason": "Away."})
    assert (found("?blocked=true"), found("?blocked=false")) == (["Alice"], ["Bob", "Rita"])
    for bad in ("blocked=maybe", "role=owner", "q=%00", "q=", "tag=%00", "language=a%00"):
        assert api.get(f"/v1/people?{bad}").status_code == 400, bad


def test_person_is_changed_blocked_and_unblocked(alice, bob, api_of):
    api, way = api_of(bob), f"/v1/people/{alice.pk}"
    assert api.get(way).json()["annotator_id"] is None
    for body in ({"blocked": True}, {"reason": "x"}, {"languages": ["?"]}, {"blocked": "yes"}):
        assert api.patch(way, body).status_code == 400, body
    assert not Annotator.objects.filter(blocked_at__isnull=False).exists()

    changed = api.patch(way, {"languages": ["en"], "blocked": True, "reason": "Away."}).json()

    assert changed["languages"] == ["en"] and changed["blocked_at"]
    assert api.get(way).json() == changed
    assert api.patch(way, {"blocked": False}).json()["blocked_at"] is None


def test_people_are_found_by_team(acme, alice, bob, rita, mallory, api_of):
    team = teams.create(organization=acme, name="German", members=[alice, rita])
    foreign = teams.create(organization=mallory.organization, name="Other", members=[mallory])

    found = api_of(bob).get(f"/v1/people?team={team.pk}&role=annotator").json()

    assert [(each["name"], each["teams"]) for each in found["people"]] == [
        ("Alice", [{"team_id": str(team.pk), "name": "German"}])
    ]
    assert api_of(bob).get(f"/v1/people?team={foreign.pk}").json()["total"] == 0
    assert api_of(bob).get("/v1/people?team=x").status_code == 400


def test_role_is_changed_with_the_rest_or_not_at_all_and_last_admin_stays_one(alice, bob, api_of):
    api, way = api_of(bob), f"/v1/people/{alice.pk}"
    assert api.patch(way, {"role": "reviewer", "languages": ["en"]}).json()["role"] == "reviewer"
    assert api.patch(way, {"role": "viewer", "languages": ["?"]}).status_code == 400
    assert api.patch(way, {"role": "viewer", "expertise_tags": ["a\0b"]}).status_code == 400
    assert api.get(way).json()["role"] == "reviewer"
    assert AuditEvent.objects.get(verb="membership.role_changed").actor == bob.user
    for role in ("owner", 1, None, []):
        assert api.patch(way, {"role": role}).status_code == 400, role

    api, way = api_of(bob), f"/v1/people/{bob.pk}"
    refused = [api.patch(way, {"role": "viewer"}), api.delete(way)]
    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in refused] == [(409, "last_admin")] * 2
    assert api.get(way).json()["role"] == "admin"


def test_removed_person_loses_access_and_keys(alice, bob, api_of):
    own, way = api_of(alice), f"/v1/people/{alice.pk}"

    assert api_of(bob).delete(way).status_code == 204
    assert own.get("/v1/me").status_code == 401
    assert AuditEvent.objects.get(verb="membership.removed").details["email"] == "alice@example.org"
