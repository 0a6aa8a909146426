"""The pages of teams: made, renamed, filled by addresses, deleted; for admins of the organization only."""

import pytest

from evalhub.accounts.actions import teams
from evalhub.accounts.models import Team


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


@pytest.fixture
def team(bob, alice):
    return teams.create(organization=bob.organization, name="Readers", members=[alice])


def members(team):
    return sorted(team.members.values_list("user__email", flat=True))


def test_team_is_made(client):
    page = client.post("/people/teams/new/", {"name": "German"})

    assert page.url == Team.objects.get(name="German").get_absolute_url()
    assert "No members yet" in client.get(page.url).content.decode()


def test_name_that_is_taken_is_refused(client, team):
    teams.create(organization=team.organization, name="Others")

    assert client.post("/people/teams/new/", {"name": "readers"}).status_code == 422
    assert client.post(team.get_absolute_url(), {"name": "OTHERS"}).status_code == 422
    assert client.post(team.get_absolute_url(), {"name": "Book readers"}).status_code == 302
    assert sorted(Team.objects.values_list("name", flat=True)) == ["Book readers", "Others"]


def test_members_are_added_by_address_all_or_none(client, team, rita, vera, mallory):
    way = f"/people/teams/{team.pk}/add/"

    refused = client.post(way, {"emails": "rita@example.org, mallory@example.org"})
    assert refused.status_code == 422 and "mallory@example.org is not a member" in refused.content.decode()
    assert members(team) == ["alice@example.org"]
    assert client.post(way, {"emails": " , "}).status_code == 422

    assert client.post(way, {"emails": "RITA@example.org, vera@example.org alice@example.org"}).status_code == 302
    assert members(team) == ["alice@example.org", "rita@example.org", "vera@example.org"]


def test_member_is_taken_out_and_team_is_deleted(client, team, alice, rita):
    assert client.post(f"/people/teams/{team.pk}/remove/{rita.pk}/").status_code == 404
    assert client.post(f"/people/teams/{team.pk}/remove/{alice.pk}/").status_code == 302
    assert members(team) == []

    page = client.post(f"/people/teams/{team.pk}/delete/", follow=True)
    assert "The team Readers is deleted" in page.content.decode()
    assert not Team.objects.exists()


def test_teams_of_another_organization_do_not_exist(client_of, team, mallory, alice):
    client = client_of(mallory)

    assert client.get(team.get_absolute_url()).status_code == 404
    for part in ("add", "delete", f"remove/{alice.pk}"):
        assert client.post(f"/people/teams/{team.pk}/{part}/").status_code == 404
    assert members(team) == ["alice@example.org"]
