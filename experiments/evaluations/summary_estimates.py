"""What a summary of scores comes to with its interval, and how far what has no score could move it."""

from annotations.labels.types import registry as label_types
from annotations.models import Question
from evalhub.lib.statistics import proportions
from evalhub.lib.statistics.estimate import Estimate
from evalhub.lib.translation import gettext as _
from experiments.evaluations.models import ScoreSummary
from experiments.evaluations.reducers import MAJORITY, MEAN

FEW = 30  # scores below which a figure is grey


def ends_of(question: Question) -> tuple[float | None, float | None]:
    """The least and the greatest score there is, None where the scale has no ends."""
    domain = label_types[question.label_type].domain(question.config)
    return (domain[0], domain[-1]) if domain else bounds_of(question)


def bounds_of(question: Question) -> tuple[float | None, float | None]:
    """The ends of the question's continuous scale, None where it has none."""
    return label_types[question.label_type].bounds(question.config)


def name_of(question: Question) -> str:
    """What a metric is called beside its figure: its title, or its key in words where the title asks something."""
    return metric_name(question.key, question.title)


def titled(question: Question, reducer: str) -> str:
    """The same with how repetitions became one value, where it is not by their mean."""
    name = name_of(question)
    return name if reducer in ("", MEAN) else f"{name}, {reducer_name(reducer)}"


def reducer_name(reducer: str) -> str:
    return _("majority") if reducer == MAJORITY else _("mean") if reducer == MEAN else reducer


def metric_name(key: str, title: str) -> str:
    """The same for a metric that no question copies yet."""
    return key.replace("_", " ").capitalize() if title.endswith("?") else title


def is_share(question: Question) -> bool:
    """Whether scores are 0 or 1 and nothing between, so that their mean is a share."""
    return bounds_of(question) == (0, 1) and bool(question.config.get("integer"))


def passes_of(summary: ScoreSummary) -> Estimate | None:
    """The Estimate of the share of scores that pass; None where the metric has no threshold."""
    return None if summary.n_passed is None else proportions.wilson(summary.n_passed, summary.n_scored)


def with_failures(summary: ScoreSummary) -> tuple[float, float] | None:
    """(least, greatest) the mean would be if everything that failed had the lowest or the highest score of the scale.

    None where nothing failed, nothing was scored, the scale has no ends, or repetitions become one value, which some
    of them may have and others not.
    """
    least, most = ends_of(summary.question)
    failed = sum(summary.failed.values())
    if summary.cases or not failed or summary.mean is None or least is None or most is None:
        return None
    total = summary.n_scored + failed
    scored = summary.mean * summary.n_scored
    return (scored + failed * least) / total, (scored + failed * most) / total
