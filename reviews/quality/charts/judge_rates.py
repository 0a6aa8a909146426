"""How often the judge is right by people, by what they said; and how often people agree with each other."""

from evalhub.lib import charts
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

SHOWN = {
    "people_agreement": ("true_passes", "true_fails", "agreement", "among_people"),
    "consistency": ("same_verdict",),
}
OF_PEOPLE = ("among_people",)
LEAST = 30  # fewer are drawn faint


@charts.registry.register("judge_rates")
class JudgeRates(charts.PageChart):
    page = "judge"
    title = gettext_noop("Rates against people")
    order = 20

    def chart(self, subject):
        lines = [line for kind, keys in SHOWN.items() for line in subject.lines(kind, keys)]
        if all(line.value is None for line in lines):
            return None
        rates = {line.key: line for line in lines}
        judge, people = rates.get("agreement"), rates.get("among_people")
        return charts.dot_intervals(
            [subject.estimate(line, "human" if line.key in OF_PEOPLE else subject.kind) for line in lines],
            title=_("Rates against people"),
            finding=_finding(judge, people),
            unit=_("answers"),
            least_n=LEAST,
        )

    def missing(self, subject):
        return _("No item of the test half has a verdict of most people.")


def _finding(judge, people):
    if judge is None or judge.value is None or people is None or people.low is None:
        return _("Wilson intervals, for the effective number of cases.")
    if judge.low is not None and judge.low > people.high:
        return _("It agrees with most people more often than two people agree with each other.")
    if judge.high is not None and judge.high < people.low:
        return _("It agrees with most people less often than two people agree with each other.")
    return _("It agrees with most people about as often as two people agree with each other.")
