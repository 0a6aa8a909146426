"""The list of judges: each with what it may do, in as many statements for many as for one."""

import pytest
from django.urls import reverse

from reviews.quality.actions import judged_labels, people_tests
from tests import factories
from tests.lists.walks import Walk
from tests.reviews.judged_world import make_judged

URL = reverse("reviews:judge_list")


def rows(client, query=""):
    return [(line.row, line.row.licence_look.key) for line in client.get(f"{URL}?{query}").context["list"].lines]


def test_each_has_its_licence_and_only_those_that_answered(bob, client_of):
    _task, good = make_judged(bob, 400, rounds=2)
    _other, untested = make_judged(bob, 4)
    factories.make_llm_annotator(bob.organization)
    (criterion,) = judged_labels.criteria_of(good)
    people_tests.measure(annotator=good, criterion=criterion, passing=frozenset({1.0}), by=bob.user)
    client = client_of(bob)

    assert rows(client) == [(untested, "untested"), (good, "alone")]
    assert rows(client, "tested=true") == [(good, "alone")]
    assert rows(client, "tested=false") == [(untested, "untested")]
    assert rows(client, f"q={good.name.replace(' ', '+')}") == [(good, "alone")]


@pytest.mark.parametrize("n", [1, 5])
def test_statements_do_not_grow(bob, client_of, django_assert_max_num_queries, n):
    for _number in range(n):
        make_judged(bob, 2)
    client = client_of(bob)
    client.get(URL)

    with django_assert_max_num_queries(9):
        client.get(URL)


def test_others_have_none_of_them(bob, mallory, client_of):
    make_judged(bob, 2)

    assert rows(client_of(mallory)) == []


def walk(organization, member):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization), rows=1))
    for number in range(8):
        judge = factories.make_llm_annotator(organization, name=f"Judge {number}", simulated=number % 2 == 0)
        factories.make_annotation(task.items.get(), judge, {"verdict": "correct"})
    return Walk(URL, search="Judge 3", filter="simulated", value="true")
