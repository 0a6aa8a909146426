"""Agreement of an annotator with itself over rounds."""

import pytest

from annotations.agreement.actions.repetitions import self_agreement
from tests import factories


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=12))


def answer(task, annotator, verdicts, **fields):
    for item, verdict in zip(task.items.order_by("position"), verdicts, strict=False):
        factories.make_annotation(item, annotator, {"verdict": verdict}, **fields)


def test_rounds_stand_for_annotators_and_others_and_single_answers_say_nothing(task):
    machine = factories.make_llm_annotator(task.organization)
    answer(task, machine, ["correct"] * 12)
    answer(task, machine, ["wrong"] * 3 + ["correct"] * 9, round=2)
    found = {each.question.key: each.estimate for each in self_agreement(task=task, annotator_id=machine.pk)}
    estimate = found["verdict"]
    assert (estimate.n_items, estimate.n_annotators) == (12, 2)
    # alpha = 1 - (n - 1) * o / (n_c * n_w) with n = 24 labels, o = 3 of them unlike their pair, n_c = 21, n_w = 3.
    assert estimate.value == pytest.approx(1 - 23 * 3 / (21 * 3))
    assert estimate.low < estimate.value < estimate.high

    machine, other = (factories.make_llm_annotator(task.organization) for _ in range(2))
    answer(task, machine, ["correct"] * 12)
    answer(task, other, ["wrong"] * 12, round=2)
    (found,) = self_agreement(task=task, annotator_id=machine.pk)
    assert (found.estimate.value, found.estimate.reason) == (None, "NO_PAIRS")
