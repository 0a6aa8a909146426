"""Agreement among people over the period, of the task with most items."""

from dataclasses import replace

from annotations.agreement.bands import RELIABLE, written
from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.costs.charts import CostsSubject
from reviews.costs.results import LEAST_N


@charts.registry.register("people_agreement")
class PeopleAgreement(charts.PageChart):
    page = "costs"
    title = gettext_noop("Agreement among people")
    order = 60

    def missing(self, subject: CostsSubject):
        return _("Not defined: no question has items that two people labeled in this period. Ask a second annotator.")

    def chart(self, subject: CostsSubject):
        found = subject.figures.agreement
        if not found.points:
            return None
        points = [
            charts.EstimateMark(subject.name_of(last), rate.value, rate.low, rate.high, rate.n, "human", rate.reason)
            for last, rate in found.points
        ]
        words = {
            "value": written(found.all.value),
            "question": found.question,
            "task": found.task,
            "n": numbers.count(found.all.n),
            "level": found.level,
        }
        finding = (
            _("Alpha of people is %(value)s")
            if found.all.is_sure
            else _("Alpha of people: too few items for a finding")
        )
        chart = charts.line(
            points,
            title=_("Agreement among people"),
            finding=finding % words,
            definition=_(
                "Alpha (%(level)s) of “%(question)s” in “%(task)s”, the task with most items, n %(n)s. Each point: "
                "items completed since the point before. High agreement: an interval from 0.80 (dashed) up."
            )
            % words,
            high=1.0,
            write=numbers.point,
            least_n=LEAST_N,
            reference=RELIABLE,
            is_small=subject.is_small,
        )
        return replace(chart, anchor="agreement", items_href=subject.hrefs.get("people_agreement", ""))
