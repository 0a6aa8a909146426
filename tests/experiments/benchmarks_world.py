"""An organization with datasets, a suite of small tasks on them, and a step of all workers at once."""

from dataclasses import replace

from datasets.actions import appending, datasets
from experiments.benchmarks.actions import suite_runs, suites, supervisor
from experiments.benchmarks.models import SuiteRun
from tests import factories
from tests.experiments.evaluations_world import take_steps
from tests.reviews.machine import outcome_of

SUMS = [{"external_id": f"sum-{n}", "prompt": f"{n} + 1", "expected_output": str(n + 1)} for n in range(4)]


def make_version(member, name="Sums", rows=SUMS):
    dataset = datasets.create(organization=member.organization, name=name, by=member.user)
    version = datasets.open_version(dataset=dataset, by=member.user)
    appending.append_cases(version=version, rows=rows)
    return datasets.set_status(version=version, status="PUBLISHED", by=member.user)


def document(tasks, *, name="Small", version="1", aggregation="macro"):
    """A suite file of {key: fields besides dataset and metrics}."""
    lines = [f"name: {name}", f'version: "{version}"', f"aggregation: {aggregation}", "tasks:"]
    usual = {"dataset": "Sums", "estimated_seconds": 10, "calls": 4, "metrics": "[numeric_tolerance]"}
    for key, fields in tasks.items():
        parts = ", ".join(f"{name}: {value}" for name, value in (usual | fields).items())
        lines.append(f"  - {{key: {key}, {parts}}}")
    return "\n".join(lines)


def make_suite(member, tasks=None, **named):
    text = document(tasks or {"first": {}, "second": {"needs": "[first]"}}, **named)
    return suites.create(organization=member.organization, document=text, by=member.user)


def make_suite_run(member, *, model="simulated-careful", suite=None):
    """A run of a suite on a dataset of its own, not started yet."""
    if suite is None:
        version = make_version(member, name=f"Sums {next(factories.NUMBERS)}")
        suite = make_suite(member, {"first": {"dataset": version.pk}}, name=f"Suite {next(factories.NUMBERS)}")
    return suite_runs.start(suite=suite, model={"name": model}, by=member.user)


def look(run):
    """One look at a run, whatever time its next one is due."""
    SuiteRun.objects.filter(pk=run.pk).update(next_attempt_at=None)
    supervisor.work_next(pk=run.pk)
    run.refresh_from_db()
    return states(run)


def states(run):
    return {row.task.key: row.state for row in run.tasks.select_related("task")}


def evaluate(run):
    """Take the evaluations of the tasks that are at work to their end, their outputs with them."""
    for row in run.tasks.filter(state="running").select_related("evaluation"):
        take_steps(row.evaluation)


def play_on(run, *, most=20):
    """Take a run to its end."""
    for _ in range(most):
        if look(run) and run.has_ended:
            break
        evaluate(run)
    return run


def right(call):
    """A stand-in for models that adds 1 to the number in the case, as the cases of SUMS expect."""
    number = int(call.messages[-1]["content"].split(" + ")[0].split()[-1])
    return replace(outcome_of({}), text=f"{number + 1}", parsed=None)


def wrong(call):
    return replace(outcome_of({}), text="0", parsed=None)
