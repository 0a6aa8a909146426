"""The own settings: name, organization at hand, theme."""

from tests import factories


def test_name_is_changed(client_of, alice):
    response = client_of(alice).post("/settings/", {"name": "  Alice   Ash "})

    alice.user.refresh_from_db()
    assert response.url == "/settings/"
    assert alice.user.name == "Alice Ash"


def test_bad_name_is_refused(client_of, alice):
    client = client_of(alice)

    for name in ("", " ", "x" * 121):
        assert client.post("/settings/", {"name": name}).status_code == 422, name
    alice.user.refresh_from_db()
    assert alice.user.name == "Alice"


def test_member_of_two_organizations_switches_between_them(client_of, alice, rival):
    there = factories.make_member(rival, user=alice.user, role="admin")
    client = client_of(alice)

    client.post("/settings/organization/", {"organization": str(rival.pk)})

    assert client.get("/people/").context["membership"] == there


def test_foreign_or_unreadable_organization_is_not_found(client_of, alice, rival):
    client = client_of(alice)

    for wanted in ("", "1", str(rival.pk)):
        assert client.post("/settings/organization/", {"organization": wanted}).status_code == 404, wanted
    assert client.get("/settings/").context["organization"] == alice.organization


def test_organization_of_an_old_session_falls_back_to_one_of_the_own(client_of, alice, rival):
    client = client_of(alice)
    session = client.session
    session["organization_id"] = str(rival.pk)
    session.save()

    assert client.get("/settings/").context["organization"] == alice.organization


def test_theme_is_kept_in_a_cookie_which_is_deleted_for_that_of_the_system(client_of, alice):
    client = client_of(alice)

    assert client.post("/settings/theme/", {"theme": "pink"}).status_code == 400
    client.post("/settings/theme/", {"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/settings/").content.decode()
    client.post("/settings/theme/", {"theme": ""})
    assert "data-theme=" not in client.get("/settings/").content.decode().split("<head>")[0]
    client.cookies["theme"] = '"><b>'
    assert "<b>" not in client.get("/settings/").content.decode()
