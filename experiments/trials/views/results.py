"""What the page of results shows of a stored look."""

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib import reasons
from evalhub.lib.charts import numbers
from evalhub.lib.statistics.experiments import normal_posterior
from evalhub.lib.statistics.experiments.normal_posterior import Posterior
from experiments.evaluations.models import EvaluationScorer
from experiments.trials.actions import looks
from experiments.trials.analysis.health import FAILED, WAITING
from experiments.trials.analysis.plan import interval_of
from experiments.trials.analysis.verdict import KEEP_TESTING, UNHEALTHY
from experiments.trials.models.experiment import BAYESIAN
from experiments.trials.models.experiment_metric import MACHINES
from experiments.trials.views import labels, pictures, slices, traffic

NBSP = "\N{NO-BREAK SPACE}"
CHECK_ICONS = {"passed": "circle-check", "failed": "circle-x", "waiting": "circle-dashed"}
VERDICT_ICONS = {"ship": "circle-check", "roll_back": "undo-2", "unhealthy": "circle-x"}


def shown(experiment, look, position=""):
    """The context of one look; `position` is that of a treatment."""
    checks = look.figures["checks"]
    primary = [each for each in look.figures["results"] if each["metric"]["role"] == "primary"]
    # The primary result of the treatment that is asked for, else of the one that the verdict speaks of.
    names = {str(each.position): each.name for each in experiment.variants.all()}
    name = names.get(position, look.figures["treatment"])
    chosen = next((each for each in primary if each["treatment"] == name), primary[0])
    states = {each["state"] for each in checks}
    return (
        {
            "verdict": {
                "tone": labels.tone_of(look.verdict),
                "icon": VERDICT_ICONS.get(look.verdict, "circle-dashed"),
                "words": _verdict_text(experiment, look, chosen),
            },
            "checks": [_check(each) for each in checks],
            "health": FAILED if FAILED in states else WAITING if WAITING in states else "passed",
            "is_unhealthy": look.verdict == UNHEALTHY,
            "chosen": chosen["treatment"],
            "position": next(each.position for each in experiment.variants.all() if each.name == chosen["treatment"]),
            "treatments": _treatments(experiment, primary, chosen) if len(primary) > 1 else [],
        }
        | _pictures(experiment, look, chosen)
        | traffic.shown(experiment, look, chosen)
    )


def _pictures(experiment, look, chosen):
    """What is drawn of one treatment; two statements."""
    own = [each for each in look.figures["results"] if each["treatment"] == chosen["treatment"]]
    control = next(each for each in experiment.variants.all() if each.is_control)
    scorers = EvaluationScorer.objects.filter(evaluation=control.evaluation_id)
    known = dict(scorers.order_by("-pk").values_list("question__key", "annotator__kind"))
    metrics = [each["metric"] for each in own]
    kinds = {
        each["key"]: known.get(each["key"], "program") if each["scores"] == MACHINES else "human" for each in metrics
    }
    points = looks.sequence(experiment, chosen["treatment"], number=look.number)
    found = {
        "sequence": pictures.sequence(experiment, points, chosen, kinds[chosen["metric"]["key"]]),
        "metrics": pictures.metrics(experiment, own, kinds),
        "guardrails": pictures.guardrails(own, kinds),
        "outcomes": pictures.outcomes(own, kinds),
        "posterior": pictures.posterior(experiment, chosen),
    }
    # (metric, the cases whose scores of it differ) of each metric that has pairs.
    position = next(each.position for each in experiment.variants.all() if each.name == own[0]["treatment"])
    page = reverse("experiments:experiment_cases", args=[experiment.pk]) if experiment.dataset_version_id else ""
    return {
        "pictures": found,
        "why_no_sequence": pictures.why_no_sequence(experiment, chosen),
        "case_links": [
            (
                labels.title(metric),
                f"{page}?{urlencode({'change': 'differ', 'treatment': position, 'metric': metric['key']})}",
            )
            for metric in (each["metric"] for each in own if page and each["wins"] is not None and each["n"])
        ],
        "is_safe": interval_of(experiment.method) == "running",
        "beliefs": _beliefs(experiment, chosen),
        "worth": _worth(chosen),
        "level": labels.level(experiment.significance_level),
    } | slices.shown(experiment, look, chosen, kinds[chosen["metric"]["key"]])


def _beliefs(experiment, result):
    """[(what, probability or loss)] of the posterior."""
    found, key = result["posterior"], result["metric"]["key"]
    if found["mean"] is None:
        return []
    name = result["treatment"]
    rows = [
        (_("Probability that %(name)s is better") % {"name": name}, labels.probability(found["probability_better"]))
    ]
    if experiment.least_effect:
        above = normal_posterior.probability_above(Posterior(**found), experiment.least_effect)
        text = _("Probability of a gain above %(least)s")
        least = labels.number(experiment.least_effect, key)
        rows.append((text % {"least": least}, labels.probability(above)))
    rows.append((_("Expected loss if %(name)s ships") % {"name": name}, labels.loss(found["loss_of_treatment"], key)))
    return [*rows, (_("Expected loss if the control stays"), labels.loss(found["loss_of_control"], key))]


def _worth(result):
    """What the machines' scores are worth beside people's; "" where they are not corrected."""
    if not result["worth"]:
        return ""
    text = _("People's labels with the machines' scores are worth about %(n)s labels alone.")
    return text % {"n": numbers.count(round(result["worth"]))}


def _treatments(experiment, primary, chosen):
    places = {each.name: each.position for each in experiment.variants.all()}
    return [
        {"name": each["treatment"], "position": places[each["treatment"]], "current": each is chosen}
        for each in primary
    ]


def _verdict_text(experiment, look, result):
    """The interval behind the sentence, that of the posterior where it decides, or why there is none."""
    estimate, key = result[interval_of(experiment.method)], result["metric"]["key"]
    belief, level = result["posterior"], labels.level(experiment.significance_level)
    is_early = interval_of(experiment.method) != "running" and result["n"] < experiment.planned_n
    # A test for one look alone has no p before it.
    p = "" if is_early and look.verdict == KEEP_TESTING else labels.p_text(result["p_corrected"])
    if experiment.method == BAYESIAN and belief["mean"] is not None:
        text = _("mean gain %(value)s, %(level)s %% credible interval %(between)s, probability of a gain %(better)s")
        found = {"value": labels.signed(belief["mean"], key), "between": labels.between(belief, key), "level": level}
        said, p = text % (found | {"better": labels.probability(belief["probability_better"])}), ""
    elif estimate["value"] is None:
        said = _("the difference is not defined yet")
    elif estimate["low"] is None:
        found = {"value": labels.signed(estimate["value"], key), "reason": labels.REASONS.get(estimate["reason"], "")}
        said = _("difference %(value)s, %(reason)s") % found
    else:
        found = {"value": labels.signed(estimate["value"], key), "between": labels.between(estimate, key)}
        said = _("difference %(value)s, %(level)s %% interval %(between)s") % (found | {"level": level})
    parts = [f"{labels.title(result['metric'])}: {said}", _counted(experiment, result["n"]), p.replace(" ", NBSP)]
    return ", ".join(filter(None, parts)) + "."


def _counted(experiment, n):
    if experiment.dataset_version_id:
        return ngettext("from %(shown)s pair", "from %(shown)s pairs", n) % {"shown": numbers.count(n)}
    return ngettext("from %(shown)s unit", "from %(shown)s units", n) % {"shown": numbers.count(n)}


def _check(stored):
    return {
        "label": labels.CHECK_LABELS.get(stored["key"], stored["key"]),
        "state": stored["state"],
        "icon": CHECK_ICONS[stored["state"]],
        "reason": str(reasons.of_json(stored["reason"])),
    }
