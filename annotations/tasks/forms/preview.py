"""The form as annotators will see it: its guideline, a case of the dataset and the cards, beside what is unfinished."""

from dataclasses import dataclass

from annotations import content
from annotations.labels import schema
from annotations.labels.widgets import scripts, widget
from annotations.tasks.actions import item_content
from annotations.tasks.forms import question_rows
from annotations.tasks.forms.builder import written
from annotations.tasks.models import TaskItem
from datasets.models import ModelOutput
from evalhub.lib import markdown
from evalhub.lib.errors import EvalHubError

MAX_CASE = 1_000  # the last case that the preview leafs to


@dataclass(frozen=True)
class Preview:
    """`cards` are widgets, `open_questions` the numbers of the questions that cannot be drawn yet.

    `pane` draws the case `case_number` (from 1) of `cases`; None without a version.
    """

    guideline: str
    cards: list
    open_questions: list
    schema_json: str
    scripts: list
    pane: object = None
    case_number: int = 0
    cases: int = 0

    @property
    def before(self):
        return self.case_number - 1 if self.case_number > 1 else 0

    @property
    def after(self):
        return self.case_number + 1 if self.case_number < self.cases else 0


def preview(builder, *, instructions, version=None, outputs=(), case_number=1):
    """The Preview of a Builder. `outputs` are names in the order shown; none is the first one there is."""
    specs, unfinished = _specs(builder)
    shown, number, cases = _sample(version, outputs, case_number)
    return Preview(
        guideline=markdown.render(instructions or ""),
        cards=[widget(spec, prefix="preview", shown=shown, note={}) for spec in specs],
        open_questions=unfinished,
        schema_json=written(specs) if specs and not unfinished else "",
        scripts=scripts(specs),
        pane=content.pane(shown) if shown else None,
        case_number=number,
        cases=cases,
    )


def case_number(post):
    """Which case the preview is to show: as its buttons ask, else as it did before, else the first."""
    asked = post.get("do", "").partition("case:")[2] or post.get("preview_case", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 1


def _specs(builder):
    """The specs, or those of the questions that are finished, and the numbers of those that are not."""
    try:
        return builder.parse(), []
    except EvalHubError:
        if builder.mode == "json":
            return [], []
    specs, unfinished, keys = [], [], set()
    for index, row in enumerate(builder.rows):
        key = question_rows.key_of(row, index).lower()
        try:
            found = schema.parse({"fields": [question_rows.field_of(question_rows.without_conditions(row), index, {})]})
        except EvalHubError:
            unfinished.append(index + 1)
            continue
        if key in keys:
            unfinished.append(index + 1)
        else:
            specs += found
            keys.add(key)
    return specs, unfinished


def _sample(version, outputs, number):
    """An ItemContent of a case, its number and how many there are to leaf through; (None, 0, 0) without any."""
    if version is None or not version.row_count:
        return None, 0, 0
    cases = min(version.row_count, MAX_CASE)
    number = min(max(number, 1), cases)
    case = version.cases.order_by("row_index")[number - 1 : number].first()
    if case is None:
        return None, 0, 0
    outputs_of_case = ModelOutput.objects.of_data().filter(test_case=case, repetition=1)
    found = dict(outputs_of_case.values_list("system__name", "pk"))
    named = [found[name] for name in outputs if name in found] or list(found.values())[:1]
    item = TaskItem(pk=None, test_case=case, position=number - 1, outputs=named)
    return item_content.content_of(item), number, cases
