"""The list of studies: search, filters on the page and over the API, progress that is read again, what is missing."""

import pytest
from django.urls import reverse

from reviews.models import LLMRequest
from tests.experiments.studies_world import make_study, make_window, ready
from tests.lists.walks import Walk
from tests.reviews.costs_world import make_answered

PATH = reverse("experiments:study_list")


@pytest.fixture
def studies(bob):
    end(make_study(bob, name="First", window=make_window(bob, name="Spring", concept="free press")))
    return make_study(bob, name="Second")


def end(study):
    study.run.status = "completed"
    study.run.save()


def names(client, **query):
    return [line.row.name for line in client.get(PATH, query).context["list"].lines]


def test_searched_filtered_and_sorted_on_the_page_and_over_the_api(client_of, api_of, bob, studies):
    client = client_of(bob)

    assert names(client, sort="name") == ["First", "Second"] == names(client, sort="created_at")
    assert names(client, q="free press") == ["First"] == names(client, status="completed")
    assert names(client, evidence_set=str(studies.window_id)) == ["Second"]
    assert 'value="Spring"' not in (page := client.get(PATH).content.decode()) and ">Spring<" in page
    assert [study["name"] for study in api_of(bob).get("/v1/studies?status=completed").json()["studies"]] == ["First"]


def rows_alone(client):
    return client.get(PATH, headers={"HX-Request": "true", "HX-Target": "list-rows"}).content.decode()


def test_rows_say_how_far_each_is_until_all_have_ended(client_of, bob, vera):
    study, client = ready(bob), client_of(vera)

    page, part = client.get(PATH).content.decode(), rows_alone(client)
    assert study.name in page and "Simulated" in page and 'hx-trigger="every 5s"' in page
    assert 'id="list-rows"' in part and "<html" not in part

    end(study)
    assert "hx-trigger" not in rows_alone(client)


def test_empty_list_leads_on(client_of, bob, vera):
    assert "Create evidence set" in client_of(bob).get(PATH).content.decode()
    assert "once an admin creates one" in client_of(vera).get(PATH).content.decode()

    make_window(bob)
    assert "Create study" in client_of(bob).get(PATH).content.decode()


def walk(organization, member):
    window = make_window(member)
    for number in range(7):
        study = make_study(member, name=f"Study number {number}", window=window)
        if number % 2:
            end(study)
        LLMRequest.objects.create(run=study.run, stage=study.run.stages.first(), target=1)
    make_answered(organization)
    return Walk(PATH, search="number 3", filter="status", value="completed")
