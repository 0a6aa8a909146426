"""The demo organization as its file brings it: once, true to every rule, finished, and showing what it is there for."""

import datetime
import hashlib
import io

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone

from annotations.models import (
    Annotation,
    AnnotationTask,
    Annotator,
    Assignment,
    Comment,
    ExportJob,
    GroundTruth,
    Notification,
)
from benchmarks.demo import arrivals, decision, releases, reviewing
from benchmarks.demo.writing import tables_with_rows
from datasets.actions import stored_files
from datasets.models import DatasetVersion, ModelOutput
from datasets.models import TestCase as Case
from evalhub.accounts.models import Organization, Team, User
from evalhub.demo import load
from evalhub.demo.annotation_tasks import COMPARISONS, SUPPORT
from evalhub.demo.people import AMARA, BELA, CHIDI, DEMO_PASSWORD, PEOPLE, REVIEWER
from evalhub.events.models import OutboxEvent, WebhookEndpoint
from evalhub.invariants import broken
from experiments.evaluations.actions import comparison
from experiments.models import Evaluation, Experiment, GateResult, ScoreSummary, SuiteRunTask
from experiments.trials.actions import looks
from reviews.models import Audit, EvaluationRun, Job, JudgeTest
from tests import factories

pytestmark = pytest.mark.django_db
SLOW_HASH = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]


@pytest.fixture(scope="module")
def demo(module_db, tmp_path_factory):
    """The loaded demo; its files lie in the folder."""
    with override_settings(FILES=tmp_path_factory.mktemp("files")):
        assert load.load_demo()
        yield


@pytest.fixture
def in_order(demo):
    """Its evaluations by their names."""
    return {each.name: each for each in Evaluation.objects.all()}


def printed(*words):
    out = io.StringIO()
    call_command("demo", *words, stdout=out)
    return [line.split()[0] for line in out.getvalue().splitlines()]


def counts():
    return Case.objects.count(), Annotation.objects.count(), Assignment.objects.count(), Comment.objects.count()


def test_it_is_loaded_once_and_keeps_every_rule(demo):
    loaded = counts()

    assert broken() == []
    assert printed() == [person.email for person in PEOPLE]
    assert counts() == loaded
    assert loaded[0] > 600 and loaded[1] > 3000
    tasks = AnnotationTask.objects.filter(name__in=[task.settings["name"] for task in (COMPARISONS, SUPPORT)])
    assert [each.status for each in tasks] == ["ACTIVE"] * 2
    people = Annotator.objects.filter(kind="human")
    assert {each.user.email for each in people} == {each.email for each in (AMARA, BELA, CHIDI, REVIEWER)}
    assert all(annotator.simulated for annotator in Annotator.objects.filter(kind="llm"))


@override_settings(PASSWORD_HASHERS=SLOW_HASH)
def test_each_person_has_the_published_password(demo):
    assert all(user.check_password(DEMO_PASSWORD) for user in User.objects.all()[:1])
    assert User.objects.values("password").distinct().count() == 1


def test_everything_has_ended(demo):
    assert set(EvaluationRun.objects.values_list("status", flat=True)) == {"completed"}
    assert {each.status for each in Evaluation.objects.exclude(type="ONLINE")} == {"COMPLETED"}
    assert set(SuiteRunTask.objects.values_list("state", flat=True)) <= {"completed", "skipped"}
    assert set(Job.objects.values_list("state", flat=True)) == {"reviewed"}


def test_its_last_day_is_yesterday_and_no_date_is_left_as_it_was_written(demo):
    newest = Annotation.objects.order_by("-submitted_at").first().submitted_at

    assert newest.date() == timezone.now().astimezone(datetime.UTC).date() - datetime.timedelta(days=1)
    assert not [table.name for table in tables_with_rows() if load.DATE.search(table.text)]


def test_secrets_and_addresses_are_those_of_this_installation(demo):
    endpoint = WebhookEndpoint.objects.get()

    assert endpoint.url == "http://127.0.0.1:9/webhooks" and endpoint.secrets
    assert "dataset_version.published" in OutboxEvent.objects.values_list("type", flat=True)
    assert all(stored_files.path_of(each).exists() for each in DatasetVersion.objects.exclude(stored_path=""))
    assert not [table.name for table in tables_with_rows() if load.FILES in table.text or load.PROVIDER in table.text]


def test_new_rows_go_on_behind(demo):
    member = factories.make_member(Organization.objects.get())
    case = factories.make_version(factories.make_dataset(member.organization), rows=1).cases.get()

    assert case.pk > Case.objects.exclude(pk=case.pk).order_by("-pk").first().pk


def test_each_incident_of_annotating_is_there(demo):
    task = AnnotationTask.objects.get(name="Does the assistant help?")

    held = Assignment.objects.filter(task=task)
    assert [row.annotator.name for row in held.filter(state="late")] == [CHIDI.name]
    assert [row.annotator.name for row in held.filter(state="returned")] == [CHIDI.name]
    assert [row.annotator.name for row in held.filter(state="skipped")] == [BELA.name]
    assert Comment.objects.filter(task=task).count() == 3
    told = Notification.objects.values_list("user__email", "verb").order_by("verb")
    assert list(told) == [("rui@demo.example", "mentioned"), (AMARA.email, "replied"), (CHIDI.email, "returned")]


def test_the_reviewer_and_the_admin_have_worked_too(demo):
    job = ExportJob.objects.get()
    text = (settings.FILES / job.stored_path).read_bytes()

    assert GroundTruth.objects.adjudicated().values("item").distinct().count() == reviewing.ADJUDICATED
    assert set(Audit.objects.values_list("verdict", flat=True)) == {"accept", "override"}
    assert set(JudgeTest.objects.values_list("state", flat=True)) == {"done"}
    assert (job.state, job.sha256) == ("done", hashlib.sha256(text).hexdigest())
    assert Team.objects.get().members.count() == 2


def test_gates_pass_fail_and_stay_undecided(in_order):
    found = {(each.gate.name, each.evaluation_id): each for each in GateResult.objects.select_related("gate")}
    first, second, regression, last = (
        in_order[f"Assistant {each.number} (simulated)"].pk for each in releases.RELEASES
    )
    few = in_order["Assistant 1.3 (simulated), a first look at 12 sums"].pk

    assert found["Release", second].state == found["Release", last].state == "passed"
    assert found["Release", first].reason.code == "gate_no_baseline"
    failed = [each["text"] for each in found["Release", regression].conditions if each["state"] == "failed"]
    assert failed == ["exact_match.mean >= baseline - 0.02", "exact_match.mean[topic=returns] >= 0.6"]
    assert (found["Release", few].state, found["Release", few].reason.code) == ("undecided", "gate_too_few_cases")
    times = [found["Answer time", each].state for each in (first, second, regression, last)]
    assert times == ["passed", "passed", "passed", "failed"]
    doubt = found["Returns beyond doubt", last]
    assert doubt.reason.code == "gate_would_pass" and doubt.conditions[0]["cases_needed"] > 36


def test_only_returns_are_worse(in_order):
    second, regression = (in_order[f"Assistant {number} (simulated)"] for number in ("1.1", "1.2"))

    (exact, _near) = comparison.compare(baseline=second, evaluations=[regression], slice_by=["topic"]).metrics

    assert exact.n_pairs >= 120 and exact.difference.high < 0
    worse = [each.value for each in exact.slices if each.difference.high is not None and each.difference.high < 0]
    assert worse == ["returns"]


def test_each_experiment_shows_what_it_is_there_for(demo):
    decided = Experiment.objects.get(status="CONCLUDED")
    found = {each.name: looks.look(experiment=each) for each in Experiment.objects.filter(status="RUNNING")}

    assert decided.conclusion.n > 60 and decided.winner.name == "assistant-1.3"
    assert decided.conclusion.verdict == "ship" and decided.looks.count() == 2
    shown = {each["metric"]["key"]: each for each in decided.conclusion.figures["results"]}["correctness"]
    assert shown["n"] == decision.LABELLED and shown["running"]["low"] is not None and shown["worth"]
    assert {each["state"] for each in decided.conclusion.figures["checks"]} == {"passed"}
    assert found["Assistant 1.3 on a few sums (simulated)"].verdict == "unhealthy"
    assert found["The same assistant twice (simulated)"].verdict == "inconclusive"
    assert found["Assistant 1.3 against 1.1 (simulated)"].verdict == "roll_back"
    assert len(found) == 4 and all("simulated" in each for each in found)


def test_the_bandit_has_shares_of_its_own(demo):
    bandit = Experiment.objects.get(name="Greeting of the assistant (simulated)")
    look = looks.look(experiment=bandit)

    assert bandit.shares.count() >= 2
    assert look.verdict == "keep_testing" and sum(look.figures["bandit"]["chances_of_best"]) == pytest.approx(1)
    shown = look.figures["variants"]["solved"]
    assert sum(each["units"] for each in shown) == 900 > sum(each["n"] for each in shown)
    assert [each["q"] for each in look.figures["results"][-1]["quantiles"]] == [0.5, 0.9, 0.99]


def test_the_last_day_of_the_bot_falls_beyond_chance_and_each_day_keeps_to_its_limit(demo):
    evaluation = Evaluation.objects.get(type="ONLINE")

    days = ScoreSummary.objects.filter(evaluation=evaluation, slice__startswith="day=").order_by("slice")
    assert (evaluation.status, [day.n_scored for day in days], evaluation.n_left_out) == (
        "COLLECTING",
        [arrivals.PER_QUIET_DAY] * arrivals.QUIET_DAYS + [38] * 5,
        10,
    )
    before, last = (day.estimate for day in list(days)[-2:])
    assert last.high < before.low
    assert days.last().slice == f"day={timezone.now().astimezone(datetime.UTC).date() - datetime.timedelta(days=1)}"
    answers = ModelOutput.objects.filter(test_case__version__dataset__name=arrivals.NAME)
    assert set(answers.values_list("simulated", flat=True)) == {True}
