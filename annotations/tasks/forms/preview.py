"""The form as annotators will see it: its guideline, a case of the dataset and the cards, beside what is unfinished."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotations import content
from annotations.labels import schema
from annotations.labels.widgets import scripts, widget
from annotations.tasks.actions import item_content, sampling
from annotations.tasks.forms import question_rows
from annotations.tasks.forms.builder import written
from annotations.tasks.models import TaskItem
from datasets.models import ModelOutput
from evalhub.lib import markdown
from evalhub.lib.errors import EvalHubError

MAX_CASE = 1_000  # the last case that the preview leafs to


@dataclass(frozen=True)
class PreviewCard:
    """A question as annotators see it; `place` is that of its row in the builder."""

    place: int
    title: str
    required: bool
    widget: dict


@dataclass(frozen=True)
class Unfinished:
    """A question that cannot be drawn yet, and why."""

    number: int
    text: str

    @property
    def href(self):
        return f"#f{self.number - 1}-title"


@dataclass(frozen=True)
class Preview:
    """`cards` are the questions that can be drawn, `unfinished` the others.

    `pane` draws the case `case_number` (from 1) of `cases`; None without a version, or without a case that matches.
    """

    guideline: str
    cards: list
    unfinished: list
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


def preview(builder, *, instructions, version=None, condition=None, outputs=(), case_number=1):
    """The Preview of a Builder, with one of the cases that meet a filter.

    `outputs` are names in the order shown; none is the first one there is.
    """
    places, specs, unfinished = _specs(builder)
    shown, number, cases = _sample(version, condition, outputs, case_number)
    return Preview(
        guideline=markdown.render(instructions or ""),
        cards=[
            PreviewCard(place, spec.title, spec.required, widget(spec, prefix="preview", shown=shown, note={}))
            for place, spec in zip(places, specs, strict=True)
        ],
        unfinished=unfinished,
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
    """The places and specs of the questions that are finished, and the Unfinished others."""
    try:
        specs = builder.parse()
    except EvalHubError:
        return ([], [], []) if builder.mode == "json" else _finished(builder)
    return list(range(len(specs))), specs, []


def _finished(builder):
    places, specs, unfinished, keys = [], [], [], set()
    for index, row in enumerate(builder.rows):
        key = question_rows.key_of(row, index).lower()
        bare = question_rows.without_conditions(row)
        try:
            (spec,) = schema.parse({"fields": [question_rows.field_of(bare, index, {})]})
        except EvalHubError as error:
            unfinished.append(Unfinished(index + 1, question_rows.sentence(error)))
            continue
        if key in keys:
            unfinished.append(Unfinished(index + 1, _("Another question has the same key.")))
        else:
            places.append(index)
            specs.append(spec)
            keys.add(key)
    return places, specs, unfinished


def _sample(version, condition, outputs, number):
    """An ItemContent of a case, its number and how many there are to leaf through; (None, 0, 0) without any."""
    if version is None or not version.row_count:
        return None, 0, 0
    found = sampling.matching(version, condition, outputs)
    is_all = not condition and len(outputs) < 2
    cases = min(version.row_count, MAX_CASE) if is_all else found.order_by()[:MAX_CASE].count()
    number = min(max(number, 1), cases)
    case = found.order_by("row_index")[number - 1 : number].first() if cases else None
    if case is None:
        return None, 0, 0
    outputs_of_case = ModelOutput.objects.of_data().filter(test_case=case, repetition=1)
    found = dict(outputs_of_case.values_list("system__name", "pk"))
    named = [found[name] for name in outputs if name in found] or list(found.values())[:1]
    item = TaskItem(pk=None, test_case=case, position=number - 1, outputs=named)
    return item_content.content_of(item), number, cases
