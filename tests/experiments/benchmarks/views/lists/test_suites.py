"""The list of suites: counts, search, and what an organization without any is told."""

from django.urls import reverse

from tests.experiments.benchmarks_world import make_suite, make_suite_run, make_version
from tests.lists.walks import Walk

PATH = reverse("benchmarks:suite_list")


def rows(client, **query):
    return [line.row for line in client.get(PATH, query).context["list"].lines]


def test_suites_show_tasks_cases_and_runs(client_of, bob):
    run = make_suite_run(bob)

    (suite,) = rows(client_of(bob))

    assert (suite, suite.n_tasks, suite.n_cases, suite.n_runs) == (run.suite, 1, 4, 1)
    assert rows(client_of(bob), q="no such suite") == []


def test_empty_list_leads_on(client_of, bob, vera):
    assert "Add suite" in client_of(bob).get(PATH).content.decode()
    assert "once an admin adds one" in client_of(vera).get(PATH).content.decode()


def walk(organization, member):
    make_version(member)
    for number in range(7):
        make_suite(member, name=f"Suite number {number}")
    return Walk(PATH, search="number 3", filter="name", value="number 4")
