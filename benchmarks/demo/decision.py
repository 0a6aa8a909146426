"""People's labels of a random sample, by which the decided experiment of the demo was decided."""

import uuid

from annotations.queue.actions import claims, submissions
from annotations.tasks.actions import annotators as people_as_annotators
from datasets.models import ModelOutput
from evalhub.demo.dice import Dice
from experiments.trials.actions import label_requests

LABELLED, SEED = 44, 5
SLIPS = 0.06  # of the labels that are not what the answer is worth


def label(experiment, people, by):
    """Ask people about LABELLED cases that are drawn by chance; `people` are Memberships, who share the items out."""
    task = label_requests.ask(experiment=experiment, n_cases=LABELLED, seed=SEED, by=by).task
    annotators = [people_as_annotators.of_member(each) for each in people]
    items = task.items.select_related("test_case").in_bulk()
    texts = dict(
        ModelOutput.objects.filter(pk__in=[item.outputs[0] for item in items.values()]).values_list("pk", "text")
    )
    for place in range(len(items)):
        person = people[place % len(people)]
        lease = claims.claim(task=task, annotator=annotators[place % len(people)])
        item = items[lease.item_id]
        submission = submissions.Submission(
            answers={"correctness": _value(person.user.email, item.test_case, texts[item.outputs[0]])},
            lease_token=lease.token,
            origin="ui",
            time_spent_seconds=9.0 + place * 7 % 23,
            submission_id=uuid.uuid5(task.pk, f"{item.pk}"),
        )
        submissions.submit(item_id=item.pk, task=task, annotator=annotators[place % len(people)], submission=submission)


def _value(person, case, text):
    """From 1 to 5: a right sum is worth 5, a wrong one 1 or 2, but for slips."""
    dice = Dice(person=person, case_id=f"{case.external_id}: {text}", seed=SEED)
    is_right = (text == case.expected_output) != dice.falls("slip", SLIPS)
    return 5 - dice.falls("kind of right", 0.2) if is_right else 1 + dice.falls("close", 0.4)
