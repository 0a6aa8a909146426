"""The list of runs of suites: state, tasks, score and cost, read again while a run is open."""

from django.urls import reverse

from experiments.benchmarks.actions import suite_runs
from tests.experiments.benchmarks_world import make_suite_run, play_on, right
from tests.lists.walks import Walk

PATH = reverse("benchmarks:run_list")


def test_rows_say_how_far_a_run_is_and_what_it_scored(client_of, bob, model):
    model(right)
    client, run = client_of(bob), make_suite_run(bob)
    waiting = client.get(PATH).content.decode()

    play_on(run)

    page = client.get(PATH, {"suite": str(run.suite_id)}).content.decode()
    assert "0 / 1" in waiting and "Not defined yet" in waiting and 'hx-trigger="every 5s"' in waiting
    assert "1 / 1" in page and "1.000" in page and 'hx-trigger="every 5s"' not in page


def walk(organization, member):
    suite = make_suite_run(member).suite
    for number in range(7):
        run = make_suite_run(member, suite=suite, model=f"simulated-model-{number}")
        if number % 2:
            suite_runs.cancel(run=run, by=member.user)
    return Walk(PATH, search="model-3", filter="state", value="cancelled")
