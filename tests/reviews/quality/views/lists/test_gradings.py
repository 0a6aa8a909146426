"""The list of gradings: search over their models, filters on the page and over the API, rows that are read again."""

import pytest
from django.urls import reverse

from tests import factories
from tests.lists.walks import Walk, shown
from tests.reviews.gradings_world import BASELINE, JUDGE, make_grading

pytestmark = pytest.mark.usefixtures("no_broker")
PATH = reverse("reviews:grading_list")


@pytest.fixture
def version(acme):
    return factories.make_version(factories.make_dataset(acme), rows=1)


def names(member, **query):
    return [line.row.name for line in shown("gradings", member, query).lines]


def test_searched_filtered_and_sorted(bob, api_of, version):
    make_grading(bob, name="Cheap", version=version, task_type="summaries")
    make_grading(bob, name="Dear", version=version, models=("simulated-terse", "simulated-careful"), status="running")

    assert names(bob) == ["Dear", "Cheap"] == names(bob, sort="-name")
    assert names(bob, q="HASTY") == ["Cheap"] == names(bob, q="summar") == names(bob, task_type="summaries")
    assert names(bob, q="terse", sort="name") == ["Cheap", "Dear"]
    assert names(bob, status="running") == ["Dear"]
    told = api_of(bob).get("/v1/quality/gradings?status=running").json()["gradings"]
    assert [each["name"] for each in told] == ["Dear"]


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


def test_rows_of_gradings_that_have_ended_are_not_read_again(bob, version):
    make_grading(bob, version=version)

    assert not shown("gradings", bob).is_live


def walk(organization, member):
    version = factories.make_version(factories.make_dataset(organization), rows=1)
    for number in range(7):
        make_grading(
            member, name=f"Grading of {number}", version=version, status="running" if number % 2 else "completed"
        )
    return Walk(PATH, search="of 3", filter="status", value="completed")
