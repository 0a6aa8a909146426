"""MMLU: questions with lettered choices, as columns A to D, or as a list with the place of the right one."""

from datasets.readers.shapes import Shape, UnfitRow, registry
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

COLUMNS = ["question", "A", "B", "C", "D", "answer"]
LETTERS = "ABCDEFGHIJ"


def is_row(cells):
    """Whether the first line of a CSV file is a question already, a text of some words: MMLU's files have no header."""
    return len(cells) == len(COLUMNS) and all(cells) and cells[-1] in [*"ABCD"] and cells[0].count(" ") > 1


@registry.register("mmlu")
class Mmlu(Shape):
    title = "MMLU"
    says = gettext_noop("Question and choices are the prompt; the letter of the right choice is the expected output.")

    def fits(self, values):
        names = values.keys()
        return names >= {*COLUMNS} or (names >= {"question", "choices", "answer"} and len(_choices(values)) > 1)

    def row(self, values):
        choices = _choices(values)
        letter = _letter(values.get("answer"), len(choices))
        lines = [f"{mark}. {choice}" for mark, choice in zip(LETTERS, choices, strict=False)]
        shaped = {
            "prompt": "\n".join([str(values.get("question")), "", *lines]),
            "expected_output": letter,
            "acceptable_answers": [letter, choices[LETTERS.index(letter)]],
        }
        return shaped | {name: value for name, value in values.items() if name not in ("question", "answer")}


def _choices(values):
    if "choices" not in values:
        return [str(values.get(letter)) for letter in "ABCD"]
    choices = values["choices"]
    if isinstance(choices, str):
        try:
            choices = strict_json.loads(choices)
        except strict_json.BadJson:
            return []
    return [str(choice) for choice in choices] if isinstance(choices, list) else []


def _letter(answer, count):
    """A letter as it is, or that of a place from 0; UnfitRow where there is no such choice."""
    text = str(answer).strip().upper()
    if text.isdecimal() and int(text) < min(count, len(LETTERS)):
        return LETTERS[int(text)]
    if len(text) == 1 and text in LETTERS[:count]:
        return text
    raise UnfitRow(_("The answer %(met)s is none of the %(n)s choices.") % {"met": text[:20], "n": count})
