"""A question of each label type, and an annotator's hands that answer it by keys alone."""

from dataclasses import dataclass, field

from tests.annotations.labels.types.beside import CONVERSATION

POINTS = ["Poor", "Fair", "Good"]
OPTIONS = [{"value": "correct", "label": "Correct"}, {"value": "partly", "label": "Partly"}, {"value": "wrong"}]
REMARK = "Sums up. Zu kurz, \u00e4\u2014\U0001f600"
WORDS = "Trams run every ten minutes on weekdays, said \U0001f468\u200d\U0001f469\u200d\U0001f467 Zoe\u0308."
QUESTIONS = {
    "single_choice": {"options": OPTIONS},
    "multiple_choice": {"options": OPTIONS},
    "rating": {"scale": {"min": 1, "max": 5}},
    "likert": {"points": POINTS},
    "number": {"min": 0, "max": 100},
    "text": {"multiline": True},
    "pairwise": {"graded": True, "both_bad": True},
    "ranking": {},
    "rubric_grid": {"points": POINTS, "criteria": [{"value": "tone"}, {"value": "facts"}, {"value": "form"}]},
    "spans": {"options": [{"value": "fact"}, {"value": "style"}], "texts": ["input.news"]},
    "turns": {"ask": {"type": "likert", "points": POINTS}},
}


@dataclass(frozen=True)
class Answer:
    """Keys to press once the question is the current one, and the value they stand for.

    Of comparisons the value is that of a page that shows the answers in their stored order.
    """

    keys: tuple
    value: object = field(hash=False)


def span(quote, label):
    start = WORDS.index(quote)
    return {"field": "input.news", "start": start, "end": start + len(quote), "quote": quote, "label": label}


ANSWERS = {
    "single_choice": [Answer(("1",), "correct"), Answer(("3",), "wrong")],
    "multiple_choice": [Answer(("1", "3"), ["correct", "wrong"]), Answer(("1", "2", "1"), ["partly"])],
    "rating": [Answer(("4",), 4), Answer(("5",), 5)],
    "likert": [Answer(("3",), 3), Answer(("1",), 1)],
    "number": [Answer(("Enter", *"42", "Escape"), 42), Answer(("Enter", *"7.5", "Escape"), 7.5)],
    "text": [
        Answer(("Enter", *REMARK, "Escape"), REMARK),
        Answer(("Enter", *"two", "Enter", *"lines 12s?", "Escape"), "two\nlines 12s?"),
    ],
    "pairwise": [Answer(("1",), "first_much"), Answer(("3",), "second")],
    "ranking": [
        Answer(("2", "1", "Escape"), [["2"], ["1"]]),
        Answer(("1", "2", "Escape"), [["1"], ["2"]]),
    ],
    "rubric_grid": [
        Answer(("3", "1", "2"), {"tone": 3, "facts": 1, "form": 2}),
        Answer(("1", "1", "3"), {"tone": 1, "facts": 1, "form": 3}),
    ],
    "spans": [
        Answer(
            ("e", "ArrowRight", "Shift+ArrowRight", "2", "ArrowRight", "1", "Escape"),
            [span("run every", "style"), span("minutes", "fact")],
        ),
        Answer(
            ("e", *["ArrowRight"] * 7, "ArrowRight", "Enter", "Escape"),
            [span("\U0001f468\u200d\U0001f469\u200d\U0001f467", "fact")],
        ),
    ],
    "turns": [Answer(("1", "3"), {"2": 1, "5": 3}), Answer(("3", "2"), {"2": 3, "5": 2})],
}
MIRRORED = {"first_much": "second_much", "second": "first"}


def form_of(*label_types):
    return {
        "fields": [
            {"key": kind, "type": kind, "title": kind, "reason": "off"} | QUESTIONS[kind] for kind in label_types
        ]
    }


def case():
    """What `make_version` takes: a text to mark, a conversation, and two answers to compare."""
    outputs = {"model-a": "Every ten minutes.", "model-b": "Now and then."}
    return {"input": {"news": WORDS, "chat": CONVERSATION}, "outputs": outputs}


TAKEN = "#work[data-announce*='submitted.']"
# A digit leads to the next open question, which is here then; a turn stands in the item.
IS_HERE = """id => {
  const on = document.activeElement;
  const question = on.closest('#answer .question') ?? document.querySelector('#answer .question[data-current]');
  return (on.closest('[data-of]')?.dataset.of ?? question?.id) === id;
}"""


class Hands:
    """Answers the item on `page`, question by question; `given` is what must be stored for it in the end."""

    def __init__(self, page):
        self.page = page
        self.given = {}
        self.sign = TAKEN

    def press(self, *keys):
        for key in keys:
            if len(key) == 1 and not key.isascii():
                self.page.keyboard.insert_text(key)
            else:
                self.page.keyboard.press(key)

    def answer(self, number, *label_types):
        """The answer `number` to each of these questions, which follow each other on the page."""
        for kind in label_types:
            chosen = ANSWERS[kind][number % len(ANSWERS[kind])]
            if not self.page.evaluate(IS_HERE, f"q-{kind}"):
                self.press("j")
            self.page.wait_for_selector(f"#answer .question[data-question={kind}][data-current]")
            self.press(*chosen.keys)
            self.given[kind] = _as_stored(chosen.value) if self._is_turned() else chosen.value

    def item_id(self):
        address = self.page.locator("#answer").get_attribute("data-draft-url")
        return int(address.rstrip("/").split("/")[-2])

    def submit(self):
        self.press("Control+Enter")

    def taken(self):
        """Wait until the server has taken the answers; returns what was given."""
        self.page.wait_for_selector(self.sign)
        self.sign = TAKEN
        self.page.evaluate("document.getElementById('work').dataset.announce = ''")
        given, self.given = self.given, {}
        return given

    def _is_turned(self):
        """Whether the page shows the second answer first."""
        shown = self.page.locator("#item [data-field^='output.']")
        return shown.count() > 0 and shown.first.get_attribute("data-field") == "output.2"


def _as_stored(value):
    if isinstance(value, str):
        return MIRRORED.get(value, value)
    if isinstance(value, list) and value and isinstance(value[0], list):
        return [["2" if name == "1" else "1" for name in group] for group in value]
    return value
