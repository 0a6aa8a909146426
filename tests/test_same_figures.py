"""Every page and the API give the same number for the same figure of one task with every awkward kind of answer.

A line of READINGS is one figure at one door: the name of the figure, the door, and how its number is read from what the
door shows. Numbers of one figure have to be equal at all its doors.
"""

import html
import re
from decimal import Decimal

import pytest
from django.urls import reverse

from annotations.agreement.actions import snapshots
from annotations.models import Annotator, GroundTruth, TaskItem
from annotations.progress.actions import completion
from reviews.models import AuditSample, LLMAttempt
from tests import factories
from tests.annotations.panel import settle
from tests.reviews.listing import list_all

pytestmark = pytest.mark.django_db
OPTIONS = [{"value": "correct"}, {"value": "partly"}, {"value": "wrong"}]
FORM = {
    "fields": [
        {"key": "verdict", "type": "single_choice", "options": OPTIONS},
        {"key": "helpful", "type": "rating", "scale": {"min": 1, "max": 5}},
        {
            "key": "cause",
            "type": "single_choice",
            "options": [{"value": "facts"}, {"value": "tone"}],
            "show_if": {"question": "verdict", "is": "wrong"},
        },
        {"key": "style", "type": "single_choice", "options": OPTIONS, "required": False},
        {"key": "comment", "type": "text", "required": False},
    ]
}
GOOD, BAD = {"verdict": "correct", "helpful": 4}, {"verdict": "wrong", "helpful": 1, "cause": "tone"}
# What alice, rita and the imported "Ines" answered on each item; None: nothing.
ANSWERS = {
    "agreed, with free text": (GOOD | {"comment": "Fine."}, GOOD, GOOD),
    "a question undecided": (GOOD, GOOD | {"helpful": 1}, GOOD | {"helpful": 5}),
    "labels differ": (GOOD, BAD, {"verdict": "partly", "helpful": 2}),
    "two of three": (GOOD, GOOD, None),
    "one of three": (GOOD, None, None),
    "imported only": (None, None, GOOD),
    "abstained": (GOOD, {"verdict": None, "helpful": None}, {"verdict": None, "helpful": 4}),
    "cause undecided": (BAD, BAD | {"cause": "facts"}, GOOD),
    "cause not asked": (GOOD, GOOD, BAD),
    "optional question differs": (GOOD | {"style": "wrong"}, GOOD | {"style": "correct"}, GOOD),
    "answer withdrawn": (GOOD, None, None),
    "flagged": (GOOD, GOOD, None),
    "machines only": (None, None, None),
    "adjudicated without labels": (None, None, None),
    "withdrawn": (GOOD, BAD, {"verdict": "partly", "helpful": 2}),
    "nothing": (None, None, None),
}
NAMES = list(ANSWERS)


@pytest.fixture
def task(acme, alice, rita, bob):
    version = factories.make_version(factories.make_dataset(acme), rows=len(ANSWERS))
    task = factories.make_task(version, schema=FORM, required=3, name="Awkward")
    imported = Annotator.objects.create(organization=acme, kind="human", name="Ines", external_name="ines")
    people = [factories.make_annotator(alice), factories.make_annotator(rita), imported]
    items = dict(zip(NAMES, task.items.order_by("position"), strict=True))
    for name, answers in ANSWERS.items():
        for person, labels in zip(people, answers, strict=True):
            if labels:
                factories.make_annotation(
                    items[name],
                    person,
                    labels,
                    origin="import" if person is imported else "ui",
                    flagged=name == "flagged",
                )
    items["answer withdrawn"].annotations.update(withdrawn_at="2026-01-01T00:00Z")
    TaskItem.objects.filter(pk=items["answer withdrawn"].pk).update(open_slots=3)
    TaskItem.objects.filter(pk=items["withdrawn"].pk).update(closed_reason="withdrawn")
    run = factories.make_run(task, factories.make_llm_annotator(acme, model="openai/gpt-5-mini", simulated=False))
    for name in ("agreed, with free text", "machines only", "one of three"):
        labels = (
            {"verdict": "wrong", "helpful": 1} if name == "machines only" else {"verdict": "correct", "helpful": None}
        )
        made = factories.make_annotation(items[name], run.annotator, labels)
        AuditSample.objects.create(task=task, annotation=made, inclusion_probability=0.5)
        request = factories.make_request(run, items[name], state="done", annotation=made)
        LLMAttempt.objects.create(
            request=request, number=1, status="ok", cost_status="priced", cost_usd=Decimal("0.25"), latency_ms=900
        )
    for question in task.schema_version.questions.filter(key__in=["verdict", "helpful"]):
        value = "wrong" if question.key == "verdict" else 1
        GroundTruth.objects.create(
            item=items["adjudicated without labels"], question=question, value=value, number=1, source="adjudicated"
        )
    settle(task)
    snapshots.compute(task=task)
    list_all()
    return task


class Doors:
    """What the pages and the API show of the task, each opened once."""

    def __init__(self, task, client, api):
        self.task, self.client, self.api, self.opened = task, client, api, {}

    def page(self, name):
        """The HTML behind an address, or the name of a page of the task."""
        if name not in self.opened:
            path = name if "/" in name else reverse(name, args=[self.task.pk])
            response = self.client.get(path.format(task=self.task.pk))
            assert response.status_code == 200, path
            self.opened[name] = response.content.decode()
        return self.opened[name]

    def text(self, name):
        body = re.sub(r"<(script|style)\b.*?</\1>", " ", self.page(name), flags=re.DOTALL)
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())

    def answer(self, path):
        if path not in self.opened:
            self.opened[path] = self.api.get(path.format(task=self.task.pk)).json()
        return self.opened[path]


def on(name, pattern):
    """Reads the group of a pattern off the text of a page, added up over all its matches."""

    def read(doors):
        numbers = re.findall(pattern, doors.text(name))
        return sum(map(float, numbers)) if numbers else "not shown"

    return read


def listed(query):
    """Reads how many items the API lists, whose filters are those of the page Items."""
    return lambda doors: doors.answer(f"/v1/annotations/tasks/{{task}}/items?{query}")["total"]


def progress(read):
    return lambda doors: read(doors.answer("/v1/annotations/tasks/{task}/progress"))


def step_on_overview(key, step):
    """Reads a number of the funnel, and with it the address that it links to."""
    column = list(completion.STEPS).index(step)

    def read(doors):
        row = re.search(rf'<th scope="row" dir="auto">{key}</th>(.*?)</tr>', doors.page(TRUTH))[1]
        return int(re.findall(r">([0-9]+)<", row)[column])

    return read


def step_behind_link(key, step):
    return lambda doors: (
        listed(f"ground_truth={key}={step}")(doors)
        if not step_on_overview(key, step)(doors) or f"?ground_truth={key}={step}" in doors.page(TRUTH)
        else "no link"
    )


def step_of_api(key, step):
    return progress(lambda body: next(row for row in body["ground_truth"] if row["question"] == key)[step])


OVERVIEW, TRUTH, AGREEMENT, PEOPLE = (f"annotations:task_{name}" for name in ("detail", "truth", "agreement", "people"))
ADJUDICATION, EXPORTS = "annotations:adjudication_list", "/exports/count/?task={task}&format=jsonl&kind="
CALLS = "/ledger/attempts/"
DECIDED = r"(\d+) fully decided, \d+ in part"
PART = r"\d+ fully decided, (\d+) in part"
# (figure, door, how to read it). "By hand" is what ANSWERS come to.
READINGS = [
    ("complete", "By hand", lambda doors: 7),
    ("complete", "Home", on("/", r"(\d+) of 15 \d+ fully")),
    ("complete", "Tasks", on("/tasks/", r"(\d+) of 15 \d+ fully")),
    ("complete", "Overview", on(OVERVIEW, r"Items complete (\d+) of 15")),
    ("complete", "Agreement", on(AGREEMENT, r"(\d+) of 15 items complete")),
    ("complete", "Items", listed("state=complete")),
    ("complete", "API", progress(lambda body: body["completed_items"])),
    ("complete", "Exports", on(f"{EXPORTS}ground_truth&items=complete", r"\d+ of (\d+) items ha(?:s|ve) no value")),
    ("full", "By hand", lambda doors: 3),
    ("full", "Home", on("/", DECIDED)),
    ("full", "Tasks", on("/tasks/", DECIDED)),
    ("full", "Overview", on(TRUTH, r"(\d+) of 15 items fully decided")),
    ("full", "Overview, table", on(TRUTH, r"Fully decided (\d+) \d+ %")),
    ("full", "Agreement", on(AGREEMENT, DECIDED)),
    ("full", "Items, state", listed("state=with_consensus")),
    ("full", "Items", listed("ground_truth=full")),
    ("full", "API", progress(lambda body: body["items_with_consensus"])),
    ("part", "By hand", lambda doors: 5),
    ("part", "Home", on("/", PART)),
    ("part", "Tasks", on("/tasks/", PART)),
    ("part", "Overview", on(TRUTH, r"fully decided by people, (\d+) in part")),
    ("part", "Agreement", on(AGREEMENT, PART)),
    ("part", "Items", listed("ground_truth=part")),
    ("part", "API", progress(lambda body: body["items_decided_in_part"])),
    ("decided, fully or in part", "Overview", on(TRUTH, r"(?:Fully decided|Decided in part) (\d+) \d+ %")),
    ("decided, fully or in part", "Exports", on(f"{EXPORTS}ground_truth", r"(\d+) rows would be written")),
    *(
        reading
        for step, words, n in (
            ("contested", "Labels differ", 1),
            ("waiting", "One label, more needed", 2),
            ("undecided", "Labelled, not decided", 1),
            ("unlabelled", "No label", 3),
        )
        for reading in (
            (step, "By hand", lambda doors, n=n: n),
            (step, "Overview", on(TRUTH, rf"{words} (\d+) \d+ %")),
            (step, "Items", listed(f"ground_truth={step}")),
            (step, "API", progress(lambda body, step=step: body[f"items_{step}"])),
        )
    ),
    ("labelled", "By hand", lambda doors: 11),
    ("labelled", "Items", listed("ground_truth=labelled")),
    ("labelled", "API", progress(lambda body: body["items_labelled"])),
    *(
        (f"{step} of {key}", door, read(key, step))
        for key in ("verdict", "helpful", "cause", "style")
        for step in completion.STEPS
        for door, read in (("Overview", step_on_overview), ("Items", step_behind_link), ("API", step_of_api))
    ),
    ("contested of verdict", "By hand", lambda doors: 1),
    ("undecided of verdict", "By hand", lambda doors: 2),
    ("consensus of verdict", "By hand", lambda doors: 6),
    ("provisional of verdict", "By hand", lambda doors: 1),
    ("unlabelled of cause", "By hand", lambda doors: 12),
    ("answers of people", "Overview", on(OVERVIEW, r"answers? per item, (\d+) of \d+ given")),
    ("answers of people", "People", on(PEOPLE, r"(?:Alice|Rita|Ines) (\d+) 0 \d+ 12 s")),
    (
        "answers of people",
        "API",
        progress(
            lambda body: sum(each["annotations_count"] for each in body["annotator_stats"] if each["kind"] == "human")
        ),
    ),
    ("answers of people", "Exports", on(f"{EXPORTS}annotations", r"People Yes \d+ (\d+)")),
    ("abstained on helpful", "By hand", lambda doors: 3),
    ("abstained on helpful", "Overview", on(OVERVIEW, r"Models: most often 1 .*?; abstained: (\d+)")),
    ("to adjudicate", "Home", on("/", r"Adjudicate (\d+) items Awkward")),
    ("to adjudicate", "Overview", on(OVERVIEW, r"(\d+) items to adjudicate")),
    ("to adjudicate", "Adjudication", on(ADJUDICATION, r"(\d+) results")),
    ("cost of models", "By hand", lambda doors: 0.75),
    ("cost of models", "Overview", on(OVERVIEW, r"Spent \$([0-9.]+)")),
    ("cost of models", "Runs", on("/runs/", r"3 of 3 \$([0-9.]+)")),
    ("cost of models", "Costs", on("/costs/", r"\$([0-9.]+) in total, calls")),
    ("calls of models", "Costs", on("/costs/", r"in total, calls: (\d+)")),
    ("calls of models", "Ledger", on(CALLS, r"(\d+) results")),
    ("answers of models", "Overview", on(OVERVIEW, r"language model Waiting (\d+) of 3")),
    ("answers of models", "Runs", on("/runs/", r"Annotation task (\d+) of 3")),
    ("answers of models", "Exports", on(f"{EXPORTS}annotations", r"[Mm]odels Yes \d+ (\d+)")),
    ("answers of models to audit", "Home", on("/", r": Audit (\d+) model answers")),
    ("answers of models to audit", "Overview", on(OVERVIEW, r"(\d+) answers to audit")),
    ("answers of models to audit", "Audit", on("/audit/", r"To audit (\d+)")),
]


def test_every_door_shows_the_same(task, bob, client_of, api_of):
    doors = Doors(task, client_of(bob), api_of(bob))

    found = {}
    for figure, door, read in READINGS:
        found.setdefault(figure, {})[door] = read(doors)

    assert not differences(found), "\n" + "\n".join(differences(found))


def test_a_difference_names_its_doors():
    found = {"complete": {"Home": 7, "Tasks": 7, "API": 8}, "full": {"Home": 3, "Tasks": 3}}

    assert differences(found) == ["complete: 7 on Home, Tasks; 8 on API"]


def differences(found):
    """A line for each figure whose doors do not agree."""
    lines = []
    for figure, numbers in found.items():
        doors = {}
        for door, number in numbers.items():
            doors.setdefault(number, []).append(door)
        if len(doors) > 1:
            lines.append(
                f"{figure}: " + "; ".join(f"{number} on {', '.join(names)}" for number, names in doors.items())
            )
    return lines
