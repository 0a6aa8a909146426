"""A table of what the verdict would be with another prior, other scores or another threshold."""

from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from experiments.trials.actions import what_if
from experiments.trials.analysis.plan import BAYESIAN, interval_of
from experiments.trials.views import labels
from experiments.trials.views.frame import experiment_of, frame

TEMPLATE = "experiments/trials/what_if.html"


@requires("read")
@require_safe
def experiment_what_if(request, experiment_id):
    """A page, and for htmx a part of the page of results. Computed of the data as they are now, and never stored."""
    experiment = experiment_of(request, experiment_id)
    found = [] if experiment.started_at is None else what_if.changes(experiment)
    context = frame(request, experiment, "what-if") | {"rows": [_row(each) for each in found]}
    return render(request, f"{TEMPLATE}#table" if request.htmx else TEMPLATE, context)


def _row(change):
    figures = change.figures
    primary = next(each for each in figures.results if each.metric.role == "primary")
    result = figures.of(primary.metric.key, figures.verdict.treatment)[0]
    key = result.metric.key
    amount = "" if change.amount is None else labels.number(change.amount, key)
    title, note = {
        "": (_("As planned"), labels.SCORES_LABELS[result.metric.scores]),
        what_if.FLAT: (_("Flat prior"), _("the posterior decides")),
        what_if.SCEPTICAL: (_("Sceptical prior"), _("SD %(amount)s; the posterior decides") % {"amount": amount}),
        what_if.MACHINES_ALONE: (_("Machines alone"), _("not corrected")),
        what_if.PEOPLE_ALONE: (_("People alone"), ""),
        what_if.MUST_EXCEED: (_("Gain must exceed %(amount)s") % {"amount": amount}, ""),
    }[change.kind]
    shown, better = _shown(change, result), result.posterior.probability_better
    return {
        "title": title,
        "note": note,
        "difference": labels.difference(shown, result.metric.key),
        "probability": "" if better is None else labels.probability(better),
        "verdict": figures.verdict.verdict,
        "treatment": result.treatment,
    }


def _shown(change, result):
    """The interval that decides; that of the posterior, whose gain is turned back, where this decides."""
    if change.method == BAYESIAN:
        found = result.posterior
        ends = {"value": found.mean, "low": found.low, "high": found.high}
        if result.sign < 0:
            ends = {"value": found.mean, "low": found.high, "high": found.low}
            ends = {name: None if end is None else -end for name, end in ends.items()}
        return ends | {"reason": found.reason}
    return vars(getattr(result, interval_of(change.method)))
