"""The list of teams."""

from evalhub.accounts.actions import teams
from tests.lists.walks import Walk


def names(client, **query):
    return [line.row.name for line in client.get("/people/teams/", query).context["list"].lines]


def test_searched_sorted_and_of_one_organization(client_of, bob, alice, mallory):
    client = client_of(bob)
    teams.create(organization=bob.organization, name="Readers")
    teams.create(organization=bob.organization, name="German", members=[alice])
    teams.create(organization=mallory.organization, name="Others")

    assert names(client) == ["German", "Readers"]
    assert names(client, q="READ") == ["Readers"]
    assert names(client, sort="-member_count") == ["German", "Readers"]
    assert names(client, name="germ") == ["German"]


def walk(organization, member):
    for number in range(7):
        teams.create(organization=organization, name=f"Team {number}")
    return Walk("/people/teams/", search="team 3", filter="name", value="team")
