"""Pages of one experiment: what it came to, its looks, and its plan."""

from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers
from evalhub.lists.views import METHODS, answer
from experiments.trials.actions import looks
from experiments.trials.forms import ConcludeForm
from experiments.trials.models.experiment_metric import GUARDRAIL
from experiments.trials.views import next_step, results
from experiments.trials.views.frame import experiment_of, frame
from experiments.trials.views.labels import MEASURE_LABELS, METHOD_LABELS, ROLE_LABELS, SCORES_LABELS, level, number
from experiments.trials.views.lists.cases import ExperimentCaseList
from experiments.trials.views.lists.history import ExperimentHistory
from experiments.trials.views.lists.looks import ExperimentLookList
from experiments.trials.views.lists.shares import VariantSharesList
from experiments.trials.views.planning import metrics_of
from experiments.trials.views.traffic import policy_facts

DETAIL, LIST = "experiments/trials/experiment_detail.html", "experiments/trials/experiment_list.html"


@requires("read")
@require_safe
def experiment_detail(request, experiment_id):
    """Whoever opens it looks: another look is stored where the data have changed. `look` shows a stored one again,
    `treatment` chooses one of several. For htmx, which asks while scores come in, how far they are; the page is read
    again once all are there."""
    experiment = experiment_of(request, experiment_id)
    if not request.htmx:
        return detail(request, experiment)
    if not next_step.is_scoring(experiment):
        return HttpResponseClientRefresh()
    context = {"experiment": experiment, "step": next_step.scoring(experiment)}
    return render(request, "experiments/trials/next_step.html", context)


def detail(request, experiment, form=None, status=200):
    """The page of the results; `form` a ConcludeForm that was refused."""
    look, is_newest = look_of(request, experiment)
    context = frame(request, experiment, "results") | {"look": look, "is_newest": is_newest}
    if look is not None:
        context |= results.shown(experiment, look, request.GET.get("treatment", ""))
    else:
        context |= plan_context(experiment)
    if is_newest:
        context["step"] = next_step.step_of(experiment, look, may_manage=context["may_manage"])
    if context["may_conclude"]:
        context["form"] = form or ConcludeForm(variants=context["variants"], look=look)
    return render(request, DETAIL, context, status=status)


@requires("read")
@require_http_methods(METHODS)
def experiment_cases(request, experiment_id):
    """The pairs of two variants with the scores of each; `change` chooses those that differ."""
    experiment = experiment_of(request, experiment_id)
    if experiment.dataset_version_id is None:
        raise Http404
    context = frame(request, experiment, "cases")
    return answer(request, ExperimentCaseList(request, parent=experiment), template=LIST, context=context)


def _list_page(tab, declared):
    """The view of a tab that is one list."""

    @requires("read")
    @require_http_methods(METHODS)
    def page(request, experiment_id):
        experiment = experiment_of(request, experiment_id)
        context = frame(request, experiment, tab)
        return answer(request, declared(request, parent=experiment), template=LIST, context=context)

    return page


experiment_looks = _list_page("looks", ExperimentLookList)
experiment_shares = _list_page("shares", VariantSharesList)  # of a bandit; of other experiments there are none
experiment_alike = _list_page("history", ExperimentHistory)  # those with the same primary metric, and their repeats


@requires("read")
@require_safe
def experiment_plan(request, experiment_id):
    """What was decided before the start."""
    experiment = experiment_of(request, experiment_id)
    context = frame(request, experiment, "plan") | plan_context(experiment)
    return render(request, "experiments/trials/experiment_plan.html", context)


def plan_context(experiment):
    # The planned metrics in words; one statement, for their titles.
    titles = dict(metrics_of(experiment.organization, with_measures=False)) | MEASURE_LABELS
    return {
        "rules": _rules(experiment),
        "judges": [_name_of(each) for each in experiment.scoring.get("judges", [])],
        "policy": policy_facts(experiment),
        "metrics": [
            {
                "metric": each,
                "title": titles.get(each.key, each.key),
                "role": ROLE_LABELS[each.role],
                "margin": number(each.margin, each.key) if each.role == GUARDRAIL else "",
                "scores": SCORES_LABELS[each.scores],
            }
            for each in experiment.metrics.all()
        ],
    }


def _name_of(judge):
    """Of a judge as `evaluations.create_batch` takes it: a model, one with its way of scoring, or a jury."""
    if isinstance(judge, str):
        return judge
    return judge["model"] if "model" in judge else ", ".join(map(_name_of, judge["jury"]["members"]))


def _rules(experiment):
    """[(what, how)]: how it is decided."""
    n = {"shown": numbers.count(experiment.planned_n)}
    if experiment.dataset_version_id:
        planned = ngettext("%(shown)s pair", "%(shown)s pairs", experiment.planned_n) % n
    else:
        planned = ngettext("%(shown)s unit", "%(shown)s units", experiment.planned_n) % n
    days, prior = experiment.minimum_days, experiment.prior_deviation
    found = [
        (_("Method"), METHOD_LABELS[experiment.method]),
        (_("Intervals"), f"{level(experiment.significance_level)} %"),
        (_("Planned size"), planned),
        (_("Least size"), _("%(n)s; fewer decide nothing") % {"n": numbers.count(experiment.minimum_sample_size)}),
        (_("Least duration"), ngettext("%(n)s day", "%(n)s days", days) % {"n": days} if days else ""),
        (_("Prior"), _("normal, mean 0, SD %(n)s") % {"n": prior} if prior else _("flat")),
        (_("Least gain"), experiment.least_effect or ""),
    ]
    return [row for row in found if row[1] != ""]


def look_of(request, experiment):
    """(the look that is shown or None, whether it is the newest)."""
    asked = request.GET.get("look")
    if asked is None:
        return looks.look(experiment=experiment, by=request.user), True
    if not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        raise Http404
    return get_object_or_404(experiment.looks, number=int(asked)), False
