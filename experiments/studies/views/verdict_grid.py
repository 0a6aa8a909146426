"""A part of the table of verdicts as a page shows it: every cell a number or a word, on a shade that says it too."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from evalhub.lib.charts import numbers
from experiments.studies.analysis.scores import ABSTAINED, SCORED
from experiments.studies.views.missing_labels import BROKEN, REASONS
from experiments.studies.views.shades import shade_of_stage

BUNDLES, LANES = 40, 20


@dataclass(frozen=True)
class Part:
    """The rows and columns of a Heatmap from `first_bundle` and `first_lane` on, of `n_bundles` and `n_lanes`."""

    bundles: tuple
    lanes: tuple
    cells: tuple
    first_bundle: int
    first_lane: int
    n_bundles: int
    n_lanes: int

    @property
    def annotations(self):
        return [cell.score.annotation for row in self.cells for cell in row if cell.score.annotation]


@dataclass(frozen=True)
class CellShown:
    """`look` is a class of the page: s1 to s6, abstained, broken or missing. `why` says all of it in words."""

    key: str
    text: str
    look: str
    why: str
    href: str


@dataclass(frozen=True)
class LaneShown:
    """A column: who scores, and with whose rubric."""

    name: str
    is_person: bool
    simulated: bool
    ordinal: int
    rubric_model: str


@dataclass(frozen=True)
class Row:
    name: str
    titles: str
    cells: list


@dataclass(frozen=True)
class Step:
    """A link to a part beside this one."""

    words: str
    href: str


@dataclass(frozen=True)
class Grid:
    lanes: list
    rows: list
    words: str
    steps: list


def part_of(heat, *, bundle, lane):
    """The Part of a Heatmap that the address asks for; numbers that are none begin at the top."""
    row, column = _start(bundle, len(heat.bundles), BUNDLES), _start(lane, len(heat.lanes), LANES)
    return Part(
        bundles=heat.bundles[row : row + BUNDLES],
        lanes=heat.lanes[column : column + LANES],
        cells=tuple(line[column : column + LANES] for line in heat.cells[row : row + BUNDLES]),
        first_bundle=row,
        first_lane=column,
        n_bundles=len(heat.bundles),
        n_lanes=len(heat.lanes),
    )


def grid(part, scale_size, answers):
    """The Grid of a Part; `answers` are its Annotations by id."""
    rows = [
        Row(
            bundle.name,
            "; ".join(title for title in bundle.titles if title),
            [
                _cell(cell, f"v-{bundle.number}-{lane.key}", scale_size, answers)
                for lane, cell in zip(part.lanes, line, strict=True)
            ],
        )
        for bundle, line in zip(part.bundles, part.cells, strict=True)
    ]
    if not part.bundles or not part.lanes:
        words = ""
    else:
        words = _("Evidence groups %(first)s to %(last)s of %(all)s, scorers %(left)s to %(right)s of %(lanes)s") % {
            "first": numbers.count(part.first_bundle + 1),
            "last": numbers.count(part.first_bundle + len(part.bundles)),
            "all": numbers.count(part.n_bundles),
            "left": part.first_lane + 1,
            "right": part.first_lane + len(part.lanes),
            "lanes": part.n_lanes,
        }
    return Grid(lanes=[lane_shown(lane) for lane in part.lanes], rows=rows, words=words, steps=_steps(part))


def lane_shown(lane):
    rubric = lane.rubric
    return LaneShown(lane.name, not lane.model, lane.simulated, rubric.ordinal, rubric.model)


def legend(scale_size):
    """[(stage, class)] of the scale's shades."""
    return [(stage, f"s{shade_of_stage(stage, scale_size)}") for stage in range(1, scale_size + 1)]


def _start(text, most, step):
    number = int(text) if text and text.isdecimal() and len(text) < 6 else 0
    return number // step * step if number < most else 0


def _cell(cell, key, scale_size, answers):
    score = cell.score
    answer = answers.get(score.annotation)
    href = reverse("annotations:task_item", args=[answer.task_id, answer.item_id]) if answer else ""
    if score.agreement is None:
        trust = ""
    else:
        trust = _("; expert agreement probability %(p)s (critic)") % {"p": numbers.point(score.agreement)}
    if score.state == SCORED:
        return CellShown(
            key,
            cell.text,
            f"s{shade_of_stage(cell.value, scale_size)}",
            _("level %(stages)s") % {"stages": cell.text} + trust,
            href,
        )
    if score.state == ABSTAINED:
        return CellShown(key, _("abst."), "abstained", _("abstained") + trust, href)
    why = str(REASONS[score.reason])
    look = "broken" if score.reason in BROKEN else "missing"
    return CellShown(key, why, look, f"{why}: {score.detail[:300]}" if score.detail else why, href)


def _steps(part):
    row, column = part.first_bundle, part.first_lane
    beside = [
        (_("Previous groups"), row - BUNDLES, column, row > 0),
        (_("Next groups"), row + BUNDLES, column, row + BUNDLES < part.n_bundles),
        (_("Previous scorers"), row, column - LANES, column > 0),
        (_("Next scorers"), row, column + LANES, column + LANES < part.n_lanes),
    ]
    return [
        Step(words, "?" + urlencode({"bundle": down, "lane": right}))
        for words, down, right, is_there in beside
        if is_there
    ]
