"""The pooled verdict on each evidence group: machines square, people round, on one scale."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from experiments.studies.charts import StudySubject


@charts.registry.register("study_verdicts")
class PooledVerdicts(charts.PageChart):
    page = "study_overview"
    title = gettext_noop("Pooled verdicts")
    order = 10

    def missing(self, subject: StudySubject):
        return _("Not defined: no evidence group has a score yet.")

    def chart(self, subject: StudySubject):
        if not subject.verdicts:
            return None
        has_people = any(each.people.n for each in subject.verdicts)
        groups = [(name_of(each), _estimates(each, has_people)) for each in subject.verdicts]
        chart = charts.dot_groups(
            groups,
            title=_("Pooled verdicts"),
            finding=_finding(subject.verdicts, has_people),
            low=1,
            high=subject.scale_size,
            unit=_("scores"),
            write_tick=lambda level: f"{level:g}",
        )
        words = _(
            "Mean level of each evidence group, 95 %% interval over rubrics and over people. %(n)s of %(all)s groups."
        )
        legend = [charts.Key(_("Machines"), "llm")] + ([charts.Key(_("People"), "human")] if has_people else [])
        return replace(
            chart,
            legend=tuple(legend),
            definition=words % {"n": numbers.count(len(groups)), "all": numbers.count(subject.n_groups)},
            anchor="verdicts",
            items_href=subject.verdicts_href,
            note=chart.note if has_people else f"{chart.note} {_('No person has scored this evidence yet.')}",
        )


def name_of(verdict):
    """The title of an evidence group's first text with its name, or the name alone."""
    title = next((title for title in verdict.bundle.titles if title), "")
    return f"{verdict.bundle.name} {title}"[:60].strip()


def _estimates(verdict, has_people):
    sides = [
        (_("Machines"), verdict.machines, "llm", _("no rubric")),
        (_("People"), verdict.people, "human", _("no answers yet")),
    ]
    return [
        charts.EstimateMark(
            label,
            found.value,
            found.low,
            found.high,
            found.n,
            kind,
            "" if found.value is not None else reason,
        )
        for label, found, kind, reason in (sides if has_people else sides[:1])
    ]


def _finding(verdicts, has_people):
    apart = max(verdicts, key=lambda each: abs(each.difference or 0))
    if has_people and apart.difference:
        words = _("People and machines differ most on “%(group)s”, by %(levels)s levels")
        return words % {"group": name_of(apart), "levels": numbers.point(abs(apart.difference))}
    known = [each for each in verdicts if each.machines.value is not None]
    if not known:
        return _("Verdicts of people alone")
    low, high = (pick(known, key=lambda each: each.machines.value) for pick in (min, max))
    words = _("Machines go from %(low)s (%(first)s) to %(high)s (%(last)s)")
    return words % {
        "low": numbers.point(low.machines.value),
        "first": name_of(low),
        "high": numbers.point(high.machines.value),
        "last": name_of(high),
    }
