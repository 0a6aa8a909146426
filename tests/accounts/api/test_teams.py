"""Teams over the API: made of members, changed as a whole or not at all, of one organization."""

import pytest

from evalhub.accounts.actions import people
from evalhub.accounts.models import AuditEvent, Membership, Team
from tests import factories

pytestmark = pytest.mark.django_db
TEAMS = "/v1/teams"


@pytest.fixture
def api(api_of, bob):
    return api_of(bob)


def test_team_is_made_changed_and_deleted(api, alice, rita, vera):
    made = api.post(TEAMS, {"name": " German  readers ", "members": [rita.pk, alice.pk, rita.pk]})
    way = f"{TEAMS}/{made.json()['team_id']}"
    assert made.status_code == 201 and made.json()["name"] == "German readers"
    assert [member["email"] for member in made.json()["members"]] == ["alice@example.org", "rita@example.org"]

    changed = api.patch(way, {"name": "Readers", "add": [vera.pk, alice.pk], "remove": [rita.pk]}).json()

    assert (changed["name"], changed["member_count"]) == ("Readers", 2)
    assert [member["name"] for member in changed["members"]] == ["Alice", "Vera"]
    assert api.get(way).json() == changed
    assert api.delete(way).status_code == 204
    assert api.get(way).status_code == 404
    assert Membership.objects.filter(pk=alice.pk).exists()


def test_audit_log_says_what_changed(api, bob, alice, rita):
    way = f"{TEAMS}/{api.post(TEAMS, {'name': 'One', 'members': [alice.pk]}).json()['team_id']}"

    api.patch(way, {"name": "Two", "add": [rita.pk], "remove": [alice.pk]})
    api.patch(way, {"name": "Two", "add": [rita.pk], "remove": [alice.pk]})
    api.delete(way)

    events = AuditEvent.objects.filter(verb__startswith="team.").order_by("pk")
    assert [(event.verb, event.details) for event in events] == [
        ("team.created", {"name": "One", "added": ["alice@example.org"]}),
        (
            "team.changed",
            {"from": "One", "name": "Two", "removed": ["alice@example.org"], "added": ["rita@example.org"]},
        ),
        ("team.deleted", {"name": "Two"}),
    ]
    assert {event.actor for event in events} == {bob.user}


def test_names_are_unique_in_any_case_within_an_organization(api, api_of, mallory):
    api.post(TEAMS, {"name": "Readers"})
    other = api.post(TEAMS, {"name": "Others"}).json()["team_id"]

    refused = [api.post(TEAMS, {"name": "READERS"}), api.patch(f"{TEAMS}/{other}", {"name": "readers"})]

    assert [(answer.status_code, answer.json()["error"]["code"]) for answer in refused] == [(409, "name_taken")] * 2
    assert api_of(mallory).post(TEAMS, {"name": "Readers"}).status_code == 201


def test_members_of_another_organization_do_not_exist(api, alice, mallory):
    way = f"{TEAMS}/{api.post(TEAMS, {'name': 'Readers'}).json()['team_id']}"

    assert api.post(TEAMS, {"name": "Mixed", "members": [alice.pk, mallory.pk]}).status_code == 404
    assert api.patch(way, {"name": "New", "add": [alice.pk, mallory.pk]}).status_code == 404
    assert api.patch(way, {"remove": [mallory.pk]}).status_code == 404
    assert [(team.name, team.members.count()) for team in Team.objects.all()] == [("Readers", 0)]


def test_removed_person_leaves_the_team(api, alice, bob):
    way = f"{TEAMS}/{api.post(TEAMS, {'name': 'Readers', 'members': [alice.pk]}).json()['team_id']}"

    people.remove(membership=alice, by=bob.user)

    assert api.get(way).json()["members"] == []


BAD = [
    ({}, 400),
    ({"name": ""}, 400),
    ({"name": " \u2003"}, 400),
    ({"name": "a\0b"}, 400),
    ({"name": "x" * 121}, 400),
    ({"name": "Readers", "members": "1"}, 400),
    ({"name": "Readers", "members": [1.5]}, 400),
    ({"name": "Readers", "members": [True]}, 400),
    ({"name": "Readers", "members": [-1]}, 400),
    ({"name": "Readers", "members": [10**30]}, 400),
    ({"name": "Readers", "members": [2**63 - 1]}, 404),
    ({"name": "Readers", "colour": "red"}, 400),
]


def test_bad_bodies_make_no_team(api):
    assert [(body, api.post(TEAMS, body).status_code) for body, _status in BAD] == BAD
    assert not Team.objects.exists()


def test_change_without_content_is_refused(api):
    way = f"{TEAMS}/{api.post(TEAMS, {'name': 'Readers'}).json()['team_id']}"

    assert [api.patch(way, body).status_code for body in ({}, {"members": []}, {"name": None})] == [400] * 3


def test_list_is_filtered_and_takes_as_many_statements_for_many(api, acme, django_assert_max_num_queries):
    member = factories.make_member(acme)
    for number in range(20):
        api.post(TEAMS, {"name": f"Team {number}", "members": [member.pk]})

    with django_assert_max_num_queries(3):  # key, teams, count
        found = api.get(f"{TEAMS}?limit=100").json()

    assert (len(found["teams"]), found["teams"][0]["member_count"]) == (20, 1)
    assert api.get(f"{TEAMS}?name=team 19").json()["total"] == 1


def test_only_admins_see_teams(api_of, rita):
    assert api_of(rita).get(TEAMS).status_code == 403
