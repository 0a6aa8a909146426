"""What the judge says beside what most people say, as counts."""

from dataclasses import replace

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@charts.registry.register("judge_confusion")
class JudgeConfusion(charts.PageChart):
    page = "judge"
    title = gettext_noop("Confusion matrix")
    order = 10

    def chart(self, subject):
        details = subject.details.get("people_agreement", {})
        counts = details.get("counts", [])
        if not any(map(any, counts)):
            return None
        names = [subject.named(value, is_verdict=details["is_verdict"]) for value in details["values"]]
        cells = []
        for row in counts:
            total = sum(row)
            cells.append([charts.Cell(n / total if total else None, n, _("no answer")) for n in row])
        drawn = charts.heat_grid(
            [charts.Head(_("People: %(value)s") % {"value": name}, "human") for name in names],
            [charts.Head(name, "llm") for name in names],
            cells,
            title=_("Verdicts of people and judge"),
            finding=_finding(counts, is_verdict=details["is_verdict"]),
            write=numbers.share,
        )
        return replace(drawn, definition=_("Rows: most people. Columns: the judge. Shares of a row, and n."))

    def missing(self, subject):
        return _("No item of the test half has a verdict of most people.")


def _finding(counts, *, is_verdict):
    total, right = sum(map(sum, counts)), sum(row[place] for place, row in enumerate(counts))
    if is_verdict:
        (hits, misses), (wrong_passes, rejected) = counts
        words = _("It fails %(misses)s of %(good)s that people pass, and passes %(wrong)s of %(bad)s that people fail.")
        told = {"misses": misses, "good": hits + misses, "wrong": wrong_passes, "bad": wrong_passes + rejected}
        return words % told
    return _("It says what most people say on %(right)s of %(n)s items.") % {"right": right, "n": total}
