"""What a study's scores come to for each model, in words and shades; what is undefined comes with its reason."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib.charts import numbers
from evalhub.lib.statistics.jackknife import LEAST_CLUSTERS
from experiments.studies.analysis.between_models import Apart
from experiments.studies.views.missing_labels import REASONS
from experiments.studies.views.shades import shade_of_share

PEOPLE = "people"


@dataclass(frozen=True)
class Share:
    """One stage's share of a distribution; `shade` is 1 to 6."""

    text: str
    shade: int


@dataclass(frozen=True)
class Distribution:
    """A line of shares, or why there is none."""

    title: str
    shares: list
    undefined: str = ""


@dataclass(frozen=True)
class Figure:
    """A number as it is written, or why there is none; `note` stands under it."""

    title: str
    text: str
    undefined: str = ""
    note: str = ""


@dataclass(frozen=True)
class ModelRow:
    """One scoring model, or all people together. `missing` are counts in words."""

    name: str
    is_people: bool
    simulated: bool
    n: int
    missing: list
    distributions: list
    figures: list


@dataclass(frozen=True)
class FigureLine:
    """One figure of all models, in their order."""

    title: str
    figures: list


@dataclass(frozen=True)
class Pair:
    """Two models, or people, and how far they lie apart."""

    left_words: str
    right_words: str
    apart: Apart


def figure_lines(rows):
    """A FigureLine for each figure of ModelRows."""
    return [FigureLine(figures[0].title, list(figures)) for figures in zip(*(row.figures for row in rows), strict=True)]


def pairs(distances):
    """A Pair for each Apart."""
    return [Pair(_name(one.left), _name(one.right), one) for one in distances]


def row_of(name, summary, *, simulated):
    """The ModelRow of a group's Summary."""
    geometry = summary.geometry
    # Why a group of scores has no distribution; "" when it has one.
    if not geometry.n:
        lacking = _("not defined: no scores yet")
    else:
        lacking = _("not defined: every score is an abstention") if geometry.abstained == 1 else ""
    return ModelRow(
        name=_name(name),
        is_people=name == PEOPLE,
        simulated=simulated,
        n=geometry.n,
        missing=[
            _("%(n)s %(reason)s") % {"n": numbers.count(n), "reason": REASONS[reason]}
            for reason, n in summary.missing.items()
        ],
        distributions=[
            _distribution(_("Linear pool"), summary.linear, lacking),
            _distribution(_("Logarithmic pool"), summary.log, lacking),
            _belief(_("Belief, open world"), summary.open_world, "" if geometry.n else lacking),
            _belief(_("Belief, closed world"), summary.closed_world, lacking),
        ],
        figures=_figures(summary, lacking),
    )


def _name(group):
    return _("People") if group == PEOPLE else group


def _distribution(title, shares, lacking):
    if shares is None:
        return Distribution(title, [], lacking or _("not defined: critic weights are all zero"))
    return Distribution(title, [Share(numbers.share(share), shade_of_share(share)) for share in shares])


def _belief(title, belief, lacking):
    if lacking:
        return Distribution(title, [], lacking)
    combined = belief.alone
    if combined is None:
        text = _("not defined over several evidence groups: opinions are combined within each, see the conflict")
        return Distribution(title, [], text)
    reason = _("not defined: conflict %(share)s")
    return _distribution(title, combined.pignistic, reason % {"share": numbers.share(combined.conflict)})


def _figures(summary, lacking):
    geometry = summary.geometry
    nobody = "" if geometry.n else lacking
    return [
        _figure(_("Expected level"), summary.expected_stage, lacking, "{:.2f}".format),
        _figure(_("Entropy"), summary.entropy, lacking, numbers.point),
        _figure(_("Share on inner levels"), summary.mid_scale_mass, lacking, numbers.share),
        _figure(_("Abstained"), geometry.abstained, lacking, numbers.share),
        _figure(_("Single levels"), geometry.singletons, lacking, numbers.share),
        _figure(_("Conflict, open world"), None if nobody else summary.open_world.conflict, nobody, numbers.share),
        _figure(
            _("Conflict, closed world"), None if lacking else summary.closed_world.conflict, lacking, numbers.share
        ),
        _bias(summary.length_bias, lacking),
    ]


def _figure(title, value, reason, write):
    if value is None:
        return Figure(title, "", reason or _("not defined: critic weights are all zero"))
    return Figure(title, write(value))


def _bias(bias, lacking):
    title = _("Length bias")
    if bias.slope is None:
        return Figure(title, "", lacking or _("not defined: the level texts have equal length"))
    if bias.reason == "FEW_RUBRICS":
        note = ngettext(
            "no interval: %(n)s rubric; %(least)s are needed",
            "no interval: %(n)s rubrics; %(least)s are needed",
            bias.n_rubrics,
        )
        note %= {"n": bias.n_rubrics, "least": LEAST_CLUSTERS}
        return Figure(title, numbers.point(bias.slope), note=note)
    note = numbers.interval(bias.low, bias.high)
    if bias.low <= 0 <= bias.high:
        note = _("%(interval)s; includes zero: inconclusive") % {"interval": note}
    return Figure(title, numbers.point(bias.slope), note=note)
