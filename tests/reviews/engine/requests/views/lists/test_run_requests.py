"""The requests of one run: no other's, whatever is asked for; steps of the run alone."""

from django.urls import reverse

from tests import factories
from tests.lists.walks import Walk
from tests.reviews.kept import kept, people
from tests.reviews.machine import make_run
from tests.undoing import undone


def world():
    return people(run=lambda bob: make_run(bob, rows=3, critic=True))


acme, bob, run = map(kept, ("acme", "bob", "run"))


def url(run):
    return reverse("reviews:run_requests", args=[run.pk])


def test_only_requests_of_the_run_and_its_steps(bob, client_of, run):
    other, client = make_run(bob), client_of(bob)

    shown = client.get(url(run)).context["list"]
    steps = next(control for control in shown.controls if control.name == "stage")

    assert {line.row.pk for line in shown.lines} == set(run.requests.values_list("pk", flat=True))
    assert [value for value, _label, _is_chosen in steps.options] == ["critic_answer", "score_critic", "score_gen"]
    assert client.get(f"{url(run)}?run={other.pk}").status_code == 422
    assert client.get(f"{url(run)}?request={other.requests.first().pk}").context["list"].lines == []


def test_page_names_its_run(bob, client_of, run):
    page = client_of(bob).get(url(run)).content.decode()

    assert f"{run} · Requests" in page and reverse("reviews:run_detail", args=[run.pk]) in page


def test_roles_and_other_organizations(bob, mallory, client_of, run):
    assert client_of(mallory).get(url(run)).status_code == 404
    for role, status in (("reviewer", 200), ("viewer", 200), ("annotator", 403)):
        with undone():
            assert client_of(factories.make_member(bob.organization, role=role)).get(url(run)).status_code == status


def walk(organization, member):
    run = make_run(member, rows=9)
    first = run.requests.first()
    run.requests.filter(pk=first.pk).update(state="cancelled")
    return Walk(url(run), search=str(first.pk), filter="state", value="cancelled")
