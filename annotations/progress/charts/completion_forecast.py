"""People's answers so far, and when the task is done at this pace."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext

MOST_DAYS_AHEAD = 60


@charts.registry.register("completion_forecast")
class CompletionForecast(charts.PageChart):
    page = "task_overview"
    title = gettext_noop("Forecast")
    order = 10

    def chart(self, subject):
        if not subject.given:
            return None
        history, ahead = _history(subject), []
        total, found = subject.given + subject.states.missing, subject.forecast
        if found is not None and subject.states.missing:
            ahead = [
                charts.EstimateMark(
                    label=subject.named(day), value=value, low=low, high=high, n=round(value), kind="human"
                )
                for day, value, low, high in found.path[1:MOST_DAYS_AHEAD]
            ]
        series = charts.Series(
            [*history, *ahead],
            name=_("expected") if ahead else "",
            hue="human",
            level=80,
            forecast_from=len(history) - 1 if ahead else None,
        )
        return charts.lines(
            [series],
            title=_("Answers by people"),
            finding=_finding(subject),
            definition=_definition(subject, total, has_fan=bool(ahead)),
            high=total,
            reference=total,
            unit=_("answers"),
            write=lambda value: numbers.count(round(value)),
        )

    def missing(self, subject):
        return _("No answers yet. A forecast needs 2 days of answers.")


def _history(subject):
    """The sums at the end of each day since the first answer, or of all days that were counted."""
    begun = next((i for i, (_day, n) in enumerate(subject.days) if n), len(subject.days) - 1)
    days, sums = subject.days[max(0, begun - 1) :], []
    total = subject.given - sum(n for _day, n in days)
    for day, n in days:
        total += n
        sums.append(charts.EstimateMark(label=subject.named(day), value=float(total), n=total, kind="human"))
    return sums


def _finding(subject):
    if not subject.states.missing:
        return _("All answers are given")
    if subject.task.status != "ACTIVE":
        return _("No forecast while the task is not active")
    if subject.forecast is None:
        return _("The forecast needs 2 days of answers")
    pace = numbers.short(round(subject.forecast.per_day, 1 if subject.forecast.per_day < 10 else 0))
    if subject.forecast.done_on is None:
        return _("Over a year left at %(pace)s answers a day") % {"pace": pace}
    return _("Done %(day)s at %(pace)s answers a day") % {
        "day": subject.named(subject.forecast.done_on, long=True),
        "pace": pace,
    }


def _definition(subject, total, *, has_fan):
    words = ngettext(
        "%(given)s of %(total)s answers by %(n)s person.",
        "%(given)s of %(total)s answers by %(n)s people.",
        subject.people,
    )
    text = words % {"given": numbers.count(subject.given), "total": numbers.count(total), "n": subject.people}
    if has_fan:
        text += " " + _("The shaded fan is the 80 % interval.")
    if subject.task.due_on:
        text += " " + _("Due %(day)s.") % {"day": subject.named(subject.task.due_on)}
    return text
