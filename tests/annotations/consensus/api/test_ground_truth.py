"""The ground truth of a task over the API: by cursor and filtered."""

import pytest

from annotations.consensus.models import GroundTruth
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def task(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3))
    question = task.schema_version.questions.get()
    for item in task.items.order_by("position"):
        GroundTruth.objects.create(item=item, question=question, value="correct", source="consensus", people=2, share=1)
    first = task.items.order_by("position").first()
    GroundTruth.objects.filter(item=first).update(is_current=False)
    GroundTruth.objects.create(item=first, question=question, value="wrong", source="adjudicated", people=1, version=2)
    return task


def address(task):
    return f"/v1/annotations/tasks/{task.pk}/ground-truth"


def test_current_values_are_walked_by_cursor(task, bob, api_of):
    api, seen = api_of(bob), []
    page = api.get(address(task) + "?limit=2").json()
    while True:
        seen += [(row["position"], row["question"], row["value"], row["version"]) for row in page["ground_truth"]]
        if page["next"] is None:
            break
        page = api.get(f"{address(task)}?limit=2&cursor={page['next']}").json()

    assert seen == [(1, "verdict", "correct", 1), (2, "verdict", "correct", 1), (0, "verdict", "wrong", 2)]
    assert api.get(address(task) + "?source=adjudicated,expert").json()["total"] == 1
    assert api.get(address(task) + "?source=guess").json()["error"]["code"] == "bad_filter"
