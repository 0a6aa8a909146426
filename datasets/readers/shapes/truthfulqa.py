"""TruthfulQA: questions with a best answer, other correct ones and incorrect ones."""

from datasets.readers.shapes import Shape, UnfitRow, registry, texts
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

PARTS = {
    "question": "prompt",
    "best_answer": "expected_output",
    "correct_answers": "acceptable_answers",
    "incorrect_answers": "incorrect_answers",
}


@registry.register("truthfulqa")
class TruthfulQa(Shape):
    title = "TruthfulQA"
    says = gettext_noop("The best answer is the expected output; correct answers count too, incorrect ones are kept.")

    def fits(self, values):
        return {_plain(name) for name in values} >= PARTS.keys()

    def row(self, values):
        names = {_plain(name): name for name in values}
        parts = {part: values.get(names.get(name)) for name, part in PARTS.items()}
        if not parts["expected_output"]:
            raise UnfitRow(_("The row has no best answer."))
        lists = {name: texts(parts[name]) for name in ("acceptable_answers", "incorrect_answers")}
        return parts | lists | {name: value for name, value in values.items() if _plain(name) not in PARTS}


def _plain(name):
    return name.strip().lower().replace(" ", "_")
