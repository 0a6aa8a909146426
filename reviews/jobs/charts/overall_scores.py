"""The overall score of each model and person of a job, with the mean of the models as a line."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext


@charts.registry.register("job_overall_scores")
class OverallScores(charts.PageChart):
    """Nothing for fewer than two scores."""

    page = "job_scores"
    title = gettext_noop("Overall scores")
    order = 10

    def chart(self, subject):
        panel, estimates = subject.panel, _estimates(subject)
        if len(estimates) < 2:
            return None
        words = {
            "low": numbers.point(min(each.value for each in estimates)),
            "n": len(estimates),
            "high": numbers.point(max(each.value for each in estimates)),
            "mean": numbers.point(panel.confidence or 0),
        }
        finding = ngettext(
            "Overall scores range from %(low)s to %(high)s. The line is the model's score, %(mean)s.",
            "Overall scores range from %(low)s to %(high)s. The line is the mean of models, %(mean)s.",
            len(panel.answered),
        )
        return charts.dot_intervals(
            estimates,
            title=_("Overall scores"),
            finding=finding % words,
            unit=_("dimensions"),
            reference=panel.confidence,
        )


def _estimates(subject):
    models = [
        charts.EstimateMark(
            member.annotator.model, member.overall.effective_score, n=len(member.dimensions), kind="llm"
        )
        for member in subject.panel.answered
    ]
    people = [
        charts.EstimateMark(person.name, person.overall, n=len(person.scores), kind="human")
        for person in subject.people
        if person.overall is not None
    ]
    return models + people
