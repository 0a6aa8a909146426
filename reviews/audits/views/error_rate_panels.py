"""How often a model's answers are wrong, as the audit list draws it: one figure over all, one estimate per question."""

from dataclasses import dataclass
from typing import Any

from evalhub.lib import charts
from evalhub.lib.charts import Chart, numbers
from evalhub.lib.translation import gettext as _
from reviews.audits.actions import error_rates
from reviews.audits.actions.error_rates import ErrorRate

MOST_MODELS = 3


@dataclass(frozen=True)
class RatePanel:
    """The figures of one machine in a task; `chart` is None while no question has one."""

    overall: ErrorRate
    chart: Chart | None

    @property
    def value(self):
        return numbers.percent(self.overall.rate) if self.overall.is_shown else None

    @property
    def reason(self):
        """Why there is no figure."""
        met = {"n": numbers.count(self.overall.n), "drawn": numbers.count(self.overall.drawn)}
        return _("%(n)s of %(drawn)s audited") % met if self.overall.n else _("Not defined yet")

    @property
    def interval(self):
        low, high = (numbers.percent(bound) for bound in (self.overall.low, self.overall.high))
        return _("95 %% CI %(low)s to %(high)s") % {"low": low, "high": high}


@dataclass(frozen=True)
class TaskRates:
    """The RatePanels of the task that is shown, when they were computed, and the other tasks that have any."""

    task: Any
    at: Any
    panels: list
    others: list
    is_blind: bool
    least: int = error_rates.LEAST_SHOWN


def of_tasks(tasks, task_id=None):
    """The TaskRates of the task with this id, else of the first that has any figure; None without any."""
    kept = error_rates.kept(tasks)
    known = [task for task in tasks if task.pk in kept and kept[task.pk].overall]
    shown = sorted(known, key=lambda task: not any(rate.is_shown for rate in kept[task.pk].overall))
    if task_id:
        shown = [task for task in known if task.pk == task_id]
    if not shown:
        return None
    task, estimate = shown[0], kept[shown[0].pk]
    panels = [RatePanel(overall, _chart(overall, estimate)) for overall in estimate.overall[:MOST_MODELS]]
    others = [each for each in known if each.pk != task.pk]
    return TaskRates(task, estimate.at, panels, others, is_blind=task.audit_sample_mode == "blind_first")


def _chart(overall, estimate):
    """The error rate of each question with its interval."""
    rates = [rate for rate in estimate.rates if rate.annotator.pk == overall.annotator.pk]
    known = [rate for rate in rates if rate.is_shown]
    if not known:
        return None
    worst = max(known, key=lambda rate: rate.rate)
    figures = {"question": worst.question.title, "rate": numbers.percent(worst.rate), "n": numbers.count(worst.n)}
    finding = _("Most often wrong: %(question)s, %(rate)s of %(n)s items.") % figures
    reason = _("No sampled answer has been audited blind yet.")
    estimates = [
        charts.EstimateMark(
            rate.question.title,
            rate.rate,
            rate.low,
            rate.high,
            n=rate.n,
            kind="llm",
            reason=reason,
        )
        for rate in rates
    ]
    return charts.dot_intervals(
        estimates,
        title=_("Error rate by question"),
        finding=finding,
        high=None,
        least_n=error_rates.LEAST_SHOWN,
        write=numbers.percent,
        write_tick=numbers.share,
    )
