"""The start page: purposes of an empty organization, sample data that leads to a first figure, and its removal."""

import pytest

from annotations.models import AgreementSnapshot, Annotation, AnnotationTask, ImportJob
from datasets.models import Dataset
from evalhub.demo import samples
from experiments.models import Study
from reviews.engine.client import endpoints
from reviews.models import EvaluationRun
from tests import factories
from tests.datasets.files import ROWS, jsonl, upload
from tests.statements import at_most

SIMULATED = "http://127.0.0.1:9/"


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


def shown(client, path="/start/"):
    return client.get(path).content.decode()


def test_empty_organization_is_asked_what_it_wants_to_do(client, client_of, vera, alice, acme):
    home = shown(client, "/")

    assert home.count('class="card purpose"') == 5 and "2 of 4" in home
    assert client_of(vera).get("/start/").status_code == client_of(alice).get("/start/").status_code == 403
    assert "What do you want to do?" not in shown(client_of(vera), "/")
    factories.make_dataset(acme)
    assert 'class="card purpose"' not in shown(client, "/") and 'href="/start/"' in shown(client, "/")


def test_paths_begin_with_a_file_until_data_is_published(client, acme):
    def starts():
        return {path.purpose.key: path.href for path in client.get("/start/").context["paths"]}

    before = starts()
    factories.make_version(factories.make_dataset(acme))

    uploads = {f"/datasets/new/?purpose={key}" for key in ("label", "judge", "compare")}
    assert set(before.values()) == {*uploads, "/jobs/new/", "/studies/new/"}
    assert starts()["compare"] == "/tasks/new/?purpose=compare"


def test_provider_key_leads_to_the_page_that_takes_it_and_says_what_is_true_after_it(client, monkeypatch):
    for provider in endpoints.PROVIDERS.values():
        for name in (*provider.key_variables, provider.base_variable):
            monkeypatch.delenv(name or "NONE", raising=False)
    before = shown(client)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")

    after = shown(client)

    assert 'href="/organization/keys/"' in before and "Until then models run simulated" in before
    assert "Until then models run simulated" not in after and "Models of providers can be asked" in after


def test_a_dataset_needs_no_name(client):
    client.post("/datasets/new/", {"file": upload("chat_ratings-may.jsonl", jsonl(ROWS)), "type": "EVALUATION"})

    assert Dataset.objects.get().name == "chat ratings may"


def leads_to_a_first_figure(client, purpose, path):
    answer = client.post(f"/start/sample/{purpose}/")

    task = AnnotationTask.objects.get()
    figures = AgreementSnapshot.objects.filter(task=task, metric="krippendorff_alpha", value__isnull=False)
    assert answer.url == f"/tasks/{task.pk}/{path}"
    assert ImportJob.objects.get().state == "done"
    assert Annotation.objects.current().filter(task=task).count() > 2 * samples.CASES
    assert figures.exists()
    assert client.get(answer.url).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_sample_of_outputs_that_are_compared_leads_to_a_first_figure(client):
    leads_to_a_first_figure(client, "compare", "")


@pytest.mark.django_db(transaction=True)
def test_sample_data_leads_to_a_first_figure_is_made_once_and_removed_with_one_action(client, bob):
    leads_to_a_first_figure(client, "label", "agreement/")
    client.post("/start/sample/label/")
    with_sample = shown(client)

    removed = client.post("/start/remove-samples/", follow=True).content.decode()
    client.post("/start/sample/label/")

    old, new = AnnotationTask.objects.order_by("created_at")
    assert "Open sample data" in with_sample and "Remove sample data" in with_sample
    assert "1 sample was removed." in removed and "Remove sample data" not in removed
    assert (old.is_listed, old.status, new.is_listed, new.status) == (False, "COMPLETED", True, "ACTIVE")
    assert [dataset.is_listed for dataset in Dataset.objects.order_by("created_at")] == [False, True]


@pytest.mark.django_db(transaction=True)
def test_sample_of_a_judge_needs_a_model_that_can_be_asked(client, monkeypatch):
    monkeypatch.delenv("EVALHUB_SIMULATED_URL", raising=False)
    without = shown(client)
    refused = client.post("/start/sample/judge/", follow=True).content.decode()
    assert "/start/sample/judge/" not in without and "EVALHUB_SIMULATED_URL" in refused
    assert not Dataset.objects.exists()

    monkeypatch.setenv("EVALHUB_SIMULATED_URL", SIMULATED)
    assert "/start/sample/judge/" in shown(client)
    answer = client.post("/start/sample/judge/")

    assert answer.url.endswith("/models/")
    assert EvaluationRun.objects.get().annotator.model == "simulated-careful"
    client.post("/start/remove-samples/")
    assert EvaluationRun.objects.get().desired_state == "cancel"


def test_sample_study_is_made_from_its_empty_list_and_removed(client, bob, monkeypatch):
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", SIMULATED)
    assert 'action="/start/sample/study/"' in shown(client, "/studies/")

    answer = client.post("/start/sample/study/")
    again = client.post("/start/sample/study/")

    study = Study.objects.get()
    assert answer.url == again.url == f"/studies/{study.pk}/" and study.is_sample
    assert study.name in shown(client, "/studies/") and study.window.name in shown(client, "/studies/windows/")
    assert client.get("/studies/").context["list"].total == 1 and "Open sample data" in shown(client)
    assert client.get(answer.url).status_code == 200

    client.post("/start/remove-samples/")

    gone = Study.objects.select_related("run", "window").get()
    assert (gone.is_listed, gone.window.is_listed, gone.run.desired_state) == (False, False, "cancel")
    assert study.name not in shown(client, "/studies/") and study.window.name not in shown(client, "/studies/windows/")
    assert client.post("/start/sample/study/").url != answer.url


def test_unknown_sample_is_not_found_and_others_may_not_make_one(client, client_of, rita):
    assert client.post("/start/sample/review/").status_code == 404
    assert client_of(rita).post("/start/sample/label/").status_code == 403
    assert client.get("/start/sample/label/").status_code == 405


def test_page_costs_the_same_however_much_there_is(client, acme):
    with at_most(16):
        shown(client)
