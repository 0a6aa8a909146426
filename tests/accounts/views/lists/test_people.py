"""The list of members: search, role and order."""

from evalhub.accounts.actions import teams
from evalhub.accounts.models import Membership
from tests import factories
from tests.lists.walks import Walk
from tests.undoing import undone


def test_is_filtered_by_words_and_role(client_of, bob, alice, subtests):
    factories.make_member(bob.organization, "dora", role="admin")
    for query, shown in [("q=ALIC", ["alice"]), ("role=admin", ["bob"]), ("q=example&role=viewer", []), ("q=%25", [])]:
        with subtests.test(query=query, shown=shown), undone():
            page = client_of(bob).get(f"/people/?{query}").content.decode()
            assert [name for name in ("alice", "bob") if f"Role of {name}@example.org" in page] == shown


def test_leads_through_everybody_once_by_address(client_of, bob, acme, monkeypatch):
    monkeypatch.setattr("evalhub.accounts.views.lists.people.PeopleList.page_size", 2)
    factories.make_member(acme, user=factories.make_user(email="a+b&c=d@example.org"))
    for _ in range(4):
        factories.make_member(acme)
    client, query, seen = client_of(bob), "?", []

    while query:
        page = client.get(f"/people/{query}").context["list"]
        seen += [line.row.user.email for line in page.lines]
        query = page.after_href

    assert seen == sorted(Membership.objects.filter(organization=acme).values_list("user__email", flat=True))


def test_is_filtered_by_team(client_of, bob, alice):
    team = teams.create(organization=bob.organization, name="German", members=[alice])
    shown = client_of(bob).get(f"/people/?team={team.pk}").context["list"]

    assert [line.row for line in shown.lines] == [alice]
    assert [(chip.title, chip.text) for chip in shown.chips] == [("Team", "German")]


def walk(organization, member):
    for number in range(7):
        role = "viewer" if number % 2 else "annotator"
        user = factories.make_user(f"person{number}", name=f"Person {number}")
        factories.make_member(organization, user=user, role=role)
    return Walk("/people/", search="person 3", filter="role", value="viewer")
