"""The list of runs: how far each is, what it cost, and where it leads while there is none."""

from django.urls import reverse

from reviews.engine.client.exchange import FATAL
from reviews.engine.runs.actions import supervisor
from reviews.models import EvaluationRun, RunStage
from tests import factories
from tests.experiments.studies_world import make_study
from tests.reviews.gradings_world import make_grading, make_routed_prompt
from tests.reviews.jobs_world import make_job
from tests.reviews.machine import Script, failing, make_run, play, saying, work_once, work_until_quiet
from tests.statements import at_most
from tests.undoing import undone

URL = reverse("reviews:run_list")


def read(client, query=""):
    return client.get(f"{URL}?{query}").content.decode()


def test_empty_list_leads_to_the_tasks(bob, vera, client_of):
    tasks = reverse("annotations:task_list")

    assert f'href="{tasks}">Add a model to a task' in read(client_of(bob))
    assert "once an admin adds a model" in read(client_of(vera))


def test_line_says_how_far_and_at_what_cost(bob, client_of, monkeypatch):
    play(monkeypatch, saying())
    run = make_run(bob, rows=4, critic=True)
    work_once(run)

    page = read(client_of(bob))

    assert str(run) in page and "1 of 12" in page  # four answers, and two of a critic about each
    assert "$0.0010" in page and "Simulated" in page and "Answers the form" in page


def test_run_that_produced_nothing_has_failed(bob, client_of, monkeypatch):
    play(monkeypatch, failing(FATAL, "refused", "No."))
    run = make_run(bob)
    work_once(run)
    supervisor.advance(run)

    page = read(client_of(bob))

    assert "Failed, 1 of 1" in page and "chip negative" in page and "0 of 1" in page
    assert "Failed, 1 of 1" in read(client_of(bob), "status=failed")


def test_run_with_failures_says_how_many(bob, client_of, monkeypatch):
    play(monkeypatch, Script(failing(FATAL, "refused", "No."), saying()))
    run = make_run(bob, rows=3)
    work_until_quiet(run)
    supervisor.advance(run)

    page = read(client_of(bob))

    assert "Completed, 1 of 3 failed" in page and "chip caution" in page


def test_what_people_want_counts_before_the_supervisor_has_seen_it(bob, client_of):
    make_run(bob)
    EvaluationRun.objects.update(desired_state="pause", status="running")
    assert "Paused</span>" in read(client_of(bob))

    EvaluationRun.objects.update(desired_state="cancel")

    assert "Cancelling" in read(client_of(bob))


def test_run_of_a_study_is_listed_by_its_name(bob, client_of):
    EvaluationRun.objects.create(kind="study", organization=bob.organization, name="Study of refunds")

    assert "Study of refunds" in read(client_of(bob))


def test_filter_by_status(bob, client_of):
    first, second = make_run(bob), make_run(bob)
    EvaluationRun.objects.filter(pk=first.pk).update(status="completed")

    page = read(client_of(bob), "status=completed")

    assert str(first.pk) in page and str(second.pk) not in page and "1 run" in page
    assert "No run in this state" in read(client_of(bob), "status=failed")
    assert str(second.pk) in read(client_of(bob), "status=unheard-of")


def test_pages_by_key(bob, client_of):
    for number in range(51):
        EvaluationRun.objects.create(
            kind="study", organization=bob.organization, name=f"Study {number}", status="completed"
        )
    client = client_of(bob)
    page = client.get(URL)

    older = client.get(URL + page.context["page"].after_query)

    shown = [line.run.name for line in page.context["lines"] + older.context["lines"]]
    assert len(page.context["lines"]) == 50 and sorted(shown) == sorted(f"Study {number}" for number in range(51))
    assert older.context["page"].before_query and not older.context["page"].after_query


def test_list_is_polled_while_a_run_goes_on(bob, client_of):
    make_run(bob)
    fragment = client_of(bob).get(URL, headers={"HX-Request": "true"}).content.decode()
    assert "every 3s" in fragment and "<html" not in fragment

    EvaluationRun.objects.update(status="completed")

    assert "every 3s" not in read(client_of(bob))


def test_twenty_runs_cost_no_more_than_one(bob, client_of):
    task = make_run(bob).task
    client = client_of(bob)
    client.get(URL)
    for _ in range(19):
        factories.make_run(task, factories.make_llm_annotator(bob.organization))

    with at_most(9):
        page = client.get(URL)

    assert len(page.context["lines"]) == 20


def test_roles(bob, client_of):
    cases = [("reviewer", 200), ("viewer", 200), ("annotator", 403)]
    for role, status in cases:
        with undone():
            assert client_of(factories.make_member(bob.organization, role=role)).get(URL).status_code == status


def test_other_organizations_see_nothing_of_it(bob, mallory, client_of):
    run = make_run(bob)

    assert str(run.pk) not in read(client_of(mallory))


def test_list_by_kind_and_what_each_was_begun_for(bob, client_of):
    for kind in ("study", "grading"):
        EvaluationRun.objects.create(kind=kind, organization=bob.organization, name=f"Of a {kind}")
    client = client_of(bob)

    every, studies = client.get(URL).content.decode(), client.get(f"{URL}?kind=study").content.decode()
    none = client.get(f"{URL}?kind=review").content.decode()

    assert all(words in every for words in ("Of a study", "Of a grading", "Rubric study</span>"))
    assert "Of a study" in studies and "Of a grading" not in studies
    assert "Of a" not in none and "No runs of this kind" in none


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

    lines = client.get(URL).context["lines"]
    told = api_of(bob).get("/v1/runs?limit=50").json()["runs"]

    found = {line.run.pk: (line.owner and line.owner.pk, line.owner and line.owner.href) for line in lines}
    assert {pk: found[pk] for pk in expected} == expected
    assert {each["run_id"]: each["owner_id"] for each in told} == {str(pk): pair[0] for pk, pair in found.items()}
    for pk, (_owner, href) in expected.items():
        page = client.get(reverse("reviews:run_detail", args=[pk])).content.decode()
        assert href is None or f'href="{href}"' in page, href
