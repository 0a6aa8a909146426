"""Every page of people, datasets, studies and evaluations in both themes and at both widths, and what strangers see."""

import pytest
from django.urls import reverse

from datasets.actions import imports
from evalhub.accounts.actions import invitations
from experiments.models import SuiteRun
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.models.experiment_metric import GUARDRAIL
from reviews.engine.client.exchange import FATAL
from tests import factories
from tests.access_world import make_world
from tests.browser.sweep import address, sweep, unvisited
from tests.datasets.files import ROWS, received
from tests.experiments.benchmarks_world import look, make_suite, make_suite_run, make_version, play_on, right, wrong
from tests.experiments.trials_world import EXACT, make_experiment, make_outputs, run
from tests.reviews import machine

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAIN = (
    "dashboard",
    "design",
    "find",
    "start",
    "account_logout",
    "account_change_password",
    "people_list",
    "invitation_list",
    "membership_remove",
    "team_list",
    "team_create",
    "team_detail",
    "invitation_create",
    "api_key_list",
    "api_key_create",
    "request_limits",
    "account_settings",
    "organization_settings",
    "audit_log",
    "events:webhook_list",
    "events:webhook_create",
    "events:webhook_requests",
    "events:webhook_detail",
    "events:webhook_settings",
    "events:delivery_detail",
    "datasets:dataset_list",
    "datasets:dataset_create",
    "datasets:dataset_detail",
    "datasets:version_create",
    "experiments:evaluation_list",
    "experiments:evaluation_compare",
    "experiments:evaluation_trends",
    "experiments:evaluation_create",
    "experiments:evaluation_detail",
    "experiments:result_list",
    "experiments:result_detail",
    "experiments:result_send",
    "experiments:experiment_list",
    "experiments:experiment_detail",
    "experiments:experiment_cases",
    "experiments:experiment_what_if",
    "experiments:experiment_looks",
    "experiments:experiment_shares",
    "experiments:experiment_plan",
    "experiments:experiment_planner",
    "experiments:experiment_labels",
    "experiments:experiment_repeat",
    "experiments:experiment_history",
    "experiments:experiment_alike",
    "experiments:experiment_create",
    "experiments:experiment_create_traffic",
    "experiments:experiment_create_bandit",
    "experiments:gate_list",
    "experiments:gate_create",
    "experiments:gate_detail",
    "experiments:gate_result",
    "experiments:gate_history",
    "experiments:gate_edit",
    "experiments:evaluation_gates",
    "experiments:study_list",
    "experiments:study_create",
    "experiments:window_list",
    "experiments:window_create",
    "experiments:window_detail",
    "experiments:evidence_detail",
    "experiments:study_detail",
    "experiments:study_scorers",
    "experiments:study_rubrics",
    "experiments:study_verdicts",
    "experiments:study_clone",
    "benchmarks:suite_list",
    "benchmarks:suite_create",
    "benchmarks:log_import",
    "benchmarks:suite_tasks",
    "benchmarks:run_create",
    "benchmarks:run_list",
)
# Visited with more in them than one of everything, or by a stranger.
RICH = (
    "datasets:version_detail",
    "datasets:case_list",
    "datasets:case_detail",
    "benchmarks:suite_detail",
    "benchmarks:run_detail",
    "experiments:experiment_report",
    "account_login",
    "account_inactive",
    "account_reset_password",
    "invitation_accept",
)


@pytest.fixture
def world(acme, bob):
    """People with long and hostile names, keys, an open invitation, and one of everything."""
    bob.user.is_staff = True
    bob.user.save(update_fields=["is_staff"])
    factories.make_member(acme, user=factories.make_user("long" * 15, name="A very long name " * 7))
    factories.make_member(acme, user=factories.make_user("rtl", name="\u0645\u0631\u062d\u0628\u0627 <b>"))
    factories.make_api_key(bob, name="nightly import of everything that support answered")
    return make_world(acme, member=bob)


def test_every_page_is_visited(world, bob, client_of):
    names = ("", "datasets", "events", "experiments", "benchmarks")

    assert list(unvisited(client_of(bob), world, *names, visited=PLAIN + RICH)) == []


def test_one_of_each(page_of, bob, world):
    sweep(page_of(bob), [address(name, world) for name in PLAIN])


def test_a_version_with_long_values(page_of, bob, acme):
    row = ROWS[0] | {"question": "x" * 5_000, "long_column_name" * 8: "y" * 900}
    dataset = factories.make_dataset(acme, name="Long" * 50)
    version = factories.make_version(dataset, rows=[{"input": each} for each in (row, *ROWS[1:])])
    path = reverse("datasets:version_detail", args=[version.dataset_id, version.version_number])

    page = page_of(bob)

    sweep(page, [path, f"{path}cases/", f"{path}cases/0/"])
    sweep(page, [f"{path}cases/?filter=%7B%22topic%22:7%7D"], status=422)


def test_drafts_with_proposals_bad_rows_and_another_encoding(page_of, bob, acme):
    turns = [{"role": "user", "content": "Why? " * 40}, {"role": "assistant", "content": "long" * 100}]
    answers = {"answer_a": "A first long answer", "answer_b": "Another long answer"}
    rows = [
        {"item_id": f"i{n % 9}", "turns": turns, "rater": f"R{n // 9}", "verdict": "ab"[n % 2], **answers}
        for n in range(27)
    ]
    labels = factories.make_dataset(acme, name="Label file")
    latin = factories.make_dataset(acme, name="Latin")
    versions = [
        received([*rows, rows[0] | {"rater": ""}], dataset=labels, by=bob.user),
        received("id,question\n1,Größe\n2,fine\n".encode("cp1252"), name="rows.csv", dataset=latin, by=bob.user),
    ]
    for version in versions:
        imports.run(version=version)

    sweep(page_of(bob), [version.get_absolute_url() for version in versions])


def test_runs_of_suites_at_work_failed_and_done(page_of, bob, monkeypatch):
    make_version(bob)
    suite = make_suite(bob, {"first": {"title": f"'{'A long title ' * 9}'"}, "second": {"needs": "[first]"}})
    for name, stand_in in (("right", right), ("wrong", wrong), ("failing", machine.failing(FATAL))):
        machine.play(monkeypatch, stand_in)
        play_on(make_suite_run(bob, suite=suite, model=f"simulated-{name}"))
    at_work = make_suite_run(bob, suite=suite, model="simulated-open")
    look(at_work)
    runs = SuiteRun.objects.all()

    sweep(page_of(bob), [suite.get_absolute_url(), *(run.get_absolute_url() for run in runs)])


def test_experiments_that_run_and_one_that_is_unhealthy(page_of, bob, acme):
    metrics = [EXACT, PlannedMetric("contains", GUARDRAIL, margin=0.05), PlannedMetric("latency_ms", GUARDRAIL)]
    config = Config(minimum_sample_size=10, prior_deviation=0.2)
    outputs = {"v4": "1101001011" * 4, "v5": "1" * 40, "v6": "1" * 20 + "-" * 20}
    version = make_outputs(acme, **outputs)
    found = [
        run(make_experiment(version, "v4", "v5", metrics=metrics, config=config, name="Long" * 50)),
        run(make_experiment(version, "v5", "v6")),
    ]

    pages = ("detail", "cases", "looks", "plan", "what_if", "report")
    sweep(page_of(bob), [reverse(f"experiments:experiment_{page}", args=[each.pk]) for each in found for page in pages])


def test_strangers_and_addresses_without_a_page(page_of, acme, alice):
    link = invitations.invite(organization=acme, email="new@example.org", role="viewer", by=None)

    forgot = reverse("account_reset_password")
    sweep(page_of(), [f"{forgot}x/y/"], status=404)
    sweep(page_of(), ["/accounts/login/", forgot, reverse("invitation_accept", args=[link.token])])
    page = page_of(alice)
    sweep(page, ["/nowhere/"], status=404)
    sweep(page, ["/people/"], status=403)
