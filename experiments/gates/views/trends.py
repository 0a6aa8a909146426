"""How the figures of a gate's conditions changed over its results, against the limit."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib import reasons
from evalhub.lib.charts import EstimateMark, Panel, trend
from experiments.evaluations.models import EvaluationScorer
from experiments.gates.decision import PASSED
from experiments.gates.views.condition_rows import condition_of, difference_of, writer_of

MOST_RESULTS = 12
MOST_TRENDS = 6
LONGEST_LABEL = 14


def panels_of(result, results):
    """A Panel for each condition of a result that has been decided before, over `results`, the newest first."""
    rows = EvaluationScorer.objects.filter(evaluation=result.evaluation)
    kinds = dict(rows.order_by("-pk").values_list("question__key", "annotator__kind"))
    found = []
    for stored in result.conditions[:MOST_TRENDS]:
        same = [(each, _same(each, stored["text"])) for each in reversed(results)]
        same = [(each, condition) for each, condition in same if condition is not None]
        if len(same) > 1 and any(condition["value"] is not None for _result, condition in same):
            condition = condition_of(stored)
            kind = kinds.get(condition.figure.metric, "everyone")
            limit = condition.limit.plus
            points = [_point(result, each, condition, kind) for result, each in same]
            verdicts = [each["state"] for _result, each in same]
            title = str(condition.figure)
            if condition.limit.of_baseline:
                title = _("%(figure)s less the baseline") % {"figure": title}
                limit = limit if condition.limit.times == 1 else 0.0
            chart = trend(
                points, verdicts, title=title, finding=_finding(same), limit=limit, write=writer_of(condition.figure)
            )
            found.append(Panel(_("Trend: %(figure)s") % {"figure": title}, chart))
    return found


def _same(result, text):
    return next((each for each in result.conditions if each["text"] == text), None)


def _point(result, stored, condition, kind):
    value, low, high = (stored["value"], stored["low"], stored["high"])
    if condition.limit.of_baseline and condition.limit.times == 1:
        value, low, high = difference_of(stored, condition)
    elif condition.limit.of_baseline:
        known = stored["left"] is not None and stored["right"] is not None
        value, low, high = (stored["left"] - stored["right"] if known else None, None, None)
    name = result.evaluation.name
    label = name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1].rstrip()}…"
    reason = str(reasons.of_json(stored["reason"])) if stored["reason"] else ""
    return EstimateMark(label, value, low, high, n=stored["n"], kind=kind, reason=reason)


def _finding(same):
    passed = [each["state"] == PASSED for _result, each in same]
    newest = same[-1][0].evaluation.name
    if all(passed):
        return ngettext("Passed %(n)s time.", "Passed all %(n)s times.", len(passed)) % {"n": len(passed)}
    if not any(passed):
        return _("Never passed in %(n)s results.") % {"n": len(passed)}
    if passed[-1] and not any(passed[:-1]):
        return _("First passed with %(name)s.") % {"name": newest}
    return _("Passed %(passed)s of %(n)s times.") % {"passed": sum(passed), "n": len(passed)}
