"""What the page of results shows of a stored look."""

from evalhub.lib import reasons
from experiments.trials.analysis.health import FAILED, WAITING
from experiments.trials.analysis.plan import interval_of
from experiments.trials.analysis.verdict import UNHEALTHY
from experiments.trials.views import words

CHECK_ICONS = {"passed": "circle-check", "failed": "circle-x", "waiting": "circle-dashed"}
VERDICT_ICONS = {"ship": "circle-check", "roll_back": "undo-2", "unhealthy": "circle-x"}


def shown(experiment, look, asked=""):
    """The context of one look; `asked` is the position of a treatment."""
    checks = look.figures["checks"]
    primary = [each for each in look.figures["results"] if each["metric"]["role"] == "primary"]
    chosen = _chosen(experiment, look, primary, asked)
    return {
        "verdict": {
            "tone": words.tone_of(look.verdict),
            "icon": VERDICT_ICONS.get(look.verdict, "circle-dashed"),
            "numbers": _numbers(experiment, chosen),
        },
        "checks": [_check(each) for each in checks],
        "health": _health(checks),
        "is_unhealthy": look.verdict == UNHEALTHY,
        "chosen": chosen["treatment"],
        "treatments": _treatments(experiment, primary, chosen) if len(primary) > 1 else [],
    }


def _chosen(experiment, look, primary, asked):
    """The primary result of the treatment that is asked for, else of the one that the verdict speaks of."""
    names = {str(each.position): each.name for each in experiment.variants.all()}
    name = names.get(asked, look.figures["treatment"])
    return next((each for each in primary if each["treatment"] == name), primary[0])


def _treatments(experiment, primary, chosen):
    places = {each.name: each.position for each in experiment.variants.all()}
    return [
        {"name": each["treatment"], "position": places[each["treatment"]], "current": each is chosen}
        for each in primary
    ]


def _numbers(experiment, result):
    """The interval behind the sentence, or why there is none."""
    estimate, key = result[interval_of(experiment.method)], result["metric"]["key"]
    return {
        "value": "" if estimate["value"] is None else words.signed(estimate["value"], key),
        "between": words.between(estimate, key),
        "level": words.level(experiment.significance_level),
        "n": result["n"],
        "p": words.p_text(result["p_corrected"]),
        "reason": words.REASONS.get(estimate["reason"], "") if estimate["low"] is None else "",
    }


def _check(stored):
    return {
        "label": words.CHECK_LABELS.get(stored["key"], stored["key"]),
        "state": stored["state"],
        "icon": CHECK_ICONS[stored["state"]],
        "reason": str(reasons.of_json(stored["reason"])),
    }


def _health(checks):
    states = {each["state"] for each in checks}
    return FAILED if FAILED in states else WAITING if WAITING in states else "passed"
