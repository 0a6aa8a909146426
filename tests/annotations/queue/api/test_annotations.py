"""The annotations of a task over the API: filters, and pages by cursor."""

import json
import re

import pytest

from annotations.models import Annotation
from tests import factories
from tests.statements import at_most

pytestmark = pytest.mark.django_db


@pytest.fixture
def task(acme):
    return factories.make_task(
        factories.make_version(factories.make_dataset(acme), rows=[{"external_id": "case-0"}] + [{}] * 4)
    )


@pytest.fixture
def people(acme, task):
    """Two annotators; the first answered all five items, the second the first of them."""
    first, second = (factories.make_annotator(factories.make_member(acme)) for _ in range(2))
    for item in task.items.order_by("position"):
        factories.make_annotation(item, first)
    factories.make_annotation(task.items.order_by("position").first(), second, {"verdict": "wrong"})
    return first, second


def listed(api, task, query=""):
    answer = api.get(f"/v1/annotations/tasks/{task.pk}/annotations{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_filters_narrow_the_list(task, people, acme, bob, api_of):
    api, second = api_of(bob), people[1]
    Annotation.objects.filter(annotator=second).update(flagged=True, submitted_at="2031-01-01T00:00Z")
    item = task.items.order_by("position").first()
    cases = {
        "?annotator_id=" + str(second.pk): 1,
        "?kind=human": 6,
        "?search=case-0": 2,
        "?search=ase-0&flagged=true": 1,
        "?search=nothing": 0,
        "?kind=llm,program": 0,
        "?flagged=true": 1,
        "?flagged=false": 5,
        f"?item_id={item.pk}": 2,
        "?since=2031-01-01": 1,
        "?question=verdict": 6,
        f"?item_id={item.pk}&flagged=false": 1,
    }

    assert {query: len(listed(api, task, query)["annotations"]) for query in cases} == cases
    assert listed(api, task, "?kind=human")["total"] == 6 and listed(api, task, "?search=case-0")["total"] is None
    left_open = factories.make_annotator(factories.make_member(acme))
    factories.make_annotation(task.items.order_by("position").last(), left_open, {"verdict": None})
    assert (listed(api, task)["total"], listed(api, task, "?question=verdict")["total"]) == (7, 6)


def test_unknown_values_and_ids_of_others_are_refused(task, bob, rival, api_of):
    elsewhere = factories.make_task(factories.make_version(factories.make_dataset(rival), rows=1))
    other = factories.make_annotator(factories.make_member(rival))
    api, address = api_of(bob), f"/v1/annotations/tasks/{task.pk}/annotations"

    for query, code in (
        ("kind=robot", "bad_filter"),
        ("flagged=yes", "bad_filter"),
        ("since=yesterday", "bad_filter"),
        ("question=other", "unknown_question"),
        ("cursor=x", "bad_cursor"),
        ("cursor=", "empty_parameter"),
        ("cursor=MQ&offset=1", "bad_page"),
    ):
        answer = api.get(f"{address}?{query}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), query
    for query in (f"annotator_id={other.pk}", "annotator_id=x", f"item_id={elsewhere.items.get().pk}", "item_id=x"):
        assert api.get(f"{address}?{query}").status_code == 404, query


def test_a_walk_by_cursor_meets_each_annotation_once_while_others_come(task, people, acme, bob, api_of):
    api, late, seen = api_of(bob), factories.make_annotator(factories.make_member(acme)), []
    page = listed(api, task, "?limit=2&kind=human")
    assert (page["total"], page["has_more"]) == (6, True)

    factories.make_annotation(task.items.order_by("position").last(), late, {"verdict": "wrong"})
    while True:
        seen += [row["annotation_id"] for row in page["annotations"]]
        if page["next"] is None:
            break
        with at_most(4):  # the key with the task, the annotations, their judgements
            page = listed(api, task, f"?limit=2&kind=human&cursor={page['next']}")
        assert page["total"] is None

    assert len(seen) == len(set(seen)) == 7
    assert page["has_more"] is False


def lines(api, address):
    """(annotations of a page of JSON lines, the address of the next page or None)."""
    answer = api.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson"), answer.content
    following = re.fullmatch(r'<(\S+)>; rel="next"', answer.get("Link", ""))
    return [json.loads(line) for line in answer.content.decode().splitlines()], following and following[1]


def test_lines_are_the_rows_of_the_list(task, people, acme, bob, api_of):
    model = factories.make_llm_annotator(acme)
    item = task.items.order_by("position").last()
    factories.make_annotation(item, model, justification="„Ja“\n<b>", confidence=0.25, flagged=True, flag_reason="odd")
    factories.make_annotation(task.items.order_by("position").first(), model, {"verdict": None})

    found, following = lines(api_of(bob), f"/v1/annotations/tasks/{task.pk}/annotations.jsonl")

    assert found == listed(api_of(bob), task)["annotations"] and len(found) == 8
    assert (found[0]["external_id"], found[0]["annotator"]) == ("case-0", people[0].name)
    assert following is None


def test_lines_are_filtered_and_lead_on(task, people, bob, api_of):
    api, address = api_of(bob), f"/v1/annotations/tasks/{task.pk}/annotations.jsonl"
    seen, following = lines(api, f"{address}?limit=2&annotator_id={people[0].pk}")
    while following:
        with at_most(4):  # the key with the task, the annotator of the filter, ids, lines
            found, following = lines(api, following)
        seen += found

    assert [row["annotator_id"] for row in seen] == [str(people[0].pk)] * 5
    assert api.get(f"{address}?kind=robot").status_code == 400
    assert api.get(f"{address}?limit=10001").status_code == 400
