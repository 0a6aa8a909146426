"""The list of evaluations: search, filters, figures, and statements for many as for one."""

from django.urls import reverse

from tests.experiments.evaluations_world import make_evaluation, make_version, take_steps
from tests.lists.walks import Walk

PATH = reverse("experiments:evaluation_list")


def names(client, **query):
    return [line.row.name for line in client.get(PATH, query).context["list"].lines]


def test_searched_and_filtered(client_of, bob, acme, mallory):
    take_steps(make_evaluation(make_version(acme), name="First"))
    version = make_version(acme)
    make_evaluation(version, ["rouge_l"], name="Second")
    client = client_of(bob)

    assert names(client, sort="name") == ["First", "Second"]
    assert (
        names(client, q="fir") == ["First"] == names(client, status="COMPLETED") == names(client, metric="exact_match")
    )
    assert names(client, status="PENDING") == ["Second"] == names(client, dataset=version.dataset.name)
    assert names(client, type="SINGLE") == [] == names(client_of(mallory))


def test_row_says_figures_and_how_many_were_scored(client_of, bob, acme):
    version = make_version(acme, expected={0: None})
    take_steps(make_evaluation(version, ["exact_match"]))

    page = client_of(bob).get(PATH).content.decode()

    assert "Exact match" in page and "<strong>0.50</strong>" in page
    assert "2 of 3" in page and "Completed, 1 of 3 failed" in page


def walk(organization, member):
    version = make_version(organization)
    for number in range(7):
        evaluation = make_evaluation(version, name=f"Evaluation {number}" if number else "Help desk")
    take_steps(evaluation)
    return Walk(PATH, search="help", filter="status", value="PENDING")
