"""The list of judges: each with what it may do, in as many statements for many as for one."""

from decimal import Decimal

from django.urls import reverse

from reviews.models import EvaluationRun, Spending
from reviews.quality.actions import judged_labels, people_tests
from tests import factories
from tests.lists.walks import Walk, shown
from tests.reviews.judged_world import make_judged

URL = reverse("reviews:judge_list")


def rows(member, query=""):
    return [(line.row, line.row.licence_look.key) for line in shown("judges", member, f"?{query}").lines]


def test_each_has_its_licence_and_only_those_that_answered(bob, mallory, client_of):
    _task, good = make_judged(bob, 400, rounds=2)
    _other, untested = make_judged(bob, 4)
    factories.make_llm_annotator(bob.organization)
    (criterion,) = judged_labels.criteria_of(good)
    people_tests.measure(annotator=good, criterion=criterion, passing=frozenset({1.0}), by=bob.user)

    assert rows(bob) == [(untested, "untested"), (good, "alone")]
    assert rows(bob, "tested=true") == [(good, "alone")]
    assert rows(bob, "tested=false") == [(untested, "untested")]
    assert rows(bob, f"q={good.name.replace(' ', '+')}") == [(good, "alone")]
    run = EvaluationRun.objects.create(organization=bob.organization, kind="scoring", task=_task, annotator=good)
    Spending.objects.create(organization=bob.organization, run=run, spent_usd=Decimal("1.5"))
    found = [line.row for line in shown("judges", bob, "").lines]
    assert [(row.agreement and row.agreement.value, row.run_count, row.cost_usd) for row in found] == [
        (None, 0, None),
        (1.0, 1, Decimal("1.5")),
    ]
    assert rows(mallory) == [] and good.name in client_of(bob).get(URL).content.decode()


def walk(organization, member):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization), rows=1))
    for number in range(8):
        judge = factories.make_llm_annotator(organization, name=f"Judge {number}", simulated=number % 2 == 0)
        factories.make_annotation(task.items.get(), judge, {"verdict": "correct"})
        for place in range(number % 3):
            run = factories.make_run(task, judge, status="completed", round=place + 1)
            Spending.objects.create(organization=organization, run=run, spent_usd=number)
    return Walk(URL, search="Judge 3", filter="simulated", value="true")
