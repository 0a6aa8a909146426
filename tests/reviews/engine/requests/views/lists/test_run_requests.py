"""The requests of one run: no other's, whatever is asked for; steps of the run alone."""

from django.urls import reverse

from tests.lists.walks import Walk
from tests.reviews.costs_world import make_answered
from tests.reviews.kept import kept, people
from tests.reviews.machine import make_run


def world():
    return people(run=lambda bob: make_run(bob, rows=3, critic=True))


acme, bob, run = map(kept, ("acme", "bob", "run"))


def url(run):
    return reverse("reviews:run_requests", args=[run.pk])


def test_only_requests_of_the_run_and_its_steps(bob, client_of, run):
    other, client = make_run(bob), client_of(bob)

    answer = client.get(url(run))

    page, listed = answer.content.decode(), answer.context["list"]
    steps = next(control for control in listed.controls if control.name == "stage")
    assert f"{run} · Requests" in page and reverse("reviews:run_detail", args=[run.pk]) in page
    assert {line.row.pk for line in listed.lines} == set(run.requests.values_list("pk", flat=True))
    assert [value for value, _label, _is_chosen in steps.options] == ["critic_answer", "score_critic", "score_gen"]
    assert client.get(f"{url(run)}?run={other.pk}").status_code == 422
    assert client.get(f"{url(run)}?request={other.requests.first().pk}").context["list"].lines == []


def walk(organization, member):
    run = make_run(member, rows=9)
    first = run.requests.first()
    run.requests.filter(pk=first.pk).update(state="cancelled")
    make_answered(organization)
    return Walk(url(run), search=str(first.pk), filter="state", value="cancelled")
