"""How figures, types and methods of experiments are said on pages."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.lib.charts import numbers
from evalhub.lib.statistics.estimate import NO_VARIATION, NOT_ALIKE, NOTHING, TOO_FEW, UNINFORMATIVE
from experiments.trials.models.experiment import AB_TEST, BANDIT, BAYESIAN, FREQUENTIST, MODELS, PROMPTS, SEQUENTIAL
from experiments.trials.models.experiment_metric import (
    CORRECTED,
    GUARDRAIL,
    MACHINES,
    PEOPLE,
    PRIMARY,
    SECONDARY,
)

TYPE_LABELS = {
    AB_TEST: _("A/B test"),
    BANDIT: _("Bandit"),
    PROMPTS: _("Prompt comparison"),
    MODELS: _("Model comparison"),
}
METHOD_LABELS = {
    FREQUENTIST: _("One test at the planned size"),
    BAYESIAN: _("Posterior at the planned size"),
    SEQUENTIAL: _("Confidence sequence, valid at every look"),
}
ROLE_LABELS = {PRIMARY: _("Primary"), GUARDRAIL: _("Guardrail"), SECONDARY: _("Secondary")}
SCORES_LABELS = {
    MACHINES: _("scores of machines"),
    PEOPLE: _("labels of people"),
    CORRECTED: _("machines, corrected by people"),
}
CHECK_LABELS = {
    "same_cases": _("Same cases in all variants"),
    "failures": _("No difference in failures"),
    "scorers": _("Scorers unchanged"),
    "labels": _("People's labels are a random sample"),
    "equal_variants": _("No difference between equal variants"),
    "sample_ratio": _("Units shared out as planned"),
    "size": _("Size"),
    "duration": _("Duration"),
}
REASONS = {
    NOTHING: _("not measured in both variants yet"),
    TOO_FEW: _("too few yet"),
    NO_VARIATION: _("no variation, no interval"),
    UNINFORMATIVE: _("not informative"),
    NOT_ALIKE: _("not alike"),
}
MEASURE_LABELS = {
    "latency_ms": _("Latency"),
    "cost_usd": _("Cost of an answer"),
    "tokens_in": _("Tokens of a question"),
    "tokens_out": _("Tokens of an answer"),
}
TONES = {"ship": "positive", "roll_back": "negative", "unhealthy": "negative"}
LEAST_P = 0.001
LEAST_LOSS = 0.0001


def title(metric):
    """The name of a metric as a look stores it; measures of outputs have one in the reader's language."""
    return str(MEASURE_LABELS.get(metric["key"], metric["title"]))


def tone_of(verdict):
    """The tone of the box around a verdict."""
    return TONES.get(verdict, "caution")


def number(value, key=""):
    """A figure of a metric in its unit, with three digits that count."""
    if key == "latency_ms":
        return gettext("%(n)s ms") % {"n": numbers.short(float(f"{value:.3g}"))}
    if key == "cost_usd":
        return f"{numbers.MINUS if value < 0 else ''}{numbers.usd(abs(value)) if value else '$0'}"
    return numbers.short(float(f"{value:.3g}"))


def signed(value, key=""):
    """`+0.15`, `−231 ms`."""
    return f"+{number(value, key)}" if value > 0 else number(value, key)


def between(estimate, key=""):
    """`+0.04 to +0.26`; nothing for an estimate without an interval."""
    if estimate["low"] is None or estimate["high"] is None:
        return ""
    ends = {"low": signed(estimate["low"], key), "high": signed(estimate["high"], key)}
    return gettext("%(low)s to %(high)s") % ends


def p_text(p):
    """`p = 0.023`, never 0; nothing for None."""
    if p is None:
        return ""
    return gettext("p < 0.001") if p < LEAST_P else gettext("p = %(p)s") % {"p": f"{p:.3f}"}


def probability(value):
    """0.961, `> 0.999`, `< 0.001`."""
    if value > 1 - LEAST_P:
        return "> 0.999"
    return "< 0.001" if value < LEAST_P else f"{value:.3f}"


def loss(value, key=""):
    """An expected loss, never written as 0 where it is not."""
    return f"< {number(LEAST_LOSS, key)}" if 0 < value < LEAST_LOSS else number(value, key)


def level(alpha):
    """95 for 0.05, as intervals name it."""
    return numbers.short(float(f"{100 * (1 - alpha):.4g}"))


def difference(estimate, key=""):
    """`+0.15 (+0.04 to +0.26)`, or why it is not defined."""
    if estimate["value"] is None:
        return str(REASONS.get(estimate["reason"], _("not defined")))
    ends = between(estimate, key)
    return f"{signed(estimate['value'], key)} ({ends})" if ends else signed(estimate["value"], key)


def mean(estimate, key=""):
    """`0.47 (0.44 to 0.50)`; "no outcomes yet" for a mean of none."""
    if estimate["value"] is None:
        return gettext("no outcomes yet")
    value = number(estimate["value"], key)
    if estimate["low"] is None:
        return value
    ends = {"low": number(estimate["low"], key), "high": number(estimate["high"], key)}
    return f"{value} ({gettext('%(low)s to %(high)s') % ends})"


def short(name):
    """A name of a variant where there is little room."""
    return name if len(name) <= 18 else f"{name[:17].rstrip()}…"
