"""Runs over tasks that compare two answers, and models that like an answer or a place."""

import re

from tests import factories
from tests.reviews.machine import answer, make_run, outcome_of

FORM = {
    "fields": [
        {"key": "better", "type": "pairwise", "title": "Which answer is better?"},
        {"key": "note", "type": "text", "title": "Why?", "required": False},
    ]
}
LONG, SHORT = "A long answer with reasons.", "A short one."


def make_pair_task(member, *, rows=1, form=FORM, **fields):
    cases = [{"outputs": {"model-a": LONG, "model-b": SHORT}} for _ in range(rows)]
    version = factories.make_version(factories.make_dataset(member.organization), rows=cases)
    task = factories.make_task(version, schema=form, **fields)
    for item in task.items.all():
        outputs = [output.pk for output in item.test_case.outputs.order_by("system__name")]
        type(item).objects.filter(pk=item.pk).update(outputs=outputs)
    return task


def make_pair_run(member, *, rows=1, critic=False, form=FORM, **fields):
    return make_run(member, task=make_pair_task(member, rows=rows, form=form, **fields), critic=critic)


def shown(call):
    """The answers in the order in which a call shows them."""
    return re.findall(r"begin output\.\d\]\]\n(.*)\n", call.messages[1]["content"])


def judging(by_order, **parts):
    """A model that says what `by_order` makes of the answers it is shown, in their order."""

    def say(call):
        found = answer(call, value=by_order(shown(call)), **parts)
        found |= {name: "Because." for name in found if name.endswith("note_value")}
        return outcome_of(found)

    return say


def likes_long(texts):
    return "first" if texts[0] == LONG else "second"


def likes_first(texts):
    return "first"
