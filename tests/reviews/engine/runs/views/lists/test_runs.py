"""The list of runs: how far each is, what it cost, what it was begun for; search and filters, also over the API."""

from django.urls import reverse

from reviews.engine.client.exchange import FATAL
from reviews.engine.runs.actions import supervisor
from reviews.models import EvaluationRun, LLMRequest, RunStage
from tests.experiments.studies_world import make_study
from tests.lists.walks import Walk, shown
from tests.reviews.costs_world import make_answered
from tests.reviews.gradings_world import make_grading, make_routed_prompt
from tests.reviews.jobs_world import make_job
from tests.reviews.machine import Script, failing, make_run, play, saying, work_once, work_until_quiet

URL = reverse("reviews:run_list")


def read(client, query=""):
    return client.get(f"{URL}?{query}").content.decode()


def names(member, **query):
    return [str(line.row) for line in shown("runs", member, query).lines]


def make_own(bob, name, *, kind="study", status="completed", model="", failed=False):
    """A run without a task, with one request if it has a model."""
    run = EvaluationRun.objects.create(kind=kind, organization=bob.organization, name=name, status=status)
    if model:
        stage = RunStage.objects.create(run=run, name="s", kind="prompt", position=0, model=model)
        LLMRequest.objects.create(run=run, stage=stage, target=1, state="failed" if failed else "waiting")
    return run


def test_empty_list_leads_to_the_tasks(bob, vera, client_of):
    tasks = reverse("annotations:task_list")

    assert f'href="{tasks}">Add a model to a task' in read(client_of(bob))
    assert "once an admin adds a model" in read(client_of(vera))


def test_line_says_how_far_and_at_what_cost(bob, client_of, monkeypatch):
    play(monkeypatch, saying())
    run = make_run(bob, rows=4, critic=True)
    work_once(run)
    EvaluationRun.objects.update(round=3)

    answer = client_of(bob).get(URL)

    page = answer.content.decode()
    assert answer.context["list"].is_live and "repetition 3 · " in page
    assert str(run) in page and "1 of 12" in page  # four answers, and two of a critic about each
    assert "$0.0010" in page and "Simulated" in page and "Answers the form" in page
    EvaluationRun.objects.update(status="completed")
    assert not shown("runs", bob).is_live


def test_run_says_what_failed_and_what_people_want(bob, client_of, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    run = make_run(bob)
    work_once(run)
    supervisor.advance(run)
    play(monkeypatch, Script(failing(FATAL, "refused", "No."), saying()))
    second = make_run(bob, rows=3)
    work_until_quiet(second)
    supervisor.advance(second)
    client = client_of(bob)

    page = read(client)

    assert "Failed, 1 of 1" in page and "chip negative" in page and "0 of 1" in page
    assert "Completed, 1 of 3 failed" in page and "chip caution" in page
    assert "Failed, 1 of 1" in read(client, "status=failed")
    EvaluationRun.objects.update(desired_state="pause", status="running")  # the supervisor has not seen it yet
    assert "Paused</span>" in read(client)
    EvaluationRun.objects.update(desired_state="cancel")
    assert "Cancelling" in read(client)


def test_searched_filtered_and_sorted_on_the_page_and_in_the_api(bob, mallory, api_of):
    make_own(bob, "Study of refunds", model="openai/gpt-4.1", failed=True)
    make_own(bob, "Grading of tone", kind="grading", status="running", model="simulated-careful", failed=True)
    scoring, api = make_run(bob), api_of(bob)

    assert names(bob, q="REFUNDS") == ["Study of refunds"] == names(bob, model="GPT") == names(bob, q="4.1")
    assert names(bob, q=scoring.task.name) == [str(scoring)] == names(bob, name=scoring.task.name)
    assert names(bob, kind="study,grading", sort="name") == ["Grading of tone", "Study of refunds"]
    assert names(bob, status="completed") == ["Study of refunds"] == names(bob, has_failures="true")
    assert names(bob, has_failures="false") == [str(scoring), "Grading of tone"]
    assert names(bob, since="2026-01-01", until="2026-01-02") == [] == names(mallory)
    for query in ({"name": "refunds"}, {"model": "gpt"}, {"has_failures": "true"}, {"until": "2026-01-02"}):
        told = [each["name"] for each in api.get("/v1/runs", query).json()["runs"]]
        assert told == names(bob, **query), query
    assert api.get("/v1/runs", {"has_failures": "perhaps"}).status_code == 400


def test_simulated_is_said_once_where_every_run_is(bob, client_of):
    for name in ("One", "Two"):
        make_own(bob, name, model="simulated-careful")
    chip, client = "Answered by the local simulated provider", client_of(bob)
    once = read(client)

    make_own(bob, "Three", model="openai/gpt-4o-mini")

    assert once.count(chip) == 1 and read(client).count(chip) == 2
    assert shown("runs", bob, {"q": "One"}).is_all_simulated and not shown("runs", bob, {"q": "Three"}).is_all_simulated


def test_each_kind_leads_to_what_it_was_begun_for(bob, client_of, api_of):
    study_owner = make_study(bob)
    grading, routed = make_grading(bob), make_routed_prompt(bob)
    shadow = EvaluationRun.objects.create(kind="prompt", organization=bob.organization, name="Shadow")
    type(routed).objects.filter(pk=routed.pk).update(shadow_run=shadow)
    beside = EvaluationRun.objects.create(kind="grading", organization=bob.organization, name="Embeddings")
    RunStage.objects.create(
        run=beside, name="e", kind="grading_embedding", position=0, model="m", parameters={"grading": str(grading.pk)}
    )
    job, scoring = make_job(bob), make_run(bob)
    alone = EvaluationRun.objects.create(kind="prompt", organization=bob.organization, name="By a program")
    expected = {
        study_owner.run_id: (str(study_owner.pk), reverse("experiments:study_detail", args=[study_owner.pk])),
        grading.run_id: (str(grading.pk), grading.get_absolute_url()),
        beside.pk: (str(grading.pk), grading.get_absolute_url()),
        routed.run_id: (str(routed.pk), reverse("reviews:routed_prompt_list")),
        shadow.pk: (str(routed.pk), reverse("reviews:routed_prompt_list")),
        job.run_id: (str(job.pk), job.get_absolute_url()),
        scoring.pk: (str(scoring.task_id), reverse("annotations:task_detail", args=[scoring.task_id])),
        alone.pk: (None, None),
    }
    client = client_of(bob)

    rows = [line.row for line in client.get(URL).context["list"].lines]
    told = api_of(bob).get("/v1/runs?limit=50").json()["runs"]

    found = {run.pk: (run.owner and run.owner.pk, run.owner and run.owner.href) for run in rows}
    assert {pk: found[pk] for pk in expected} == expected
    assert {each["run_id"]: each["owner_id"] for each in told} == {str(pk): pair[0] for pk, pair in found.items()}
    for pk, (_owner, href) in expected.items():
        page = client.get(reverse("reviews:run_detail", args=[pk])).content.decode()
        assert href is None or f'href="{href}"' in page, href


def walk(organization, member):
    for number in range(7):
        make_own(
            member, f"Run number {number}", status="completed" if number % 2 else "waiting", model="simulated-hasty"
        )
    make_answered(organization)
    return Walk(URL, search="number 3", filter="status", value="waiting")
