"""The list of gradings: search over their models, filters on the page and over the API, rows that are read again."""

import pytest
from django.urls import reverse

from tests import factories
from tests.lists.walks import Walk
from tests.reviews.gradings_world import BASELINE, JUDGE, make_grading
from tests.statements import at_most

pytestmark = pytest.mark.usefixtures("no_broker")
PATH = reverse("reviews:grading_list")


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme), rows=1)


def shown(client, **query):
    return client.get(PATH, query).context["list"]


def names(client, **query):
    return [line.row.name for line in shown(client, **query).lines]


def test_searched_filtered_and_sorted(bob, client_of, version):
    make_grading(bob, name="Cheap", version=version, task_type="summaries")
    make_grading(bob, name="Dear", version=version, models=("simulated-terse", "simulated-careful"), status="running")
    client = client_of(bob)

    assert names(client) == ["Dear", "Cheap"] == names(client, sort="-name")
    assert names(client, q="HASTY") == ["Cheap"] == names(client, q="summar") == names(client, task_type="summaries")
    assert names(client, q="terse", sort="name") == ["Cheap", "Dear"]
    assert names(client, status="running") == ["Dear"]


def test_rows_tell_models_judge_and_state(bob, client_of, version):
    make_grading(bob, version=version)
    make_grading(bob, version=version, status="running", judge="llm_judge", judge_model=BASELINE, grader=JUDGE)

    page = client_of(bob).get(PATH).content.decode()

    for words in (
        "simulated-hasty, simulated-terse",
        "Exact match",
        "v1:simulated-careful",
        "Running",
        "Completed",
        "Simulated",
        'hx-trigger="every 5s"',
    ):
        assert words in page


def test_rows_of_gradings_that_have_ended_are_not_read_again(bob, client_of, version):
    make_grading(bob, version=version)

    assert not shown(client_of(bob)).is_live


def test_api_narrows_as_the_page_does(bob, api_of, version):
    make_grading(bob, name="Cheap", version=version)
    make_grading(bob, name="Dear", version=version, status="running")

    found = api_of(bob).get("/v1/quality/gradings?status=running").json()["gradings"]

    assert [each["name"] for each in found] == ["Dear"]


def test_list_costs_the_same_for_twenty(bob, client_of, version):
    make_grading(bob, version=version)
    client = client_of(bob)
    client.get(PATH)
    for _ in range(19):
        make_grading(bob, version=version)

    with at_most(9):
        assert len(shown(client).lines) == 20


def walk(organization, member):
    version = factories.make_version(factories.make_dataset(organization), rows=1)
    for number in range(7):
        make_grading(
            member, name=f"Grading of {number}", version=version, status="running" if number % 2 else "completed"
        )
    return Walk(PATH, search="of 3", filter="status", value="completed")
