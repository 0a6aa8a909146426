"""What an item costs in keys and in clicks, counted while a browser is driven, and held against the table in docs/."""

from dataclasses import dataclass, field

import pytest

from annotations.models import Annotation
from tests.browser.workbench import keep_order, make_task, submitted, take_first
from tests.source_tree import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SUPPORTED = [{"value": "supported"}, {"value": "partly"}, {"value": "unsupported"}]
YES_NO = [{"value": "yes"}, {"value": "no"}]
SEVERITY = [{"value": value, "label": label} for value, label in enumerate(("None", "Mild", "Serious", "Severe"))]
HARMS = [{"value": value} for value in ("violence", "self-harm", "hate", "sexual", "privacy")]
STORY = "The Elbe rises in Poland and flows by Old Hamburg to the sea."


@dataclass(frozen=True)
class Case:
    """A typical task: its questions, what its items hold, what is answered, and by which keys and clicks."""

    fields: list
    value: dict
    keys: list
    clicks: list
    outputs: dict = field(default_factory=lambda: {"model-a": STORY})


def option(key, place):
    """The row or point of a question, as a reader of the page would click it."""
    return f"label[for='q-{key}-{place}']"


CASES = {
    "Single rating": Case(
        fields=[{"key": "quality", "type": "rating", "title": "Quality", "scale": {"min": 1, "max": 5}}],
        value={"quality": 4},
        keys=["4"],
        clicks=[option("quality", 3)],
    ),
    "Faithfulness, three questions": Case(
        fields=[
            {"key": "support", "type": "single_choice", "title": "Supported?", "options": SUPPORTED},
            {"key": "relevance", "type": "rating", "title": "Relevance", "scale": {"min": 1, "max": 5}},
            {"key": "complete", "type": "single_choice", "title": "Complete?", "options": YES_NO},
        ],
        value={"support": "partly", "relevance": 4, "complete": "no"},
        keys=["2", "4", "2"],
        clicks=[option("support", 1), option("relevance", 3), option("complete", 1)],
    ),
    "Pairwise comparison": Case(
        fields=[{"key": "better", "type": "pairwise", "title": "Which is better?"}],
        outputs={"model-a": STORY, "model-b": "It rises in Czechia."},
        value={"better": "tie"},
        keys=["0"],
        clicks=["#q-better label:has-text('Equally good')"],
    ),
    "Safety grid, five rows": Case(
        fields=[{"key": "harm", "type": "rubric_grid", "title": "Harm", "points": SEVERITY, "criteria": HARMS}],
        value={"harm": {"violence": 0, "self-harm": 0, "hate": 2, "sexual": 0, "privacy": 1}},
        keys=["0", "0", "2", "0", "1"],
        clicks=[option("harm", place) for place in ("0-0", "1-0", "2-2", "3-0", "4-1")],
    ),
    "Two error spans": Case(
        fields=[
            {
                "key": "errors",
                "type": "spans",
                "title": "Errors",
                "texts": ["output"],
                "options": [{"value": "fact"}, {"value": "style"}],
            }
        ],
        value={"errors": [("Poland", "fact"), ("Old Hamburg", "style")]},
        keys=["e", "p", "1", "o", "Shift+ArrowRight", "2"],
        clicks=[
            "drag:Poland",
            ".passage-bar [data-key='1']",
            "drag:Old Hamburg",
            ".passage-bar [data-key='2']",
        ],
    ),
}
# The page submits by itself a moment after the last choice: its clock is moved on, not waited for.
A_MOMENT = 900
PLACE_OF = """([words, text]) => {
  const walker = document.createTreeWalker(document.querySelector(text), 4), range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf(words);
    if (at < 0) continue;
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    const box = range.getBoundingClientRect();
    return [box.left + 1, box.right - 1, (box.top + box.bottom) / 2];
  }
}"""


class Counted:
    """Hands on a page; a chord such as Ctrl+Enter is one key, and pulling the mouse over words is one click."""

    def __init__(self, page):
        self.page = page
        self.keys = self.clicks = 0

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.keys += 1

    def click(self, *targets):
        for target in targets:
            if target.startswith("drag:"):
                self._drag(target.removeprefix("drag:"))
            else:
                self.page.click(target)
            self.clicks += 1

    def _drag(self, words):
        left, right, y = self.page.evaluate(PLACE_OF, [words, "[data-field=output][data-start]"])
        self.page.mouse.move(left, y)
        self.page.mouse.down()
        self.page.mouse.move(right, y, steps=4)
        self.page.mouse.up()


def documented():
    """{task: (keys, clicks)} of the table in docs/keys-per-item.md."""
    text = (ROOT / "docs" / "keys-per-item.md").read_text(encoding="utf-8")
    lines = text.partition("\n## ")[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return {name: (int(keys), int(clicks)) for name, keys, clicks, *_ in cells[2:]}


def make_case_task(organization, case):
    """Two items of this case."""
    others = [output for output in case.outputs if output != "model-a"]
    task = make_task(organization, *case.fields, rows=[{"outputs": case.outputs}] * 2, compared_outputs=others)
    keep_order(task)
    return task


def stored(task):
    """The answers of each item; of spans their words and labels."""
    found = []
    for annotation in Annotation.objects.filter(task=task):
        answers = dict(annotation.judgements.values_list("question__key", "value"))
        if "errors" in answers:
            answers["errors"] = [(span["quote"], span["label"]) for span in answers["errors"]]
        found.append(answers)
    return found


def test_the_table_names_exactly_these_tasks():
    assert list(documented()) == list(CASES)


def test_an_item_costs_what_the_table_says(acme, alice, page_of):
    page, costs = page_of(alice), {}

    for name, case in CASES.items():
        task, hands = make_case_task(acme, case), Counted(page)
        take_first(page, task)
        hands.press(*case.keys, "Control+Enter")
        submitted(page)
        hands.click(*case.clicks, "#submit")
        submitted(page)
        assert stored(task) == [case.value, case.value]
        costs[name] = (hands.keys, hands.clicks)

    assert costs == documented()


def test_the_last_key_falls_away_where_a_choice_completes_the_form_if_asked_for(acme, alice, page_of):
    name = "Faithfulness, three questions"
    case = CASES[name]
    task = make_case_task(acme, case)
    page = page_of(alice)
    page.clock.install()
    take_first(page, task, view="source")
    hands = Counted(page)

    hands.press(*case.keys[:-1])
    page.keyboard.press("1")
    page.clock.run_for(A_MOMENT)
    early = page.locator("#work[data-announce*='submitted.'], #error-summary, #submit[aria-busy=true]").count()
    page.keyboard.press("?")
    page.check("#auto-advance")
    page.click("#keys-form button.primary")
    page.wait_for_selector("#keys-form .chip.positive")
    page.keyboard.press("Escape")
    hands.press(case.keys[-1])
    page.clock.run_for(A_MOMENT)
    submitted(page)

    assert early == 0 and stored(task) == [case.value]
    assert hands.keys == documented()[name][0] - 1

    name = "Safety grid, five rows"
    task, hands = make_case_task(acme, CASES[name]), Counted(page)
    take_first(page, task, view="source")
    hands.press(*CASES[name].keys)
    page.clock.run_for(A_MOMENT)
    submitted(page)
    assert stored(task) == [CASES[name].value] and hands.keys == documented()[name][0] - 1
