"""Windows over pages: make one, look through its evidence, and nothing of another organization."""

from django.urls import reverse

from experiments.models import EvidenceWindow
from tests.experiments.studies_world import make_study, make_window
from tests.statements import at_most

LIST, NEW = reverse("experiments:window_list"), reverse("experiments:window_create")
FIELDS = {"name": "Spring", "concept": "press freedom", "start_date": "2025-03-01", "end_date": "2025-05-31"}


def page_of(window):
    return reverse("experiments:window_detail", args=[window.pk])


def test_empty_list_leads_to_a_new_window(bob, vera, client_of):
    assert f'href="{NEW}">Create evidence set' in client_of(bob).get(LIST).content.decode()
    assert "once an admin creates one" in client_of(vera).get(LIST).content.decode()


def test_window_is_made_and_shown(bob, client_of):
    client = client_of(bob)

    response = client.post(NEW, FIELDS | {"country": "Freedonia"})

    window = EvidenceWindow.objects.get()
    assert response.status_code == 302 and response.url == page_of(window)
    assert (window.organization, window.created_by, window.country) == (bob.organization, bob.user, "Freedonia")
    page = client.get(page_of(window)).content.decode()
    assert "1 Mar 2025 to 31 May 2025" in page and "No evidence yet" in page


def test_what_is_wrong_stands_beside_its_field(bob, client_of):
    client = client_of(bob)
    make_window(bob, name="Taken", texts=0)

    late = client.post(NEW, FIELDS | {"end_date": "2025-01-01"})
    taken = client.post(NEW, FIELDS | {"name": "Taken"})
    nameless = client.post(NEW, FIELDS | {"name": ""})

    assert [answer.status_code for answer in (late, taken, nameless)] == [422, 422, 422]
    assert "before the first day" in late.context["form"].errors["end_date"][0]
    assert "already" in taken.context["form"].errors["name"][0]
    assert "name" in nameless.context["form"].errors and EvidenceWindow.objects.count() == 1


def test_page_costs_the_same_for_many_texts(bob, vera, client_of):
    window = make_window(bob, texts=40)
    make_study(bob, window=window)
    client = client_of(vera)
    with at_most(13):
        page = client.get(page_of(window)).content.decode()

    assert "Import a file" not in page and "Studies of this evidence set" in page
