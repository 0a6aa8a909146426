"""The list of teams."""

from evalhub.accounts.actions import teams
from tests.lists.walks import Walk
from tests.statements import at_most


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


def test_costs_the_same_for_one_team_and_for_twenty(client_of, bob):
    client = client_of(bob)
    for count in (1, 19):
        for number in range(count):
            teams.create(organization=bob.organization, name=f"Team {count} {number}")
        with at_most(8):
            page = client.get("/people/teams/")

    assert len(page.context["list"].lines) == 20


def test_only_admins_see_it(client_of, rita):
    assert client_of(rita).get("/people/teams/").status_code == 403


def walk(organization, member):
    for number in range(7):
        teams.create(organization=organization, name=f"Team {number}")
    return Walk("/people/teams/", search="team 3", filter="name", value="team")
